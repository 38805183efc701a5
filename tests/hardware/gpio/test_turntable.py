"""A turntable on pins: which of them does what, what can be configured, and what cannot."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import msgspec
import pytest

from hardware.gpio.pins import Pins
from hardware.gpio.turntable_motor import HALF_STEPS, TurntableOnPins
from hardware.gpio.turntable_pins import TurntablePins
from hardware.portable import core
from hardware.portable.ticks import MASK
from tests.hardware.gpio.test_gpio_board import Bench
from tests.hardware.gpio.turning import face
from tests.hardware.gpio.workbench import WatchedFactory

SERVO = TurntablePins(kind="servo", gpios=(12,))
STEP_DIR = TurntablePins(kind="step_dir", gpios=(12, 13), steps_a_turn=200)
COILS = TurntablePins(kind="coils", gpios=(12, 13, 19, 26))


class Turned:
    """A turntable alone, and every level that its pins had."""

    def __init__(self, pins: TurntablePins) -> None:
        self.factory = WatchedFactory()
        self.seen: list[list[float]] = []
        self.factory.changed = lambda: self.seen.append(self.levels())
        self._gpios = pins.gpios
        self.parts = TurntableOnPins(pins, self.factory)
        self._now_us = 0

    def levels(self) -> list[float]:
        return [self.factory.level(gpio) for gpio in self._gpios]

    def face(self, seat: int) -> None:
        self._now_us = face(self.parts, seat, self._now_us)


def test_a_servos_pulse_goes_from_one_end_to_the_other_and_ends() -> None:
    turned = Turned(SERVO)
    turned.face(3)
    pulses_us = [round(level * 20_000) for (level,) in turned.seen]
    assert pulses_us[0] == 1_000
    assert pulses_us[-2:] == [2_000, 0]
    assert pulses_us[:-1] == sorted(pulses_us[:-1])
    assert len(pulses_us) == 90 + 2
    assert turned.factory.pin(12).frequency == 50


def test_a_servo_can_turn_the_other_way_round() -> None:
    turned = Turned(msgspec.structs.replace(SERVO, servo_min_us=2_000, servo_max_us=1_000))
    turned.face(3)
    assert round(turned.seen[-2][0] * 20_000) == 1_000


def test_each_rising_edge_is_a_step_in_the_direction_that_was_set_before() -> None:
    turned = Turned(STEP_DIR)
    turned.face(1)
    rising = [now for then, now in pairwise([[0.0, 0.0], *turned.seen]) if now[0] > then[0]]
    assert rising == [[1, 1]] * 50
    turned.seen.clear()
    turned.face(0)
    rising = [now for then, now in pairwise([[0.0, 1.0], *turned.seen]) if now[0] > then[0]]
    assert rising == [[1, 0]] * 50


def test_coils_go_round_in_half_steps_and_get_no_current_at_rest() -> None:
    turned = Turned(msgspec.structs.replace(COILS, steps_a_turn=64))
    turned.face(1)
    patterns = [sum(int(level) << nth for nth, level in enumerate(now)) for now in turned.seen]
    # one coil is switched at a time, so between two half steps there is nothing else
    assert [now for now in patterns if now in HALF_STEPS][:9] == [*HALF_STEPS, HALF_STEPS[0]]
    assert all((a ^ b).bit_count() == 1 for a, b in pairwise(HALF_STEPS))
    assert turned.levels() == [0, 0, 0, 0]


@pytest.mark.parametrize("pins", [SERVO, STEP_DIR, COILS], ids=lambda pins: str(pins.kind))
def test_closed_it_has_let_go(pins: TurntablePins) -> None:
    turned = Turned(pins)
    turned.parts.turntable.face(1)
    turned.parts.tick(0, True)
    turned.parts.close()
    left = [turned.factory.pin(gpio) for gpio in pins.gpios]
    assert all((pin.function, pin.pull) == ("input", "down") for pin in left)


def test_it_never_turns_while_cards_come() -> None:
    """Not a step from the press to the end of the hit, whatever was asked meanwhile."""
    bench = Bench(Pins(hopper=5, cover=6, turntable=STEP_DIR))
    assert bench.board.capabilities["turntable"]
    steps: list[bool] = []
    step = bench.factory.pin(12)
    bench.factory.changed = lambda: steps.append(bench.core.ejecting) if step.state else None
    assert bench.board.face(2)
    bench.board.settle()
    bench.run(100_000)
    before = len(steps)
    assert before > 0
    bench.begin(2)
    assert bench.board.face(3)
    bench.run(300_000)
    assert bench.core.ejecting
    assert len(steps) == before
    bench.core.safe_off(bench.board.now_us() & MASK)
    bench.board.settle()
    bench.run(5_000_000)
    assert len(steps) == 150  # three quarters of a turn
    assert not any(steps)


def test_it_never_turns_out_of_a_latched_fault_and_goes_on_when_that_is_cleared() -> None:
    bench = Bench(Pins(hopper=5, cover=6, turntable=STEP_DIR))
    table = bench.board._table
    assert table is not None
    assert bench.board.face(2)
    bench.board.settle()
    bench.run(100_000)
    bench.at("cover", True, 0)
    bench.board.now_us()
    before = table.turntable.position
    assert before > 0
    assert bench.board.face(3)
    bench.board.settle()
    bench.run(5_000_000)
    bench.at("cover", False, 0)  # closed is not cleared
    bench.board.now_us()
    bench.run(5_000_000)
    assert table.turntable.position == before
    assert bench.core.clear_faults(bench.board.now_us() & MASK) == 0
    bench.board.settle()
    bench.run(5_000_000)
    assert table.turntable.position == 150


def test_turning_does_not_keep_a_press_waiting() -> None:
    bench = Bench(Pins(hopper=5, cover=6, turntable=STEP_DIR))
    bench.board.face(2)
    bench.board.settle()
    bench.run(50_000)
    bench.begin(1)
    assert bench.motor() == [1, 0]


def test_its_home_switch_is_heard() -> None:
    home = msgspec.structs.replace(STEP_DIR, home=16)
    bench = Bench(Pins(hopper=5, cover=6, turntable=home), {"turntable_home": True})
    assert bench.board.face(0)
    bench.board.settle()
    bench.run(200_000)
    table = bench.board._table
    assert table is not None
    turning = [table.turntable.turning]
    bench.at("turntable_home", False, 0)
    bench.board.now_us()
    turning.append(table.turntable.turning)
    assert turning == [True, False]


def test_without_one_nothing_is_faced() -> None:
    assert Bench().board.face(0) is False
    assert Bench().core.arm(0, 1, 1) == core.ARMED


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"kind": "servo"}, "pins.turntable.gpios: kind servo takes 1, not 0"),
        ({"gpios": [12]}, "pins.turntable.gpios: kind none takes 0, not 1"),
        ({"kind": "coils", "gpios": [12, 13]}, "pins.turntable.gpios: kind coils takes 4, not 2"),
        (
            {"kind": "step_dir", "gpios": [12, 23]},
            "pins.motor_in1 and pins.turntable.gpios[1] are both GPIO 23",
        ),
        (
            {"kind": "step_dir", "gpios": [12, 13], "home": 12},
            "pins.turntable.gpios[0] and pins.turntable.home are both GPIO 12",
        ),
        (
            {"kind": "servo", "gpios": [12], "home": 13},
            "pins.turntable.home: a servo needs no home switch; remove it",
        ),
        (
            {"kind": "servo", "gpios": [12], "servo_max_us": 1000},
            "pins.turntable.servo_min_us and servo_max_us are the same",
        ),
        (
            {"kind": "servo", "gpios": [12], "seats_deg": [0, 91]},
            "pins.turntable.seats_deg: this servo reaches 90 degrees (servo_range_deg)",
        ),
        (
            {"kind": "step_dir", "gpios": [12, 13], "steps_a_turn": 4000, "deg_per_s": 91},
            "pins.turntable.deg_per_s: 1000 steps a second are the most, which is 90 with these "
            "steps_a_turn",
        ),
    ],
)
def test_what_cannot_be_is_said(changes: dict[str, Any], complaint: str) -> None:
    assert msgspec.convert({"turntable": changes}, Pins).complaint() == complaint


@pytest.mark.parametrize(
    "changes",
    [
        {"kind": "servo", "gpios": [12], "seats_deg": [0, 90]},
        {"kind": "step_dir", "gpios": [12, 13], "steps_a_turn": 4000, "deg_per_s": 90},
        {"kind": "coils", "gpios": [12, 13, 19, 26], "home": 16, "seats": 10},
        {"seats": 2, "deg_per_s": 1, "servo_min_us": 400, "servo_max_us": 2600},
        {"seats_deg": [0] * 10, "servo_range_deg": 10, "steps_a_turn": 20},
        {"deg_per_s": 360, "servo_range_deg": 360, "steps_a_turn": 20_000, "home": 27},
    ],
)
def test_what_can_be_is_taken(changes: dict[str, Any]) -> None:
    pins = msgspec.convert({"turntable": changes}, Pins)
    assert pins.turntable.complaint() is None


@pytest.mark.parametrize(
    "changes",
    [
        {"kind": "brushless"},
        {"gpios": [1]},
        {"gpios": [28]},
        {"seats": 1},
        {"seats": 11},
        {"seats_deg": [0] * 11},
        {"seats_deg": [-1]},
        {"seats_deg": [361]},
        {"deg_per_s": 0},
        {"deg_per_s": 361},
        {"servo_min_us": 399},
        {"servo_max_us": 2_601},
        {"servo_range_deg": 9},
        {"servo_range_deg": 361},
        {"steps_a_turn": 19},
        {"steps_a_turn": 20_001},
        {"home": 28},
    ],
)
def test_what_is_out_of_range_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"turntable": changes}, Pins)
