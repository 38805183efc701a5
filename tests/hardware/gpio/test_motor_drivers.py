"""Truth tables against what the data sheets say the chips' outputs do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

import pytest

from hardware.gpio.motor_drivers import MOTOR_DRIVERS, DriverName, PinLevel
from hardware.gpio.outputs import Motor
from hardware.gpio.pins import Pins
from tests.hardware.gpio.workbench import WatchedFactory

# Each chip as a function from input levels to what its two outputs do with the motor:
# "L" and "H" are driven, "Z" is let go. A MOSFET switches the motor's other end to ground.


def drv8833(in1: int, in2: int) -> str:
    return {(0, 0): "ZZ", (0, 1): "LH", (1, 0): "HL", (1, 1): "LL"}[in1, in2]


def drv8835(phase: int, enable: int) -> str:
    return ("LH" if phase else "HL") if enable else "LL"


def bts7960(in1: int, in2: int, inh: int) -> str:
    return "LH"[in1] + "LH"[in2] if inh else "ZZ"


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
    "drv8835": drv8835,
    "drv8838": drv8835,
    "drv8871": drv8833,
    "tb6612": tb6612,
    "l298n": l298n,
    "bts7960": bts7960,
    "mosfet": mosfet,
}
DRIVES, REVERSES, BRAKES, COASTS = {"HL"}, {"LH"}, {"LL", "HH"}, {"ZZ", "ZL"}
NAMES = list(MOTOR_DRIVERS)
WIRED = [(name, sleep) for name in NAMES for sleep in (0, 26)[: 1 + MOTOR_DRIVERS[name].sleeps]]
"""Every driver, and every one with an nSLEEP once more with that at GPIO 26."""
NEVER_LETS_GO = [("drv8835", 0), ("drv8838", 0)]


def chip(pins: Pins, levels: Sequence[int]) -> str:
    """What the chip does with these levels."""
    if pins.driver.inputs[-1] == "motor_sleep":
        *levels, awake = levels
        if not awake:
            return "ZZ"
    return CHIPS[pins.motor_driver](*levels)


def outputs(pins: Pins, row: tuple[PinLevel, ...]) -> set[str]:
    """What the chip does during a row: with pulses, while they are high."""
    return {chip(pins, [int(level is not PinLevel.LOW) for level in row])}


@pytest.mark.parametrize(("name", "sleep"), WIRED)
def test_each_row_does_what_it_is_named_for(name: DriverName, sleep: int) -> None:
    pins = Pins(motor_driver=name, motor_sleep=sleep)
    table = pins.driver
    assert outputs(pins, table.forward) == DRIVES
    assert outputs(pins, table.coast) <= (BRAKES if (name, sleep) in NEVER_LETS_GO else COASTS)
    if table.reverse:
        assert outputs(pins, table.reverse) == REVERSES
    if table.brake:
        assert outputs(pins, table.brake) <= BRAKES


@pytest.mark.parametrize(("name", "sleep"), WIRED)
def test_between_its_pulses_nothing_drives(name: DriverName, sleep: int) -> None:
    pins = Pins(motor_driver=name, motor_sleep=sleep)
    for row in (pins.driver.forward, pins.driver.reverse):
        if row:
            assert PinLevel.PWM in row
            quiet = chip(pins, [int(level is PinLevel.HIGH) for level in row])
            assert {quiet} <= BRAKES | COASTS


@pytest.mark.parametrize(("name", "sleep"), WIRED)
def test_with_all_wires_low_the_motor_is_off(name: DriverName, sleep: int) -> None:
    """Two drivers brake it then, as long as nothing lets them sleep."""
    pins = Pins(motor_driver=name, motor_sleep=sleep)
    table = pins.driver
    assert table.coast == (PinLevel.LOW,) * len(table.inputs)
    assert outputs(pins, table.coast) <= COASTS | BRAKES
    assert (outputs(pins, table.coast) <= BRAKES) == ((name, sleep) in NEVER_LETS_GO)


@pytest.mark.parametrize("name", NAMES)
def test_only_an_nsleep_can_be_at_a_pin(name: DriverName) -> None:
    inputs = Pins(motor_driver=name, motor_sleep=26).driver.inputs
    assert ("motor_sleep" in inputs) == (name in ("drv8833", "drv8838"))


def test_what_a_driver_cannot_do_becomes_coasting() -> None:
    table = MOTOR_DRIVERS["mosfet"]
    assert table.row(-100, False) == table.row(0, True) == table.row(0, False) == table.coast
    assert [name for name in NAMES if MOTOR_DRIVERS[name].reverse is None] == ["mosfet"]
    assert [name for name in NAMES if MOTOR_DRIVERS[name].brake is None] == ["mosfet"]


def levels(factory: WatchedFactory, pins: Pins) -> list[float]:
    return [factory.level(getattr(pins, name)) for name in pins.driver.inputs]


@pytest.mark.parametrize(
    ("name", "sleep", "forward", "reverse", "brake"),
    [
        ("drv8833", 0, [0.6, 0], [0, 0.6], [1, 1]),
        ("drv8833", 26, [0.6, 0, 1], [0, 0.6, 1], [1, 1, 1]),
        ("drv8835", 0, [0, 0.6], [1, 0.6], [0, 0]),
        ("drv8838", 0, [0, 0.6], [1, 0.6], [0, 0]),
        ("drv8838", 26, [0, 0.6, 1], [1, 0.6, 1], [0, 0, 1]),
        ("drv8871", 0, [0.6, 0], [0, 0.6], [1, 1]),
        ("tb6612", 0, [1, 0, 0.6, 1], [0, 1, 0.6, 1], [1, 1, 1, 1]),
        ("l298n", 0, [1, 0, 0.6], [0, 1, 0.6], [0, 0, 1]),
        ("bts7960", 0, [0.6, 0, 1], [0, 0.6, 1], [0, 0, 1]),
        ("mosfet", 0, [0.6], [0], [0]),
    ],
)
def test_the_pins_get_the_rows_levels(
    name: DriverName, sleep: int, forward: list[float], reverse: list[float], brake: list[float]
) -> None:
    factory, pins = WatchedFactory(), Pins(motor_driver=name, motor_sleep=sleep)
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


@pytest.mark.parametrize(("name", "sleep"), WIRED)
def test_no_transition_drives_the_wrong_way(name: DriverName, sleep: int) -> None:
    """Pin by pin on the way from any state to any other one.

    Between brake and coast two pins change one after the other, some microseconds apart: there may
    be reverse then, but not forward.
    """
    states = [(100, False), (-100, False), (0, True), (0, False)]
    for before, after in product(states, states):
        factory, pins = WatchedFactory(), Pins(motor_driver=name, motor_sleep=sleep)
        motor = Motor(pins, factory)
        motor.drive(*before)
        seen: set[str] = set()

        def look(
            factory: WatchedFactory = factory, pins: Pins = pins, seen: set[str] = seen
        ) -> None:
            seen.add(chip(pins, list(map(int, levels(factory, pins)))))

        factory.changed = look
        motor.drive(*after)
        may = set()
        for pct, _ in (before, after):
            may |= DRIVES if pct > 0 else REVERSES if pct < 0 else set()
        assert seen <= may | BRAKES | COASTS | (set() if may else REVERSES), (before, after)


@pytest.mark.parametrize(("name", "sleep"), WIRED)
def test_what_enables_the_others_falls_first(name: DriverName, sleep: int) -> None:
    """A TB6612 whose pulses end before its standby brakes on the way to coast."""
    driver = Pins(motor_driver=name, motor_sleep=sleep).driver
    enabling = ("motor_sleep", "motor_standby", "motor_pwm", "motor_in1", "motor_in2")
    falling = [driver.inputs[index] for index in driver.falls]
    assert falling == sorted(driver.inputs, key=enabling.index)


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


def test_a_motor_that_was_switched_off_can_have_the_same_duty_again() -> None:
    factory, pins = WatchedFactory(), Pins()
    motor = Motor(pins, factory)
    assert motor.drive(100, False)
    driven = levels(factory, pins)
    motor.off()
    assert levels(factory, pins) != driven
    assert motor.drive(100, False)
    assert levels(factory, pins) == driven


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
