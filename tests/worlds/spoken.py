"""A voice in virtual time that is written down, and how its words become a game's moves again."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from string import Formatter
from typing import Any

from catalogues import Forms, entries_of, forms_of, read_catalogue
from controller.games.journal_replay import steps
from controller.games.record import Record
from controller.journal.entry import Entry
from controller.voice.narration import Level, Snapshot
from controller.voice.voice import Voice
from controller.words.catalogue import catalogue
from rules import EDITIONS
from rules.position import ICONS, Position
from tests.worlds.bot_journal import BotJournal

WORDS = Path(__file__).parents[2] / "controller" / "words"
COLORS = ("red", "yellow", "green", "blue")
CHARS_A_SECOND = 15
"""About as quick as espeak-ng."""

Move = tuple[Any, ...]


class Recorder:
    """A speaker that takes its time, and is written down: the moment and the text of each start."""

    def __init__(self, chars_a_second: float = CHARS_A_SECOND) -> None:
        self.said: list[tuple[float, str]] = []
        self.cut: list[str] = []
        self.commands: list[Sequence[str]] = []
        """Those with which it was told to speak."""
        self._pace = chars_a_second

    def use(self, command: Sequence[str]) -> None:
        self.commands.append(command)

    async def speak(self, text: str) -> None:
        loop = asyncio.get_running_loop()
        self.said.append((loop.time(), text))
        try:
            await asyncio.sleep(len(text) / self._pace)
        except asyncio.CancelledError:
            self.cut.append(text)
            raise

    @property
    def texts(self) -> list[str]:
        return [text for _, text in self.said]


def game_of(seed: int) -> BotJournal:
    """One short game of bots, in which now and then a command is taken back."""
    journal = BotJournal(Random(seed), target=50)
    journal.play(3 + seed % 3)
    return journal


def languages() -> list[str]:
    """Every language that has a catalogue."""
    return sorted(file.stem.replace("_", "-") for file in WORDS.glob("*.po"))


async def hear(
    entries: Iterable[Entry], language: str, level: Level, recorder: Recorder, pace: float = 1.0
) -> tuple[list[tuple[Entry, Record]], list[float]]:
    """Let a voice hear a journal, each entry when it was made, or ``pace`` times as quickly.

    Returns the journal's steps, and when the voice heard each of them.
    """
    voice = Voice(catalogue(language), level, recorder)
    speaking = asyncio.create_task(voice.run())
    seen = list(steps(entries, Path("journal")))
    loop, moments = asyncio.get_running_loop(), []
    start = loop.time()
    for entry, record in seen:
        await asyncio.sleep(max((entry.wall_s - seen[0][0].wall_s) / pace + start - loop.time(), 0))
        moments.append(loop.time())
        voice.handle(Snapshot(record))
    await asyncio.sleep(60)
    speaking.cancel()
    return seen, moments


@cache
def _templates(language: str) -> list[tuple[str, re.Pattern[str]]]:
    """What each sentence of a language looks like, with its values as groups.

    Where the language lacks one, the English one.
    """
    texts: dict[str, Forms] = {}
    for stem in ("en", language.replace("-", "_")):
        entries = entries_of(read_catalogue(WORDS / f"{stem}.po"))
        texts |= {key: forms_of(entry) for key, entry in entries.items() if any(forms_of(entry))}
    found = []
    for key, forms in texts.items():
        if key.startswith(("spoken.", "ruling.", "log.", "refusal.launcher", "advice.")):
            found += [(key, re.compile(_pattern(form, language))) for form in forms]
    return found


def _pattern(form: str, language: str) -> str:
    pattern, named = "", set()
    for text, name, kind, _ in Formatter().parse(form):
        pattern += re.escape(text)
        if name in named:
            pattern += f"(?P={name})"
        elif name:
            named.add(name)
            pattern += f"(?P<{name}>{_value(name, kind or '', language)})"
    return pattern + r"(?= |$)"


def _value(name: str, kind: str, language: str) -> str:
    if kind in ("card", "color", "kind", "side", "tower"):
        return "|".join(map(re.escape, _called(kind, language)))
    if name in ("n", "total", "most", "held", "hit", "game"):
        return r"\d+"
    if name == "names":
        return r"[^.]+?"
    return {"what": r"[^.]+\.(?: [^.:]+\.)?", "text": "[^”]*"}.get(name, r"[^\s.:,]+")


@cache
def _called(kind: str, language: str) -> dict[str, str]:
    """Every card, colour, kind or side by what it is called; the longest names first."""
    kinds = {one.id for edition in EDITIONS.values() for one in edition.kinds}
    cards = {card for edition in EDITIONS.values() for card in edition.cards}
    called = {"color": COLORS, "side": ("left", "right"), "kind": kinds, "card": cards}
    of = {**called, "tower": ICONS}[kind]
    words = {catalogue(language).word(one, kind): one for one in of}
    return dict(sorted(words.items(), key=lambda item: -len(item[0])))


def sentences(text: str, language: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The sentences of a text, as keys with values. Raises AssertionError if it has others."""
    at = 0
    while at < len(text):
        found = [(key, hit) for key, form in _templates(language) if (hit := form.match(text, at))]
        assert found, f"no sentence of the catalogue: {text[at:]}"
        spoken = [one for one in found if one[0].startswith("spoken.")] or found
        key, hit = max(spoken, key=lambda one: one[1].end())
        at = hit.end() + 1
        yield key, hit.groupdict()


def number(of: dict[str, Any]) -> int:
    """How many; a sentence without a figure says one."""
    return int(of.get("n", 1))


def moves_told(texts: Iterable[str], language: str) -> list[Move]:
    """The moves that somebody writes down who only hears these texts."""
    told: list[Move] = []
    cards, colors = _called("card", language), _called("color", language)
    kinds = _called("kind", language)
    for text in texts:
        for key, of in sentences(text, language):
            who = of.get("player")
            match key:
                case "spoken.play" | "spoken.play_calling":
                    color = colors.get(of.get("color", ""))
                    told.append(("play", who, cards[of["card"]], color, 0))
                case "spoken.play_on" | "spoken.play_on_calling":
                    color = colors.get(of.get("color", ""))
                    told.append(("play", who, cards[of["card"]], color, number(of)))
                case "spoken.came":
                    told.append(("hit", who, number(of)))
                case "spoken.came_nothing":
                    told.append(("hit", who, 0))
                case "ruling.draws":
                    told.append(("draw", who, number(of)))
                case "ruling.calls_uno":
                    told.append(("uno", who))
                case "ruling.catches":
                    told.append(("catch", of["by"], who))
                case "log.undoes" | "log.undoes_hit":
                    told.append(("undo",))
                case "spoken.turn_match":
                    told.append(("turn", who, colors[of["color"]], kinds[of["kind"]]))
                case "spoken.turn_color":
                    told.append(("turn", who, colors[of["color"]], None))
    return told


def moves_made(seen: Iterable[tuple[Entry, Record]]) -> list[Move]:
    """The moves that the journal has, in the same form."""
    made: list[Move] = []
    for entry, record in seen:
        if entry.kind != "command" or record.state is None:
            continue
        said = entry.body["command"]
        by = said.get("by")
        match said["do"]:
            case "play":
                under = len(said.get("with", ()))
                made.append(("play", by, said["card"], said.get("color"), under))
            case "hit" | "draw":
                made.append((said["do"], by, said["cards"]))
            case "uno":
                made.append(("uno", by))
            case "catch":
                made.append(("catch", by, said["player"]))
            case "undo":
                made.append(("undo",))
        if said["do"] in ("play", "hit", "draw", "pass", "color", "choose", "turn_up"):
            made += turn(record.state.position)
    return made


def turn(position: Position) -> list[Move]:
    """Whose turn it is and what matches, from the rules' own state."""
    if position.phase != "play" or position.turn is None or position.top is None:
        return []
    color, _, kind = position.top.partition("-")
    matches = kind if color in COLORS and not position.color_only else None
    return [("turn", position.name(position.turn), position.color, matches)]
