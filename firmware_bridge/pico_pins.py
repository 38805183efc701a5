"""Which pin of a Pico does what, and the wiring as the Pico's program reads it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Literal

from msgspec import Meta

from hardware.gpio.launcher_pins import INPUTS, LauncherPins
from hardware.gpio.motor_drivers import PinLevels
from hardware.gpio.turntable_pins import TurntablePins

PicoGpio = Annotated[int, Meta(ge=1, le=28)]
PicoGpioOrNone = Annotated[int, Meta(ge=0, le=28)]
INTERNAL = (23, 24, 25)
"""Pins that a Pico uses on its own board (Raspberry Pi Pico data sheet, "Pinout"), and that on a
Pico W and a Pico 2 W go to the wireless chip, with GPIO 29 (Pico SDK, boards/pico_w.h)."""
TICK_US = 2_000
"""From one tick of the Pico's program to the next, see ``firmware_bridge.pico.board.TICK_HZ``."""
MOST_STEPS_A_S = 1_000_000 // TICK_US
"""One step a tick."""
SERVO_HZ = 50
CHANGING = 0
"""A buzzer that plays tunes changes its pitch, so no other pin may share it."""
OF_SCALE = "scale_"
"""So the names of a scale's figures begin."""
SLICES = 8
"""Two neighbouring pins, and the pins 16 further on, share one pitch of pulses (RP2040, "PWM")."""


class PicoPins(LauncherPins, frozen=True, forbid_unknown_fields=True):
    """``[pico]``: how a launcher is wired to [a Pico](pico.md).

    Run ``rollerdeck firmware install`` after a change.
    """

    motor_in1: PicoGpio = 10
    motor_in2: PicoGpio = 11
    motor_pwm: PicoGpio = 12
    motor_standby: PicoGpio = 13
    motor_sleep: PicoGpioOrNone = 0
    pwm_hz: Annotated[int, Meta(ge=50, le=20_000)] = 1000
    card_sensor: PicoGpio = 14
    button: PicoGpio = 15
    """Pin of the push button, which there has to be: a Pico that starts while it is held does not
    start its program."""
    lamp: PicoGpioOrNone = 16
    buzzer: PicoGpioOrNone = 18
    """Pin of the buzzer, not next to a pin of the motor: neighbours share one frequency."""
    buzzer_hz: Annotated[int, Meta(ge=0, le=10_000)] = 2000
    cover: PicoGpioOrNone = 0
    hopper: PicoGpioOrNone = 0
    motor_fault: PicoGpioOrNone = 0
    scale: Literal["none", "nau7802", "hx711"] = "none"
    """Chip of the [scale](scale.md#at-a-pico) under the launcher; ``[scale]`` is for a Pi."""
    scale_data: PicoGpioOrNone = 0
    """Pin of SDA of a NAU7802, or DOUT of a HX711."""
    scale_clock: PicoGpioOrNone = 0
    """Pin of SCL of a NAU7802, or PD_SCK of a HX711."""

    @property
    def used(self) -> dict[str, int]:
        """As on a Pi, and the pins of the scale."""
        if self.scale == "none":
            return super().used
        return super().used | {"scale_data": self.scale_data, "scale_clock": self.scale_clock}

    def complaint(self) -> str | None:
        """Say which keys of the configuration cannot be used, and why; None: all is well."""
        if self.scale != "none" and not (self.scale_data and self.scale_clock):
            return f"pico.scale is {self.scale}, so pico.scale_data and pico.scale_clock need pins"
        if complaint := self.complaint_about_pins("pico", _why_not):
            return complaint
        slices: dict[int, tuple[str, int]] = {}
        for name, hz in self._pulsed().items():
            gpio = self.used[name]
            other, other_hz = slices.setdefault(_slice(gpio), (name, hz))
            if hz != other_hz:
                return (
                    f"pico.{name} and pico.{other} would have one pitch of pulses; "
                    "let their numbers differ by 2 to 14"
                )
        return self.turntable.complaint("pico", MOST_STEPS_A_S)

    def _pulsed(self) -> dict[str, int]:
        """The pitch of the pulses at each pin that has pulses."""
        motor: tuple[str, ...] = self.driver.inputs
        pulsed = dict.fromkeys(motor, self.pwm_hz)
        if self.buzzer:
            pulsed["buzzer"] = CHANGING
        if self.turntable.kind == "servo":
            pulsed |= {f"turntable.gpios[{n}]": SERVO_HZ for n in range(len(self.turntable.gpios))}
        return pulsed

    def wiring(self, measured: Mapping[str, int] = MappingProxyType({})) -> dict[str, Any]:
        """The whole wiring as ``firmware_bridge.pico`` reads it, without the build's name.

        ``measured``: what a bench measured of this launcher, see ``hardware.calibration``, and of
        its scale, in names that begin with ``OF_SCALE``.
        """
        driver = self.driver
        motor = {
            "pins": [getattr(self, name) for name in driver.inputs],
            "falls": list(driver.falls),
            "pwm_hz": self.pwm_hz,
            "forward": _letters(driver.forward),
            "reverse": _letters(driver.reverse),
            "brake": _letters(driver.brake),
            "coast": _letters(driver.coast),
        }
        figures = {
            name.removeprefix(OF_SCALE): value
            for name, value in measured.items()
            if name.startswith(OF_SCALE)
        }
        of_launcher = {name: measured[name] for name in measured if not name.startswith(OF_SCALE)}
        names = (*INPUTS, "lamp", "buzzer", "buzzer_hz")
        rest = {name: getattr(self, name) for name in names}
        return {
            "motor": motor,
            **rest,
            "inverted": list(self.turned_round),
            "pulled_down": list(self.pulled_down),
            "turntable": _turntable(self.turntable, self.enable_low),
            "scale": self._scale(figures),
            "settings": self.settings_with(of_launcher),
        }

    def _scale(self, figures: Mapping[str, int]) -> dict[str, Any] | None:
        if self.scale == "none":
            return None
        pins = {"data": self.scale_data, "clock": self.scale_clock}
        return {"chip": self.scale, **pins, "figures": dict(figures)}


def _turntable(pins: TurntablePins, enable_low: bool) -> dict[str, Any] | None:
    if pins.kind == "none":
        return None
    names = ("kind", "home", "enable", "servo_min_us", "servo_max_us", "servo_range_deg")
    return {
        **{name: getattr(pins, name) for name in names},
        "enable_low": enable_low,
        "gpios": list(pins.gpios),
        "stops": pins.stops,
        "step_us": pins.step_us,
        "home_steps": pins.home_steps,
    }


def _why_not(gpio: int) -> str | None:
    return f"a Pico needs GPIO {gpio} itself; take another" if gpio in INTERNAL else None


def _slice(gpio: int) -> int:
    return gpio // 2 % SLICES


def _letters(row: PinLevels | None) -> str:
    return "".join("LHP"[level.value] for level in row or ())
