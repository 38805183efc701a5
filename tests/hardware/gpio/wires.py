"""What is between the pins and the simulated mechanism, whoever shows their levels."""

from __future__ import annotations

from typing import Protocol

from hardware.gpio.motor_drivers import MotorDriver, PinLevel
from hardware.gpio.pins import Pins
from hardware.portable.core import Core
from hardware.portable.settings import Settings


def motor_of(driver: MotorDriver, levels: list[float]) -> tuple[int, bool]:
    """What a motor does behind a driver with these levels: duty in percent, braking or not."""
    for row, sign in ((driver.forward, 1), (driver.reverse, -1)):
        if row is None:
            continue
        pulses = {level for level, want in zip(levels, row, strict=True) if want is PinLevel.PWM}
        fixed = [(level, want) for level, want in zip(levels, row, strict=True) if want.value < 2]
        if all(level == want.value for level, want in fixed) and min(pulses) > 0:
            return sign * round(100 * pulses.pop()), False
    braking = driver.brake is not None and levels == [want.value for want in driver.brake]
    return 0, braking


class Bench(Protocol):
    """Pins, seen from outside."""

    pins: Pins

    def put(self, gpio: int, high: bool) -> None: ...
    def level(self, gpio: int) -> float: ...


class Wires(Core):
    """Where the mechanism expects a core: edges go to pins, the motor comes from pins."""

    def __init__(self, bench: Bench) -> None:
        super().__init__(Settings(), 0)
        self._bench = bench
        self._pins = bench.pins

    @property
    def motor_pct(self) -> int:
        return self._motor()[0]

    @property
    def braking(self) -> bool:
        return self._motor()[1]

    def card_edge(self, now_us: int, blocked: bool) -> None:
        high = blocked == self._pins.sensor_module.card_is_high
        self._bench.put(self._pins.card_sensor, high)

    def button_edge(self, now_us: int, down: bool) -> None:
        self._bench.put(self._pins.button, not down)

    def hopper_edge(self, now_us: int, empty: bool) -> None:
        self._bench.put(self._pins.hopper, empty)

    def cover_edge(self, now_us: int, is_open: bool) -> None:
        self._bench.put(self._pins.cover, is_open)

    def motor_fault_edge(self, now_us: int, reported: bool) -> None:
        self._bench.put(self._pins.motor_fault, not reported)

    def tick(self, now_us: int) -> None: ...

    def next_tick_in_us(self, now_us: int) -> int:
        return -1

    def _motor(self) -> tuple[int, bool]:
        driver = self._pins.driver
        levels = [self._bench.level(getattr(self._pins, name)) for name in driver.inputs]
        return motor_of(driver, levels)
