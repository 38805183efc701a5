"""What ``[pins]`` of a Pi and ``[pico]`` of a Pico have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from hardware.gpio.motor_drivers import (
    MOTOR_DRIVERS,
    MOTOR_INPUTS,
    DriverName,
    MotorDriver,
    MotorInput,
)
from hardware.gpio.sensor_modules import OWN_CIRCUIT, SENSOR_MODULES, SensorModule, SensorName
from hardware.gpio.turntable_pins import TurntablePins
from hardware.portable.settings import FULL_PCT, LOWEST_PCT, Settings, at_duty

Input = Literal["card_sensor", "button", "cover", "hopper", "motor_fault", "turntable_home"]
Output = Literal["lamp", "buzzer", "turntable_enable"]
Invertible = Literal[Input, Output, MotorInput]
"""The motor's inputs are here to be refused with a sentence."""
INPUTS: tuple[Input, ...] = ("card_sensor", "button", "cover", "hopper", "motor_fault")
TIMED: tuple[Input, ...] = ("card_sensor", "button")
"""Inputs whose edges a calibration measures."""

COASTING_US = 500_000
"""How long a motor without a brake takes to stand still: four of the mechanism's time constants."""


class LauncherPins(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board adds a field for the pin of each input and output, with the range that it has."""

    motor_driver: DriverName = "drv8833"
    """Kind of the [motor driver](wiring.md#motor-drivers)."""
    duty_pct: Annotated[int, Meta(ge=LOWEST_PCT, le=FULL_PCT)] = FULL_PCT
    """How much of its full power the motor gets while it turns, forward and back
    ([the motor's power](bring-up.md#the-motors-power)); calibrate after a change."""
    motor_sleep: int = 0
    """Pin of nSLEEP of a DRV8833 or DRV8838; 0: it is connected to 3.3 V."""
    motor_supply_mv: Annotated[int, Meta(ge=0, le=50_000)] = 0
    """Voltage of the motor's supply, at which ``rollerdeck doctor`` checks the motor driver, for
    example 4500 for three new cells; 0: unknown."""
    sensor: SensorName = OWN_CIRCUIT
    """Kind of card sensor: the light barrier of the [drawing](wiring.md), or a [sensor
    module](wiring.md#sensor-modules); it decides which level means a card."""
    inverted: tuple[Invertible, ...] = ()
    """Inputs and outputs whose high and low are exchanged ([when an output is on while it is
    low](wiring.md#outputs-that-are-on-while-they-are-low)); ``card_sensor`` only with the light
    barrier."""
    turntable: TurntablePins = TurntablePins()
    """What turns the launcher to a player."""

    @property
    def driver(self) -> MotorDriver:
        """The truth table of the motor driver, with the inputs that are at pins."""
        driver = MOTOR_DRIVERS[self.motor_driver]
        return driver.with_sleep() if self.motor_sleep and driver.sleeps else driver

    @property
    def sensor_module(self) -> SensorModule:
        """What is known of the card sensor."""
        return SENSOR_MODULES[self.sensor]

    @property
    def turned_round(self) -> tuple[Invertible, ...]:
        """The inputs with opposite levels, because ``inverted`` or the card sensor says so."""
        by_sensor: tuple[Input, ...] = () if self.sensor_module.card_is_high else ("card_sensor",)
        return (*self.inverted, *by_sensor)

    @property
    def pulled_down(self) -> tuple[Input, ...]:
        """The inputs that the board pulls down; it pulls the others up."""
        return ("card_sensor",) if self.sensor_module.pulled_down else ()

    @property
    def torn_sensor_says_clear(self) -> bool:
        """Whether a torn cable of the card sensor looks as if there was no card."""
        return self.sensor_module.torn_says_clear != ("card_sensor" in self.inverted)

    @property
    def enable_low(self) -> bool:
        """Whether the turntable's ENABLE is low while its motor has current, as it usually is."""
        return "turntable_enable" not in self.inverted

    @property
    def on_when_low(self) -> tuple[int, ...]:
        """The pins of the outputs that are off while they are high."""
        names: tuple[Output, ...] = ("lamp", "buzzer")
        gpios = [getattr(self, name) for name in names if name in self.inverted]
        gpios += [self.turntable.enable] if self.enable_low else []
        return tuple(gpio for gpio in gpios if gpio)

    @property
    def used(self) -> dict[str, int]:
        """Every pin in use by its name; inputs that the motor driver does not have are left out."""
        names = (*self.driver.inputs, *INPUTS, "lamp", "buzzer")
        used = {name: gpio for name in names if (gpio := getattr(self, name))}
        turntable = self.turntable
        used |= {f"turntable.gpios[{index}]": gpio for index, gpio in enumerate(turntable.gpios)}
        used |= {"turntable.home": turntable.home} if turntable.home else {}
        return used | ({"turntable.enable": turntable.enable} if turntable.enable else {})

    @property
    def timing(self) -> dict[str, Any]:
        """What a calibration depends on, see ``hardware.calibration.Wiring``."""
        names = ("motor_driver", *self.driver.inputs, "pwm_hz", *TIMED)
        inverted = [name for name in TIMED if name in self.inverted]
        timing = {name: getattr(self, name) for name in names} | {"inverted": inverted}
        # calibrations from before there was a choice stay valid with the values of that time
        chosen = {"duty_pct": FULL_PCT, "sensor": OWN_CIRCUIT}
        return timing | {
            name: value for name, usual in chosen.items() if (value := getattr(self, name)) != usual
        }

    def complaint_about_pins(self, at: str, why_not: Callable[[int], str | None]) -> str | None:
        """Say which pin cannot be used, or is used twice, or has two polarities; None: all is well.

        ``at``: the table of the configuration. ``why_not``: why the board cannot use a pin.
        """
        if self.sensor != OWN_CIRCUIT and "card_sensor" in self.inverted:
            return (
                f"{at}.sensor is {self.sensor}, which already says when the card sensor is low; "
                f"take card_sensor out of {at}.inverted"
            )
        for motor_input in MOTOR_INPUTS:
            if motor_input in self.inverted:
                return (
                    f"{at}.inverted: {motor_input} is an input of the motor driver, where low has "
                    "to mean off; take it out, and to turn the motor the other way swap its wires"
                )
        names: dict[int, str] = {}
        for name, gpio in self.used.items():
            if reason := why_not(gpio):
                return f"{at}.{name}: {reason}"
            if gpio in names:
                return f"{at}.{names[gpio]} and {at}.{name} are both GPIO {gpio}"
            names[gpio] = name
        return None

    def settings_with(self, measured: Mapping[str, int]) -> dict[str, int]:
        """The settings that are not the defaults with this motor driver and this duty.

        ``measured``: what a bench found of this launcher, see ``hardware.calibration``.
        """
        changes: dict[str, int] = {}
        if self.duty_pct != FULL_PCT:
            slower = at_duty(Settings(), self.duty_pct)
            changes = slower | {"max_duty_pct": self.duty_pct}
        changes |= measured
        if self.driver.reverse is None:
            changes["retract_pct"] = 0
        if self.driver.brake is None:
            changes["brake_us"] = COASTING_US
        return changes
