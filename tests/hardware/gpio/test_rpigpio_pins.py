"""What reaches RPi.GPIO below gpiozero: a module of its name notes it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from hardware.gpio.outputs import Buzzer, Motor
from hardware.gpio.pins import Pins
from hardware.gpio.turntable_motor import TurntableOnPins
from hardware.gpio.turntable_pins import TurntablePins
from tests.hardware.gpio.rpigpio_module import NotedRpiGpio, rpigpio_on_header
from tests.hardware.gpio.turning import face, stands_deg

PINS = Pins(factory="rpigpio")


@pytest.fixture
def on_header() -> Iterator[tuple[NotedRpiGpio, Any]]:
    with rpigpio_on_header() as both:
        yield both


@pytest.fixture
def rpi_gpio(on_header: tuple[NotedRpiGpio, Any]) -> NotedRpiGpio:
    return on_header[0]


@pytest.fixture
def factory(on_header: tuple[NotedRpiGpio, Any]) -> Any:
    return on_header[1]


def test_the_motor_turns_stops_and_is_let_go(rpi_gpio: NotedRpiGpio, factory: Any) -> None:
    motor = Motor(PINS, factory)
    gpios = [PINS.motor_in1, PINS.motor_in2]
    assert motor.drive(100, braking=False)
    assert [rpi_gpio.levels[gpio][-1] for gpio in gpios] == [True, False]
    motor.off()
    assert [rpi_gpio.levels[gpio][-1] for gpio in gpios] == [False, False]
    # a thread of RPi.GPIO would write a pin again and again, also for 0 and 100 %
    assert rpi_gpio.duties_pct == {}
    motor.close()
    assert all(rpi_gpio.functions[gpio] == rpi_gpio.IN for gpio in gpios)
    assert all(rpi_gpio.pulls[gpio] == rpi_gpio.PUD_DOWN for gpio in gpios)


def test_pulses_that_have_begun_go_on_until_the_pin_is_let_go(
    rpi_gpio: NotedRpiGpio, factory: Any
) -> None:
    motor = Motor(PINS, factory)
    for pct, braking in ((60, False), (0, True), (-60, False), (100, False), (0, False)):
        motor.drive(pct, braking)
    forward, back = rpi_gpio.duties_pct[PINS.motor_in1], rpi_gpio.duties_pct[PINS.motor_in2]
    assert forward == [0, 60, 100, 0, 100, 0]
    # it had no pulses before it turned back, and braked with a level
    assert back == [0, 60, 0]
    assert rpi_gpio.levels[PINS.motor_in2][-1] is True
    motor.close()


def test_a_silent_buzzer_has_no_pulses(rpi_gpio: NotedRpiGpio, factory: Any) -> None:
    buzzer = Buzzer(27, 2000, factory)
    assert rpi_gpio.duties_pct == {}
    for hz in (2000, 1000, 0):
        buzzer.sound(hz)
        assert (27 in rpi_gpio.pulsing) == (hz > 0)
    assert rpi_gpio.duties_pct[27] == [0, 50, 50, 0]
    assert rpi_gpio.levels[27][-1] is False
    buzzer.close()


def test_an_inverted_buzzer_is_silenced_by_pulses_that_are_high_all_the_time(
    rpi_gpio: NotedRpiGpio, factory: Any
) -> None:
    """The end of RPi.GPIO's pulses makes the pin low, and the buzzer would sound on."""
    buzzer = Buzzer(27, 2000, factory, inverted=True)
    assert rpi_gpio.levels[27][-1] is True
    for hz in (2000, 1000, 0):
        buzzer.sound(hz)
    assert rpi_gpio.duties_pct[27][-1] == 100
    buzzer.close()
    assert (rpi_gpio.functions[27], rpi_gpio.pulls[27]) == (rpi_gpio.IN, rpi_gpio.PUD_UP)


@pytest.mark.parametrize("seats", range(2, 11))
def test_a_servo_stands_within_a_degree_of_every_seat(
    rpi_gpio: NotedRpiGpio, factory: Any, seats: int
) -> None:
    pins = TurntablePins(kind="servo", gpios=(12,), seats=seats)
    for seat in range(seats):
        parts = TurntableOnPins(pins, factory)
        now_us = face(parts, (seat + 1) % seats)  # from elsewhere: it stands at the first one
        face(parts, seat, now_us)
        *_, duty_pct, off_pct = rpi_gpio.duties_pct[12]
        assert off_pct == 0
        asked_deg = seat * pins.servo_range_deg / (seats - 1)
        assert stands_deg(pins, duty_pct) == pytest.approx(asked_deg, abs=1.0)
        parts.close()
