"""A simulated reader: it sees the cards that are laid, with a real reader's faults. Pure.

The same random numbers give the same faults.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import NamedTuple

SOONEST_S, LATEST_S = 0.2, 0.8
"""How long after a card was laid it is seen."""
AT_ONCE_S = 0.2
"""Between two cards that come to light when a hand is taken away."""


class Report(NamedTuple):
    """What the reader reports."""

    number: int | None
    """None: it cannot read the card."""
    at_s: float
    """When it saw the card."""


@dataclass(frozen=True, slots=True)
class Faults:
    """How often each fault happens to a card that is laid, as shares from 0 to 1."""

    unread: float = 0.0
    """Blur or glare: the reader sees that something was laid, and not what."""
    missed: float = 0.0
    """The reader does not notice the card at all."""
    hidden: float = 0.0
    """A hand is in the way: the card is seen together with the next one."""
    swapped: float = 0.5
    """Of these two, the later one is seen first."""
    twice: float = 0.0
    """The card is seen again."""
    glimpsed: float = 0.0
    """A card that lies below is seen before."""
    foreign: float = 0.0
    """A number is seen that belongs to no card of the deck."""


USUAL = Faults(unread=0.01, missed=0.003, hidden=0.003, twice=0.03, glimpsed=0.01, foreign=0.003)
"""A guess: no reader has been measured over a pile at a table."""


class SimulatedReader:
    """Reports cards that are laid one after the other."""

    def __init__(self, lots: Random, foreign: int) -> None:
        """``foreign``: a number that no card of the deck has."""
        self._lots = lots
        self._foreign = foreign
        self._hidden: tuple[int, bool] | None = None
        self._below: list[int] = []

    @property
    def hidden(self) -> int | None:
        """The card over which a hand is held: it is seen with the next one. None: there is none."""
        return None if self._hidden is None else self._hidden[0]

    def lay(self, number: int, at_s: float, faults: Faults) -> list[Report]:
        """What the reader reports when a card is laid."""
        seen_s = at_s + self._lots.uniform(SOONEST_S, LATEST_S)
        hidden, self._hidden = self._hidden, None
        numbers: list[int | None] = []
        if hidden is None and self._happens(faults.hidden):
            self._hidden = number, self._happens(faults.swapped)
        elif not self._happens(faults.missed):
            numbers = self._seen(number, faults)
        if hidden is not None:
            before, swapped = hidden
            numbers.insert(1 if swapped else 0, before)
        self._below.append(number)
        return [Report(one, seen_s + nth * AT_ONCE_S) for nth, one in enumerate(numbers)]

    def clear(self) -> None:
        """The pile was taken away."""
        self._below = []
        self._hidden = None

    def _seen(self, number: int, faults: Faults) -> list[int | None]:
        """The numbers that are seen of a card that is laid."""
        if self._happens(faults.unread):
            return [None]
        found: list[int | None] = [number]
        if self._below and self._happens(faults.glimpsed):
            found.insert(0, self._lots.choice(self._below))
        if self._happens(faults.foreign):
            found.insert(0, self._foreign)
        if self._happens(faults.twice):
            found.append(number)
        return found

    def _happens(self, share: float) -> bool:
        return self._lots.random() < share
