"""The maker's page says what the configuration and the truth tables say."""

from __future__ import annotations

import re
from pathlib import Path
from typing import cast

import msgspec
from gpiozero.pins.pi import PiBoardInfo

from hardware.gpio.launcher_pins import INPUTS
from hardware.gpio.motor_drivers import MOTOR_DRIVERS, DriverName, PinLevel, PinLevels
from hardware.gpio.pins import NOT_FOR_A_MOTOR, PULLED_DOWN_FROM, Pins
from hardware.gpio.sensor_modules import SENSOR_MODULES, SensorModule

DOCUMENT = (Path(__file__).parents[3] / "docs" / "wiring.md").read_text()
HEADER = PiBoardInfo.from_revision(0xC03111).headers["J8"].pins


def header_pin(gpio: int) -> int:
    (number,) = [number for number, pin in HEADER.items() if f"GPIO{gpio}" in pin.names]
    return int(number)


def test_the_table_of_pins_is_the_default_configuration() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \| (\d+) \| (\w+) \|", DOCUMENT, re.MULTILINE)
    wires = {wire for driver in MOTOR_DRIVERS.values() for wire in driver.inputs}
    names = wires | set(INPUTS) | {"lamp", "buzzer"}
    defaults = {name: gpio for name in names if (gpio := getattr(Pins(), name))}
    assert {name: int(gpio) for name, gpio, _, _ in rows} == defaults
    for _, gpio, header, reset in rows:
        assert int(header) == header_pin(int(gpio))
        assert reset == ("down" if int(gpio) >= PULLED_DOWN_FROM else "up")


def test_the_table_of_pins_that_are_not_for_a_motor_is_the_configurations() -> None:
    rows = re.findall(r"^\| (\d+)(?: to (\d+))? \| (is .*) \|$", DOCUMENT, re.MULTILINE)
    reasons = {
        gpio: why for first, last, why in rows for gpio in range(int(first), int(last or first) + 1)
    }
    assert reasons == NOT_FOR_A_MOTOR


def test_the_free_pins_are_free_and_where_it_says() -> None:
    pin = r"GPIO (\d+) \(header pin (\d+)\)"
    (free,) = re.findall(f"{pin} and {pin} are free", " ".join(DOCUMENT.split()))
    cover, cover_pin, hopper, hopper_pin = map(int, free)
    assert (header_pin(cover), header_pin(hopper)) == (cover_pin, hopper_pin)
    for name in MOTOR_DRIVERS:
        assert Pins(motor_driver=name, cover=cover, hopper=hopper).complaint() is None


def test_the_table_of_motor_drivers_is_the_truth_tables() -> None:
    letters = {PinLevel.LOW: "L", PinLevel.HIGH: "H", PinLevel.PWM: "P"}

    def words(row: PinLevels | None) -> str:
        return " ".join(letters[level] for level in row or ())

    rows = re.findall(
        r"^\| `(\w+)` \| ([HLP ]+) \| ([HLP ]*)\| ([HLP ]*)\| ([HLP ]+) \|$", DOCUMENT, re.MULTILINE
    )
    said = {name: tuple(cell.strip() for cell in cells) for name, *cells in rows}
    assert set(said) == set(MOTOR_DRIVERS)
    for name, cells in said.items():
        driver = MOTOR_DRIVERS[cast(DriverName, name)]
        table = (driver.forward, driver.reverse, driver.brake, driver.coast)
        assert cells == tuple(map(words, table))


def test_the_table_of_sensor_modules_is_what_the_names_decide() -> None:
    rows = re.findall(
        r"^\| (`[^|]+`) \| [^|]+ \| (high|low) \| (module|your resistor)[^|]* \| ([^|]+) \|",
        DOCUMENT,
        re.MULTILINE,
    )
    said = {
        name: SensorModule(
            card_is_high=level == "high",
            output="supply" if driven_by == "module" else "open",
            needs_5v=not supply.startswith("3.3"),
        )
        for names, level, driven_by, supply in rows
        for name in re.findall(r"`([\w-]+)`", names)
    }
    assert said == SENSOR_MODULES


def test_the_table_of_voltages_is_that_of_the_doctor() -> None:
    rows = re.findall(
        r"^\| `(\w+)` \| (?:([\d.]+) to |from )?(?:up to )?([\d.]+) V \|", DOCUMENT, re.MULTILINE
    )
    said = {name: (least, most) for name, least, most in rows}
    drivers = {name: one for name, one in MOTOR_DRIVERS.items() if one.most_mv}
    assert set(said) == set(drivers)
    for name, (least, most) in said.items():
        driver = drivers[cast(DriverName, name)]
        if name == "l298n":  # the chip itself works with less; the motor does not
            assert round(float(most) * 1000) == driver.least_mv
        else:
            volts = (round(float(least or 0) * 1000), round(float(most) * 1000))
            assert volts == (driver.least_mv, driver.most_mv)


def test_every_driver_can_be_named_in_the_configuration() -> None:
    for name in MOTOR_DRIVERS:
        assert msgspec.convert({"motor_driver": name}, Pins).driver is MOTOR_DRIVERS[name]
