"""What reaches lgpio below gpiozero: a module of its name notes it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from gpiozero.exc import PinInvalidState

from hardware.gpio.edges import CheckedEdges, Edge
from hardware.gpio.gpio_board import GpioBoard
from hardware.gpio.launcher_pins import Input
from hardware.gpio.outputs import Buzzer, Motor
from hardware.gpio.pins import Pins, PinTrouble
from hardware.gpio.turntable_motor import SERVO_HZ, TurntableOnPins
from hardware.gpio.turntable_pins import TurntablePins
from hardware.portable import core
from hardware.portable.ticks import MASK
from tests.hardware.gpio.lgpio_module import NotedLgpio, lgpio_on_header
from tests.hardware.gpio.turning import face, stands_deg

PINS = Pins()
ONE_CYCLE = 1
SERVO = TurntablePins(kind="servo", gpios=(12,), servo_min_us=500, servo_max_us=2_500)
WIDE = msgspec.structs.replace(SERVO, servo_min_us=400, servo_max_us=2_600, servo_range_deg=180)
BACKWARDS = msgspec.structs.replace(SERVO, servo_min_us=2_000, servo_max_us=1_000)


@pytest.fixture
def on_header() -> Iterator[tuple[NotedLgpio, Any]]:
    with lgpio_on_header() as both:
        yield both


@pytest.fixture
def lgpio(on_header: tuple[NotedLgpio, Any]) -> NotedLgpio:
    return on_header[0]


@pytest.fixture
def factory(on_header: tuple[NotedLgpio, Any]) -> Any:
    return on_header[1]


@pytest.mark.parametrize("pins", [SERVO, WIDE, BACKWARDS], ids=["usual", "wide", "backwards"])
@pytest.mark.parametrize("seats", range(2, 11))
def test_a_servo_stands_within_a_degree_of_every_seat(
    lgpio: NotedLgpio, factory: Any, pins: TurntablePins, seats: int
) -> None:
    pins = msgspec.structs.replace(pins, seats=seats)
    for seat in range(seats):
        parts = TurntableOnPins(pins, factory)
        now_us = face(parts, (seat + 1) % seats)  # from elsewhere: it stands at the first one
        lgpio.calls.clear()
        face(parts, seat, now_us)
        *_, (hz, duty_pct, cycles), ended = lgpio.pulses(12)
        assert (hz, cycles, ended) == (SERVO_HZ, 0, (SERVO_HZ, 0, ONE_CYCLE))
        asked_deg = seat * pins.servo_range_deg / (seats - 1)
        assert stands_deg(pins, duty_pct) == pytest.approx(asked_deg, abs=1.0)
        lgpio.calls.clear()
        parts.close()
        assert lgpio.pulses(12) == [(0, 0, 0)]  # and not a cycle that goes on without it


def test_a_motor_at_full_speed_is_written_once_and_has_no_pulses(
    lgpio: NotedLgpio, factory: Any
) -> None:
    motor = Motor(PINS, factory)
    for pct in (100, 0, -100, 0):
        motor.drive(pct, braking=False)
    motor.close()
    names = {name for name, *_ in lgpio.calls}
    assert "gpio_write" in names
    assert "tx_pwm" not in names


def test_pulses_end_at_once_where_the_level_stays(lgpio: NotedLgpio, factory: Any) -> None:
    motor = Motor(PINS, factory)
    motor.drive(60, braking=False)
    (pulsing,) = {call[2] for call in lgpio.calls if call[0] == "tx_pwm"}
    assert lgpio.pulses(pulsing) == [(PINS.pwm_hz, 60, 0)]
    lgpio.calls.clear()
    motor.drive(100, braking=False)
    assert (lgpio.pulses(pulsing), lgpio.written(pulsing)) == ([(0, 0, 0)], [True])
    lgpio.calls.clear()
    motor.drive(0, braking=False)  # lgpio refuses to end what has ended
    assert (lgpio.pulses(pulsing), lgpio.written(pulsing)) == ([], [False])
    motor.drive(60, braking=False)
    lgpio.calls.clear()
    motor.off()
    assert (lgpio.pulses(pulsing), lgpio.written(pulsing)) == ([(0, 0, 0)], [False])
    motor.close()


def test_a_tone_changes_its_pitch_and_ends(lgpio: NotedLgpio, factory: Any) -> None:
    buzzer = Buzzer(27, 2000, factory)
    assert lgpio.pulses(27) == []
    buzzer.sound(2000)
    buzzer.sound(1000)
    buzzer.sound(0)
    assert lgpio.pulses(27) == [(2000, 50, 0), (1000, 50, 0), (1000, 50, 0), (0, 0, 0)]
    assert lgpio.written(27)[-1] is False
    buzzer.close()


class Still:
    """Inputs at which nothing ever happens: an empty mouth, a free button."""

    def watch(self, *_: object) -> None: ...

    def take(self) -> list[Edge]:
        return []

    def levels(self) -> dict[Input, bool]:
        return {"card_sensor": False, "button": True}

    def close(self) -> None: ...


class Launcher:
    """A driver's board on pins that are noted, and the time."""

    def __init__(self, pins: Pins, factory: Any) -> None:
        self.now_s = 1.0
        edges = CheckedEdges(Still())
        self.board = GpioBoard(pins, factory, edges, lambda: self.now_s, self._failed)

    def _failed(self, trouble: PinTrouble) -> None:
        raise trouble

    def run(self, seconds: float) -> None:
        """Wake the board as its driver does: when it is due, and ten times a second."""
        until_s = self.now_s + seconds
        while self.now_s < until_s:
            due_s = self.board.due()
            self.now_s = min(until_s, self.now_s + 0.1 if due_s is None else due_s)
            self.board.core.beat(self.board.now_us() & MASK)

    def eject(self) -> None:
        """Try to give a card that never comes, and sound the ding."""
        self.board.core.ding()
        assert self.board.core.eject(self.board.now_us() & MASK, -1, 1) == core.ARMED
        self.board.settle()
        self.run(4)
        assert not self.board.core.ejecting
        assert self.board.core.clear_faults(self.board.now_us() & MASK) == 0
        self.run(1)


@pytest.mark.parametrize("duty_pct", [50, 99, 100])
def test_a_launcher_makes_pulses_only_of_less_than_full_power_and_none_while_idle(
    lgpio: NotedLgpio, factory: Any, duty_pct: int
) -> None:
    pins = Pins(duty_pct=duty_pct)
    launcher = Launcher(pins, factory)
    launcher.run(1)
    lgpio.calls.clear()
    launcher.run(20)
    assert lgpio.calls == []
    launcher.eject()
    ways = [pins.motor_in1, pins.motor_in2]  # forward, and back
    for gpio in ways:
        hz, pct, cycles = (pins.pwm_hz, duty_pct, 0)
        pulses = set(lgpio.pulses(gpio))
        assert pulses == (set() if duty_pct == 100 else {(hz, pct, cycles), (0, 0, 0)})
        assert (True in lgpio.written(gpio)) or duty_pct < 100
    assert lgpio.pulses(pins.buzzer)[-1] == (0, 0, 0)
    lgpio.calls.clear()
    launcher.run(20)
    assert lgpio.calls == []
    launcher.board.close()


def test_a_duty_that_lgpio_refuses_is_said_in_a_sentence(lgpio: NotedLgpio, factory: Any) -> None:
    pin = factory.pin(5)
    pin.output_with_state(0)
    pin.frequency = SERVO_HZ
    lgpio.refused = "tx_pwm"
    with pytest.raises(PinInvalidState, match=r"GPIO 5 takes no duty of 0\.5"):
        pin.state = 0.5
    lgpio.refused = ""
