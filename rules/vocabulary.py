"""The names of effects, in an edition's file and in a house's rule on a card (EXT-5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

import msgspec

from rules.edition import Effect, Step
from rules.effects import (
    attack,
    first_attack,
    first_reverse,
    grab,
    grab_by_icon,
    hits_chosen,
    hits_next,
    hits_self,
    if_house_wants,
    in_order,
    lose_turn,
    next_hits,
    next_hits_until_cards,
    next_may_challenge,
    others_hit,
    reverse,
    skip,
    trade_hands,
)
from rules.setup import Options

WHO: Mapping[str, Callable[[int], Effect]] = {
    "next": hits_next,
    "chosen": hits_chosen,
    "others": others_hit,
    "self": hits_self,
}
"""Who hits, as a house and an edition may say."""
WORDS: Mapping[str, Effect] = {"skip": skip, "reverse": reverse, "trade": trade_hands}
"""What else a house and an edition may say."""
OF_EDITIONS: Mapping[str, Effect] = {
    **WORDS,
    "reverse_first": first_reverse,
    "lose_turn": lose_turn,
    "attack": attack,
    "choose": first_attack,
    "grab": grab,
    "grab_by_icon": grab_by_icon,
}
"""Every effect that has but a name, as an edition may say."""


class Hits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hits, or draws where there is no launcher, that somebody owes.

    ``who`` is ``turn`` for whose turn it would be, who loses it; ``challenge`` is for such hits
    alone (PGR-7).
    """

    hits: int | Literal["until_cards"]
    who: str
    challenge: bool = False


class IfHouseWants(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Effects where a house option says so."""

    option: str
    effects: tuple[Any, ...]


def effect_of(value: object) -> Effect:
    """The effect that an edition's file names so. Raises ``ValueError`` if there is none."""
    if isinstance(value, str):
        if value not in OF_EDITIONS:
            raise ValueError(f"unknown effect {value!r}")
        return OF_EDITIONS[value]
    if isinstance(value, dict) and "option" in value:
        conditional = msgspec.convert(value, IfHouseWants)
        if conditional.option not in Options.__struct_fields__:
            raise ValueError(f"unknown option {conditional.option!r}")
        return if_house_wants(conditional.option, effects_of(conditional.effects))
    return _hits_of(msgspec.convert(value, Hits))


def _hits_of(due: Hits) -> Effect:
    hits = None if due.hits == "until_cards" else due.hits
    if due.who == "turn" and hits is None and not due.challenge:
        return next_hits_until_cards
    if due.who == "turn" and hits is not None:
        return next_may_challenge(hits) if due.challenge else next_hits(hits)
    if due.who not in WHO or hits is None or due.challenge:
        raise ValueError(f"no such hits: {msgspec.to_builtins(due)}")
    return WHO[due.who](hits)


def effects_of(values: tuple[Any, ...]) -> Effect:
    """The effects that an edition's file names, in their order, as one."""
    return in_order([effect_of(value) for value in values])


def steps_of(values: Iterable[Any]) -> tuple[Step, ...]:
    """What people are told of effects that ``effects_of`` takes; nothing of house options."""
    plain = (value for value in values if not isinstance(value, dict) or "option" not in value)
    return tuple(_step(value) for value in plain)


def _step(value: Any) -> Step:
    if not isinstance(value, dict):
        return Step(value)
    hits = value["hits"]
    return Step(f"hits.{value['who']}", hits) if isinstance(hits, int) else Step(str(hits))
