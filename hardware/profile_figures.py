"""A profile's expected figures in the long run, calculated from its odds."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.launcher import MAX_CARDS_A_HIT
from hardware.profiles import Past, Profile

PRESSES = 960
"""So many presses from the start: ten rounds of the fixed sequence, or some evenings of a game."""
TOO_RARE = 1e-9
"""A run of dry presses that is rarer than this is not followed further."""


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
