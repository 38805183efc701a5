"""What reaches lgpio below gpiozero: a module of its name notes it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import msgspec
import pytest
from gpiozero.exc import PinInvalidState
from gpiozero.pins.local import LocalPiFactory

from hardware.gpio.turntable_motor import SERVO_HZ, TurntableOnPins
from hardware.gpio.turntable_pins import TurntablePins
from hardware.portable.ticks import MASK

PI_3B = 0xA02082
SERVO = TurntablePins(kind="servo", gpios=(12,), servo_min_us=500, servo_max_us=2_500)
WIDE = msgspec.structs.replace(SERVO, servo_min_us=400, servo_max_us=2_600, servo_range_deg=180)
BACKWARDS = msgspec.structs.replace(SERVO, servo_min_us=2_000, servo_max_us=1_000)


class NotedLgpio(ModuleType):
    """Every call of lgpio, and nothing done."""

    error = RuntimeError
    SET_PULL_NONE, SET_PULL_UP, SET_PULL_DOWN = 1, 2, 3
    BOTH_EDGES, RISING_EDGE, FALLING_EDGE = 1, 2, 3
    OUTPUT = 2

    def __init__(self) -> None:
        super().__init__("lgpio")
        self.calls: list[tuple[Any, ...]] = []
        self.refused = ""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)

        def note(*given: Any) -> int:
            if name == self.refused:
                raise self.error
            self.calls.append((name, *given))
            return self.OUTPUT  # the mode of every pin

        return note

    def pulses_us(self, gpio: int) -> list[float]:
        """The servo's pulses."""
        sent = [call for call in self.calls if call[0] == "tx_pwm" and call[2] == gpio]
        assert {hz for *_, hz, _ in sent} == {SERVO_HZ}
        return [duty_pct / 100 * 1e6 / SERVO_HZ for *_, duty_pct in sent]


@pytest.fixture
def lgpio(monkeypatch: pytest.MonkeyPatch) -> NotedLgpio:
    noted = NotedLgpio()
    monkeypatch.setitem(sys.modules, "lgpio", noted)
    for built_on_it in ("gpiozero.pins.lgpio", "hardware.gpio.lgpio_pins"):
        monkeypatch.setitem(sys.modules, built_on_it, sys)  # taken back afterwards
        del sys.modules[built_on_it]
    monkeypatch.setattr(LocalPiFactory, "_get_revision", lambda _: PI_3B)
    return noted


@pytest.fixture
def factory(lgpio: NotedLgpio) -> Iterator[Any]:
    from hardware.gpio.lgpio_pins import lgpio_factory

    factory = lgpio_factory(0)
    yield factory
    factory.close()


def face(parts: TurntableOnPins, seat: int, now_us: int = 0) -> None:
    assert parts.turntable.face(seat)
    parts.tick(now_us & MASK, True)
    while (wait := parts.turntable.due_in_us(now_us & MASK)) >= 0:
        now_us += wait
        parts.tick(now_us & MASK, True)


@pytest.mark.parametrize("pins", [SERVO, WIDE, BACKWARDS], ids=["usual", "wide", "backwards"])
@pytest.mark.parametrize("seats", range(2, 11))
def test_a_servo_stands_within_a_degree_of_every_seat(
    lgpio: NotedLgpio, factory: Any, pins: TurntablePins, seats: int
) -> None:
    pins = msgspec.structs.replace(pins, seats=seats)
    for seat in range(seats):
        lgpio.calls.clear()
        parts = TurntableOnPins(pins, factory)
        face(parts, seat)
        *_, pulse_us, off_us = [0.0, *lgpio.pulses_us(12)] if seat else [pins.servo_min_us, 0.0]
        assert off_us == 0
        reach_us = pins.servo_max_us - pins.servo_min_us
        stands_deg = (pulse_us - pins.servo_min_us) / reach_us * pins.servo_range_deg
        asked_deg = seat * pins.servo_range_deg / (seats - 1)
        assert stands_deg == pytest.approx(asked_deg, abs=1.0)
        parts.close()


def test_a_plain_output_is_written_and_has_no_pulses(lgpio: NotedLgpio, factory: Any) -> None:
    pin = factory.pin(5)
    pin.output_with_state(1)
    pin.state = 0
    names = [name for name, *_ in lgpio.calls]
    assert "gpio_write" in names
    assert "tx_pwm" not in names


def test_a_duty_that_lgpio_refuses_is_said_in_a_sentence(lgpio: NotedLgpio, factory: Any) -> None:
    pin = factory.pin(5)
    pin.output_with_state(0)
    pin.frequency = SERVO_HZ
    lgpio.refused = "tx_pwm"
    with pytest.raises(PinInvalidState, match=r"GPIO 5 takes no duty of 0\.5"):
        pin.state = 0.5
    lgpio.refused = ""
