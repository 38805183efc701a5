"""What passed the beam in a run, and which cards a fit can rest on.

Passages are cards under a roller that turns forward. Usable are those that are alike, from rest,
and each of them one card.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from statistics import median, quantiles

from hardware.launcher import TraceEntry

BOUNCE_US = 2_000
"""Edges closer to each other than this are one change of an output that bounces."""

MIN_FIRST, MIN_NEXT, MIN_CUTS = 20, 40, 8
"""With fewer cards no interval is worth its name."""
LIKE_PCT = 20
"""A pulse that differs from the median by more is two cards, or a card that slipped, or no card."""


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


class FitTrouble(Exception):
    """The cards do not say enough; the message is a sentence for people."""


@dataclass(frozen=True, slots=True)
class Cards:
    """What a fit rests on."""

    starts: tuple[Start, ...]
    first: tuple[Passage, ...]
    """Cards that came first after a start."""
    following: tuple[Passage, ...]
    """Cards that followed another one while the motor ran."""
    cuts: tuple[Cut, ...]

    @property
    def drives(self) -> tuple[int, ...]:
        """The runs of the motor that they come from."""
        passages = chain(self.first, self.following)
        every = {*(s.drive for s in self.starts), *(c.drive for c in self.cuts)}
        return tuple(sorted(every.union(p.drive for p in passages)))

    @property
    def passages(self) -> tuple[Passage, ...]:
        """The cards that passed without a stop."""
        return self.first + self.following

    def without(self, drive: int) -> Cards:
        """All but those of one run of the motor."""
        return Cards(
            tuple(start for start in self.starts if start.drive != drive),
            tuple(passage for passage in self.first if passage.drive != drive),
            tuple(passage for passage in self.following if passage.drive != drive),
            tuple(cut for cut in self.cuts if cut.drive != drive),
        )


def usable(seeing: Seeing) -> Cards:
    """Select them. Raises FitTrouble where there are too few."""
    starts = _at_rest(seeing.starts)
    rested = {start.drive for start in starts}
    first = alike([p for p in seeing.passages if p.first and p.drive in rested])
    following = alike([p for p in seeing.passages if p.gap_us is not None])
    enough(first, MIN_FIRST, "came first after a start")
    enough(following, MIN_NEXT, "followed another one")
    return Cards(starts, first, following, seeing.cuts)


def enough(cards: Sequence[object], least: int, description: str) -> None:
    """Raise FitTrouble where there are fewer cards than ``least``."""
    if len(cards) < least:
        raise FitTrouble(
            f"Only {len(cards)} cards {description}, and {least} are needed: calibrate again with "
            "more cards, and with cards that neither stick nor slip."
        )


def alike(passages: Sequence[Passage]) -> tuple[Passage, ...]:
    """Those that blocked the beam for about as long as most."""
    if not passages:
        return ()
    usual = median(p.trail_us - p.lead_us for p in passages)
    off = usual * LIKE_PCT / 100.0
    return tuple(p for p in passages if abs(p.trail_us - p.lead_us - usual) <= off)


def _at_rest(starts: tuple[Start, ...]) -> tuple[Start, ...]:
    """Those whose card had been pulled back to where cards rest: it is not late at the beam.

    By Tukey's fences, 1.5 times the distance between the quartiles beyond them.
    """
    if len(starts) < 2:
        return starts
    low, _, high = quantiles((start.lead_us for start in starts), n=4)
    reach = 1.5 * (high - low)
    return tuple(s for s in starts if low - reach <= s.lead_us <= high + reach)
