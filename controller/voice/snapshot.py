"""A snapshot of a table: what the narrator compares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from controller.games.record import Record
from controller.table.hit import DueHit
from controller.table.table import Table
from hardware.launcher import Fault, Reason

if TYPE_CHECKING:  # a table without a reader loads nothing of it
    from controller.sightings.memory import Notice, Question


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A table at one moment."""

    record: Record
    hit: DueHit | None = None
    """The hit that is due; None: there is none."""
    faults: tuple[Fault, ...] = ()
    link_up: bool = True
    problem: Reason | None = None
    """What is wrong besides the launcher, for example that the disk is full."""
    question: Question | None = None
    """What people are asked about a card that a reader has seen; None: nothing."""
    notice: Notice | None = None
    """The newest notice about a card that a reader has seen."""


def snapshot_of(table: Table) -> Snapshot:
    """The table as it is now."""
    launcher = table.launcher
    problem = table.problem if launcher.link_up else None
    queue = table.readers.open_queue()
    memory = None if queue is None else queue.memory
    # while a hand is counted, the screen asks, and shows the hand
    counts = queue is not None and queue.counting() is not None
    return Snapshot(
        table.record,
        table.hit,
        tuple(launcher.faults),
        launcher.link_up,
        problem,
        None if memory is None or counts else memory.question,
        None if memory is None else memory.notice,
    )
