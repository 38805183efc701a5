"""The cards of a run that a fit can rest on: alike, from rest, and each of them one card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from statistics import median, quantiles

from hardware.bench.passages import Cut, Passage, Seeing, Start

MIN_FIRST, MIN_NEXT, MIN_CUTS = 20, 40, 8
"""With fewer cards no interval is worth its name."""
LIKE_PCT = 20
"""A pulse that differs from the median by more is two cards, or a card that slipped, or no card."""


class FitTrouble(Exception):
    """The cards do not say enough; the message is a sentence for people."""


@dataclass(frozen=True, slots=True)
class Cards:
    """What a fit rests on."""

    starts: tuple[Start, ...]
    first: tuple[Passage, ...]
    """Cards that came first after a start."""
    following: tuple[Passage, ...]
    """Cards that followed another one while the motor ran."""
    cuts: tuple[Cut, ...]

    @property
    def drives(self) -> tuple[int, ...]:
        """The runs of the motor that they come from."""
        passages = chain(self.first, self.following)
        every = {*(s.drive for s in self.starts), *(c.drive for c in self.cuts)}
        return tuple(sorted(every.union(p.drive for p in passages)))

    @property
    def passages(self) -> tuple[Passage, ...]:
        """The cards that passed without a stop."""
        return self.first + self.following

    def without(self, drive: int) -> Cards:
        """All but those of one run of the motor."""
        return Cards(
            tuple(start for start in self.starts if start.drive != drive),
            tuple(passage for passage in self.first if passage.drive != drive),
            tuple(passage for passage in self.following if passage.drive != drive),
            tuple(cut for cut in self.cuts if cut.drive != drive),
        )


def usable(seeing: Seeing) -> Cards:
    """Select them. Raises FitTrouble where there are too few."""
    starts = _at_rest(seeing.starts)
    rested = {start.drive for start in starts}
    first = alike([p for p in seeing.passages if p.first and p.drive in rested])
    following = alike([p for p in seeing.passages if p.gap_us is not None])
    enough(first, MIN_FIRST, "came first after a start")
    enough(following, MIN_NEXT, "followed another one")
    return Cards(starts, first, following, seeing.cuts)


def enough(cards: Sequence[object], least: int, description: str) -> None:
    """Raise FitTrouble where there are fewer cards than ``least``."""
    if len(cards) < least:
        raise FitTrouble(
            f"Only {len(cards)} cards {description}, and {least} are needed: calibrate again with "
            "more cards, and with cards that neither stick nor slip."
        )


def alike(passages: Sequence[Passage]) -> tuple[Passage, ...]:
    """Those that blocked the beam for about as long as most."""
    if not passages:
        return ()
    usual = median(p.trail_us - p.lead_us for p in passages)
    off = usual * LIKE_PCT / 100.0
    return tuple(p for p in passages if abs(p.trail_us - p.lead_us - usual) <= off)


def _at_rest(starts: tuple[Start, ...]) -> tuple[Start, ...]:
    """Those whose card had been pulled back to where cards rest: it is not late at the beam.

    By Tukey's fences, 1.5 times the distance between the quartiles beyond them.
    """
    if len(starts) < 2:
        return starts
    low, _, high = quantiles((start.lead_us for start in starts), n=4)
    reach = 1.5 * (high - low)
    return tuple(s for s in starts if low - reach <= s.lead_us <= high + reach)
