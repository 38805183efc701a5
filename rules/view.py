"""The state as scenarios and the HTTP interface word it, and who comes after whom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rules.game import State
from rules.position import ICONS, LEFT, Owed, Position, Seat
from rules.stacking import is_answerable


def view(state: State) -> dict[str, Any]:
    """The state, JSON-ready, with exactly the keys of the scenario format."""
    position = state.position

    def name(seat: int | None) -> str | None:
        return None if seat is None else position.name(seat)

    seated = [seat for seat in position.seats if not seat.has_left]
    return {
        "edition": position.setup.edition.id,
        "phase": position.phase,
        "round": position.round,
        "dealer": name(position.dealer),
        "turn": name(position.turn),
        "direction": "left" if position.direction == LEFT else "right",
        "top": position.top,
        "color": position.color,
        "hands": {seat.name: seat.hand for seat in seated},
        "owed": [_owed(position, owed) for owed in position.owed],
        "uno": _uno(position),
        "launcher": position.launcher,
        "discard": position.discard,
        "reload_due": position.reload_due,
        "discrepancy": position.discrepancy,
        "facing": name(position.facing),
        "armed": position.armed,
        "scores": {seat.name: seat.score for seat in seated},
        "towers": {icon: name(seat) for icon, seat in zip(ICONS, position.towers, strict=True)}
        if position.setup.edition.has_towers
        else None,
        "eliminated": _eliminated(seated),
        "winner": _winner(position.winner),
    }


def _uno(position: Position) -> dict[str, Any] | None:
    window = position.window
    if window is None or not window.open:
        return None
    return {"player": position.name(window.player), "called": window.called}


def _eliminated(seated: Iterable[Seat]) -> list[str]:
    out = (seat for seat in seated if seat.out)
    return [seat.name for seat in sorted(out, key=lambda seat: seat.out)]


def _owed(position: Position, owed: Owed) -> dict[str, Any]:
    return {
        "player": position.name(owed.owner),
        "by": position.name(owed.by),
        f"{position.setup.due}s": owed.hits,
        "until_fire": owed.hits is None,
        "reason": owed.reason,
    }


def _winner(names: tuple[str, ...]) -> str | list[str] | None:
    if len(names) > 1:
        return list(names)
    return names[0] if names else None


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
