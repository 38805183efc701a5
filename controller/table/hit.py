"""A hit on its way: due, armed, running, broken off, or for the table to count."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from controller.games.entries import Intent
from rules import State


class HitStage(StrEnum):
    """Where a hit stands. All but ``WAITING`` may have given cards already."""

    WAITING = "waiting"
    """Not at the launcher: a fault is latched, or the launcher is away."""
    ARMED = "armed"
    """A press is awaited."""
    RUNNING = "running"
    """Cards are coming."""
    BROKEN = "broken"
    """A fault broke it off; once that is cleared, the rest is armed."""
    CONFIRM = "confirm"
    """Nobody can say what came but the table."""


@dataclass(frozen=True, slots=True)
class DueHit:
    """The hit that is due now. ``intent`` is durable."""

    intent: Intent
    stage: HitStage = HitStage.WAITING
    out: int = 0
    """Cards counted so far."""
    pressed: bool = False
    """The button was pressed for it, so it has to be brought to an end."""
    away: bool = False
    """The referee was away while it may have run, so a broken one is for the table to count."""

    @property
    def number(self) -> int:
        """The hit's number."""
        return self.intent.hit

    def armed(self) -> DueHit:
        """A press is awaited now."""
        return replace(self, stage=HitStage.ARMED)

    def waiting(self) -> DueHit:
        """It is not at the launcher, and has not begun."""
        return replace(self, stage=HitStage.WAITING, away=False)

    def running(self, out: int = 0) -> DueHit:
        """Cards are coming; ``out`` of them so far. One that the table counts stays so."""
        stage = HitStage.CONFIRM if self.stage is HitStage.CONFIRM else HitStage.RUNNING
        return replace(self, stage=stage, pressed=True, out=max(self.out, out))

    def broken(self, out: int) -> DueHit:
        """A fault broke it off after ``out`` cards."""
        counted = self.away or self.stage is HitStage.CONFIRM
        stage = HitStage.CONFIRM if counted else HitStage.BROKEN
        return replace(self, stage=stage, pressed=True, out=max(self.out, out))

    def unknown(self, out: int = 0) -> DueHit:
        """The table has to say how many came; at least ``out``."""
        return replace(self, stage=HitStage.CONFIRM, pressed=True, out=max(self.out, out))


def counted(intent: Intent, state: State, cards: int, sticking: int = 0) -> dict[str, Any]:
    """The command that a measured count is: a hit, or a draw where the number was told (PGR-1).

    An opening hand that the launcher dealt is set (TBL-2).
    """
    by = intent.by
    if intent.hand:
        return {"do": "set", "hands": {by: cards}}
    if state.position.dealt is not None:
        return {"do": "draw", "by": by, "cards": cards}
    command = {"do": "hit", "by": by, "cards": cards}
    return {**command, "sticking": sticking} if sticking else command
