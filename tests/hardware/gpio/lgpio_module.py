"""A module in the place of lgpio: notes every call, and moves the levels of a header."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

import pytest
from gpiozero.pins.local import LocalPiFactory

from tests.hardware.gpio.header import Header

PI_3B = 0xA02082


class Listening:
    """What ``lgpio.callback`` returns."""

    def __init__(self, cancel: Callable[[], None]) -> None:
        self.cancel = cancel


class NotedLgpio(ModuleType):
    """Every call of lgpio."""

    error = RuntimeError
    SET_PULL_NONE, SET_PULL_UP, SET_PULL_DOWN = 1, 2, 3
    BOTH_EDGES, RISING_EDGE, FALLING_EDGE = 1, 2, 3
    OUTPUT = 2

    def __init__(self) -> None:
        super().__init__("lgpio")
        self.header = Header()
        self.calls: list[tuple[Any, ...]] = []
        self.refused = ""
        self._outputs: set[int] = set()
        self._pulsing: set[int] = set()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)

        def note(*given: Any) -> Any:
            if name == self.refused:
                raise self.error
            self.calls.append((name, *given))
            return self._do(name, *given)

        return note

    def _do(self, name: str, handle: int = 0, gpio: int = 0, *given: Any) -> Any:
        match name:
            case "gpio_claim_output":
                self._outputs.add(gpio)
                self.header.drive(gpio, float(given[0]) if given else 0.0)
            case "gpio_claim_input" | "gpio_claim_alert":
                self._outputs.discard(gpio)
                self.header.let_go(gpio)
            case "gpio_write":
                self.header.drive(gpio, float(given[0]))
            case "tx_pwm":
                hz, duty_pct = given[:2]
                (self._pulsing.add if hz else self._pulsing.discard)(gpio)
                if hz:
                    self.header.drive(gpio, duty_pct / 100)
            case "tx_busy":
                return int(gpio in self._pulsing)
            case "gpio_get_mode":
                return self.OUTPUT if gpio in self._outputs else 0
            case "gpio_read":
                return int(self.header.read(gpio))
            case "callback":
                heard = given[1]
                self.header.listen(gpio, lambda high, at_us: heard(0, gpio, high, at_us * 1000))
                return Listening(lambda: self.header.unlisten(gpio))
        return 0

    def pulses(self, gpio: int) -> list[tuple[float, float, int]]:
        """Frequency in Hz, duty in percent and number of cycles (0: without end)."""
        sent = [call[2:] for call in self.calls if call[0] == "tx_pwm"]
        return [(hz, duty_pct, cycles) for at, hz, duty_pct, _, cycles in sent if at == gpio]

    def written(self, gpio: int) -> list[bool]:
        """The levels that were written once."""
        return [call[3] for call in self.calls if call[0] == "gpio_write" and call[2] == gpio]


@contextmanager
def lgpio_on_header() -> Iterator[tuple[NotedLgpio, Any]]:
    """The noted module, and the driver's own factory on it, on a Pi 3."""
    noted = NotedLgpio()
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "lgpio", noted)
        for built_on_it in ("gpiozero.pins.lgpio", "hardware.gpio.lgpio_pins"):
            patch.setitem(sys.modules, built_on_it, sys)  # taken back afterwards
            del sys.modules[built_on_it]
        patch.setattr(LocalPiFactory, "_get_revision", lambda _: PI_3B)
        from hardware.gpio.lgpio_pins import lgpio_factory

        factory = lgpio_factory(0)
        try:
            yield noted, factory
        finally:
            factory.close()  # gpiozero keeps the pins of all its factories in one place
