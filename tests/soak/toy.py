"""The timed open loop of a toy, in the place of a core: it runs the motor and looks at nothing."""

from __future__ import annotations

from hardware.mechanism.parameters import Parameters
from hardware.mechanism.roller import Spin
from hardware.portable import ticks
from hardware.portable.core import ARMED
from hardware.portable.hits import HitRecord

STILL_US = 500_000
"""Longer than a roller that is left alone turns, and the last card slides."""


def top_speed(parameters: Parameters) -> float:
    """Return the roller's speed at full duty, in mm/µs."""
    return _driven(parameters, 0.0, parameters.supply * parameters.no_load_mm_per_s / 1e6).aim


def _driven(parameters: Parameters, speed: float, free: float) -> Spin:
    tau_us = parameters.spin_up_tau_us * (1.0 + parameters.supply_sag)
    if free == 0.0:
        tau_us = parameters.coast_tau_us
    return Spin.under(0.0, speed, free, tau_us, parameters.friction_mm_per_s2 / 1e12)


class Toy:
    """As much of a core as a board and people need."""

    mouth_counted = False
    faults = 0
    braking = False

    def __init__(self, parameters: Parameters, period_us: float) -> None:
        """``period_us``: from one card to the next at feed speed.

        How long the motor takes to start and to come to rest it knows of this machine without any
        error, which flatters it.
        """
        speed = top_speed(parameters)
        coast = _driven(parameters, speed, 0.0)
        start_us = parameters.spin_up_tau_us * (1.0 + parameters.supply_sag)
        self._period_us = period_us
        self._beside_us = start_us - coast.travel(coast.stop_us) / speed
        self._off = ticks.Timer()
        self._still = ticks.Timer()
        self._record = HitRecord()

    @property
    def motor_pct(self) -> int:
        """All or nothing."""
        return 100 if self._off.on else 0

    @property
    def ejecting(self) -> bool:
        """While the motor runs, and until everything is still."""
        return self._off.on or self._still.on

    def eject(self, now_us: int, hit: int, count: int) -> int:
        """Run for as long as so many cards take."""
        self._off.start(now_us, max(1, round(count * self._period_us + self._beside_us)))
        self._record.reset(hit, count)
        self._record.delivered = count
        return ARMED

    def result(self, hit: int) -> HitRecord:
        """What it believes."""
        return self._record

    def tick(self, now_us: int) -> None:
        """Let time pass."""
        if self._off.due(now_us):
            self._off.stop()
            self._still.start(now_us, STILL_US)
        elif self._still.due(now_us):
            self._still.stop()

    def next_tick_in_us(self, now_us: int) -> int:
        """Until something is to be done."""
        return ticks.sooner(self._off.left_us(now_us), self._still.left_us(now_us))

    def card_edge(self, now_us: int, blocked: bool) -> None:
        """It has no sensor."""

    def hopper_edge(self, now_us: int, empty: bool) -> None:
        """Nor a switch."""

    def button_edge(self, now_us: int, down: bool) -> None:
        """Nobody presses here."""

    def beat(self, now_us: int) -> None:
        """Nobody is silent here."""

    def clear_faults(self, now_us: int) -> int:
        """It knows none."""
        return 0
