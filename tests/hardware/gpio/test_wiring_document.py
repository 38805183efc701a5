"""The maker's page says what the configuration says."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from hardware.gpio.motor_drivers import MOTOR_DRIVERS
from hardware.gpio.pins import NOT_FOR_A_MOTOR, PULLED_DOWN_FROM, Pins
from release.parts import header_pin

DOCUMENT = (Path(__file__).parents[3] / "docs" / "wiring.md").read_text()
PROSE = " ".join(DOCUMENT.split())


def test_the_pins_that_are_not_for_a_motor_are_the_configurations() -> None:
    (last, other) = re.findall(
        r"keep the motor driver off GPIO 0 to (\d+), and off GPIO (\d+),", PROSE
    )[0]
    assert {*range(int(last) + 1), int(other)} == set(NOT_FOR_A_MOTOR)
    assert f"GPIO 0 to {PULLED_DOWN_FROM - 1} up and GPIO {PULLED_DOWN_FROM} to 27 down" in PROSE


def test_the_free_pins_are_free_and_where_it_says() -> None:
    pin = r"GPIO (\d+) \(header pin (\d+)\)"
    (free,) = re.findall(f"{pin} and {pin} are free", PROSE)
    cover, cover_pin, hopper, hopper_pin = map(int, free)
    assert (header_pin(cover), header_pin(hopper)) == (cover_pin, hopper_pin)
    for name in MOTOR_DRIVERS:
        assert Pins(motor_driver=name, cover=cover, hopper=hopper).complaint() is None


def test_every_driver_can_be_named_in_the_configuration() -> None:
    for name in MOTOR_DRIVERS:
        assert msgspec.convert({"motor_driver": name}, Pins).driver is MOTOR_DRIVERS[name]
