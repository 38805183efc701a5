"""What a run says of its launcher's mechanism: estimates with their 95 % intervals.

The roller's speed is taken to rise exponentially: after ``t`` it has travelled ``t - tau (1 -
exp(-t / tau))``, counted in microseconds at feed speed. ``tau`` is what makes the first card after
a start as long as those that follow at full speed. A card that the roller has let go slides on at
the speed that it had. Intervals come from the jackknife over the runs of the motor (B. Efron, "The
Jackknife, the Bootstrap and Other Resampling Plans", 1982), with Student's t.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from statistics import NormalDist, fmean, median, pstdev, quantiles

from hardware.bench.passages import Cut, Passage, Seeing

MIN_FIRST, MIN_NEXT, MIN_CUTS = 20, 40, 8
"""With fewer of them no interval is worth its name."""
LIKE_PCT = 20
"""What is longer or shorter than the median by more of it is two cards, or slipped, or no card."""
TAU_US = (1_000.0, 300_000.0)
"""Between these the time constant is looked for."""


class FitTrouble(Exception):
    """The cards do not say enough; the message is a sentence for people."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure in microseconds, and where it lies with 95 % confidence."""

    us: float
    low_us: float
    high_us: float
    of: int
    """So many cards say so."""


@dataclass(frozen=True, slots=True)
class Largest:
    """The largest of what was seen; at most ``beyond`` of all are larger, with 95 % confidence."""

    us: float
    of: int

    @property
    def beyond(self) -> float:
        """A share, 0 to 1: what is exceeded by more would have been seen, 19 times in 20."""
        return 1.0 - 0.05 ** (1 / self.of) if self.of else 1.0


@dataclass(frozen=True, slots=True)
class Fit:
    """All of it."""

    card: Estimate
    """How long one card blocks the beam at feed speed: its length."""
    spread_pct: float
    """Standard deviation of that, from card to card."""
    spin_up: Estimate
    """From standstill to feed speed, as a straight ramp: twice the time constant."""
    lead: Estimate
    """Feed time: travel from the start to the first leading edge."""
    coast: Estimate
    """How far a card gets at feed speed after the motor is switched off."""
    period: Estimate
    """From one trailing edge to the next at feed speed: the median, without what slipped."""
    latest_lead: Largest
    """Travel to the first leading edge, at most."""
    longest_gap: Largest
    """From one card's trailing edge to the next one's leading edge, at most."""
    beam_bounce: Largest
    """How long the sensor's output bounces, at most."""


@dataclass(frozen=True, slots=True)
class _Cards:
    first: tuple[Passage, ...]
    following: tuple[Passage, ...]
    cuts: tuple[Cut, ...]

    @property
    def drives(self) -> tuple[int, ...]:
        every = [p.drive for p in chain(self.first, self.following)]
        return tuple(sorted({*every, *(cut.drive for cut in self.cuts)}))


def fit(seeing: Seeing) -> Fit:
    """Fit the mechanism. Raises FitTrouble."""
    cards = _usable(seeing)
    tau = _tau(cards)
    card, lead, coast = _figures(cards, tau)
    resampled = _jackknife(cards, tau)
    lengths = [_length(p, tau, lead) for p in chain(cards.first, cards.following)]
    gaps = [p.gap_us for p in cards.following if p.gap_us is not None and p.gap_us < card / 2]
    leads = [_travel(p.lead_us, tau) for p in cards.first]

    def estimate(us: float, nth: int, of: int) -> Estimate:
        half = _half_width([one[nth] for one in resampled])
        return Estimate(us, us - half, us + half, of)

    return Fit(
        estimate(card, 0, len(lengths)),
        100.0 * pstdev(lengths) / card,
        estimate(2.0 * tau, 1, len(cards.first)),
        estimate(lead, 2, len(cards.first)),
        estimate(coast, 3, len(cards.cuts)),
        _median(
            [p.gap_us + p.trail_us - p.lead_us for p in cards.following if p.gap_us is not None]
        ),
        Largest(max(leads), len(leads)),
        Largest(max(gaps, default=0), len(gaps)),
        Largest(max(c.bounced_us for c in seeing.changes), len(seeing.changes)),
    )


def lengths(seeing: Seeing, found: Fit) -> list[tuple[Passage, float]]:
    """Each card that a fit rests on, and how long it blocks the beam at feed speed, in µs."""
    cards, tau, nip = _usable(seeing), found.spin_up.us / 2.0, found.lead.us
    return [(p, _length(p, tau, nip)) for p in chain(cards.first, cards.following)]


def coasts(seeing: Seeing, found: Fit) -> list[float]:
    """How far each card got that the motor was stopped under, in µs at feed speed."""
    tau, nip = found.spin_up.us / 2.0, found.lead.us
    return [found.card.us - _seen_of(cut, tau, nip) for cut in _usable(seeing).cuts]


def _usable(seeing: Seeing) -> _Cards:
    first = [p for p in seeing.passages if p.first]
    following = [p for p in seeing.passages if p.gap_us is not None]
    cuts = list(seeing.cuts)
    if first and following:
        first, following = _at_rest(_alike(first)), _alike(following)
        cuts = _likely(cuts, following)
    for found, least, what in (
        (first, MIN_FIRST, "came first after a start"),
        (following, MIN_NEXT, "followed another one"),
        (cuts, MIN_CUTS, "were stopped under"),
    ):
        if len(found) < least:
            raise FitTrouble(
                f"Only {len(found)} cards {what}, and {least} are needed: calibrate again with "
                "more cards, and with cards that neither stick nor slip."
            )
    return _Cards(tuple(first), tuple(following), tuple(cuts))


def _alike(passages: list[Passage]) -> list[Passage]:
    usual = median(p.trail_us - p.lead_us for p in passages)
    off = usual * LIKE_PCT / 100.0
    return [p for p in passages if abs(p.trail_us - p.lead_us - usual) <= off]


def _at_rest(first: list[Passage]) -> list[Passage]:
    """Those whose card had been pulled back to where cards rest: it is not late at the beam.

    By Tukey's fences, 1.5 times the distance between the quartiles beyond them.
    """
    if len(first) < 2:
        return first
    low, _, high = quantiles((p.lead_us for p in first), n=4)
    reach = 1.5 * (high - low)
    return [p for p in first if low - reach <= p.lead_us <= high + reach]


def _likely(cuts: list[Cut], following: list[Passage]) -> list[Cut]:
    """Those that can be one card: what was seen of them is no longer than it, spin-up included."""
    longest = 2.0 * median(p.trail_us - p.lead_us for p in following)
    return [c for c in cuts if c.off_us - c.lead_us + c.rest_us < longest]


def _travel(us: float, tau: float) -> float:
    return us - tau * (1.0 - math.exp(-us / tau))


def _travel_at_trail(us: float, tau: float, nip: float) -> float:
    """Travel of a card when its tail leaves the beam: it slid for the last ``nip`` of it."""
    let_go = max(us - nip, us / 4)
    for _ in range(4):
        let_go = max(us - nip / (1.0 - math.exp(-let_go / tau)), us / 4)
    return _travel(let_go, tau) + nip


def _length(passage: Passage, tau: float, nip: float) -> float:
    trail = _travel_at_trail(passage.trail_us, tau, nip)
    return trail - _travel(passage.lead_us, tau)


def _tau(cards: _Cards) -> float:
    low, high = TAU_US
    for _ in range(40):
        middle = (low + high) / 2.0
        nip = fmean(_travel(p.lead_us, middle) for p in cards.first)
        first = fmean(_length(p, middle, nip) for p in cards.first)
        if first > fmean(_length(p, middle, nip) for p in cards.following):
            low = middle
        else:
            high = middle
    if high - TAU_US[0] < 1.0 or TAU_US[1] - low < 1.0:
        raise FitTrouble(
            "The first card of each ejection is no slower than the others: see that the motor "
            "stops between two ejections, and calibrate again."
        )
    return (low + high) / 2.0


def _figures(cards: _Cards, tau: float) -> tuple[float, float, float]:
    nip = fmean(_travel(p.lead_us, tau) for p in cards.first)
    card = fmean(_length(p, tau, nip) for p in chain(cards.first, cards.following))
    return card, nip, card - fmean(_seen_of(c, tau, nip) for c in cards.cuts)


def _seen_of(cut: Cut, tau: float, nip: float) -> float:
    before = _travel(cut.off_us, tau) - _travel(cut.lead_us, tau)
    return before + _travel_at_trail(cut.rest_us, tau, nip)


def _jackknife(cards: _Cards, tau: float) -> list[tuple[float, float, float, float]]:
    """The figures (card, spin-up, lead, coast) without each run of the motor in turn.

    What a run takes away shifts ``tau`` a little: by one step of Newton's.
    """
    step = tau / 100.0
    here, there = _Sums(cards, tau), _Sums(cards, tau + step)
    found = []
    for drive in cards.drives:
        slope = (there.uneven(drive) - here.uneven(drive)) / step
        moved = -here.uneven(drive) / slope / step
        parts = zip(here.figures(drive), there.figures(drive), strict=True)
        card, lead, coast = (one + (other - one) * moved for one, other in parts)
        found.append((card, 2.0 * (tau + moved * step), lead, coast))
    return found


class _Sums:
    """Sums over all cards at one ``tau``, from which a run of the motor can be taken away."""

    def __init__(self, cards: _Cards, tau: float) -> None:
        nip = fmean(_travel(p.lead_us, tau) for p in cards.first)
        self._first = _ByDrive((p.drive, _length(p, tau, nip)) for p in cards.first)
        self._following = _ByDrive((p.drive, _length(p, tau, nip)) for p in cards.following)
        self._lead = _ByDrive((p.drive, _travel(p.lead_us, tau)) for p in cards.first)
        self._cut = _ByDrive((c.drive, _seen_of(c, tau, nip)) for c in cards.cuts)

    def uneven(self, without: int) -> float:
        """By how much the first cards are longer than those that follow."""
        return self._first.mean(without) - self._following.mean(without)

    def figures(self, without: int) -> tuple[float, float, float]:
        """The figures at this ``tau``: card, lead, coast."""
        count = self._first.count(without) + self._following.count(without)
        total = self._first.total(without) + self._following.total(without)
        card = total / count
        return card, self._lead.mean(without), card - self._cut.mean(without)


class _ByDrive:
    def __init__(self, values: Iterable[tuple[int, float]]) -> None:
        self._sums: dict[int, tuple[int, float]] = {}
        for drive, value in values:
            count, total = self._sums.get(drive, (0, 0.0))
            self._sums[drive] = count + 1, total + value
        self._count = sum(count for count, _ in self._sums.values())
        self._total = math.fsum(total for _, total in self._sums.values())

    def count(self, without: int) -> int:
        return self._count - self._sums.get(without, (0, 0.0))[0]

    def total(self, without: int) -> float:
        return self._total - self._sums.get(without, (0, 0.0))[1]

    def mean(self, without: int) -> float:
        return self.total(without) / self.count(without)


def _median(values: list[int]) -> Estimate:
    """With its interval by order statistics, which hold for any distribution."""
    ordered = sorted(values)
    reach = NormalDist().inv_cdf(0.975) * math.sqrt(len(ordered)) / 2
    low = max(0, math.floor(len(ordered) / 2 - reach))
    high = min(len(ordered) - 1, math.ceil(len(ordered) / 2 + reach))
    return Estimate(median(ordered), ordered[low], ordered[high], len(ordered))


def _half_width(resampled: Sequence[float]) -> float:
    count = len(resampled)
    middle = fmean(resampled)
    variance = (count - 1) / count * math.fsum((one - middle) ** 2 for one in resampled)
    return student_t(0.975, count - 1) * math.sqrt(variance)


def student_t(share: float, freedom: int) -> float:
    """The quantile of Student's t by its expansion in powers of 1 / freedom.

    Abramowitz and Stegun, "Handbook of Mathematical Functions", 26.7.5; for 10 degrees of freedom
    it is off by less than one in a thousand.
    """
    z = NormalDist().inv_cdf(share)
    one = (z**3 + z) / 4.0
    two = (5.0 * z**5 + 16.0 * z**3 + 3.0 * z) / 96.0
    three = (3.0 * z**7 + 19.0 * z**5 + 17.0 * z**3 - 15.0 * z) / 384.0
    return z + one / freedom + two / freedom**2 + three / freedom**3
