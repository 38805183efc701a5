"""The end card: a picture of one game to keep or to send, as SVG. Pure.

It is drawn for a browser, which has no style sheet for a picture: every part says how it looks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any
from unicodedata import east_asian_width
from xml.etree.ElementTree import Element, SubElement, tostring

from controller.evenings.figures import GameFigures
from controller.evenings.totals import PersonTotals, Statistics, statistics
from controller.words.catalogue import ENGLISH, Catalogue, catalogue

WIDTH_PX = 1080
EDGE_PX = 72
TOGETHER = "\u00a0"
"""A space at which no line ends: the words of "Player 2" stay together."""
GROUND, PLATE, INK, SOFT, GLOW = "#1a4738", "#123528", "#f3f6ee", "#c0d6c8", "#f2c14e"
FONT = "ui-rounded, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif"
TITLE_PX, NAME_PX, FACT_PX, SMALL_PX = 84, 44, 40, 32
LETTER, BOLD_LETTER, WIDE_LETTER = 0.6, 0.69, 1.05
"""Width of a usual letter, a bold one, and one of a script with wide letters, in parts of the
height. Readers have different fonts, so this is a wide one's."""
ROW_PX, FACT_LINE_PX, BAR_PX = 92, 54, 10
FACT_CHARS = 38
"""Of a line of a fact, so that wide letters have room as well."""


def card(parts: Sequence[GameFigures], *, names: bool, language: str = ENGLISH) -> bytes:
    """The picture of a game. ``parts``: the game, after those that went on as it.

    Without ``names``, players are numbered in seating order.
    """
    game, total = parts[-1], statistics(parts, "ever", None)
    names_of_box = {f"edition.{game.edition}": game.edition_names} if game.edition_names else {}
    words = catalogue(language).with_names(names_of_box)
    say = words.say
    order = [person.name for person in game.people]
    called = {
        name: name if names else say("end.somebody", {"n": seat}).replace(" ", TOGETHER)
        for seat, name in enumerate(order, start=1)
    }
    picture = _Picture(language)
    picture.text("Rollerdeck", SMALL_PX, GLOW, 700)
    picture.text(words.word(game.edition, "edition"), SMALL_PX, SOFT)
    picture.down(28)
    winners = [called[name] for name in game.winners]
    title = say("end.wins", {"n": len(winners), "players": winners}) if winners else say("end.open")
    for line in wrap(title, 22, break_long_words=True):
        picture.text(line, TITLE_PX, INK, 800)
    cards, presses = say("end.cards", {"n": total.cards}), say("end.presses", {"n": total.presses})
    totals = {"n": total.rounds, "cards": cards, "presses": presses}
    picture.text(say("end.played", totals), SMALL_PX, SOFT)
    picture.down(36)
    best = max(*game.scores.values(), 1)
    high_wins = any(game.scores.get(name) == best for name in game.winners)
    for name in sorted(game.scores, key=lambda player: game.scores[player], reverse=high_wins):
        picture.row(called[name], game.scores[name], best, name in game.winners)
    picture.down(30)
    for fact in _facts(total, called, words):
        picture.fact(fact)
    return picture.drawn(title)


def _facts(total: Statistics, called: dict[str, str], words: Catalogue) -> Iterator[str]:
    """What is worth telling, a sentence each. Of equal ones, who sits first."""
    people, say = total.people, words.say

    def leader(figure: str) -> tuple[PersonTotals, dict[str, Any]] | None:
        person = max(people, key=lambda candidate: getattr(candidate, figure), default=None)
        if person is None or not getattr(person, figure):
            return None
        return person, {"player": called[person.name], "n": getattr(person, figure)}

    if (taker := leader("taken")) is not None:
        person, values = taker
        yield say("end.took", {**values, "presses": say("end.presses", {"n": person.from_presses})})
    if (unlucky := leader("most")) is not None:
        yield say("end.most", unlucky[1])
    if (lucky := leader("dry")) is not None:
        yield say("end.dry", lucky[1])
    if (fire := total.hit_fire) is not None:
        values = {"player": called[fire.player], "n": fire.presses, "cards": fire.cards}
        yield say("end.hit_fire", values)
    if (turn := total.turn_round) is not None:
        yield say("end.turn_round", {"player": called[turn.player], "n": turn.points})
    if (catcher := leader("catches")) is not None:
        yield say("end.catches", catcher[1])
    if (sleepy := leader("forgotten")) is not None:
        yield say("end.forgotten", sleepy[1])


class _Picture:
    """Grows from top to bottom."""

    def __init__(self, language: str) -> None:
        attributes = {"xmlns": "http://www.w3.org/2000/svg", "role": "img", "lang": language}
        self._root = Element("svg", attributes)
        self._title = SubElement(self._root, "title")
        self._ground = SubElement(self._root, "rect", {"fill": GROUND})
        self._y = EDGE_PX

    def down(self, px: int) -> None:
        """Leave room."""
        self._y += px

    def text(self, words: str, px: int, ink: str, weight: int = 400) -> None:
        """One line, smaller where it is too long for its size."""
        size = _fitting(words, px, weight, WIDTH_PX - 2 * EDGE_PX)
        self._y += round(1.25 * px)
        self._write(words, EDGE_PX, self._y - round(0.25 * px), size, ink, weight)

    def row(self, name: str, score: int, best: int, won: bool) -> None:
        """A player with a score, and a bar for it."""
        room = WIDTH_PX - 2 * EDGE_PX
        ink, weight = (GLOW, 800) if won else (INK, 500)
        self._y += ROW_PX
        base = self._y - 34
        figure = str(score)
        name_px = room - round(BOLD_LETTER * NAME_PX * (len(figure) + 1))
        self._write(name, EDGE_PX, base, _fitting(name, NAME_PX, weight, name_px), ink, weight)
        self._write(figure, WIDTH_PX - EDGE_PX, base, NAME_PX, ink, weight, anchor="end")
        for width, colour in ((room, PLATE), (round(room * score / best), GLOW if won else SOFT)):
            bar = {"x": EDGE_PX, "y": base + 14, "width": max(0, width), "height": BAR_PX}
            SubElement(self._root, "rect", {**_texts(bar), "rx": "5", "fill": colour})

    def fact(self, sentence: str) -> None:
        """A sentence, on as many lines as it needs."""
        self._y += 14
        for line in wrap(sentence, FACT_CHARS, break_long_words=True):
            self._y += FACT_LINE_PX
            size = _fitting(line, FACT_PX, 500, WIDTH_PX - 2 * EDGE_PX)
            self._write(line, EDGE_PX, self._y - 12, size, INK, 500)

    def drawn(self, title: str) -> bytes:
        """All of it."""
        self._title.text = title
        size = _texts({"width": WIDTH_PX, "height": self._y + EDGE_PX})
        self._ground.attrib |= size
        view = f"0 0 {size['width']} {size['height']}"
        self._root.attrib |= {**size, "viewBox": view, "font-family": FONT}
        return tostring(self._root)

    def _write(
        self, words: str, x: int, y: int, px: int, ink: str, weight: int, anchor: str = "start"
    ) -> None:
        where = _texts({"x": x, "y": y, "font-size": px, "font-weight": weight})
        text = SubElement(self._root, "text", {**where, "fill": ink, "text-anchor": anchor})
        text.text = words


def _fitting(words: str, px: int, weight: int, room_px: int) -> int:
    """The size of letters with which the words fit, at most ``px``."""
    usual = LETTER if weight < 600 else BOLD_LETTER
    wide = sum(east_asian_width(sign) in "WF" for sign in words)
    letters = WIDE_LETTER * wide + usual * (len(words) - wide)
    return min(px, int(room_px / max(letters, usual)))


def _texts(figures: dict[str, int]) -> dict[str, str]:
    return {name: str(figure) for name, figure in figures.items()}
