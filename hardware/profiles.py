"""How many cards one press should give (LCH-1: 0 to 12); the eject loop then delivers them.

A profile is pure: it makes a count from what came before and a source of random integers. Pictures
of the profiles: docs/profiles.md.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import comb
from typing import Literal, Protocol

import msgspec

from hardware.draws import Draws, HitDraws
from hardware.launcher import MAX_CARDS_A_HIT, MAX_SUSPENSE
from hardware.profile_table import Row, Rows


@dataclass(frozen=True, slots=True)
class Past:
    """What a profile may depend on."""

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


Odds = tuple[float, ...]
"""Chances of 0, 1, ... 12 cards; their sum is 1."""


class Profile(Protocol):
    """Decides how many cards the next press should give."""

    def __hash__(self) -> int:
        """The same for profiles with the same figures."""
        ...

    @property
    def name(self) -> str:
        """Its name in the configuration."""
        ...

    @property
    def figures(self) -> object:
        """Every figure that it depends on, for JSON; with another figure it is another profile."""
        ...

    @property
    def restarts_with_cover(self) -> bool:
        """Whether opening the launcher's cover begins its presses anew."""
        ...

    def odds(self, past: Past) -> Odds:
        """Say how likely each number of cards is."""
        ...

    def cards(self, past: Past, draws: Draws) -> int:
        """Draw one: 0 to 12."""
        ...

    def suspense(self, past: Past) -> int:
        """How close the next cards are, 0 to 4, where everybody may know it; else 0."""
        ...


class _Usual:
    """What most profiles do."""

    __slots__ = ()

    @property
    def restarts_with_cover(self) -> bool:
        """The cover means nothing to it."""
        return False

    def suspense(self, past: Past) -> int:
        """Nobody can know how close cards are."""
        return 0


def fingerprint(profile: Profile) -> bytes:
    """SHA-256 over a profile's name and figures: 32 bytes that draws are bound to.

    It is that of the JSON ``{"profile":name,"figures":figures}``, written without a space.
    """
    whole = {"profile": profile.name, "figures": profile.figures}
    return hashlib.sha256(msgspec.json.encode(whole)).digest()


_MORE = MAX_CARDS_A_HIT - 1
_MEAN_PCT = 521
"""Mean number of cards when they come, over all that was measured, in hundredths."""
_WET_PER_MILLE = 403
"""Share of the presses that gave cards, over all that was measured."""
_MOST_DRY = 4
"""``suspense`` has at most so many dry presses in a row."""


def _spread(mean_pct: int, draws: Draws) -> int:
    """1 to 12 cards with a mean of exactly ``mean_pct`` hundredths.

    One card, and eleven more of which each comes with the same chance (a shifted binomial): one
    peak around the mean, a standard deviation of about 1.6, and no rounding.
    """
    return 1 + sum(draws.below(100 * _MORE) < mean_pct - 100 for _ in range(_MORE))


def _spread_odds(chance: float, mean_pct: int) -> Odds:
    each = (mean_pct - 100) / (100 * _MORE)
    return (
        1 - chance,
        *(chance * comb(_MORE, k) * each**k * (1 - each) ** (_MORE - k) for k in range(_MORE + 1)),
    )


def _odds(chance: float, numbers: Sequence[int]) -> Odds:
    """Cards come with this chance; each of these numbers is equally likely."""
    each = chance / len(numbers) if numbers else 0.0
    return (1 - chance, *(each * numbers.count(n) for n in range(1, MAX_CARDS_A_HIT + 1)))


@dataclass(frozen=True, slots=True)
class Measured(_Usual):
    """From 800 logged presses of a real launcher.

    By presses since the last cards: the chance that cards come, and their mean number when they
    do. 59.7 % of the presses are dry, and an ejection has 5.21 cards. The spread within 1 to 12 was
    not published; here it is the shifted binomial of ``_spread``, whose mean is the measured one.
    """

    name: str = "measured"

    @property
    def figures(self) -> object:
        """Chance of cards and their mean by dry presses before, in percent and hundredths."""
        return _MEASURED

    def odds(self, past: Past) -> Odds:
        """As measured, by presses since the last cards."""
        chance_pct, mean_pct = self._row(past)
        return _spread_odds(chance_pct / 100, mean_pct)

    def cards(self, past: Past, draws: Draws) -> int:
        """The fifth press since the last cards always gives cards."""
        chance_pct, mean_pct = self._row(past)
        return _spread(mean_pct, draws) if draws.below(100) < chance_pct else 0

    def _row(self, past: Past) -> tuple[int, int]:
        return _MEASURED[min(past.dry, len(_MEASURED) - 1)]


_MEASURED = ((18, 466), (50, 539), (59, 472), (55, 507), (100, 720))


@dataclass(frozen=True, slots=True)
class FixedSequence(_Usual):
    """The early toy's fixed sequence: always the same presses give cards, then it starts again.

    34 of every 96 presses give cards. Presses count from the start, or from when the cover was
    last opened. All that is known of the number of cards is that it is usually 3 to 8; here it
    always is, and all six numbers are equally likely.
    """

    name: str = "sequence"

    @property
    def restarts_with_cover(self) -> bool:
        """As with the toy, the list starts again."""
        return True

    @property
    def figures(self) -> object:
        """The presses that give cards, and how many can come."""
        return (sorted(_SEQUENCE), list(_USUAL))

    def odds(self, past: Past) -> Odds:
        """Cards on the presses of the list only."""
        return _odds(1.0 if self._gives(past) else 0.0, _USUAL)

    def cards(self, past: Past, draws: Draws) -> int:
        """Cards on the presses of the list."""
        return _USUAL[draws.below(len(_USUAL))] if self._gives(past) else 0

    def _gives(self, past: Past) -> bool:
        return past.presses % max(_SEQUENCE) + 1 in _SEQUENCE


_USUAL = range(3, 9)


# fmt: off
_SEQUENCE = frozenset((
    2, 6, 9, 13, 17, 21, 24, 26, 27, 29, 32, 36, 37, 41, 44, 47, 48, 51, 54, 57, 58, 62, 66, 69,
    72, 73, 77, 81, 84, 85, 88, 92, 93, 96,
))
# fmt: on


@dataclass(frozen=True, slots=True)
class Suspense(_Usual):
    """0 to 4 dry presses, all five equally likely, then cards: as many as ``even`` gives.

    It follows a toy of this kind that gives cards on one of the next five presses. How many is not
    published; the mean is that of ``measured``.
    """

    name: str = "suspense"

    @property
    def figures(self) -> object:
        """The most dry presses in a row, and the mean number of cards in hundredths."""
        return (_MOST_DRY, _MEAN_PCT)

    def odds(self, past: Past) -> Odds:
        """After k dry presses 1 in 5 - k, which makes the five equally likely."""
        return _spread_odds(1 / self._presses_left(past), _MEAN_PCT)

    def cards(self, past: Past, draws: Draws) -> int:
        """The fifth press since the last cards always gives cards."""
        return _spread(_MEAN_PCT, draws) if draws.below(self._presses_left(past)) == 0 else 0

    def suspense(self, past: Past) -> int:
        """One level for each dry press, as anybody can count."""
        return min(past.dry, MAX_SUSPENSE)

    def _presses_left(self, past: Past) -> int:
        return max(1, _MOST_DRY + 1 - past.dry)


@dataclass(frozen=True, slots=True)
class Even(_Usual):
    """Every press is independent of the others: 40.3 % give cards, 5.21 on average.

    No toy does this. These are the figures of ``measured`` if earlier presses did not matter.
    """

    name: str = "even"

    @property
    def figures(self) -> object:
        """The chance of cards in thousandths, and their mean number in hundredths."""
        return (_WET_PER_MILLE, _MEAN_PCT)

    def odds(self, past: Past) -> Odds:
        """The same for any past."""
        return _spread_odds(_WET_PER_MILLE / 1000, _MEAN_PCT)

    def cards(self, past: Past, draws: Draws) -> int:
        """The same for any past."""
        return _spread(_MEAN_PCT, draws) if draws.below(1000) < _WET_PER_MILLE else 0


@dataclass(frozen=True, slots=True)
class Custom(_Usual):
    """A table in the configuration, ``[[launcher.custom]]``; ``rows`` must have no ``complaint``.

    Raises ``ValueError`` for no rows at all.
    """

    rows: Rows
    name: str = "custom"

    def __post_init__(self) -> None:
        if not self.rows:
            raise ValueError("The profile custom needs a table of at least one row.")

    @property
    def figures(self) -> object:
        """Each row's chance in percent and its numbers of cards."""
        return [(row.chance_pct, row.cards) for row in self.rows]

    def odds(self, past: Past) -> Odds:
        """As the table says."""
        row = self._row(past)
        return _odds(row.chance_pct / 100, row.cards)

    def cards(self, past: Past, draws: Draws) -> int:
        """Use the row for the dry presses before this one."""
        row = self._row(past)
        return row.cards[draws.below(len(row.cards))] if draws.below(100) < row.chance_pct else 0

    def _row(self, past: Past) -> Row:
        return self.rows[min(past.dry, len(self.rows) - 1)]


ProfileName = Literal["measured", "sequence", "suspense", "even", "custom"]
"""As in the configuration; ``measured`` is the default."""

_FIXED: Mapping[str, Profile] = {
    profile.name: profile for profile in (Measured(), FixedSequence(), Suspense(), Even())
}


def lacks_table(name: ProfileName, rows: Rows) -> bool:
    """Whether a profile needs a table and has none, so that ``profile_of`` would raise."""
    return name == "custom" and not rows


def profile_of(name: ProfileName, rows: Rows = ()) -> Profile:
    """Find a profile by its name; only ``custom`` uses ``rows``."""
    return Custom(rows) if name == "custom" else _FIXED[name]


def launcher_of(profile: Profile, secret: bytes) -> Callable[[], int]:
    """A launcher that gives what the profile draws, press after press."""
    past, hit = Past(), 0

    def press() -> int:
        nonlocal past, hit
        hit += 1
        cards = profile.cards(past, HitDraws(secret, hit))
        past = past.after(cards)
        return cards

    return press
