"""What a run says about its launcher's mechanism, and the settings that follow from that.

The roller's speed is taken to rise exponentially with a time constant ``tau``: after ``t`` it has
travelled ``t - tau (1 - exp(-t / tau))``, in microseconds at feed speed. A card that the roller has
let go slides on at the speed that it had. ``tau`` is the one that makes the first card after a
start as long as those that follow at full speed. The 95 % intervals of all estimates come from
leaving out each run of the motor in turn (`estimates`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean, pstdev
from typing import NamedTuple

from hardware.bench.estimates import Estimate, Largest, jackknifed, median_of
from hardware.bench.passages import (
    LIKE_PCT,
    MIN_CUTS,
    Cards,
    Cut,
    FitTrouble,
    Passage,
    Seeing,
    enough,
    usable,
)
from hardware.calibration import LONGEST_US, MEASURED
from hardware.portable.settings import Settings

TAU_US = (1_000.0, 300_000.0)
"""The time constant is looked for between these."""

LATE_PCT = 125
"""Of the latest first card seen: a card that comes later has slipped."""
BUTTON_MARGIN = 2
"""A release has to last this many times as long as the longest bounce seen."""
SCALED = (
    *("no_card_us", "jam_us", "retract_us", "retract_more_us", "retract_max_us"),
    "overrun_us",
)
"""Settings that are in proportion to the length of a card."""


def travel(us: float, tau_us: float) -> float:
    """Travel of the roller so long after it was started."""
    return us - tau_us * (1.0 - math.exp(-us / tau_us))


@dataclass(frozen=True, slots=True)
class Motion:
    """One launcher's roller."""

    tau_us: float
    """Its time constant."""
    nip_us: float
    """Travel from the roller to the beam: a card slides for the last of its way."""

    def length(self, passage: Passage) -> float:
        """How long the card blocks the beam at feed speed."""
        return self._at_trail(passage.trail_us) - travel(passage.lead_us, self.tau_us)

    def seen_of(self, cut: Cut) -> float:
        """How much of a card was seen that the motor was stopped under: before and after."""
        before = travel(cut.off_us, self.tau_us) - travel(cut.lead_us, self.tau_us)
        return before + self._at_trail(cut.rest_us)

    def coast(self, cut: Cut, card_us: float) -> float:
        """How far that card got in between, unseen, had the motor been at feed speed."""
        return (card_us - self.seen_of(cut)) / (1.0 - math.exp(-cut.off_us / self.tau_us))

    def _at_trail(self, us: float) -> float:
        """Travel of a card when its tail leaves the beam."""
        let_go = max(us - self.nip_us, us / 4)
        for _ in range(40):
            # each step goes back, by less each time; while the roller is still slow they are many
            last = let_go
            let_go = max(us - self.nip_us / (1.0 - math.exp(-let_go / self.tau_us)), us / 4)
            if last - let_go < 0.1:
                break
        return travel(let_go, self.tau_us) + self.nip_us


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


def settings_from(fit: Fit, longest_bounce_us: int) -> Mapping[str, int]:
    """The settings of the names in ``hardware.calibration.MEASURED``, in microseconds.

    ``longest_bounce_us``: the button's. Its release never settles sooner than by default, because
    a longer bounce than the measured ones may come.
    """
    slower = fit.card.us / Settings.card_us
    settings = {name: round(getattr(Settings, name) * slower) for name in SCALED}
    settings |= {
        "card_us": round(fit.card.us),
        "spin_up_us": round(fit.spin_up.us),
        "late_first_us": round(fit.latest_lead.us * LATE_PCT / 100),
        "late_next_us": round(fit.longest_gap.us),
        "release_us": max(Settings.release_us, BUTTON_MARGIN * longest_bounce_us),
    }
    return {name: min(max(1, settings[name]), LONGEST_US) for name in MEASURED}


def doubts(fit: Fit) -> tuple[str, ...]:
    """Say what is wrong with the mechanism according to the figures, and what to do."""
    warnings = []
    if fit.spread_pct > 6.0:
        warnings.append(
            f"Cards differ by {fit.spread_pct:.1f} % in the time that they take: clean the roller "
            "with a damp cloth or rubbing alcohol, and calibrate again."
        )
    if fit.beam_bounce.us > Settings.dip_us / 2:
        warnings.append(
            f"The card sensor's output bounces for up to {fit.beam_bounce.us / 1000:.1f} ms: give "
            "its comparator hysteresis, or shade the sensor."
        )
    if fit.coast.low_us > 0.5 * fit.card.us:
        warnings.append(
            "A card runs on for more than half its length after the motor is switched off: check "
            "that the motor driver brakes (docs/wiring.md)."
        )
    return tuple(warnings)
