"""The players at the table: names, hands and scores, and the opening hands that are dealt (COM-3).

The rules deal all hands at once, so their state has every hand before the first card is turned
up. The number of cards that the launcher really gave is then set (TBL-2).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from controller.games.entries import Begun
from hardware.launcher import MAX_CARDS_A_HIT
from rules import State
from rules.position import LEFT, Position, Seat


def seated(position: Position) -> Iterator[Seat]:
    """Everybody at the table in seating order, without those who left."""
    return (seat for seat in position.seats if not seat.has_left)


def scores(position: Position) -> dict[str, int]:
    """The score of everybody at the table, by name."""
    return {seat.name: seat.score for seat in seated(position)}


def hand(position: Position, name: str) -> int:
    """How many cards a player holds; 0: nobody of that name is at the table."""
    seat = position.find(name)
    return 0 if seat is None else position.seats[seat].hand


def begins(before: State | None, after: State) -> bool:
    """Whether a round was dealt between two states."""
    dealt_before = before is not None and before.position.phase == "turn_up"
    return after.position.phase == "turn_up" and not dealt_before


def order(state: State) -> tuple[str, ...]:
    """Who gets a hand in this round, from the dealer's left on."""
    position = state.position
    assert position.dealer is not None
    seats = (*position.others(position.dealer, LEFT), position.dealer)
    return tuple(position.name(seat) for seat in seats)


def to_deal(begun: Begun | None, before: State | None, after: State) -> tuple[str, ...]:
    """Whose opening hands the launcher deals, if a round begins between two states."""
    if begun is None or begun.deal != "launcher" or not begins(before, after):
        return ()
    return order(after)


def next_hand(state: State | None, undealt: tuple[str, ...]) -> str | None:
    """Whose hand the launcher deals next; None: it deals none now.

    People deal the hands that one press cannot give, and all that are missing when the first card
    is turned up.
    """
    if state is None or state.position.phase != "turn_up":
        return None
    position = state.position
    fit = (name for name in undealt if 1 <= hand(position, name) <= MAX_CARDS_A_HIT)
    return next(fit, None)


def to_come(state: State | None, undealt: tuple[str, ...]) -> tuple[str, ...]:
    """Whose opening hands are not dealt yet: nobody's once the first card is turned up."""
    return undealt if state is not None and state.position.phase == "turn_up" else ()


def log_line(name: str, cards: int) -> tuple[str, str, Mapping[str, Any]]:
    """What the log says of a hand that was dealt: key, clause, values."""
    return "log.dealt", "COM-3", {"player": name, "n": cards}


def loaded(state: State, undealt: tuple[str, ...]) -> int:
    """Cards in the launcher. While it deals, it holds the hands that are still to come as well."""
    position = state.position
    if position.phase != "turn_up":
        return position.launcher
    return position.launcher + sum(hand(position, name) for name in undealt)
