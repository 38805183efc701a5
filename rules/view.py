"""The state as scenarios and the HTTP interface word it."""

from __future__ import annotations

from typing import Any

from rules.game import State
from rules.position import ICONS, LEFT, Owed, Position


def view(state: State) -> dict[str, Any]:
    """The state, JSON-ready, with exactly the keys of the scenario format."""
    position = state.position

    def name(seat: int | None) -> str | None:
        return None if seat is None else position.name(seat)

    seated = [seat for seat in position.seats if not seat.gone]
    eliminated = sorted((seat for seat in seated if seat.out), key=lambda seat: seat.out)
    window = position.window
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
        "uno": {"player": name(window.player), "called": window.called}
        if window is not None and window.open
        else None,
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
        "eliminated": [seat.name for seat in eliminated],
        "winner": _winner(position.winner),
    }


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
