"""How a launcher feeds with each duty that was tried: from a recorded run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from statistics import median

from hardware.bench.passages import drives, see
from hardware.bench.recording import Run
from hardware.bench.usable import alike
from hardware.launcher import HitResult, Seen

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
    seen: tuple[Seen, ...]

    @property
    def tries(self) -> int:
        """How often the motor turned forward."""
        return sum(drive.forward for drive in drives(self.seen))


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
        seen = self.feed_us is not None and self.card_us is not None
        return seen and not self.faults and self.second_tries <= SECOND_TRIES


def ejections(run: Run) -> tuple[Ejection, ...]:
    """The ejections of a run, in order."""
    seen = run.seen
    begins = [nth for nth, one in enumerate(seen) if one.what == "begin"]
    return tuple(_ejection(seen[begin:end]) for begin, end in pairwise([*begins, len(seen)]))


def feedings(run: Run) -> tuple[Feeding, ...]:
    """What a run says of each duty, in the order in which they were tried."""
    every = ejections(run)
    duties = dict.fromkeys(one.duty_pct for one in every)
    ended = tuple(zip(every, run.results, strict=False))
    return tuple(
        _feeding(
            pct,
            [one for one in every if one.duty_pct == pct],
            tuple(result for one, result in ended if one.duty_pct == pct),
        )
        for pct in duties
    )


def recommended_pct(lowest_pct: int, step_pct: int) -> int:
    """The duty with which a launcher that feeds with ``lowest_pct`` also feeds from weak cells.

    Speed without load is in proportion to the voltage, as to the duty. Rounded up to a step; above
    100: there is no such duty.
    """
    return -(-lowest_pct * 100 // (SUPPLY_LEFT_PCT * step_pct)) * step_pct


def _ejection(seen: Sequence[Seen]) -> Ejection:
    forward = (one.value for one in seen if one.what == "motor" and one.value > 0)
    return Ejection(next(forward, 0), tuple(seen))


def _feeding(pct: int, mine: Sequence[Ejection], results: tuple[HitResult, ...]) -> Feeding:
    passages = chain.from_iterable(see(one.seen).passages for one in mine)
    following = alike([p for p in passages if p.gap_us is not None])
    return Feeding(
        pct,
        results,
        sum(one.tries > 1 for one in mine),
        _median(_first_leads(mine)),
        _median(p.trail_us - p.lead_us for p in following),
        _median(p.gap_us for p in following if p.gap_us is not None),
    )


def _first_leads(found: Iterable[Ejection]) -> Iterator[int]:
    for one in found:
        on_us, lead_us = _first_us(one.seen, "motor"), _first_us(one.seen, "sensor")
        if on_us is not None and lead_us is not None and lead_us > on_us:
            yield lead_us - on_us


def _first_us(seen: Sequence[Seen], what: str) -> int | None:
    """When a motor first turned forward, or a sensor was first covered."""
    return next((one.at_us for one in seen if one.what == what and one.value > 0), None)


def _median(values: Iterable[int]) -> float | None:
    found = list(values)
    return median(found) if found else None
