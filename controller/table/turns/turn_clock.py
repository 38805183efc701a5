"""The turn clock: for whom the table waits, for how long, and when that time is up. Pure.

It only shows: no rule depends on it, and no journal has it. Times: seconds of the caller's clock.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from controller.games.record import Record
from controller.table.hit import DueHit, HitStage

if TYPE_CHECKING:
    from controller.sightings.memory import Question

PHASES = frozenset({"play", "drawn", "color", "choose", "challenge", "hits"})
"""In these the table waits for one player."""
HAPPENING = frozenset({HitStage.RUNNING, HitStage.BROKEN, HitStage.CONFIRM})
"""Stages of a hit in which it waits for nobody: cards come, or their number is not known."""


@dataclass(frozen=True, slots=True)
class Wait:
    """The table waits for a player."""

    player: str
    subject: tuple[object, ...] = ()
    """What for. Another one is another wait, also for the same player."""
    held: bool = False
    """The player cannot go on now: the clock stands still."""

    def is_same(self, other: Wait | None) -> bool:
        """Whether it is the same wait, held or not."""
        return other is not None and (self.player, self.subject) == (other.player, other.subject)


def wait_of(
    record: Record,
    hit: DueHit | None,
    question: Question | None,
    *,
    launcher_ready: bool,
    interrupted: bool,
) -> Wait | None:
    """For whom the table waits in a round; None: for nobody.

    ``question``: about a card that a reader saw, if later cards wait for its answer.
    ``launcher_ready``: it answers, and has no fault. ``interrupted``: something else comes first,
    a count in doubt or a disk that refuses.
    """
    if record.state is None or record.drawing is not None:
        return None
    position = record.state.position
    if position.phase not in PHASES or (hit is not None and hit.stage in HAPPENING):
        return None
    held = (
        interrupted
        or (position.setup.launcher and not launcher_ready)
        or (hit is not None and hit.stage is HitStage.COOLDOWN)
    )
    subject = (record.number, position.phase, position.owed, len(position.pile))
    if question is not None and question.by is not None:
        return Wait(question.by, (*subject, question.number), held)
    seat = position.owed[0].by if position.owed else position.turn
    if seat is None:
        return None
    return Wait(position.name(seat), subject, held or question is not None)


@dataclass(frozen=True, slots=True)
class TurnClock:
    """The clock of one wait."""

    limit_s: int = 0
    """How long a wait may be; 0: there is no clock."""
    wait: Wait | None = None
    rest_s: float = 0.0
    """What was left when it began to run, or stood still."""
    since_s: float | None = None
    """Since when it runs; None: it stands still."""

    def at(self, wait: Wait | None, now_s: float) -> TurnClock:
        """The clock when the table waits for this. Another wait than before begins anew."""
        if wait is None or not self.limit_s:
            return TurnClock(self.limit_s)
        if wait == self.wait:
            return self
        rest_s = self.left_s(now_s) if wait.is_same(self.wait) else self.limit_s
        return TurnClock(self.limit_s, wait, rest_s, None if wait.held else now_s)

    @property
    def ends_s(self) -> float | None:
        """When the player's time is up; None: it stands still."""
        return None if self.since_s is None else self.since_s + self.rest_s

    def ended(self, now_s: float) -> TurnClock:
        """The clock whose time is up now: a loop calls up to its clock's resolution early."""
        return replace(self, rest_s=0.0, since_s=now_s)

    def left_s(self, now_s: float) -> float:
        """What is left of the player's time."""
        return self.rest_s if self.ends_s is None else max(0.0, self.ends_s - now_s)

    def is_up(self, now_s: float) -> bool:
        """Whether the player's time is up."""
        return self.wait is not None and self.left_s(now_s) == 0
