"""The turntable's motors on a microcontroller's pins; see ``hardware.gpio.turntable_motor``."""

from machine import PWM, Pin

from firmware_bridge.pico.motor import FULL
from hardware.portable.turntable import Turntable

SERVO_HZ = 50
SERVO_US = 1000000 // SERVO_HZ
HALF_STEPS = (0b0001, 0b0011, 0b0010, 0b0110, 0b0100, 0b1100, 0b1000, 0b1001)
"""Which of the four coils have current; the first coil is the lowest bit."""


class Servo:
    """A servo: the length of its pulses is its position, in degrees."""

    def __init__(self, wiring):
        self._min_us = wiring["servo_min_us"]
        self._reach_us = wiring["servo_max_us"] - self._min_us
        self._range = wiring["servo_range_deg"]
        self._pulses = PWM(Pin(wiring["gpios"][0], Pin.OUT, value=0))
        self._pulses.freq(SERVO_HZ)
        self._pulses.duty_u16(0)

    def show(self, position):
        """Go to a position."""
        pulse_us = self._min_us + self._reach_us * position // self._range
        self._pulses.duty_u16(FULL * pulse_us // SERVO_US)

    def rest(self):
        """Switch the pulses off."""
        self._pulses.duty_u16(0)


class StepDir:
    """A stepper's driver: each edge is a step. Its current stays on, unless it has ENABLE."""

    def __init__(self, wiring):
        self._on = 0 if wiring["enable_low"] else 1
        self._enable = None
        if wiring["enable"]:
            self._enable = Pin(wiring["enable"], Pin.OUT, value=1 - self._on)
        step, direction = wiring["gpios"]
        self._step = Pin(step, Pin.OUT, value=0)
        self._direction = Pin(direction, Pin.OUT, value=0)
        self._position = 0

    def show(self, position):
        """Take one step towards a position, if it is not there."""
        if self._enable is not None:
            self._enable.value(self._on)
        if position == self._position:
            return
        self._direction.value(1 if position > self._position else 0)
        self._position = position
        self._step.value(1)
        self._step.value(0)

    def rest(self):
        """Take the current away, if it has ENABLE."""
        if self._enable is not None:
            self._enable.value(1 - self._on)


class Coils:
    """The four lines of a small stepper, in half steps."""

    def __init__(self, wiring):
        self._pins = [Pin(number, Pin.OUT, value=0) for number in wiring["gpios"]]

    def show(self, position):
        """Give the coils the current that holds a position."""
        self._give(HALF_STEPS[position % len(HALF_STEPS)])

    def rest(self):
        """Take the current away."""
        self._give(0)

    def _give(self, coils):
        for coil in range(len(self._pins)):
            self._pins[coil].value(coils >> coil & 1)


MOTORS = {"servo": Servo, "step_dir": StepDir, "coils": Coils}


class TurntableOnPins:
    """A turntable and the motor that turns it."""

    def __init__(self, wiring):
        self.turntable = Turntable(wiring["stops"], wiring["step_us"], wiring["home_steps"])
        self._motor = MOTORS[wiring["kind"]](wiring)
        self._held = False
        self._shown = 0

    def home_edge(self, now_us, at_home):
        """The home switch has changed."""
        self.turntable.home_edge(at_home)

    def tick(self, now_us, may_turn):
        """Take one step if one is due and it may turn."""
        table = self.turntable
        table.tick(now_us, may_turn)
        if table.held and (not self._held or table.position != self._shown):
            self._shown = table.position
            self._motor.show(table.position)
        elif self._held and not table.held:
            self._motor.rest()
        self._held = table.held
