"""Which pins a launcher may have."""

from __future__ import annotations

import msgspec
import pytest
from gpiozero.pins.pi import PiBoardInfo

from hardware.gpio.launcher_pins import COASTING_US, Input
from hardware.gpio.motor_drivers import MOTOR_DRIVERS, DriverName
from hardware.gpio.pins import Pins
from hardware.portable.settings import Settings

MAY_BE_MISSING = ("button", "lamp", "buzzer", "cover", "hopper")


@pytest.mark.parametrize("name", list(MOTOR_DRIVERS))
def test_the_defaults_are_in_order_for_every_motor_driver(name: DriverName) -> None:
    pins = Pins(motor_driver=name)
    assert pins.complaint() is None
    assert set(pins.driver.inputs) < set(pins.used)
    assert all(9 <= pins.used[wire] <= 27 for wire in pins.driver.inputs)


def test_the_default_pins_are_on_the_header_of_a_pi_4() -> None:
    board = PiBoardInfo.from_revision(0xC03111)
    header = {name for pin in board.headers["J8"].pins.values() for name in pin.names}
    everything = Pins(motor_driver="tb6612", cover=5, hopper=6)
    assert {f"GPIO{gpio}" for gpio in everything.used.values()} < header


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"lamp": 17}, "pins.card_sensor and pins.lamp are both GPIO 17"),
        ({"motor_in2": 23}, "pins.motor_in1 and pins.motor_in2 are both GPIO 23"),
        (
            {"chip": "pinctrl\nrp1"},
            "pins.chip has a character that no label has; gpiodetect shows the labels",
        ),
        ({"button": 1}, "pins.button: expected 2 to 27, or 0 for none"),
        (
            {"inverted": ["lamp", "motor_in2"]},
            "pins.inverted: motor_in2 is an input of the motor driver, where low has to mean off; "
            "take it out, and to turn the motor the other way swap its wires",
        ),
        ({"motor_fault": 23}, "pins.motor_in1 and pins.motor_fault are both GPIO 23"),
        (
            {"motor_sleep": 18},
            "pins.motor_sleep and pins.lamp are both GPIO 18",
        ),
        (
            {"turntable": {"kind": "step_dir", "gpios": [12, 13], "enable": 13}},
            "pins.turntable.gpios[1] and pins.turntable.enable are both GPIO 13",
        ),
        (
            {"turntable": {"kind": "servo", "gpios": [12], "enable": 13}},
            "pins.turntable.enable: only kind step_dir has such an input; remove it",
        ),
        (
            {"motor_sleep": 8},
            "pins.motor_sleep: GPIO 8 is pulled up while a Pi starts, and the motor would turn; "
            "take another of 9 to 27",
        ),
        (
            {"motor_in1": 14},
            "pins.motor_in1: GPIO 14 is the serial console's output and high while a Pi starts, "
            "and the motor would turn; take another of 9 to 27",
        ),
        (
            {"motor_in1": 8},
            "pins.motor_in1: GPIO 8 is pulled up while a Pi starts, and the motor would turn; "
            "take another of 9 to 27",
        ),
    ],
)
def test_what_cannot_be_is_said(changes: dict[str, int | str], complaint: str) -> None:
    assert msgspec.convert(changes, Pins).complaint() == complaint


@pytest.mark.parametrize(
    "changes",
    [
        {"motor_in1": 9},
        {"motor_in1": 13, "motor_in2": 15},
        {"lamp": 14},
        {"duty_pct": 50},
        {"duty_pct": 100},
        {"pwm_hz": 50, "buzzer_hz": 0},
        {"pwm_hz": 10_000, "buzzer_hz": 10_000},
        {"card_sensor": 2, "button": 3, "lamp": 5, "buzzer": 6, "cover": 7, "hopper": 8},
        {"hopper": 27, "buzzer": 26, "motor_in2": 25},
        {"motor_in1": 27, "buzzer": 0},
        {"lamp": 25},  # the DRV8833 has no such input
        {"button": 2},
        {"inverted": ["lamp", "buzzer", "turntable_enable"]},
        {"button": 0, "lamp": 0, "buzzer": 0},
    ],
)
def test_what_can_be_is_taken(changes: dict[str, int]) -> None:
    assert msgspec.convert(changes, Pins).complaint() is None


@pytest.mark.parametrize(
    "changes",
    [
        {"card_sensor": 0},
        {"card_sensor": 1},
        {"card_sensor": 28},
        *({name: gpio} for name in MAY_BE_MISSING for gpio in (-1, 28)),
        *({name: gpio} for name in MOTOR_DRIVERS["tb6612"].inputs for gpio in (1, 28)),
        {"duty_pct": 49},
        {"duty_pct": 101},
        {"duty_pct": 60.5},
        {"pwm_hz": 49},
        {"pwm_hz": 10_001},
        {"buzzer_hz": -1},
        {"buzzer_hz": 10_001},
        {"motor_driver": "l293"},
        {"factory": "pigpio"},
        {"edges": "lgpio"},
        {"inverted": ["motor_driver"]},
    ],
)
def test_what_is_out_of_range_is_refused(changes: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(changes, Pins)


@pytest.mark.parametrize(
    ("name", "high_means"),
    [
        ("card_sensor", True),
        ("button", False),
        ("cover", False),
        ("hopper", False),
        ("motor_fault", False),
    ],
)
def test_an_input_can_be_wired_the_other_way_round(name: Input, high_means: bool) -> None:
    for high in (True, False):
        assert Pins().happens_at(name, high) is (high == high_means)
        assert Pins(inverted=(name,)).happens_at(name, high) is (high != high_means)


def test_a_torn_cable_of_sensor_and_cover_is_no_leave_to_turn() -> None:
    """Pulled up, it reads: a card in the beam, the cover open, no press, no cards."""
    torn = {name: Pins().happens_at(name, True) for name in ("card_sensor", "cover", "button")}
    assert torn == {"card_sensor": True, "cover": False, "button": False}


def test_settings_follow_what_the_motor_driver_can_do() -> None:
    assert Pins().settings().retract_pct == Settings().retract_pct
    assert Pins().settings().brake_us == Settings().brake_us
    weak = Pins(motor_driver="mosfet").settings()
    assert (weak.retract_pct, weak.brake_us) == (0, COASTING_US)


def test_at_full_power_nothing_changes() -> None:
    assert Pins(duty_pct=100).settings_with({}) == {}


def test_a_motor_that_gets_less_turns_both_ways_with_less_and_is_given_time() -> None:
    half = Pins(duty_pct=50).settings()
    assert (half.feed_pct, half.retract_pct, half.max_duty_pct) == (50, 50, 50)
    assert half.card_us == 2 * Settings.card_us
    assert half.retract_us == 2 * Settings.retract_us
    # what protects the motor and people, and how fast it speeds up, does not depend on it
    assert (half.max_on_us, half.lease_us) == (Settings.max_on_us, Settings.lease_us)
    assert half.spin_up_us == Settings.spin_up_us
    assert Pins(duty_pct=50, motor_driver="mosfet").settings().retract_pct == 0


def test_what_was_measured_at_a_duty_is_not_changed_by_it() -> None:
    assert Pins(duty_pct=50).settings({"card_us": 170_000}).card_us == 170_000
