"""How a launcher feeds with each duty that was tried: from a recorded run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from statistics import median

from hardware.bench.passages import alike, drives, see
from hardware.bench.recording import Run
from hardware.launcher import HitResult, TraceEntry

SUPPLY_LEFT_PCT = 75
"""What a supply has left of its voltage when its cells are weak; the weakest supplies with which
counting was tested have about as much (``weak_supply`` in `hardware/mechanism/presets.py`)."""
SECOND_TRIES = 1
"""So many ejections of a duty may need a second try: that can be chance."""


@dataclass(frozen=True, slots=True)
class Ejection:
    """What was seen from the beginning of one ejection to that of the next."""

    duty_pct: int
    """What the motor truly got when it first turned forward; 0: it never did."""
    entries: tuple[TraceEntry, ...]

    @property
    def tries(self) -> int:
        """How often the motor turned forward."""
        return sum(drive.forward for drive in drives(self.entries))


@dataclass(frozen=True, slots=True)
class Feeding:
    """All that was ejected with one duty. Times in microseconds; None: no card says it."""

    duty_pct: int
    results: tuple[HitResult, ...]
    second_tries: int
    """Ejections in which the motor had to turn forward more than once."""
    feed_us: float | None
    """From the start of the motor until the first card came into the beam: the median."""
    card_us: float | None
    """For how long a card blocked the beam that followed another one: the median."""
    gap_us: float | None
    """From one card to the next: the median."""

    @property
    def faults(self) -> int:
        """Ejections that a fault ended."""
        return sum(result.fault is not None for result in self.results)

    @property
    def well(self) -> bool:
        """Whether the launcher feeds well with this duty."""
        measured = self.feed_us is not None and self.card_us is not None
        return measured and not self.faults and self.second_tries <= SECOND_TRIES


def ejections(run: Run) -> tuple[Ejection, ...]:
    """The ejections of a run, in order."""
    entries = run.seen
    begins = [index for index, entry in enumerate(entries) if entry.kind == "begin"]
    return tuple(_ejection(entries[begin:end]) for begin, end in pairwise([*begins, len(entries)]))


def feedings(run: Run) -> tuple[Feeding, ...]:
    """What a run says of each duty, in the order in which they were tried."""
    every = ejections(run)
    duties = dict.fromkeys(ejection.duty_pct for ejection in every)
    ended = tuple(zip(every, run.results, strict=False))
    return tuple(
        _feeding(
            pct,
            [ejection for ejection in every if ejection.duty_pct == pct],
            tuple(result for ejection, result in ended if ejection.duty_pct == pct),
        )
        for pct in duties
    )


def recommended_pct(lowest_pct: int, step_pct: int) -> int:
    """The duty with which a launcher that feeds with ``lowest_pct`` also feeds from weak cells.

    Speed without load is in proportion to the voltage, as to the duty. Rounded up to a step; above
    100: there is no such duty.
    """
    return -(-lowest_pct * 100 // (SUPPLY_LEFT_PCT * step_pct)) * step_pct


def _ejection(entries: Sequence[TraceEntry]) -> Ejection:
    forward = (entry.value for entry in entries if entry.kind == "motor" and entry.value > 0)
    return Ejection(next(forward, 0), tuple(entries))


def _feeding(pct: int, group: Sequence[Ejection], results: tuple[HitResult, ...]) -> Feeding:
    passages = chain.from_iterable(see(ejection.entries).passages for ejection in group)
    following = alike([p for p in passages if p.gap_us is not None])
    return Feeding(
        pct,
        results,
        sum(ejection.tries > 1 for ejection in group),
        _median(_first_leads(group)),
        _median(p.trail_us - p.lead_us for p in following),
        _median(p.gap_us for p in following if p.gap_us is not None),
    )


def _first_leads(group: Iterable[Ejection]) -> Iterator[int]:
    for ejection in group:
        on_us, lead_us = _first_us(ejection.entries, "motor"), _first_us(ejection.entries, "sensor")
        if on_us is not None and lead_us is not None and lead_us > on_us:
            yield lead_us - on_us


def _first_us(entries: Sequence[TraceEntry], kind: str) -> int | None:
    """When a motor first turned forward, or a sensor was first covered."""
    return next((entry.at_us for entry in entries if entry.kind == kind and entry.value > 0), None)


def _median(values: Iterable[int]) -> float | None:
    values = list(values)
    return median(values) if values else None
