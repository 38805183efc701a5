"""What a run says about its launcher's mechanism: estimates with their 95 % intervals.

`usable` selects the cards, `motion` turns their times into travel. The time constant ``tau`` of the
motor is the one that makes the first card after a start as long as those that follow at full speed.
Intervals come from leaving out each run of the motor in turn (`estimates`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean, pstdev
from typing import NamedTuple

from hardware.bench.estimates import Estimate, Largest, jackknifed, median_of
from hardware.bench.motion import Motion, travel
from hardware.bench.passages import Cut, Passage, Seeing
from hardware.bench.usable import LIKE_PCT, MIN_CUTS, Cards, FitTrouble, enough, usable

TAU_US = (1_000.0, 300_000.0)
"""The time constant is looked for between these."""


@dataclass(frozen=True, slots=True)
class Fit:
    """The mechanism's figures."""

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
    """From one trailing edge to the next at feed speed: the median, without cards that slipped."""
    latest_lead: Largest
    """Travel to the first leading edge, at most."""
    longest_gap: Largest
    """From one card's trailing edge to the next one's leading edge, at most."""
    beam_bounce: Largest
    """How long the sensor's output bounces, at most."""

    @property
    def motion(self) -> Motion:
        """How cards move."""
        return Motion(self.spin_up.us / 2.0, self.lead.us)


class _Figures(NamedTuple):
    """What follows from some cards at a certain time constant."""

    card: float
    spin_up: float
    lead: float
    coast: float
    uneven: float
    """By how much the first cards are longer than those that follow; 0 at the true ``tau``."""


def fit(seeing: Seeing) -> Fit:
    """Fit the mechanism. Raises FitTrouble."""
    cards = usable(seeing)
    tau = _tau(cards)
    cards = _with_single_cuts(cards, tau)
    enough(cards.cuts, MIN_CUTS, "were stopped under")
    figures = _figures(cards, tau)
    resampled = _resampled(cards, tau)
    motion = Motion(tau, figures.lead)
    lengths = [motion.length(passage) for passage in cards.passages]
    leads = [travel(start.lead_us, tau) for start in cards.starts]
    gaps = [gap for gap in _gaps(cards) if gap < figures.card / 2]
    bounces = [change.bounced_us for change in seeing.changes]
    return Fit(
        card=jackknifed(figures.card, [f.card for f in resampled], len(cards.following)),
        spread_pct=100.0 * pstdev(lengths) / figures.card,
        spin_up=jackknifed(figures.spin_up, [f.spin_up for f in resampled], len(cards.first)),
        lead=jackknifed(figures.lead, [f.lead for f in resampled], len(cards.starts)),
        coast=jackknifed(figures.coast, [f.coast for f in resampled], len(cards.cuts)),
        period=median_of(_periods(cards)),
        latest_lead=Largest(max(leads), len(leads)),
        longest_gap=Largest(max(gaps, default=0), len(gaps)),
        beam_bounce=Largest(max(bounces), len(bounces)),
    )


def lengths(seeing: Seeing, fitted: Fit) -> list[tuple[Passage, float]]:
    """Each card that a fit rests on, and how long it blocks the beam at feed speed, in µs."""
    return [(p, fitted.motion.length(p)) for p in usable(seeing).passages]


def coasts(seeing: Seeing, fitted: Fit) -> list[float]:
    """How far each card got that the motor was stopped under, in µs at feed speed."""
    motion, card = fitted.motion, fitted.card.us
    return [motion.coast(cut, card) for cut in _single(seeing.cuts, motion, card)]


def _gaps(cards: Cards) -> list[int]:
    return [p.gap_us for p in cards.following if p.gap_us is not None]


def _periods(cards: Cards) -> list[int]:
    following = cards.following
    return [p.gap_us + p.trail_us - p.lead_us for p in following if p.gap_us is not None]


def _single(cuts: Sequence[Cut], motion: Motion, card: float) -> tuple[Cut, ...]:
    """Those whose rest did not come together with the next card: what was seen is one card long."""
    longest = card * (1.0 + LIKE_PCT / 100.0)
    return tuple(cut for cut in cuts if motion.seen_of(cut) <= longest)


def _with_single_cuts(cards: Cards, tau: float) -> Cards:
    level = _level(cards, tau)
    return replace(cards, cuts=_single(cards.cuts, Motion(tau, level.lead), level.following))


def _tau(cards: Cards) -> float:
    low, high = TAU_US
    for _ in range(40):
        middle = (low + high) / 2.0
        level = _level(cards, middle)
        if level.first > level.following:
            low = middle
        else:
            high = middle
    if high - TAU_US[0] < 1.0 or TAU_US[1] - low < 1.0:
        raise FitTrouble(
            "The first card of each ejection is no slower than the others: check that the motor "
            "stops between two ejections, and calibrate again. If the motor gets less than its "
            "full power, let more cards come (--decks)."
        )
    return (low + high) / 2.0


class _Level(NamedTuple):
    first: float
    """Mean length of the first cards."""
    following: float
    """Mean length of those that follow."""
    lead: float


def _level(cards: Cards, tau: float) -> _Level:
    """Mean lengths and the lead at this ``tau``.

    Two cards are seen as one if the second comes soon, which is so if the roller grips it better
    than the first. So the first cards that are seen alone are a little faster than all first cards.
    They were faster by the same share on their way to the beam, compared with all cards that
    started. (W. G. Cochran, "Sampling Techniques", 1977, chapter 6: the ratio estimate.) With cards
    that follow this cancels out: they have such a neighbour on either side.
    """
    lead = fmean(travel(start.lead_us, tau) for start in cards.starts)
    motion = Motion(tau, lead)
    faster = lead / fmean(travel(p.lead_us, tau) for p in cards.first)
    first = fmean(motion.length(p) for p in cards.first) * faster
    return _Level(first, fmean(motion.length(p) for p in cards.following), lead)


def _figures(cards: Cards, tau: float) -> _Figures:
    first, card, lead = _level(cards, tau)
    motion = Motion(tau, lead)
    coast = fmean(motion.coast(cut, card) for cut in cards.cuts)
    return _Figures(card, 2.0 * tau, lead, coast, first - card)


def _resampled(cards: Cards, tau: float) -> list[_Figures]:
    """The figures without each run of the motor in turn.

    Leaving out a run shifts ``tau`` a little: by one step of Newton's.
    """
    step = tau / 100.0
    figures = []
    for drive in cards.drives:
        fewer = cards.without(drive)
        base, shifted = _figures(fewer, tau), _figures(fewer, tau + step)
        moved = base.uneven / (base.uneven - shifted.uneven)
        card, _, lead, coast, _ = (
            start + (end - start) * moved for start, end in zip(base, shifted, strict=True)
        )
        figures.append(_Figures(card, 2.0 * (tau + moved * step), lead, coast, 0.0))
    return figures
