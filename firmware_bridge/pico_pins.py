"""Which pin of a Pico does what, and that as its program reads it."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from hardware.gpio.motor_drivers import MOTOR_DRIVERS, DriverName, Row
from hardware.gpio.pins import COASTING_US, Input

PicoGpio = Annotated[int, Meta(ge=1, le=28)]
PicoGpioOrNone = Annotated[int, Meta(ge=0, le=28)]
INTERNAL = (23, 24, 25)
"""Pins that a Pico uses on its own board (Raspberry Pi Pico data sheet, "Pinout")."""
INPUTS: tuple[Input, ...] = ("card_sensor", "button", "cover", "hopper")
SLICES = 8
"""Two pins side by side, and those 16 further on, share one pitch of pulses (RP2040, "PWM")."""


class PicoPins(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``[pico]``: how a launcher is wired to a Pico; each key means what it does in ``[pins]``."""

    motor_driver: DriverName = "drv8833"
    motor_in1: PicoGpio = 10
    motor_in2: PicoGpio = 11
    motor_pwm: PicoGpio = 12
    motor_standby: PicoGpio = 13
    pwm_hz: Annotated[int, Meta(ge=50, le=20_000)] = 1000
    card_sensor: PicoGpio = 14
    button: PicoGpio = 15
    """Always there: held while the Pico starts, it keeps the program from starting."""
    lamp: PicoGpioOrNone = 16
    buzzer: PicoGpioOrNone = 18
    buzzer_hz: Annotated[int, Meta(ge=0, le=10_000)] = 2000
    cover: PicoGpioOrNone = 0
    hopper: PicoGpioOrNone = 0
    inverted: tuple[Input, ...] = ()

    def complaint(self) -> str | None:
        """Say what cannot be so, in the words of a configuration; None: all is well."""
        motor = MOTOR_DRIVERS[self.motor_driver].inputs
        seen: dict[int, str] = {}
        for name in (*motor, *INPUTS, "lamp", "buzzer"):
            gpio = getattr(self, name)
            if gpio in INTERNAL:
                return f"pico.{name}: a Pico needs GPIO {gpio} itself; take another"
            if gpio in seen:
                return f"pico.{seen[gpio]} and pico.{name} are both GPIO {gpio}"
            if gpio:
                seen[gpio] = name
        slices = {_slice(getattr(self, name)): name for name in motor}
        if self.buzzer and (shared := slices.get(_slice(self.buzzer))):
            return (
                f"pico.buzzer and pico.{shared} would have one pitch of pulses; "
                "let their numbers differ by 2 to 14"
            )
        if "turntable_home" in self.inverted:
            return "pico.inverted: a Pico turns no turntable; leave turntable_home out"
        return None

    def wiring(self) -> dict[str, Any]:
        """All of it as ``firmware_bridge.pico`` reads it, without the build's name."""
        driver = MOTOR_DRIVERS[self.motor_driver]
        settings: dict[str, int] = {}
        if driver.reverse is None:
            settings["retract_pct"] = 0
        if driver.brake is None:
            settings["brake_us"] = COASTING_US
        motor = {
            "pins": [getattr(self, name) for name in driver.inputs],
            "pwm_hz": self.pwm_hz,
            "forward": _letters(driver.forward),
            "reverse": _letters(driver.reverse),
            "brake": _letters(driver.brake),
            "coast": _letters(driver.coast),
        }
        names = ("card_sensor", "button", "lamp", "buzzer", "buzzer_hz", "cover", "hopper")
        rest = {name: getattr(self, name) for name in names}
        return {"motor": motor, **rest, "inverted": list(self.inverted), "settings": settings}


def _slice(gpio: int) -> int:
    return gpio // 2 % SLICES


def _letters(row: Row | None) -> str:
    return "".join("LHP"[level.value] for level in row or ())
