"""How many cards one press should give (LCH-1: 0 to 12), apart from the loop that delivers them.

A profile is pure: what came before and a source of random integers give a count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from hardware.draws import Draws
from hardware.launcher import MAX_CARDS_A_HIT


@dataclass(frozen=True, slots=True)
class Past:
    """What a profile may look at."""

    presses: int = 0
    """Presses since the start (of the game, or since the cover was opened)."""
    dry: int = 0
    """Presses since the last one that gave cards."""

    def after(self, cards: int) -> Past:
        """The past once a press has given this many cards."""
        return Past(self.presses + 1, 0 if cards else self.dry + 1)

    @classmethod
    def of(cls, counts: Sequence[int]) -> Past:
        """The past after presses that gave these counts, in order."""
        past = cls()
        for cards in counts:
            past = past.after(cards)
        return past


class Profile(Protocol):
    """Decides how many cards the next press should give."""

    @property
    def name(self) -> str:
        """As it is named in the configuration."""
        ...

    def cards(self, past: Past, draws: Draws) -> int:
        """0 to 12."""
        ...


def _spread(mean_pct: int, draws: Draws) -> int:
    """1 to 12 cards with a mean of exactly ``mean_pct`` hundredths.

    One card, and eleven more of which each comes with the same chance (a shifted binomial): a
    single hump around the mean, a standard deviation of about 1.6, and no rounding anywhere.
    """
    more = MAX_CARDS_A_HIT - 1
    return 1 + sum(draws.below(100 * more) < mean_pct - 100 for _ in range(more))


@dataclass(frozen=True, slots=True)
class Measured:
    """From 800 logged presses of a real launcher.

    By presses since the last cards: the chance that cards come, and their mean number when they
    do. 59.7 % of the presses stay dry, 5.21 cards an ejection. The spread within 1 to 12 was not
    published; it is the shifted binomial of ``_spread``, whose mean is exactly the measured one.
    """

    name: str = "measured"

    def cards(self, past: Past, draws: Draws) -> int:
        """The fifth press since the last cards always gives some."""
        chance_pct, mean_pct = _MEASURED[min(past.dry, len(_MEASURED) - 1)]
        return _spread(mean_pct, draws) if draws.below(100) < chance_pct else 0


_MEASURED = ((18, 466), (50, 539), (59, 472), (55, 507), (100, 720))


@dataclass(frozen=True, slots=True)
class FixedSequence:
    """The early toy's fixed one: always the same presses give cards, then from the start again.

    They give "usually 3 to 8"; here 3 to 8, all equally likely.
    """

    name: str = "sequence"

    def cards(self, past: Past, draws: Draws) -> int:
        """Cards on the presses of the list."""
        return 3 + draws.below(6) if past.presses % max(_SEQUENCE) + 1 in _SEQUENCE else 0


# fmt: off
_SEQUENCE = frozenset((
    2, 6, 9, 13, 17, 21, 24, 26, 27, 29, 32, 36, 37, 41, 44, 47, 48, 51, 54, 57, 58, 62, 66, 69,
    72, 73, 77, 81, 84, 85, 88, 92, 93, 96,
))
# fmt: on


@dataclass(frozen=True, slots=True)
class Suspense:
    """0 to 4 dry presses, all five equally likely, then cards: as many as ``even`` gives."""

    name: str = "suspense"

    def cards(self, past: Past, draws: Draws) -> int:
        """After k dry presses the chance is 1 in 5 - k, which makes the five equally likely."""
        return _spread(521, draws) if draws.below(max(1, 5 - past.dry)) == 0 else 0


@dataclass(frozen=True, slots=True)
class Even:
    """Every press alike and independent: 40.3 % give cards, 5.21 in the mean, as ``measured``."""

    name: str = "even"

    def cards(self, past: Past, draws: Draws) -> int:
        """Looks at no past."""
        return _spread(521, draws) if draws.below(1000) < 403 else 0


_ALL: tuple[Profile, ...] = (Measured(), FixedSequence(), Suspense(), Even())
PROFILES: Mapping[str, Profile] = {profile.name: profile for profile in _ALL}
"""By name; ``measured`` is the default."""
