"""Which pin does what, in Broadcom's numbers (GPIO 17 is pin 11 of the header)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from msgspec import Meta

from hardware.gpio.launcher_pins import INPUTS, Input, LauncherPins
from hardware.gpio.turntable_pins import Gpio
from hardware.portable.settings import Settings

GpioOrNone = Annotated[int, Meta(ge=0, le=27)]
"""0: there is none."""
EdgesName = Literal["gpiod", "gpiozero"]

PULLED_DOWN_FROM = 9
"""GPIO 9 to 27 are pulled down while a Pi starts, 0 to 8 up (BCM2835 ARM Peripherals, 6.2)."""
NOT_FOR_A_MOTOR: Final[Mapping[int, str]] = {
    **dict.fromkeys(range(PULLED_DOWN_FROM), "is pulled up while a Pi starts"),
    14: "is the serial console's output and high while a Pi starts",
}
"""Pins at which a motor would turn while a Pi starts, and why."""
I2C_PINS: Final[Mapping[int, tuple[int, int]]] = {0: (0, 1), 1: (2, 3)}
"""SDA and SCL of the Pi's own I2C buses by number; others are where config.txt puts them."""


class Pins(LauncherPins, frozen=True, forbid_unknown_fields=True):
    """``[pins]``: how a launcher is [wired](wiring.md) to this Pi.

    A pin is a [GPIO number](configuration.md#pins). Restart ``rollerdeck-driver`` after a change.
    """

    factory: Literal["lgpio", "rpigpio"] = "lgpio"
    """What drives the outputs: lgpio, or RPi.GPIO or rpi-lgpio, which has its interface; RPi.GPIO
    itself works up to a Pi 4."""
    chip: str = ""
    """Label of the GPIO chip; empty: ``pinctrl-bcm2835``, ``-bcm2711`` or ``-rp1``, whichever is
    there."""
    edges: EdgesName = "gpiod"
    """What listens to the inputs; gpiozero can miss a change, and is for comparison only."""
    motor_in1: Gpio = 23
    """Pin of the motor driver's first input (PHASE of a DRV8835 or DRV8838), or of the gate of a
    MOSFET."""
    motor_in2: Gpio = 24
    """Pin of the motor driver's second input."""
    motor_pwm: Gpio = 25
    """Pin of PWMA of a TB6612, ENA of an L298N, or ENABLE of a DRV8835 or DRV8838."""
    motor_standby: Gpio = 22
    """Pin of STBY of a TB6612, or of R_EN and L_EN of a BTS7960."""
    motor_sleep: GpioOrNone = 0
    """Pin of nSLEEP of a DRV8833 or DRV8838; 0: it is connected to 3.3 V."""
    pwm_hz: Annotated[int, Meta(ge=50, le=10_000)] = 1000
    """Frequency of the pulses at less than full power, which a Pi makes in software and a Pico in
    hardware."""
    card_sensor: Gpio = 17
    """Pin of the card sensor; ``sensor`` says which level means a card."""
    button: GpioOrNone = 4
    """Pin of the push button, low while it is pressed."""
    lamp: GpioOrNone = 18
    """Pin of the lamp in the button, high while it is on."""
    buzzer: GpioOrNone = 27
    """Pin of a buzzer, or of a small speaker with a transistor."""
    buzzer_hz: Annotated[int, Meta(ge=0, le=10_000)] = 2000
    """Pitch of the *ding* after a press; 880 for a small speaker, 0 for a buzzer with a tone of its
    own."""
    cover: GpioOrNone = 0
    """Pin of the switch at the cover, low while it is closed; 0: there is none."""
    hopper: GpioOrNone = 0
    """Pin of the switch in the hopper, low while there are cards; 0: there is none."""
    motor_fault: GpioOrNone = 0
    """Pin of nFAULT of the motor driver, low while it reports a fault; 0: not connected."""

    @property
    def inputs(self) -> dict[Input, int]:
        """The inputs that are there."""
        wired = {name: gpio for name in INPUTS if (gpio := getattr(self, name))}
        return wired | ({"turntable_home": self.turntable.home} if self.turntable.home else {})

    @property
    def timing(self) -> dict[str, Any]:
        """What a calibration depends on, see ``hardware.calibration.Wiring``."""
        return super().timing | {"factory": self.factory, "edges": self.edges}

    def happens_at(self, name: Input, high: bool) -> bool:
        """Whether the input is active at this level.

        Active means: a card is in the beam, the button is pressed, the cover is closed, there are
        cards, the motor driver reports a fault, the turntable is at home.
        """
        active_high = (name == "card_sensor") != (name in self.turned_round)
        return high == active_high

    def complaint(self) -> str | None:
        """Say which keys of the configuration cannot be used, and why; None: all is well."""
        if not self.chip.isprintable():
            return "pins.chip has a character that no label has; gpiodetect shows the labels"
        if complaint := self.complaint_about_pins("pins", _why_not):
            return complaint
        for name in self.driver.inputs:
            gpio = getattr(self, name)
            if reason := NOT_FOR_A_MOTOR.get(gpio):
                return (
                    f"pins.{name}: GPIO {gpio} {reason}, and the motor would turn; take another of "
                    f"{PULLED_DOWN_FROM} to 27"
                )
        return self.turntable.complaint()

    def complaint_about_bus(self, bus: int) -> str | None:
        """Say which pin belongs to this I2C bus, at which a scale is; None: all is well."""
        for line, gpio in zip(("SDA", "SCL"), I2C_PINS.get(bus, ()), strict=False):
            for name, used in self.used.items():
                if used == gpio:
                    return f"pins.{name}: GPIO {gpio} is {line} of the scale's I2C bus {bus}"
        return None

    def settings(self, measured: Mapping[str, int] | None = None) -> Settings:
        """Settings of a launcher with this motor driver and what a bench ``measured`` of it."""
        return Settings(**self.settings_with(measured or {}))


def _why_not(gpio: int) -> str | None:
    return "expected 2 to 27, or 0 for none" if gpio == 1 else None


class PinTrouble(Exception):
    """The pins cannot be used. The message says to people what happened and what to do."""
