"""What the readings of a scale say: the mass of a card, noise, linearity and drift.

Readings follow each other so fast that what sways slowly is in many of them. So a mean and its
uncertainty come from means over half a second, which is also what a launcher at rest is weighed
with.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean, stdev
from typing import Final

WINDOW_US: Final = 500_000
"""A weight is a mean over this time."""
HIGHEST: Final = 2**23 - 1
SURE: Final = 3.0
"""A card is told from none if half of its mass is this many standard deviations of a weight."""
MOST_BENT_CARDS: Final = 0.5
"""A scale that is off by more than this, with any number of cards, counts wrongly."""
MOST_DRIFT_CARDS: Final = 2.0
"""In ten minutes. A hit takes seconds, so that a launcher can live with some drift."""
T_975: Final = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23)
"""Student's t for a 95 % interval, with 1 to 10 degrees of freedom."""

Series = Sequence[tuple[int, int]]
"""Readings: moment in microseconds, counts."""


class WeighingTrouble(Exception):
    """A scale cannot tell cards. The message says to people what happened and what to do."""


@dataclass(frozen=True, slots=True)
class Level:
    """A weight that stays."""

    counts: float
    window_noise: float
    """By how much the means over half a second differ: standard deviation."""
    reading_noise: float
    """By how much single readings differ from their neighbours: standard deviation."""
    windows: int

    @property
    def error(self) -> float:
        """Standard error of ``counts``."""
        return self.window_noise / math.sqrt(self.windows)


@dataclass(frozen=True, slots=True)
class Loaded:
    """A weight with a known number of cards inside."""

    cards: int
    level: Level


@dataclass(frozen=True, slots=True)
class Weighing:
    """What was found, in counts of the chip."""

    per_card: float
    low: float
    high: float
    """Where ``per_card`` lies with 95 % confidence."""
    empty: float
    bent_cards: float
    """How far the weight that fits worst is from the line, in cards."""
    loads: tuple[Loaded, ...]

    @property
    def noise_cards(self) -> float:
        """Standard deviation of a weight, in cards: the largest of all loads."""
        return max(load.level.window_noise for load in self.loads) / abs(self.per_card)

    @property
    def reading_noise_cards(self) -> float:
        """Standard deviation of a single reading, in cards: the mean of all loads."""
        squares = fmean(load.level.reading_noise**2 for load in self.loads)
        return math.sqrt(squares) / abs(self.per_card)

    def off_cards(self, load: Loaded) -> float:
        """How far one weight is from the line, in cards."""
        return (load.level.counts - self.empty) / self.per_card - load.cards


def windows(readings: Series) -> list[tuple[int, float]]:
    """Means over half a second, each with its first moment; a part at the end is left out."""
    means: list[tuple[int, float]] = []
    window: list[int] = []
    begin_us: int | None = None
    for at_us, counts in readings:
        if begin_us is None:
            begin_us = at_us
        elif at_us - begin_us >= WINDOW_US:
            means.append((begin_us, fmean(window)))
            window, begin_us = [], at_us
        window.append(counts)
    return means


def level(readings: Series) -> Level:
    """What readings of one load say; three windows at least. Raises WeighingTrouble."""
    means = [mean for _, mean in windows(readings)]
    if len(means) < 3:
        raise WeighingTrouble("The scale gave too few readings: check its cable, and run it again.")
    if any(abs(counts) >= HIGHEST for _, counts in readings):
        raise WeighingTrouble(
            "The scale is overloaded: it is at the end of its range. Use a load cell for more "
            "weight, check that its arrow points down, and check its four wires."
        )
    steps = [b[1] - a[1] for a, b in pairwise(readings)]
    return Level(fmean(means), stdev(means), stdev(steps) / math.sqrt(2.0), len(means))


def shaken(readings: Series) -> float:
    """Standard deviation of single readings while the launcher shakes. Raises WeighingTrouble."""
    if len(readings) < 2:
        raise WeighingTrouble("The scale gave too few readings: check its cable, and run it again.")
    return stdev(counts for _, counts in readings)


def weigh(loads: Sequence[Loaded]) -> Weighing:
    """Fit a line through weights with known numbers of cards. Raises WeighingTrouble.

    The line is the one of least squares. A card more or less shifts all weights above it, so the
    interval comes from how far the weights are from the line, and not from the noise alone.
    """
    mean_cards = fmean(load.cards for load in loads)
    mean_counts = fmean(load.level.counts for load in loads)
    spread = sum((load.cards - mean_cards) ** 2 for load in loads)
    per_card = (
        sum((load.cards - mean_cards) * (load.level.counts - mean_counts) for load in loads)
        / spread
    )
    noise = max(load.level.window_noise for load in loads)
    if abs(per_card) < noise / 100 or per_card == 0:
        raise WeighingTrouble(
            "The scale does not feel the cards: check that the launcher stands on the load cell "
            "alone and touches nothing else, and check the cell's four wires."
        )
    empty = mean_counts - per_card * mean_cards
    off = [load.level.counts - empty - per_card * load.cards for load in loads]
    free = len(loads) - 2
    measured = fmean(load.level.error**2 for load in loads)
    variance = max(sum(each * each for each in off) / free, measured)
    half = T_975[min(free, len(T_975)) - 1] * math.sqrt(variance / spread)
    bent = max(abs(each / per_card) for each in off)
    return Weighing(per_card, per_card - half, per_card + half, empty, bent, tuple(loads))


def drift_cards(readings: Series, per_card: float) -> float:
    """How far the weight of an unchanged load went from its first value at most, in cards.

    The first value is a mean over the first two seconds or so, and so is each of the others.
    """
    means = [mean for _, mean in windows(readings)]
    smooth = [fmean(means[start : start + 4]) for start in range(len(means) - 3)]
    return max((abs(mean - smooth[0]) for mean in smooth), default=0.0) / abs(per_card)


def settled_after_us(readings: Series, end_us: int, before: Level, per_card: float) -> int | None:
    """How long after ``end_us`` single readings are near their usual place again; None: never.

    Near means: within four times their usual noise, or within a quarter of a card.
    """
    after = [reading for reading in readings if reading[0] >= end_us]
    near = max(4.0 * before.reading_noise, 0.25 * abs(per_card))
    far = [at_us for at_us, counts in after if abs(counts - before.counts) > near]
    if not after or (far and far[-1] == after[-1][0]):
        return None
    return far[-1] - end_us if far else 0


def complaints(weighing: Weighing, drifted_cards: float) -> list[str]:
    """Why this scale cannot count cards; empty: it can."""
    problems = []
    if weighing.noise_cards * SURE > 0.5:
        problems.append(
            f"a weight differs by {weighing.noise_cards:.2f} cards (at most {0.5 / SURE:.2f} would "
            "do): put the launcher on a firm table, keep its cable loose, and use a load cell for "
            "less weight"
        )
    if weighing.bent_cards > MOST_BENT_CARDS:
        problems.append(
            f"a weight is {weighing.bent_cards:.2f} cards away from the line: check the number of "
            "cards, and that the launcher touches nothing beside the load cell"
        )
    if drifted_cards > MOST_DRIFT_CARDS:
        problems.append(
            f"the weight drifted by {drifted_cards:.1f} cards in ten minutes: let the scale warm "
            "up for half an hour, and keep it out of draughts and of the sun"
        )
    return problems
