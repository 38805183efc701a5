"""The motors that can turn a turntable: a servo or a stepper."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Protocol

from gpiozero import OutputDevice, PWMOutputDevice

from hardware.gpio.outputs import Switch
from hardware.gpio.turntable_pins import TurntablePins
from hardware.portable.turntable import Turntable

SERVO_HZ = 50

HALF_STEPS = (0b0001, 0b0011, 0b0010, 0b0110, 0b0100, 0b1100, 0b1000, 0b1001)
"""Which of the four coils have current; the first coil is the lowest bit (28BYJ-48: blue to
orange)."""


class TurntableMotor(Protocol):
    """Takes one step at a time. Nothing here waits."""

    def show(self, position: int) -> None:
        """Go to a position, at most one step from the last."""

    def rest(self) -> None:
        """Switch its current off; the gears hold it."""

    def close(self) -> None:
        """Switch its current off and let the pins go."""


class Servo:
    """A servo turns to the position that the length of its pulses says.

    gpiozero's factory makes the pulses, so they do not depend on the driver's ticks.
    """

    def __init__(self, pins: TurntablePins, factory: Any) -> None:
        self._pins = pins
        self._device = PWMOutputDevice(pins.gpios[0], frequency=SERVO_HZ, pin_factory=factory)
        self._device.pin.whole_cycles = True  # see ``lgpio_pins``

    def show(self, position: int) -> None:
        """See ``TurntableMotor``: a position is a degree."""
        pins = self._pins
        reach_us = pins.servo_max_us - pins.servo_min_us
        pulse_us = pins.servo_min_us + reach_us * position / pins.servo_range_deg
        self._device.value = pulse_us * SERVO_HZ / 1e6

    def rest(self) -> None:
        """See ``TurntableMotor``."""
        self._device.value = 0

    def close(self) -> None:
        """See ``TurntableMotor``."""
        self._device.close()


class StepDir:
    """A stepper's driver (A4988, DRV8825, TMC2209): each edge is a step.

    Its current stays on, unless its ENABLE is at a pin.
    """

    def __init__(self, pins: TurntablePins, factory: Any, enable_low: bool) -> None:
        self._position = 0
        self._enable: Switch | None = None
        self._devices: list[OutputDevice] = []
        try:
            if pins.enable:
                self._enable = Switch(pins.enable, factory, enable_low)
            for gpio in pins.gpios:
                self._devices.append(OutputDevice(gpio, pin_factory=factory))
        except BaseException:
            self.close()
            raise
        self._step, self._direction = self._devices

    def show(self, position: int) -> None:
        """See ``TurntableMotor``; each of the three writes takes longer than a driver's 2 µs."""
        if self._enable is not None:
            self._enable.turn(True)
        if position == self._position:
            return
        self._direction.value = position > self._position
        self._position = position
        self._step.on()
        self._step.off()

    def rest(self) -> None:
        """See ``TurntableMotor``."""
        if self._enable is not None:
            self._enable.turn(False)

    def close(self) -> None:
        """See ``TurntableMotor``."""
        if self._enable is not None:
            self._enable.close()
        for device in self._devices:
            device.close()


class Coils:
    """The four lines of a small stepper, in half steps."""

    def __init__(self, pins: TurntablePins, factory: Any) -> None:
        self._devices: list[OutputDevice] = []
        try:
            for gpio in pins.gpios:
                self._devices.append(OutputDevice(gpio, pin_factory=factory))
        except BaseException:
            self.close()
            raise

    def show(self, position: int) -> None:
        """See ``TurntableMotor``."""
        self._give(HALF_STEPS[position % len(HALF_STEPS)])

    def rest(self) -> None:
        """See ``TurntableMotor``."""
        self._give(0)

    def close(self) -> None:
        """See ``TurntableMotor``."""
        for device in self._devices:
            device.close()

    def _give(self, coils: int) -> None:
        for coil, device in enumerate(self._devices):
            device.value = coils >> coil & 1


def _motor(pins: TurntablePins, factory: Any, enable_low: bool) -> TurntableMotor:
    if pins.kind == "servo":
        return Servo(pins, factory)
    if pins.kind == "step_dir":
        return StepDir(pins, factory, enable_low)
    return Coils(pins, factory)


class TurntableOnPins:
    """A turntable and the motor that turns it.

    ``enable_low``: ENABLE of a stepper's driver is low while the motor has current.
    """

    def __init__(self, pins: TurntablePins, factory: Any, enable_low: bool = True) -> None:
        self.turntable: Turntable = pins.turntable()
        self._motor = _motor(pins, factory, enable_low)
        self._pins = [factory.pin(gpio) for gpio in pins.gpios]
        self._shown: int | None = None

    def tick(self, now_us: int, may_turn: bool) -> None:
        """It is now ``now_us``: take one step if one is due and it may turn."""
        self.turntable.tick(now_us, may_turn)
        position = self.turntable.position if self.turntable.held else None
        if position == self._shown:
            return
        self._shown = position
        if position is None:
            self._motor.rest()
        else:
            self._motor.show(position)

    def close(self) -> None:
        """Let the motor go and pull its pins down: a STEP input that floats may step."""
        self._motor.close()
        for pin in self._pins:
            with suppress(Exception):  # GPIO 2 and 3 are pulled up on the board
                pin.pull = "down"
