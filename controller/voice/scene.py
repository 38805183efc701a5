"""What the narrator knows of a table at one moment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from controller.games.record import Record
from controller.table.hit import DueHit
from controller.table.table import Table
from hardware.launcher import Fault, Reason

if TYPE_CHECKING:  # a table without a reader loads nothing of it
    from controller.sightings.watch import Notice, Pending


@dataclass(frozen=True, slots=True)
class Scene:
    """A table at one moment."""

    record: Record
    hit: DueHit | None = None
    """The hit that is due."""
    faults: tuple[Fault, ...] = ()
    link_up: bool = True
    why: Reason | None = None
    """What is wrong besides the launcher, for example that the disk is full."""
    asked: Pending | None = None
    """What people are asked about a card that a reader has seen."""
    notice: Notice | None = None
    """What became of the last card of which people should hear."""


def scene_of(table: Table) -> Scene:
    """The table as it is now."""
    launcher = table.launcher
    why = table.why if launcher.link_up else None
    desk = table.readers.desk
    watch = None if desk is None else desk.watch
    counts = desk is not None and desk.counting() is not None  # then the screen asks, with the hand
    return Scene(
        table.record,
        table.hit,
        tuple(launcher.faults),
        launcher.link_up,
        why,
        None if watch is None or counts else watch.pending,
        None if watch is None else watch.last,
    )
