"""What the narrator compares, snapshots of a table, and what it makes of them: a narration."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from controller.games.record import Record
from controller.table.hit import DueHit
from controller.table.table import Table
from hardware.launcher import Fault, Reason

if TYPE_CHECKING:
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
    late: str | None = None
    """The player whose time is up by the turn clock; None: nobody's is."""


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
        table.turn_timer.late,
    )


class Level(IntEnum):
    """How much the voice says. A voice of one level also says what those below it say."""

    TURNS = 1
    """Whose turn it is, what matches, who presses and how often, and what stops the game."""
    PLAYS = 2
    """Also who plays what, how many cards came, calls, catches, doubts and scores."""
    EVERYTHING = 3
    """Also corrections, and what leads up to a round and to its scores."""


TURN = "turn"
"""The topic of what the table waits for."""
LAUNCHER = "launcher"
"""The topic of a launcher that does not answer."""


@dataclass(frozen=True, slots=True)
class Utterance:
    """One sentence, without its words."""

    key: str
    values: Mapping[str, Any] = field(default_factory=dict)
    level: Level = Level.TURNS
    topic: str = ""
    """What it is about, as long as that is so. Empty: it has happened, and stays true."""


@dataclass(frozen=True, slots=True)
class Narration:
    """What is to be said of one change of the table."""

    utterances: tuple[Utterance, ...] = ()
    """In the order in which they are said."""
    ended: frozenset[str] = frozenset()
    """Topics whose earlier sentences are no longer true, so nobody should hear them now."""


NOTHING = Narration()
