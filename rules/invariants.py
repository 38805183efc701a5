"""What holds in every position, whatever was said."""

from __future__ import annotations

from rules.position import Position


def broken_ledger(position: Position) -> str | None:
    """Say how the ledger contradicts itself (DECK-6); None: all cards are accounted for."""
    hands = [seat.hand for seat in position.seats]
    if min(position.launcher, *hands) < 0:
        return f"a count is below zero: {position!r}"
    size, shown = position.setup.size, position.discrepancy
    there = sum(hands) + position.launcher + position.discard
    if position.setup.options.draw_from == "launcher":
        # a surplus over what was due is in the hand, and shown all the same (PGR-1)
        sound = size <= there <= size + shown
    else:
        sound = there - shown == size
    return None if sound else f"{there} cards, {shown} of them in doubt, of {size}: {position!r}"
