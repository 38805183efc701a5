"""Who comes after whom the table waits for, as far as the table can tell."""

from __future__ import annotations

from collections.abc import Iterator

from rules.position import Position
from rules.stacking import is_answerable


def upcoming(position: Position) -> tuple[str, ...]:
    """The players in the order in which they are to act next, each once; outside a round none.

    Whoever acts now is among them if it is their turn again, or still, afterwards. Nobody knows
    yet what will be played, so a card can change all of it.
    """
    if not position.in_round or position.turn is None:
        return ()
    return tuple(dict.fromkeys(position.name(seat) for seat in _order(position, position.turn)))


def _order(position: Position, turn: int) -> Iterator[int]:
    """Those who owe behind the first, then the turn, then on in the direction of play."""
    if position.phase in ("hits", "reload") and not is_answerable(position):
        yield from (due.by for due in position.owed if due.by != position.owed[0].by)
        yield turn
    yield from position.others(turn, position.direction)
