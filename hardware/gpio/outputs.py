"""Outputs: those that only switch something, and the motor behind its driver's truth table.

All are off at first. Once a switch is let go, its pin is an input that the chip pulls to where it
is off; so it is when the kernel takes the pin of a killed process back, because the pull is there
before the output is.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from gpiozero import OutputDevice, PWMOutputDevice

from hardware.gpio.motor_drivers import PinLevel
from hardware.gpio.pins import Pins
from hardware.portable.settings import FULL_PCT


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


class Motor:
    """Nothing else touches the motor's pins. The motor is off at first."""

    def __init__(self, pins: Pins, factory: Any) -> None:
        self._driver = pins.driver
        self._pwm_hz = pins.pwm_hz
        self._factory = factory
        self._pins = [getattr(pins, name) for name in self._driver.inputs]
        self._driven = (0, False)
        self._levels: list[float] = [0] * len(self._pins)
        self._devices: list[OutputDevice] = []
        try:
            for index, gpio in enumerate(self._pins):
                # Before the pin is an output: the pull stays when the kernel takes it back.
                factory.pin(gpio).pull = "down"
                device = (
                    PWMOutputDevice(gpio, frequency=None, pin_factory=factory)
                    if self._driver.pulsed(index)
                    else OutputDevice(gpio, pin_factory=factory)
                )
                self._devices.append(device)
        except BaseException:
            self.close()
            raise

    def drive(self, pct: int, braking: bool) -> bool:
        """Give a duty in percent (negative: reverse); with 0, brake or coast.

        False: nothing has changed.
        """
        if (pct, braking) == self._driven:
            return False
        duty = 1 if abs(pct) == FULL_PCT else abs(pct) / 100
        levels = [
            duty if level is PinLevel.PWM else level.value
            for level in self._driver.row(pct, braking)
        ]
        for index in self._driver.falls:
            if levels[index] < self._levels[index]:
                self._give(index, levels[index])
        for index in reversed(self._driver.falls):
            if levels[index] > self._levels[index]:
                self._give(index, levels[index])
        self._driven = (pct, braking)
        return True

    def _give(self, index: int, level: float) -> None:
        device = self._devices[index]
        if 0 < level < 1:
            self._pulse(device)
        device.value = level
        self._levels[index] = level

    def _pulse(self, device: PWMOutputDevice) -> None:
        """Let the pin make pulses from now on, as software does; it has made none so far.

        It never goes back to plain levels: RPi.GPIO's thread makes its pin low at its own end, also
        when the pin was given another level meanwhile (RPi.GPIO 0.7.1, soft_pwm.c).
        """
        if device.frequency is None:
            device.frequency = self._pwm_hz

    def off(self) -> None:
        """Make all inputs low, whatever fails on the way."""
        self._driven = (0, False)
        for index in self._driver.falls:
            with suppress(Exception):
                self._give(index, 0)

    def close(self) -> None:
        """Make the pins low, then inputs with a pull-down, as a Pi has them at reset."""
        self.off()
        for device, gpio in zip(self._devices, self._pins, strict=False):
            with suppress(Exception):
                device.close()  # it leaves the pin floating, and claimed
                self._factory.pin(gpio).pull = "down"
        self._devices.clear()
