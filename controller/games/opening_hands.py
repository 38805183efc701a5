"""Opening hands that the launcher deals: whose hand is next, and what the launcher holds (COM-3).

The rules deal all hands at once, so their state has every hand before the first card is turned
up. The number of cards that the launcher really gave is then set (TBL-2).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from controller.games.entries import Begun
from controller.games.seats import hand
from hardware.launcher import MAX_CARDS_A_HIT
from rules import State
from rules.position import LEFT


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
