"""What holds in every position, whatever was said."""

from __future__ import annotations

from rules.outcome import Values
from rules.position import Position


def broken_ledger(position: Position) -> Values | None:
    """Say how the ledger contradicts itself (DECK-6); None: all cards are accounted for."""
    hands = [seat.hand for seat in position.seats]
    size, in_doubt = position.setup.size, position.discrepancy
    total = sum(hands) + position.launcher + position.discard
    if position.setup.options.draw_from == "launcher":
        # a surplus over what was due is in the hand, and shown all the same (PGR-1)
        sound = size <= total <= size + in_doubt
    else:
        sound = total - in_doubt == size
    if sound and min(position.launcher, *hands) >= 0:
        return None
    return {"there": total, "in_doubt": in_doubt, "size": size, "position": repr(position)}
