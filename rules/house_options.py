"""What a house may decide: each option with its clause and the values it takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from rules.commands.refusals import whole
from rules.outcome import Values
from rules.quoting import shown
from rules.setup import MAX_RELOAD_BELOW, MAX_RULES, Options

Value = str | int | bool | list[Any] | dict[str, int]


class Choice(Struct, frozen=True):
    """A house option: its clause, and which values it takes.

    ``answers`` are its values where these are few, ``maximum`` bounds it where it is a number from
    0, or a list; ``of`` is the type where it is something else that a house writes. Its words are
    in the catalogue: ``option.interlock`` asks for it, ``option.interlock.strict`` is an answer.
    """

    clause: str
    answers: tuple[str, ...] = ()
    maximum: int | None = None
    of: type = bool

    def refuse(self, option: str, value: object) -> tuple[str, Values] | None:
        """Why the option of that name cannot have this value: key and values."""
        values = {"member": option, "said": shown(value)}
        if self.answers:
            if isinstance(value, str) and value in self.answers:
                return None
            return "refusal.one_of", {**values, "known": list(self.answers)}
        if self.of is not bool:
            if isinstance(value, self.of):
                return None
            key = "refusal.not_object" if self.of is dict else "refusal.not_list"
            return key, values
        if self.maximum is None:
            if isinstance(value, bool):
                return None
            return "refusal.true_or_false", values
        if whole(value, self.maximum):
            return None
        return "refusal.whole_number", {**values, "least": 0, "most": self.maximum}


OPTIONS: Mapping[str, Choice] = {
    "sticking_to": Choice("LCH-1", ("owner", "presser")),
    "reload_below": Choice("LCH-5", maximum=MAX_RELOAD_BELOW),
    "interlock": Choice("LCH-9", ("strict", "free")),
    "first_all_hit_skips": Choice("ATK-9"),
    "last_card_hits": Choice("ATK-11"),
    "extreme_hit_skips_next": Choice("EXT-3"),
    "customizable": Choice("EXT-5", of=list, maximum=MAX_RULES),
    "draw_from": Choice("PGR-1", ("pile", "launcher")),
    "points": Choice("TBL-2", of=dict),
}
"""By name, in the order of the rulebook."""


def default(option: str) -> Value:
    """What holds where a house has decided nothing; of what it writes itself: nothing."""
    of = OPTIONS[option].of
    value: Value = getattr(Options(), option) if of is bool else of()
    return value
