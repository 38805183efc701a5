"""Truth tables against what the data sheets say the chips' outputs do."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from hardware.gpio.motor import Motor
from hardware.gpio.motor_drivers import MOTOR_DRIVERS, DriverName, PinLevel
from hardware.gpio.pins import Pins
from tests.hardware.gpio.workbench import WatchedFactory

# Each chip as a function from input levels to what its two outputs do with the motor:
# "L" and "H" are driven, "Z" is let go. A MOSFET switches the motor's other end to ground.


def drv8833(in1: int, in2: int) -> str:
    return {(0, 0): "ZZ", (0, 1): "LH", (1, 0): "HL", (1, 1): "LL"}[in1, in2]


def tb6612(in1: int, in2: int, pwm: int, standby: int) -> str:
    if not standby:
        return "ZZ"
    if (in1, in2) == (1, 1) or not pwm:
        return "LL"
    return {(0, 1): "LH", (1, 0): "HL", (0, 0): "ZZ"}[in1, in2]


def l298n(in1: int, in2: int, enable: int) -> str:
    if not enable:
        return "ZZ"
    return {(0, 0): "LL", (0, 1): "LH", (1, 0): "HL", (1, 1): "HH"}[in1, in2]


def mosfet(gate: int) -> str:
    return "HL" if gate else "ZL"


CHIPS: dict[DriverName, Callable[..., str]] = {
    "drv8833": drv8833,
    "tb6612": tb6612,
    "l298n": l298n,
    "mosfet": mosfet,
}
DRIVES, REVERSES, BRAKES, COASTS = {"HL"}, {"LH"}, {"LL", "HH"}, {"ZZ", "ZL"}
NAMES = list(MOTOR_DRIVERS)


def outputs(name: DriverName, row: tuple[PinLevel, ...]) -> set[str]:
    """What the chip does during a row: with pulses, while they are high."""
    return {CHIPS[name](*(int(level is not PinLevel.LOW) for level in row))}


@pytest.mark.parametrize("name", NAMES)
def test_each_row_does_what_it_is_named_for(name: DriverName) -> None:
    table = MOTOR_DRIVERS[name]
    assert outputs(name, table.forward) == DRIVES
    assert outputs(name, table.coast) <= COASTS
    if table.reverse:
        assert outputs(name, table.reverse) == REVERSES
    if table.brake:
        assert outputs(name, table.brake) <= BRAKES


@pytest.mark.parametrize("name", NAMES)
def test_between_its_pulses_nothing_drives(name: DriverName) -> None:
    table = MOTOR_DRIVERS[name]
    for row in (table.forward, table.reverse):
        if row:
            assert PinLevel.PWM in row
            quiet = CHIPS[name](*(int(level is PinLevel.HIGH) for level in row))
            assert {quiet} <= BRAKES | COASTS


@pytest.mark.parametrize("name", NAMES)
def test_with_all_wires_low_the_motor_is_let_go(name: DriverName) -> None:
    table = MOTOR_DRIVERS[name]
    assert table.coast == (PinLevel.LOW,) * len(table.inputs)
    assert {CHIPS[name](*[0] * len(table.inputs))} <= COASTS


def test_what_a_driver_cannot_do_becomes_coasting() -> None:
    table = MOTOR_DRIVERS["mosfet"]
    assert table.row(-100, False) == table.row(0, True) == table.row(0, False) == table.coast
    assert [name for name in NAMES if MOTOR_DRIVERS[name].reverse is None] == ["mosfet"]
    assert [name for name in NAMES if MOTOR_DRIVERS[name].brake is None] == ["mosfet"]


def levels(factory: WatchedFactory, pins: Pins) -> list[float]:
    return [factory.level(getattr(pins, name)) for name in pins.driver.inputs]


@pytest.mark.parametrize(
    ("name", "forward", "reverse", "brake"),
    [
        ("drv8833", [0.6, 0], [0, 0.6], [1, 1]),
        ("tb6612", [1, 0, 0.6, 1], [0, 1, 0.6, 1], [1, 1, 1, 1]),
        ("l298n", [1, 0, 0.6], [0, 1, 0.6], [0, 0, 1]),
        ("mosfet", [0.6], [0], [0]),
    ],
)
def test_the_pins_get_the_rows_levels(
    name: DriverName, forward: list[float], reverse: list[float], brake: list[float]
) -> None:
    factory, pins = WatchedFactory(), Pins(motor_driver=name)
    motor = Motor(pins, factory)
    low = [0.0] * len(forward)
    assert levels(factory, pins) == low
    for pct, braking, wanted in (
        (60, False, forward),
        (0, False, low),
        (-60, False, reverse),
        (0, True, brake),
        (100, False, [level if level != 0.6 else 1 for level in forward]),
    ):
        motor.drive(pct, braking)
        assert levels(factory, pins) == wanted, (pct, braking)
    motor.off()
    assert levels(factory, pins) == low


@pytest.mark.parametrize("name", NAMES)
def test_no_transition_drives_the_wrong_way(name: DriverName) -> None:
    """Pin by pin on the way from any state to any other one.

    Between brake and coast two pins change one after the other, some microseconds apart.
    """
    states = [(100, False), (-100, False), (0, True), (0, False)]
    for before, after in product(states, states):
        factory, pins = WatchedFactory(), Pins(motor_driver=name)
        motor = Motor(pins, factory)
        motor.drive(*before)
        seen: set[str] = set()

        def look(
            factory: WatchedFactory = factory, pins: Pins = pins, seen: set[str] = seen
        ) -> None:
            seen.add(CHIPS[name](*map(int, levels(factory, pins))))

        factory.changed = look
        motor.drive(*after)
        may = set()
        for pct, _ in (before, after):
            may |= DRIVES if pct > 0 else REVERSES if pct < 0 else set()
        assert seen <= may | BRAKES | COASTS or not may, (before, after)


@pytest.mark.parametrize("name", NAMES)
def test_let_go_the_pins_are_inputs_pulled_down(name: DriverName) -> None:
    factory, pins = WatchedFactory(), Pins(motor_driver=name)
    motor = Motor(pins, factory)
    motor.drive(100, False)
    motor.close()
    motor.close()
    for wire in pins.driver.inputs:
        pin = factory.pin(getattr(pins, wire))
        assert (pin.function, pin.pull, pin.state) == ("input", "down", 0)


def test_pulled_down_before_it_drives() -> None:
    """What the kernel finds when it takes the lines of a killed process back."""
    factory, pins = WatchedFactory(), Pins()
    motor = Motor(pins, factory)
    motor.drive(100, False)
    assert [factory.pin(gpio).pull for gpio in (pins.motor_in1, pins.motor_in2)] == ["down", "down"]


def test_a_pin_that_fails_does_not_keep_the_others_on(monkeypatch: pytest.MonkeyPatch) -> None:
    factory, pins = WatchedFactory(), Pins(motor_driver="tb6612")
    motor = Motor(pins, factory)
    motor.drive(100, False)
    pin = factory.pin(pins.motor_in1)

    def broken(value: float) -> None:
        raise OSError("the line is gone")

    monkeypatch.setattr(pin, "_set_state", broken)
    motor.off()
    assert levels(factory, pins) == [1, 0, 0, 0]
