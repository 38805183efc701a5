"""Refusals that several commands share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.outcome import Refusal, Values
from rules.position import Position
from rules.setup import MAX_FIGURE

Command = Mapping[str, Any]
"""A command whose members have been read: all there, of their types, names and cards known."""

WAITING = {
    "dealer": "refusal.dealer_first",
    "turn_up": "refusal.first_card_first",
    "choose": "refusal.choose_first",
    "color": "refusal.color_first",
    "drawn": "refusal.has_drawn",
    "play": "refusal.turn_of",
    "count": "refusal.hands_first",
    "round_over": "refusal.next_round_first",
}
"""What a phase waits for, where nothing is owed."""


def awaited(position: Position) -> tuple[str, Values]:
    """What has to happen before anything else, as a message."""
    if position.owed:
        return owed_first(position)
    phase = position.phase
    has_hit = phase == "drawn" and position.setup.edition.launcher
    key = "refusal.has_hit" if has_hit else WAITING[phase]
    return key, {} if position.turn is None else {"player": position.name(position.turn)}


def owed_first(position: Position) -> tuple[str, Values]:
    """Who has to press or draw before anything else, how often, and for whom."""
    owed = position.owed[0]
    by, n = position.name(owed.by), owed.hits
    if n is None:
        return "refusal.owes_until_cards", {"player": by}
    if owed.by != owed.owner:
        owner = position.name(owed.owner)
        return "refusal.owes_hits_for", {"player": by, "n": n, "owner": owner}
    if position.setup.edition.launcher:
        return "refusal.owes_hits", {"player": by, "n": n}
    return "refusal.owes_draws", {"player": by, "n": n}


def round_won(position: Position) -> tuple[str, Values]:
    """Nobody plays any more: what the last card set off is still to be done."""
    assert position.round_winner is not None
    return "refusal.round_won", {"player": position.name(position.round_winner)}


def wrong_phase(position: Position, clause: str, in_round: str = "", **values: Any) -> Refusal:
    """Not now, whoever says it; what is true ``in_round`` alone is said only there."""
    if in_round and position.in_round:
        return Refusal("wrong_phase", clause, in_round, values)
    return Refusal("wrong_phase", clause, *awaited(position))


def out_of_turn(position: Position, clause: str, by: int) -> Refusal:
    """Not this player."""
    if position.seats[by].out:
        return has_no_turns(position, by)
    return Refusal("out_of_turn", clause, *awaited(position))


def has_no_turns(position: Position, by: int) -> Refusal:
    """A player was eliminated, and has no more turns."""
    return Refusal("out_of_turn", "CHA-2", "refusal.is_out", {"player": position.name(by)})


def is_out(position: Position, seat: int) -> Refusal:
    """Nothing can be done to a player who was eliminated."""
    return Refusal("bad_target", "CHA-2", "refusal.is_out", {"player": position.name(seat)})


def bad_count(clause: str, key: str, **values: Any) -> Refusal:
    """A number that cannot be."""
    return Refusal("bad_count", clause, key, values)


def everybody(position: Position) -> list[str]:
    """Names of all who have not left."""
    return [seat.name for seat in position.seats if not seat.has_left]


def whole(value: object, maximum: int = MAX_FIGURE) -> bool:
    """Whether a number is a whole one from 0 to ``maximum``."""
    return type(value) is int and 0 <= value <= maximum
