"""The hit that is due, and where it stands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from controller.games.entries import Intent
from rules import State


class HitStage(StrEnum):
    """Where a hit stands. All but ``WAITING`` and ``BREATH`` may have given cards already."""

    WAITING = "waiting"
    """The launcher does not have it, because of a fault or because the launcher is away."""
    BREATH = "breath"
    """The button has to rest for a moment, so the launcher does not have it yet."""
    ARMED = "armed"
    """The launcher waits for a press."""
    RUNNING = "running"
    """Cards are coming."""
    BROKEN = "broken"
    """A fault broke it off. When the fault is cleared, the rest is armed."""
    CONFIRM = "confirm"
    """Only the table can say how many cards came."""


@dataclass(frozen=True, slots=True)
class DueHit:
    """The hit that is due now. ``intent`` is durable."""

    intent: Intent
    stage: HitStage = HitStage.WAITING
    out: int = 0
    """Cards counted so far."""
    pressed: bool = False
    """The button was pressed for it, so it has to be finished."""
    away: bool = False
    """The referee was away while it may have run; if it broke off, the table counts."""

    @property
    def number(self) -> int:
        """The hit's number."""
        return self.intent.hit

    def armed(self) -> DueHit:
        """The launcher waits for a press now."""
        return replace(self, stage=HitStage.ARMED)

    def waiting(self) -> DueHit:
        """The launcher does not have it, and it has not begun."""
        return replace(self, stage=HitStage.WAITING, away=False)

    def breathing(self) -> DueHit:
        """The launcher does not have it, and it has not begun; the button rests first."""
        return replace(self, stage=HitStage.BREATH, away=False)

    def running(self, out: int = 0) -> DueHit:
        """Cards are coming, ``out`` of them so far. A hit that the table counts stays with it."""
        stage = HitStage.CONFIRM if self.stage is HitStage.CONFIRM else HitStage.RUNNING
        return replace(self, stage=stage, pressed=True, out=max(self.out, out))

    def broken(self, out: int) -> DueHit:
        """A fault broke it off after ``out`` cards."""
        counted = self.away or self.stage is HitStage.CONFIRM
        stage = HitStage.CONFIRM if counted else HitStage.BROKEN
        return replace(self, stage=stage, pressed=True, out=max(self.out, out))

    def unknown(self, out: int = 0) -> DueHit:
        """The table has to say how many cards came; at least ``out``."""
        return replace(self, stage=HitStage.CONFIRM, pressed=True, out=max(self.out, out))


def counted(intent: Intent, state: State, cards: int, sticking: int = 0) -> dict[str, Any]:
    """The command for a measured count: a hit, or a draw if the rules named the number (PGR-1).

    An opening hand that the launcher dealt is set (TBL-2).
    """
    by = intent.by
    if intent.hand:
        return {"do": "set", "hands": {by: cards}}
    if state.position.dealt is not None:
        return {"do": "draw", "by": by, "cards": cards}
    command = {"do": "hit", "by": by, "cards": cards}
    return {**command, "sticking": sticking} if sticking else command
