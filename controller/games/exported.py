"""A game as a scenario file whose draws can be checked: written, and read again for the check.

Comments hold what the check needs. ``# fairness`` stands before the game, ``# intent`` before a
hit, ``# measured`` before the hit's result, ``# weighed`` before the hands that a scale has put
right, and ``# opened`` where the launcher's cover was opened. If the game had been left,
``# goes_on`` stands where it went on: the draws before it belong to the game that was left, and
are not in this file. For other readers it is a scenario file like any other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

import rules
from controller.base.errors import NOT_SO, WRONG_USAGE, Trouble
from controller.games.entries import Begun, CountDetails, GoesOn, Intent, WeighedDetails
from controller.games.fairness import Hash, Seal
from controller.games.journal_replay import steps
from controller.games.record import Record
from controller.journal.entry import Entry, Kind
from controller.words import say
from hardware.profile_table import Rows, complaint
from hardware.profiles import ProfileName, lacks_table
from rules.commands.types import UNHEARD
from rules.scenario import Failure, Outcome, replay
from rules.told_colors import with_colors
from rules.versions import CURRENT, FIRST

HEAD = re.compile(r"# Game \d+, begun on ")
"""How every exported game begins."""


class Sealed(msgspec.Struct, frozen=True):
    """The comment ``# fairness``: what the draws of the game in the next line depend on."""

    profile: ProfileName
    custom: Rows
    seal: Seal
    seed: Hash | None
    """32 bytes, hexadecimal; None: the game was not over."""


class Result(msgspec.Struct, frozen=True):
    """The comment ``# measured``: the hit whose result is in the next line."""

    hit: int
    measured: CountDetails


class Opened(msgspec.Struct, frozen=True):
    """The comment ``# opened``: the launcher's cover was opened here."""


class Weight(msgspec.Struct, frozen=True):
    """The comment ``# weighed``: the hits that a scale counted again, with the next line."""

    weighed: WeighedDetails


COMMENTS: dict[str, Any] = {
    "fairness": Sealed,
    "goes_on": GoesOn,
    "intent": Intent,
    "measured": Result,
    "opened": Opened,
    "weighed": Weight,
}
"""What follows the first word of each comment that is about draws."""


def scenario(entries: Iterable[Entry], path: Path, superseded: bool) -> str | None:
    """The last game of these entries as a scenario file that ends with its last state.

    None: there are no entries. Those of a game that went on as this one come first.
    ``superseded``: another game or session has begun since, so the seed is no longer secret. A hit
    that is still due is left out. Raises ``Trouble``.
    """
    now, game = Record(), _Lines()
    for entry, now in steps(entries, path):
        game.add(entry, now)
    if now.begun is None or now.state is None:
        return None
    game.leave_out_due()
    lines, end = game.lines, now.state
    if any(UNHEARD in line for line in lines):
        lines, end = with_colors(lines)
    begun = datetime.fromtimestamp(now.begun_s, UTC)
    head = [f"# Game {now.number}, begun on {begun:%Y-%m-%d at %H:%M} UTC"]
    if now.begun.seal is not None:
        seed = now.begun.seed if superseded or now.revealed else None
        sealed = Sealed(now.begun.profile, now.begun.custom, now.begun.seal, seed)
        head.append(f"# fairness {_json(sealed)}")
    return "\n".join([*head, *lines, _json({"expect": rules.view(end)}), ""])


class _Lines:
    """The lines of the last game so far."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._due: tuple[int, int] | None = None
        """The hit that is due, and the index of its line."""

    def add(self, entry: Entry, after: Record) -> None:
        """Take in one more entry; ``after``: the record after it."""
        if entry.kind == "game":
            assert after.begun is not None
            self._begin(after.begun)
        elif entry.kind == "opened":
            self.lines.append("# opened {}")
        elif entry.kind == "intent":
            self._intend(entry.body)
        elif entry.kind == "command":
            self._command(entry.body)

    def leave_out_due(self) -> None:
        """Remove the hit that has not happened."""
        if self._due is not None:
            del self.lines[self._due[1]]

    def _begin(self, begun: Begun) -> None:
        self._due = None
        if begun.goes_on is None:
            self.lines = [_json({"game": begun.game_object})]
        else:
            commands = [line for line in self.lines if not line.startswith("#")]
            self.lines = [*commands, f"# goes_on {_json(begun.goes_on)}"]

    def _intend(self, intent: dict[str, Any]) -> None:
        # The comment stands where the hit was intended first, and says what was intended last.
        if self._due is None or self._due[0] != intent["hit"]:
            self._due = intent["hit"], len(self.lines)
            self.lines.append("")
        self.lines[self._due[1]] = f"# intent {_json(intent)}"

    def _command(self, body: dict[str, Any]) -> None:
        if "hit" in body:
            self._due = None
            result = {"hit": body["hit"], "measured": body["measured"]}
            self.lines.append(f"# measured {_json(result)}")
        if "weighed" in body:
            self.lines.append(f"# weighed {_json({'weighed': body['weighed']})}")
        self.lines.append(_json(body["command"]))


def replay_any(lines: Sequence[str]) -> Outcome:
    """Run a scenario file, exported or not.

    An exported game without a version of the rules follows the first version. Any other scenario
    without one follows the current version.
    """
    exported = any(HEAD.match(line) for line in lines[:1])
    return replay(lines, FIRST if exported else CURRENT)


def read_exported(path: Path) -> tuple[Entry, ...]:
    """The entries of an exported game that its draws depend on.

    Raises ``Trouble`` if the file cannot be read (exit code 2), or if it is not a valid scenario
    or has no draws to check (exit code 1).
    """
    try:
        text = path.read_text(encoding="utf-8-sig")  # Windows' editors begin with a BOM
    except OSError as error:
        raise Trouble(
            f"{path} cannot be read ({error.strerror}): name a game's number, or an exported file.",
            WRONG_USAGE,
        ) from None
    except UnicodeDecodeError:
        raise Trouble(f"{path} is not a text file in UTF-8.", NOT_SO) from None
    return entries_of(text, path)


def entries_of(text: str, path: Path) -> tuple[Entry, ...]:
    """The entries of an exported game; ``path`` is for sentences. Raises like ``read_exported``."""
    lines = text.split("\n")
    outcome = replay_any(lines)
    if outcome.failure is not None:
        failure = outcome.failure
        raise Trouble(f"{path}, line {failure.line}: {in_words(failure)}", NOT_SO)
    entries = tuple(
        Entry(seq, game, kind, body)
        for seq, (game, kind, body) in enumerate(_entries(tuple(_read_lines(path, lines))), 1)
    )
    if not entries:
        raise Trouble(f"{path} holds no game.", NOT_SO)
    return entries


@dataclass(frozen=True, slots=True)
class _Line:
    """One line of the file: a comment about draws, or what the scenario says."""

    path: Path
    number: int
    comment: Sealed | GoesOn | Intent | Result | Opened | Weight | None
    body: dict[str, Any]
    """What the scenario says; empty for a comment."""

    def wrong(self, sentence: str) -> Trouble:
        """The error that ends the reading, with file, line and a sentence."""
        return Trouble(f"{self.path}, line {self.number}: {sentence}", NOT_SO)


def _read_lines(path: Path, lines: Iterable[str]) -> Iterator[_Line]:
    """Every line except blank ones and other comments. The lines are known to be a scenario."""
    for number, text in enumerate(map(str.strip, lines), 1):
        if text.startswith("#"):
            word, _, rest = text.removeprefix("# ").partition(" ")
            if word not in COMMENTS:
                continue
            try:
                comment = msgspec.json.decode(rest, type=COMMENTS[word])
            except msgspec.MsgspecError as error:
                wrong = _Line(path, number, None, {}).wrong
                raise wrong(f"The draws cannot be read: {error}.") from None
            yield _Line(path, number, comment, {})
        elif text:
            yield _Line(path, number, None, msgspec.json.decode(text))


_Body = tuple[int, Kind, dict[str, Any]]
"""Game, kind and body of an entry."""


def _entries(lines: Sequence[_Line]) -> Iterator[_Body]:
    """Every entry that the draws of the last game depend on."""
    previous = next((line.comment.game for line in lines if isinstance(line.comment, GoesOn)), 0)
    game = _Reading(previous)
    for line in lines:
        yield from game.read_line(line) if line.comment is None else game.read_comment(line)


class _Reading:
    """A game that is read line by line.

    ``previous``: the number of the game that went on as this one, or 0.
    """

    def __init__(self, previous: int) -> None:
        self._previous = previous
        self._number = previous or 1
        self._sealed: Sealed | None = None
        self._begun: Begun | None = None
        self._intent: Intent | None = None
        self._result: Result | Weight | None = None

    def read_comment(self, line: _Line) -> Iterator[_Body]:
        """What a comment tells. Raises ``Trouble``."""
        match line.comment:
            case Sealed() as sealed:
                self._sealed = sealed
            case GoesOn() as goes_on:
                if self._begun is None or self._number != self._previous:
                    raise line.wrong("No game was left here: draws are checked of one alone.")
                self._number = self._previous + 1
                self._begun = replace(self._begun, goes_on=goes_on)
                yield self._number, "game", msgspec.to_builtins(self._begun)
            case Intent() as intent:
                self._intent = intent
                yield self._number, "intent", msgspec.to_builtins(intent)
            case Result() | Weight() as result:
                self._result = result
            case Opened():
                yield self._number, "opened", {}

    def read_line(self, line: _Line) -> Iterator[_Body]:
        """What a line of the scenario tells. Raises ``Trouble``."""
        if "game" in line.body:
            if self._begun is not None:
                raise line.wrong("A second game begins: draws are checked of one alone.")
            self._begun = _begun(line, self._sealed)
            # a game that was left has draws of its own, which are not in this file
            unsealed = replace(self._begun, seal=None) if self._previous else self._begun
            yield self._number, "game", msgspec.to_builtins(unsealed)
        elif "do" in line.body and "refused" not in line.body:
            drawn = self._number != self._previous
            yield self._number, "command", _command(line, self._intent, self._result, drawn=drawn)
            self._result = None


def _begun(line: _Line, sealed: Sealed | None) -> Begun:
    """The game, with what its draws depend on. Raises ``Trouble`` if they cannot be checked."""
    if sealed is None:
        raise line.wrong(
            "This game does not say how its draws were sealed, so they cannot be checked."
        )
    if sealed.seed is None:
        raise line.wrong(
            "This was exported while the game was played, so the seed is not in it: "
            "export it again when the game is over."
        )
    bad = complaint(sealed.custom)
    if bad or lacks_table(sealed.profile, sealed.custom):
        raise line.wrong(f"The profile's table cannot be: custom{bad or ' is empty'}.")
    game = dict(line.body["game"])
    version = game.pop("rules", FIRST)
    return Begun(game, sealed.seed, sealed.profile, sealed.custom, sealed.seal, rules=version)


def _command(
    line: _Line, intent: Intent | None, result: Result | Weight | None, *, drawn: bool
) -> dict[str, Any]:
    """A command with the hit that it counts.

    Raises ``Trouble`` if the hit's draw is missing. ``drawn``: it has one in this file.
    """
    if result is None:
        if drawn and line.body["do"] == "hit":
            raise line.wrong("A hit stands here without its draw.")
        return {"command": line.body}
    if isinstance(result, Weight):
        return {"command": line.body, **msgspec.to_builtins(result)}
    if intent is None or intent.hit != result.hit:
        raise line.wrong("The draw that stands before this hit is another one's.")
    return {"command": line.body, **msgspec.to_builtins(result)}


def in_words(failure: Failure) -> str:
    """What is wrong with a scenario's line and, where the referee refused it, why."""
    sentence = say(failure.key, failure.values)
    refusal = failure.refusal
    return sentence if refusal is None else f"{sentence} {say(refusal.key, refusal.values)}"


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
