"""A scale on the bench, and hits after which it has learned something."""

from __future__ import annotations

from random import Random

from hardware.portable.cards_by_weight import Scale
from hardware.portable.settings import ScaleSettings
from hardware.portable.ticks import MASK

CARD = 773
"""Counts of a card of 1.8 g on a bar of 5 kg."""
NOISE = 50
PERIOD_US = 25_000
LEAST = 8
"""So many readings in a row give a word: two blocks of four."""


class Bench:
    """A scale with readings that are made up, a card being ``CARD`` counts."""

    def __init__(self, seed: int = 1, card_mg: int = 1_800, sign: int = 1) -> None:
        self.scale = Scale(ScaleSettings(sign * 429_497, card_mg))
        self._random = Random(seed)
        self._sign = sign
        self._ticks = MASK - 2_000_000
        self._hit = 0
        self.on_it = 100.0
        """In cards."""
        self.words: list[tuple[int | None, int | None, int, int, int]] = []

    def rest(self, readings: int = 60, shaken: float = NOISE) -> None:
        for _ in range(readings):
            self._ticks = (self._ticks + PERIOD_US) & MASK
            count = round(self._random.gauss(self.on_it * CARD, shaken))
            if self.scale.sample(self._ticks, self._sign * count):
                word = self.scale.word
                self.words.append(
                    (word.first_hit, word.last_hit, word.left, word.left_low, word.left_high)
                )

    def hit(self, came: float, counted: int, doubt: int = 0, rest: int = 60) -> None:
        self._hit += 1
        self.scale.hit_begins(self._hit)
        self.rest(20, 5_000)
        self.on_it -= came
        self.scale.hit_ends(self._hit, counted, doubt)
        self.rest(rest)

    def tared(self) -> Bench:
        self.on_it = 0
        self.scale.tare()
        self.rest()
        self.words.clear()
        return self


def restless(bench: Bench) -> int:
    """Weights are a little off, so that a quarter of a card is not unusual."""
    for nth in range(40):
        off = 0.12 * (nth % 2) - 0.06
        bench.hit(1 + nth % 4 + off, 1 + nth % 4)
    return 41


def learned(bench: Bench) -> int:
    """After so many hits of one to four cards, it knows what a card weighs; the next hit."""
    for nth in range(40):
        bench.hit(1 + nth % 4, 1 + nth % 4)
    return 41


def leaned(bench: Bench, share: float, came: int, counted: int) -> int:
    """A hit of which a card leans with a share of its weight, told for sure."""
    first = learned(bench)
    bench.scale.card.restless = CARD * 16 // 8
    bench.hit(came - share, counted)
    assert bench.words[-1] == (first, first, counted, counted, counted)
    return first
