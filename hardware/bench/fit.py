"""What a run says of its launcher's mechanism: estimates with their 95 % intervals.

The roller's speed is taken to rise exponentially: after ``t`` it has travelled ``t - tau (1 -
exp(-t / tau))``, counted in microseconds at feed speed. ``tau`` is what makes the first card after
a start as long as those that follow at full speed. A card that the roller has let go slides on at
the speed that it had. Intervals come from the jackknife over the runs of the motor (B. Efron, "The
Jackknife, the Bootstrap and Other Resampling Plans", 1982), with Student's t.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from statistics import NormalDist, fmean, median, pstdev, quantiles
from typing import NamedTuple

from hardware.bench.passages import Cut, Passage, Seeing, Start

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
    starts: tuple[Start, ...]
    first: tuple[Passage, ...]
    following: tuple[Passage, ...]
    cuts: tuple[Cut, ...]

    @property
    def drives(self) -> tuple[int, ...]:
        cards = chain(self.first, self.following)
        every = {*(s.drive for s in self.starts), *(c.drive for c in self.cuts)}
        return tuple(sorted(every.union(p.drive for p in cards)))

    def without(self, drive: int) -> _Cards:
        return _Cards(
            tuple(one for one in self.starts if one.drive != drive),
            tuple(one for one in self.first if one.drive != drive),
            tuple(one for one in self.following if one.drive != drive),
            tuple(one for one in self.cuts if one.drive != drive),
        )


def fit(seeing: Seeing) -> Fit:
    """Fit the mechanism. Raises FitTrouble."""
    cards = _usable(seeing)
    tau = _tau(cards)
    card, lead = _level(cards, tau)[1:]
    cards = replace(cards, cuts=_single(cards.cuts, tau, lead, card))
    _enough(cards.cuts, MIN_CUTS, "were stopped under")
    coast = _figures(cards, tau).coast
    resampled = _jackknife(cards, tau)
    lengths = [_length(p, tau, lead) for p in chain(cards.first, cards.following)]
    gaps = [p.gap_us for p in cards.following if p.gap_us is not None and p.gap_us < card / 2]
    leads = [_travel(start.lead_us, tau) for start in cards.starts]

    def estimate(us: float, nth: int, of: int) -> Estimate:
        half = _half_width([one[nth] for one in resampled])
        return Estimate(us, us - half, us + half, of)

    return Fit(
        estimate(card, 0, len(cards.following)),
        100.0 * pstdev(lengths) / card,
        estimate(2.0 * tau, 1, len(cards.first)),
        estimate(lead, 2, len(cards.starts)),
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
    tau, nip, card = found.spin_up.us / 2.0, found.lead.us, found.card.us
    return [_coast(cut, card, tau, nip) for cut in _single(seeing.cuts, tau, nip, card)]


def _usable(seeing: Seeing) -> _Cards:
    starts = _at_rest(seeing.starts)
    rested = {start.drive for start in starts}
    first = _alike([p for p in seeing.passages if p.first and p.drive in rested])
    following = _alike([p for p in seeing.passages if p.gap_us is not None])
    _enough(first, MIN_FIRST, "came first after a start")
    _enough(following, MIN_NEXT, "followed another one")
    return _Cards(starts, first, following, seeing.cuts)


def _enough(found: Sequence[object], least: int, what: str) -> None:
    if len(found) < least:
        raise FitTrouble(
            f"Only {len(found)} cards {what}, and {least} are needed: calibrate again with "
            "more cards, and with cards that neither stick nor slip."
        )


def _alike(passages: Sequence[Passage]) -> tuple[Passage, ...]:
    if not passages:
        return ()
    usual = median(p.trail_us - p.lead_us for p in passages)
    off = usual * LIKE_PCT / 100.0
    return tuple(p for p in passages if abs(p.trail_us - p.lead_us - usual) <= off)


def _single(cuts: Sequence[Cut], tau: float, nip: float, card: float) -> tuple[Cut, ...]:
    """Those whose rest did not come with the next card: no more was seen than one is long."""
    longest = card * (1.0 + LIKE_PCT / 100.0)
    return tuple(cut for cut in cuts if _seen_of(cut, tau, nip) <= longest)


def _at_rest(starts: tuple[Start, ...]) -> tuple[Start, ...]:
    """Those whose card had been pulled back to where cards rest: it is not late at the beam.

    By Tukey's fences, 1.5 times the distance between the quartiles beyond them.
    """
    if len(starts) < 2:
        return starts
    low, _, high = quantiles((start.lead_us for start in starts), n=4)
    reach = 1.5 * (high - low)
    return tuple(s for s in starts if low - reach <= s.lead_us <= high + reach)


def _travel(us: float, tau: float) -> float:
    return us - tau * (1.0 - math.exp(-us / tau))


def _travel_at_trail(us: float, tau: float, nip: float) -> float:
    """Travel of a card when its tail leaves the beam: it slid for the last ``nip`` of it."""
    let_go = max(us - nip, us / 4)
    for _ in range(40):
        # each step is back, and a shorter one; where the roller is slow yet they are many
        last, let_go = let_go, max(us - nip / (1.0 - math.exp(-let_go / tau)), us / 4)
        if last - let_go < 0.1:
            break
    return _travel(let_go, tau) + nip


def _length(passage: Passage, tau: float, nip: float) -> float:
    trail = _travel_at_trail(passage.trail_us, tau, nip)
    return trail - _travel(passage.lead_us, tau)


def _tau(cards: _Cards) -> float:
    low, high = TAU_US
    for _ in range(40):
        middle = (low + high) / 2.0
        first, following, _ = _level(cards, middle)
        if first > following:
            low = middle
        else:
            high = middle
    if high - TAU_US[0] < 1.0 or TAU_US[1] - low < 1.0:
        raise FitTrouble(
            "The first card of each ejection is no slower than the others: see that the motor "
            "stops between two ejections, and calibrate again."
        )
    return (low + high) / 2.0


def _level(cards: _Cards, tau: float) -> tuple[float, float, float]:
    """Mean length of the first cards and of those that follow, and the lead, at this ``tau``.

    Two cards are seen as one where the second comes soon, so where the roller grips it better than
    the first: of the first cards, those seen alone are a little too fast. They were by as much too
    fast on their way to the beam, beside all that started. (W. G. Cochran, "Sampling Techniques",
    1977, chapter 6: the ratio estimate.) With those that follow it cancels out: they have such a
    neighbour on either side.
    """
    lead = fmean(_travel(start.lead_us, tau) for start in cards.starts)
    faster = lead / fmean(_travel(p.lead_us, tau) for p in cards.first)
    first = fmean(_length(p, tau, lead) for p in cards.first) * faster
    return first, fmean(_length(p, tau, lead) for p in cards.following), lead


class _Figures(NamedTuple):
    uneven: float
    """By how much the first cards are longer than those that follow: nothing at the true tau."""
    card: float
    lead: float
    coast: float


def _figures(cards: _Cards, tau: float) -> _Figures:
    first, card, lead = _level(cards, tau)
    coast = fmean(_coast(cut, card, tau, lead) for cut in cards.cuts)
    return _Figures(first - card, card, lead, coast)


def _seen_of(cut: Cut, tau: float, nip: float) -> float:
    before = _travel(cut.off_us, tau) - _travel(cut.lead_us, tau)
    return before + _travel_at_trail(cut.rest_us, tau, nip)


def _coast(cut: Cut, card: float, tau: float, nip: float) -> float:
    """What is missing of it; one that was stopped before it was at feed speed got less far."""
    return (card - _seen_of(cut, tau, nip)) / (1.0 - math.exp(-cut.off_us / tau))


def _jackknife(cards: _Cards, tau: float) -> list[tuple[float, float, float, float]]:
    """The figures (card, spin-up, lead, coast) without each run of the motor in turn.

    What a run takes away shifts ``tau`` a little: by one step of Newton's.
    """
    step = tau / 100.0
    found = []
    for drive in cards.drives:
        fewer = cards.without(drive)
        here, there = _figures(fewer, tau), _figures(fewer, tau + step)
        moved = here.uneven / (here.uneven - there.uneven)
        card, lead, coast = (
            one + (other - one) * moved for one, other in zip(here[1:], there[1:], strict=True)
        )
        found.append((card, 2.0 * (tau + moved * step), lead, coast))
    return found


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
