"""The state as scenarios and the HTTP interface word it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.game import State
from rules.position import ICONS, LEFT, Owed, Position, Seat


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
