"""Outputs that only switch something, on or off: a lamp, a buzzer, the current of a stepper.

Off at first. Once let go, the pin is an input that the chip pulls to where it is off; so it is when
the kernel takes the pin of a killed process back, because the pull is there before the output is.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from gpiozero import OutputDevice, PWMOutputDevice


def pull_off(factory: Any, gpio: int, inverted: bool) -> None:
    """Let the chip pull a pin to where what is at it is off; ``inverted``: that is high."""
    with suppress(Exception):  # GPIO 2 and 3 are pulled up on the board
        factory.pin(gpio).pull = "up" if inverted else "down"


class Switch:
    """On is high, or low if it is ``inverted``."""

    def __init__(self, gpio: int, factory: Any, inverted: bool = False) -> None:
        self._let_go = (factory, gpio, inverted)
        pull_off(*self._let_go)
        self._device = OutputDevice(gpio, active_high=not inverted, pin_factory=factory)

    def turn(self, on: bool) -> None:
        """Switch it."""
        self._device.value = on

    def close(self) -> None:
        """Switch it off and let the pin go."""
        with suppress(Exception):
            self.turn(False)
        self._device.close()
        pull_off(*self._let_go)


class Buzzer:
    """A buzzer with its own tone (0 Hz), or a piezo or speaker whose tone is made here."""

    def __init__(self, gpio: int, hz: int, factory: Any, inverted: bool = False) -> None:
        self._let_go = (factory, gpio, inverted)
        pull_off(*self._let_go)
        self._device = (
            PWMOutputDevice(gpio, active_high=not inverted, frequency=None, pin_factory=factory)
            if hz
            else OutputDevice(gpio, active_high=not inverted, pin_factory=factory)
        )
        self._inverted = inverted
        self._pitched = bool(hz)
        self._hz = 0

    def sound(self, hz: int) -> None:
        """Sound at that pitch, if it has no tone of its own; 0: silence."""
        if hz == self._hz:
            return
        self._hz = hz
        if self._pitched and (hz or not self._inverted):
            # No pulses while it is silent. But the end of RPi.GPIO's pulses makes the pin low.
            self._device.frequency = hz or None
        self._device.value = 0 if not hz else 0.5 if self._pitched else 1

    def close(self) -> None:
        """Silence it and let the pin go."""
        with suppress(Exception):
            self.sound(0)
        self._device.close()
        pull_off(*self._let_go)
