"""A module in the place of RPi.GPIO: notes levels and pulses, and moves those of a header."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

import pytest
from gpiozero.pins.local import LocalPiFactory

from tests.hardware.gpio.header import Header
from tests.hardware.gpio.lgpio_module import PI_3B


class NotedRpiGpio(ModuleType):
    """The levels and pulses of each pin, as RPi.GPIO would make them."""

    BCM, OUT, IN, I2C, SPI, HARD_PWM, SERIAL, UNKNOWN = 11, 0, 1, 42, 41, 43, 40, -1
    PUD_OFF, PUD_DOWN, PUD_UP = 20, 21, 22
    RISING, FALLING, BOTH = 31, 32, 33

    def __init__(self) -> None:
        super().__init__("RPi.GPIO")
        self.header = Header()
        self.functions: dict[int, int] = {}
        self.pulls: dict[int, int] = {}
        self.duties_pct: dict[int, list[float]] = {}
        self.levels: dict[int, list[bool]] = {}
        self.pulsing: set[int] = set()
        """Pins that a thread writes again and again, whatever their duty."""
        noted = self

        class PWM:
            def __init__(self, gpio: int, hz: float) -> None:
                self._gpio = gpio
                self.hz = hz

            def start(self, duty_pct: float) -> None:
                noted.pulsing.add(self._gpio)
                self.ChangeDutyCycle(duty_pct)

            def ChangeDutyCycle(self, duty_pct: float) -> None:  # noqa: N802 - its name there
                assert 0 <= duty_pct <= 100
                noted.duties_pct.setdefault(self._gpio, []).append(duty_pct)
                noted.header.drive(self._gpio, duty_pct / 100)

            def ChangeFrequency(self, hz: float) -> None:  # noqa: N802 - its name there
                self.hz = hz

            def stop(self) -> None:
                noted.pulsing.discard(self._gpio)
                self.ChangeDutyCycle(0)

        self.PWM = PWM

    def setmode(self, mode: int) -> None:
        assert mode == self.BCM

    def setwarnings(self, on: bool) -> None: ...

    def setup(self, gpio: int, function: int, pull: int = PUD_OFF, initial: int = -1) -> None:
        self.functions[gpio] = function
        self.pulls[gpio] = pull
        if function == self.IN:
            self.header.let_go(gpio)
        if initial >= 0:
            self.output(gpio, bool(initial))

    def gpio_function(self, gpio: int) -> int:
        return self.functions[gpio]

    def output(self, gpio: int, level: bool) -> None:
        assert self.functions[gpio] == self.OUT
        self.levels.setdefault(gpio, []).append(bool(level))
        self.header.drive(gpio, float(level))

    def input(self, gpio: int) -> int:
        return int(self.header.read(gpio))

    def add_event_detect(
        self, gpio: int, edges: int, callback: Callable[[int], None], bouncetime: int
    ) -> None:
        assert edges == self.BOTH and bouncetime < 0
        self.header.listen(gpio, lambda high, at_us: callback(gpio))

    def remove_event_detect(self, gpio: int) -> None:
        self.header.unlisten(gpio)

    def cleanup(self, gpio: int | None = None) -> None:
        for one in self.functions if gpio is None else [gpio]:
            self.functions[one], self.pulls[one] = self.IN, self.PUD_OFF
            self.header.let_go(one)


@contextmanager
def rpigpio_on_header() -> Iterator[tuple[NotedRpiGpio, Any]]:
    """The noted module, and gpiozero's own factory on it, on a Pi 3."""
    noted, package = NotedRpiGpio(), ModuleType("RPi")
    package.GPIO = noted  # type: ignore[attr-defined]
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "RPi", package)
        patch.setitem(sys.modules, "RPi.GPIO", noted)
        patch.setitem(sys.modules, "gpiozero.pins.rpigpio", sys)  # taken back afterwards
        del sys.modules["gpiozero.pins.rpigpio"]
        patch.setattr(LocalPiFactory, "_get_revision", lambda _: PI_3B)
        from gpiozero.pins.rpigpio import RPiGPIOFactory

        factory = RPiGPIOFactory()
        try:
            yield noted, factory
        finally:
            factory.close()  # gpiozero keeps the pins of all its factories in one place
