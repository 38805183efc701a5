"""What passed the beam in a run: cards under a roller that turns forward."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from hardware.launcher import Seen

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


def debounced(seen: Iterable[Seen], what: str, within_us: int = BOUNCE_US) -> tuple[Change, ...]:
    """The changes of an input; a bounce that ends at the level where it began is no change."""
    found: list[Change] = []
    level = False
    group: list[Seen] = []
    for one in (*(one for one in seen if one.what == what), None):
        if group and (one is None or one.at_us - group[-1].at_us > within_us):
            if bool(group[-1].value) != level:
                level = not level
                found.append(Change(group[0].at_us, level, group[-1].at_us - group[0].at_us))
            group = []
        if one is not None:
            group.append(one)
    return tuple(found)


def drives(seen: Iterable[Seen]) -> tuple[Drive, ...]:
    """The runs of the motor, in order; a run that was not over ends at infinity."""
    found: list[Drive] = []
    on: Seen | None = None
    for one in seen:
        if one.what != "motor":
            continue
        if on is not None:
            found.append(Drive(on.at_us, one.at_us, on.value > 0))
        on = one if one.value else None
    if on is not None:
        found.append(Drive(on.at_us, math.inf, on.value > 0))
    return tuple(found)


def see(seen: tuple[Seen, ...]) -> Seeing:
    """Tell what passed the beam during a run."""
    runs, changes = drives(seen), debounced(seen, "sensor")
    starts = tuple(_starts(runs, changes))
    passages: list[Passage] = []
    cuts: list[Cut] = []
    last: Passage | None = None
    for lead, trail in pairwise(changes):
        if not lead.level:
            continue
        came, went = _during(runs, lead.at_us), _during(runs, trail.at_us)
        if came is None or went is None:
            continue
        on_us = runs[came].on_us
        if came == went:
            before = last if last is not None and last.drive == came else None
            passage = Passage(
                came,
                lead.at_us - on_us,
                trail.at_us - on_us,
                Start(came, lead.at_us - on_us) in starts,
                None if before is None else lead.at_us - on_us - before.trail_us,
            )
            passages.append(passage)
            last = passage
        elif went == came + 1:
            off_us = int(runs[came].off_us) - on_us
            cuts.append(Cut(came, lead.at_us - on_us, off_us, trail.at_us - runs[went].on_us))
    return Seeing(starts, tuple(passages), tuple(cuts), changes)


def _starts(runs: tuple[Drive, ...], changes: tuple[Change, ...]) -> Iterator[Start]:
    """Includes cards whose trailing edge was not seen, because the next one followed closely."""
    for nth, (before, run) in enumerate(pairwise(runs), start=1):
        if before.forward or not run.forward:
            continue
        after = bisect_right(changes, run.on_us, key=lambda change: change.at_us)
        # if the first change ends a blockage, the card was in the beam already
        if after < len(changes) and changes[after].level and changes[after].at_us <= run.off_us:
            yield Start(nth, changes[after].at_us - run.on_us)


def _during(runs: tuple[Drive, ...], at_us: int) -> int | None:
    """The run forward of the motor at a moment; a run includes its end."""
    nth = bisect_right(runs, at_us, key=lambda run: run.on_us) - 1
    return nth if nth >= 0 and at_us <= runs[nth].off_us and runs[nth].forward else None
