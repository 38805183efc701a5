"""A hit on its way: due, armed, running, broken off, or for the table to count."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

import rules
from controller.games.entries import Intent
from hardware.launcher import HitResult
from rules import State


class Stage(StrEnum):
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
class Hit:
    """The hit that is due now. ``intent`` is durable."""

    intent: Intent
    stage: Stage = Stage.WAITING
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

    def armed(self) -> Hit:
        """A press is awaited now."""
        return replace(self, stage=Stage.ARMED)

    def waiting(self) -> Hit:
        """It is not at the launcher, and has not begun."""
        return replace(self, stage=Stage.WAITING, away=False)

    def running(self, out: int = 0) -> Hit:
        """Cards are coming; ``out`` of them so far. One that the table counts stays so."""
        stage = Stage.CONFIRM if self.stage is Stage.CONFIRM else Stage.RUNNING
        return replace(self, stage=stage, pressed=True, out=max(self.out, out))

    def broken(self, out: int) -> Hit:
        """A fault broke it off after ``out`` cards."""
        counted = self.away or self.stage is Stage.CONFIRM
        stage = Stage.CONFIRM if counted else Stage.BROKEN
        return replace(self, stage=stage, pressed=True, out=max(self.out, out))

    def unknown(self, out: int = 0) -> Hit:
        """The table has to say how many came; at least ``out``."""
        return replace(self, stage=Stage.CONFIRM, pressed=True, out=max(self.out, out))

    def halted(self, result: HitResult) -> Hit:
        """What an unfinished result of the launcher makes of it."""
        if result.delivered or self.pressed:
            return self.broken(result.delivered)
        return self.waiting()


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


def presser_and_owner(state: State) -> tuple[str, str] | None:
    """Who may press now and whose the cards are; None: the button is dead (LCH-9)."""
    view = rules.view(state)
    if not view["armed"]:
        return None
    if view["owed"]:
        first = view["owed"][0]
        return first["by"], first["player"]
    # out of order, with a free interlock, it is nobody's turn: the dealer stands for the table
    name = view["turn"] or view["dealer"]
    return name, name
