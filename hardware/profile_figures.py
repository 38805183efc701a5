"""A profile's expected figures in the long run, and whether counts can be explained by chance."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import NormalDist

from hardware.draws import Draws
from hardware.launcher import MAX_CARDS_A_HIT
from hardware.profiles import Past, Profile

PRESSES = 960
"""So many presses from the start: ten rounds of the fixed sequence, or some evenings of a game."""
TOO_RARE = 1e-9
"""A run of dry presses that is rarer than this is not followed further."""

RUNS = 999
"""A real run is compared with so many simulated ones: p-values come in steps of a thousandth."""


@dataclass(frozen=True, slots=True)
class After:
    """Presses after a certain number of dry ones, as shares of all presses."""

    presses: float
    wet: float
    """Those of them that give cards."""
    cards: float
    """Their cards, divided by all presses."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Expected shares; of all presses, unless it says otherwise."""

    after: tuple[After, ...]
    """By dry presses before, from 0."""
    cards: tuple[float, ...]
    """By number of cards, 0 to 12."""

    @property
    def chance(self) -> float:
        """Share of the presses that give cards, 0 to 1."""
        return sum(self.cards[1:])

    @property
    def mean(self) -> float:
        """Mean number of cards when cards come; 0 if they never do."""
        total = sum(count * share for count, share in enumerate(self.cards))
        return total / self.chance if self.chance else 0.0


def expected(profile: Profile, presses: int = PRESSES) -> Figures:
    """Follow every course that so many presses can take, each with its chance."""
    cards = [0.0] * (MAX_CARDS_A_HIT + 1)
    after: list[After] = []
    dry_runs = [1.0]
    for past in range(presses):
        ended, going_on = 0.0, []
        for dry, share in enumerate(dry_runs):
            odds = profile.odds(Past(past, dry))
            wet = sum(odds[1:])
            for count, chance in enumerate(odds):
                cards[count] += share * chance / presses
            if dry == len(after):
                after.append(After(0.0, 0.0, 0.0))
            total = after[dry]
            mean = sum(count * chance for count, chance in enumerate(odds))
            after[dry] = After(
                total.presses + share / presses,
                total.wet + share * wet / presses,
                total.cards + share * mean / presses,
            )
            ended += share * wet
            going_on.append(share * odds[0])
        while going_on and going_on[-1] < TOO_RARE:
            ended += going_on.pop()
        dry_runs = [ended, *going_on]
    return Figures(tuple(after), tuple(cards))


def interval(successes: int, of: int) -> tuple[float, float]:
    """Where a share lies with 95 % confidence, 0 to 1 (E. B. Wilson, 1927); all of it if `of` is 0.

    It is sound for few cases, too.
    """
    if not of:
        return 0.0, 1.0
    z = NormalDist().inv_cdf(0.975)
    share = successes / of
    middle = share + z * z / (2 * of)
    half = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    whole = 1 + z * z / of
    low, high = (middle - half) / whole, (middle + half) / whole
    return (0.0 if successes == 0 else low), (1.0 if successes == of else high)


class Chance:
    """Draws for simulated runs."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def below(self, bound: int) -> int:
        """See `hardware.draws.Draws.below`."""
        return self._random.randrange(bound)


def drawn(profile: Profile, presses: int, draws: Draws) -> list[int]:
    """What a profile gives in a row of presses."""
    past, counts = Past(), []
    for _ in range(presses):
        counts.append(profile.cards(past, draws))
        past = past.after(counts[-1])
    return counts


def oddness(counts: Sequence[int], expected_share: Sequence[float]) -> float:
    """Pearson's chi-square of counts of cards compared with the shares that they should have.

    Infinite if a count came that the profile never gives.
    """
    total = 0.0
    for cards, share in enumerate(expected_share):
        observed, expected = counts.count(cards), share * len(counts)
        if expected:
            total += (observed - expected) ** 2 / expected
        elif observed:
            return math.inf
    return total if max(counts, default=0) <= MAX_CARDS_A_HIT else math.inf


def p_value(
    profile: Profile,
    counts: Sequence[int],
    random: Random,
    progress: Callable[[int], None] = lambda _: None,
) -> float:
    """How often chance alone gives something at least as odd as what came, 0 to 1.

    It compares simulated runs of the same length. In a profile with a memory presses are not
    independent, so no table of chi-square applies.
    """
    shares = expected(profile, max(1, len(counts))).cards
    odd = oddness(counts, shares)
    as_odd = 0
    for done in range(RUNS):
        if done % 100 == 0:
            progress(done)
        made_up = drawn(profile, len(counts), Chance(random))
        as_odd += oddness(made_up, shares) >= odd
    return (1 + as_odd) / (1 + RUNS)
