"""What a house may decide: each option with its clause, the values it takes, and its sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from rules.commands.handler import whole
from rules.setup import MAX_RELOAD_BELOW, MAX_RULES, Options
from rules.words import listed

Value = str | int | bool | list[Any] | dict[str, int]


class Choice(Struct, frozen=True):
    """A house option: its clause, and which values it takes.

    ``text`` asks for it or, of a yes or no, says what a yes means. ``answers`` are the words for
    its values where these are few, ``most`` bounds it where it is a number from 0, or a list;
    ``of`` is the type where it is something else that a house writes.
    """

    clause: str
    text: str
    answers: Mapping[str, str] = {}
    most: int | None = None
    of: type = bool
    words: str = "true or false"

    def check(self, value: object) -> bool:
        """Whether the option can have this value."""
        if self.answers:
            return isinstance(value, str) and value in self.answers
        if self.of is not bool:
            return isinstance(value, self.of)
        return isinstance(value, bool) if self.most is None else whole(value, self.most)


def _one_of(clause: str, text: str, **answers: str) -> Choice:
    words = listed((f'"{value}"' for value in answers), "or")
    return Choice(clause, text, answers, words=words)


OPTIONS: Mapping[str, Choice] = {
    "sticking_to": _one_of(
        "LCH-1",
        "Cards left sticking in the mouth go to",
        owner="whoever the hit is for",
        presser="whoever pressed",
    ),
    "reload_below": Choice(
        "LCH-5",
        "Ask for a reload when fewer cards are inside than",
        most=MAX_RELOAD_BELOW,
        words=f"a whole number from 0 to {MAX_RELOAD_BELOW}",
    ),
    "interlock": _one_of(
        "LCH-9",
        "The button works",
        strict="only where a hit is legal",
        free="whenever there is no fault",
    ),
    "first_all_hit_skips": Choice(
        "ATK-9", "A Wild All Hit turned up first skips the player left of the dealer, too"
    ),
    "last_card_hits": Choice(
        "ATK-11", "The hits of a last card are done before the hands are counted"
    ),
    "extreme_hit_skips_next": Choice("EXT-3", "After a Wild Extreme Hit next loses the turn"),
    "customizable": Choice(
        "EXT-5",
        "House rules written on cards",
        of=list,
        most=MAX_RULES,
        words="a list of house rules",
    ),
    "draw_from": _one_of(
        "PGR-1", "Cards come", pile="from a draw pile", launcher="out of the launcher"
    ),
    "points": Choice("TBL-2", "Points by kind of card", of=dict, words="an object of numbers"),
}
"""By name, in the order of the rulebook."""


def default(option: str) -> Value:
    """What holds where a house has decided nothing; of what it writes itself: nothing."""
    of = OPTIONS[option].of
    value: Value = getattr(Options(), option) if of is bool else of()
    return value
