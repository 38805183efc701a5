"""What passed the beam in a run: cards under a roller that turns forward."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from hardware.launcher import TraceEntry

BOUNCE_US = 2_000
"""Edges closer to each other than this are one change of an output that bounces."""


@dataclass(frozen=True, slots=True)
class Change:
    """A level has changed: when its first edge came, and for how long it bounced."""

    at_us: int
    level: bool
    bounced_us: int


@dataclass(frozen=True, slots=True)
class Drive:
    """The motor turned one way between two moments (µs of the launcher's clock)."""

    on_us: int
    off_us: float
    forward: bool


@dataclass(frozen=True, slots=True)
class Passage:
    """Something passed while the motor turned forward. Times since the motor was started."""

    drive: int
    """Which run of the motor."""
    lead_us: int
    trail_us: int
    first: bool
    """It began with a `Start`."""
    gap_us: int | None
    """Since the previous one left the beam; None: there was none in this run."""


@dataclass(frozen=True, slots=True)
class Start:
    """The first card of a run came into the beam, from where it was pulled back to before."""

    drive: int
    lead_us: int


@dataclass(frozen=True, slots=True)
class Cut:
    """The motor was stopped under a card, and fed the rest of the card later."""

    drive: int
    lead_us: int
    """Since the motor was started."""
    off_us: int
    """When it was stopped, likewise."""
    rest_us: int
    """From the new start to the trailing edge."""


@dataclass(frozen=True, slots=True)
class Seeing:
    """All that a run shows about cards."""

    starts: tuple[Start, ...]
    passages: tuple[Passage, ...]
    cuts: tuple[Cut, ...]
    changes: tuple[Change, ...]
    """The changes of the beam, debounced."""


def debounced(
    entries: Iterable[TraceEntry], kind: str, within_us: int = BOUNCE_US
) -> tuple[Change, ...]:
    """The changes of an input; a bounce that ends at the level where it began is no change."""
    changes: list[Change] = []
    level = False
    group: list[TraceEntry] = []
    for entry in (*(entry for entry in entries if entry.kind == kind), None):
        if group and (entry is None or entry.at_us - group[-1].at_us > within_us):
            if bool(group[-1].value) != level:
                level = not level
                changes.append(Change(group[0].at_us, level, group[-1].at_us - group[0].at_us))
            group = []
        if entry is not None:
            group.append(entry)
    return tuple(changes)


def drives(entries: Iterable[TraceEntry]) -> tuple[Drive, ...]:
    """The runs of the motor, in order; a run that was not over ends at infinity."""
    runs: list[Drive] = []
    on: TraceEntry | None = None
    for entry in entries:
        if entry.kind != "motor":
            continue
        if on is not None:
            runs.append(Drive(on.at_us, entry.at_us, on.value > 0))
        on = entry if entry.value else None
    if on is not None:
        runs.append(Drive(on.at_us, math.inf, on.value > 0))
    return tuple(runs)


def see(entries: tuple[TraceEntry, ...]) -> Seeing:
    """Tell what passed the beam during a run."""
    runs, changes = drives(entries), debounced(entries, "sensor")
    starts = tuple(_starts(runs, changes))
    passages: list[Passage] = []
    cuts: list[Cut] = []
    last: Passage | None = None
    for lead, trail in pairwise(changes):
        if not lead.level:
            continue
        lead_drive, trail_drive = _during(runs, lead.at_us), _during(runs, trail.at_us)
        if lead_drive is None or trail_drive is None:
            continue
        on_us = runs[lead_drive].on_us
        if lead_drive == trail_drive:
            before = last if last is not None and last.drive == lead_drive else None
            passage = Passage(
                lead_drive,
                lead.at_us - on_us,
                trail.at_us - on_us,
                Start(lead_drive, lead.at_us - on_us) in starts,
                None if before is None else lead.at_us - on_us - before.trail_us,
            )
            passages.append(passage)
            last = passage
        elif trail_drive == lead_drive + 1:
            off_us = int(runs[lead_drive].off_us) - on_us
            cuts.append(
                Cut(lead_drive, lead.at_us - on_us, off_us, trail.at_us - runs[trail_drive].on_us)
            )
    return Seeing(starts, tuple(passages), tuple(cuts), changes)


def _starts(runs: tuple[Drive, ...], changes: tuple[Change, ...]) -> Iterator[Start]:
    """Includes cards whose trailing edge was not seen, because the next one followed closely."""
    for drive, (before, run) in enumerate(pairwise(runs), start=1):
        if before.forward or not run.forward:
            continue
        after = bisect_right(changes, run.on_us, key=lambda change: change.at_us)
        # if the first change ends a blockage, the card was in the beam already
        if after < len(changes) and changes[after].level and changes[after].at_us <= run.off_us:
            yield Start(drive, changes[after].at_us - run.on_us)


def _during(runs: tuple[Drive, ...], at_us: int) -> int | None:
    """The run forward of the motor at a moment; a run includes its end."""
    drive = bisect_right(runs, at_us, key=lambda run: run.on_us) - 1
    return drive if drive >= 0 and at_us <= runs[drive].off_us and runs[drive].forward else None
