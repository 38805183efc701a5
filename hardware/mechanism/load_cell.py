"""A simulated scale under the simulated launcher: what its chip reads.

The bar carries the launcher, the cards inside it, and everything that pushes on it or shakes it.
Where a card leaves the launcher, the bar carries one card less. What the figures are and why, says
`hardware/mechanism/scale_parameters.py`.
"""

from __future__ import annotations

import math
from collections import deque
from random import Random
from typing import NamedTuple

from hardware.mechanism.rig import Rig
from hardware.mechanism.scale_parameters import HIGHEST_COUNT, ScaleParameters

_STOP = 1.2
"""The stop carries what exceeds this share of the capacity."""


class _Stays(NamedTuple):
    """What is left of shares after some time."""

    uncrept: float
    rings: float
    sways: float
    new_sway_g: float
    """The sway that has come meanwhile."""

    @classmethod
    def after(cls, passed_s: float, parameters: ScaleParameters) -> _Stays:
        uncrept = math.exp(-passed_s / parameters.bar.creep_tau_s)
        rings = math.exp(-passed_s / parameters.ring_tau_s)
        sways = math.exp(-passed_s / parameters.sway_tau_s)
        new_sway_g = parameters.sway_g * math.sqrt(1.0 - sways * sways)
        return cls(uncrept, rings, sways, new_sway_g)


class Scale:
    """The bar and its chip. The owner lets the rig's time pass and asks for readings.

    Without a scale a rig does exactly the same: the scale only looks at it, and draws from numbers
    of its own.
    """

    def __init__(self, rig: Rig, seed: int, parameters: ScaleParameters | None = None) -> None:
        """It begins warm and at rest, with the cards that the rig has."""
        self._rig = rig
        self._set = parameters or ScaleParameters()
        self._random = Random(f"readings {seed}")  # noqa: S311 -- it shakes a scale
        self._counts_per_g = self._set.bar.counts_per_g
        self._volt_per_g = self._set.supply_v * self._set.bar.mv_per_v / 1000.0
        self._volt_per_g /= self._set.bar.capacity_g
        self._cards: list[float] = []
        self._cards_g = 0.0
        self._zero_g = self._random.uniform(-50.0, 50.0)
        self._now_us = rig.now_us
        self._shake_g = 0.0
        self._sway_g = 0.0
        self._warm_g = 0.0
        self._warming_g_per_s = 0.0
        self._warming_until_us = 0
        self._hand: tuple[int, float] = (-1, 0.0)
        self._finger: tuple[int, float] = (-1, 0.0)
        self._slap: tuple[int, float] = (-1, 0.0)
        self._lean: tuple[int, float] = (-1, 0.0)
        self._hanging: float | None = None
        self._count_cards()
        self._crept_g = self._set.launcher_g + self._cards_g
        self._samples: deque[float] = deque(maxlen=self._set.chip.settle_samples)
        self._noise_g = self._set.chip.noise_nv * 1e-9 / self._volt_per_g
        self._stop_g = _STOP * self._set.bar.capacity_g if self._set.stop else math.inf
        self._passed_s = -1.0
        self._stays = _Stays(0.0, 0.0, 0.0, 0.0)

    @property
    def period_us(self) -> int:
        """From one reading of the chip to the next."""
        return 1_000_000 // self._set.chip.samples_per_s

    @property
    def counts_per_g(self) -> float:
        """Counts of the chip for a gram."""
        return self._counts_per_g

    def finger(self, hold_us: int) -> None:
        """A finger presses the button from now on, for so long; now and then it is a slap."""
        self._finger = self._rig.now_us + hold_us, self._random.uniform(*self._set.finger_g)
        if self._random.random() < self._set.slaps:
            peak_g = self._random.uniform(*self._set.slap_g)
            self._slap = self._rig.now_us + self._set.slap_us, peak_g
            self._bend(peak_g)
        if self._random.random() < self._set.hands:
            self.hand(hold_us + self._random.randint(*self._set.hand_us))

    def hand(self, for_us: int) -> None:
        """A hand lies on the launcher, or reaches into its mouth, for so long."""
        self._hand = self._rig.now_us + for_us, self._random.uniform(*self._set.hand_g)

    def bump(self) -> None:
        """Somebody bumps the table."""
        self._shake_g = max(self._shake_g, self._random.uniform(*self._set.bump_g))
        self._zero_g += self._random.gauss(0.0, self._set.bump_shift_g)

    def lean(self) -> None:
        """The card that has just come leans on the launcher's foot, until somebody takes it."""
        share = self._random.uniform(*self._set.lean_share)
        until_us = self._rig.now_us + self._random.randint(*self._set.lean_us)
        self._lean = until_us, share * self._set.card_g

    def shift(self, g: float) -> None:
        """Something that stays is laid on the launcher or taken from it, or its cable moves."""
        self._zero_g += g

    def turned(self) -> None:
        """A turntable under the scale has turned."""
        self._zero_g += self._random.gauss(0.0, self._set.turn_shift_g)
        self._shake_g = max(self._shake_g, self._set.motor_g)

    def read(self) -> int:
        """What the chip says now. Call it once each ``period_us``."""
        now_us = self._rig.now_us
        passed_s = (now_us - self._now_us) / 1e6
        self._now_us = now_us
        if passed_s != self._passed_s:
            # readings come at one pace, and exponentials take time
            self._passed_s, self._stays = passed_s, _Stays.after(passed_s, self._set)
        self._count_cards()
        load_g = self._carried_g(now_us)
        self._crept_g += (load_g - self._crept_g) * (1.0 - self._stays.uncrept)
        bent_g = load_g + self._set.bar.creep * (self._crept_g - load_g)
        self._warm(now_us, passed_s)
        sample_g = bent_g + self._zero_g + self._warm_g + self._shaken_g()
        samples, stop_g = self._samples, self._stop_g
        samples.append(sample_g if sample_g < stop_g else stop_g)
        mean_g = sum(samples) / len(samples) + self._random.gauss(0.0, self._noise_g)
        count = round(mean_g * self._counts_per_g)
        return max(-HIGHEST_COUNT - 1, min(HIGHEST_COUNT, count))

    def _carried_g(self, now_us: int) -> float:
        carried_g = self._set.launcher_g + self._cards_g
        if self._finger[0] >= now_us:
            carried_g += self._pushed_g(self._finger[1])
        if self._hand[0] >= now_us:
            carried_g += self._pushed_g(self._hand[1])
        if self._slap[0] >= now_us:
            carried_g += self._slap[1]
        if self._lean[0] >= now_us:
            carried_g += self._lean[1]
        return carried_g - self._held_elsewhere_g()

    def _pushed_g(self, force_g: float) -> float:
        return force_g * (1.0 + self._random.gauss(0.0, self._set.tremor))

    def _held_elsewhere_g(self) -> float:
        if not self._rig.card_in_mouth or self._rig.roller_turns:
            self._hanging = None
            return 0.0
        if self._hanging is None:
            touches = self._random.random() < self._set.hangs
            carried = self._random.uniform(*self._set.hang_share) if touches else 1.0
            self._hanging = (1.0 - carried) * self._set.card_g
        return self._hanging

    def _shaken_g(self) -> float:
        random, stays = self._random, self._stays
        if self._rig.roller_turns:
            self._shake_g = max(self._shake_g, self._set.motor_g)
        shaken_g = random.gauss(0.0, math.hypot(self._shake_g, self._set.ambient_g))
        self._shake_g *= stays.rings
        self._sway_g = self._sway_g * stays.sways + random.gauss(0.0, stays.new_sway_g)
        return shaken_g + self._sway_g

    def _warm(self, now_us: int, passed_s: float) -> None:
        if now_us >= self._warming_until_us:
            most_k = self._set.kelvin_a_minute / 60.0
            per_k_g = self._set.bar.zero_per_k * self._set.bar.capacity_g
            self._warming_g_per_s = self._random.uniform(-most_k, most_k) * per_k_g
            self._warming_until_us = now_us + round(1e6 * self._set.warming_s)
        self._warm_g += self._warming_g_per_s * passed_s

    def _bend(self, force_g: float) -> None:
        bar = self._set.bar
        most_g = bar.safe_overload * bar.capacity_g
        load_g = self._set.launcher_g + self._cards_g + force_g
        if load_g > most_g and not self._set.stop:
            self._zero_g += bar.bent * (load_g - most_g)

    def _count_cards(self) -> None:
        inside = self._rig.cards_in_hopper + self._rig.cards_under_roller
        more = inside - len(self._cards)
        if more > 0:
            card_g, spread = self._set.card_g, self._set.card_spread
            self._cards += [self._random.gauss(card_g, card_g * spread) for _ in range(more)]
        elif more < 0:
            del self._cards[more:]
        if more:
            self._cards_g = sum(self._cards)
