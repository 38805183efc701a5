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

from hardware.gpio.motor import Buzzer, Motor
from hardware.gpio.pins import Pins
from hardware.gpio.turntable_motor import SERVO_HZ, TurntableOnPins
from hardware.gpio.turntable_pins import TurntablePins
from tests.hardware.gpio.turning import face, stands_deg

PI_3B = 0xA02082
PINS = Pins()
ONE_CYCLE = 1
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
        self._outputs: set[int] = set()
        self._pulsing: set[int] = set()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)

        def note(*given: Any) -> int:
            if name == self.refused:
                raise self.error
            self.calls.append((name, *given))
            if name == "gpio_claim_output":
                self._outputs.add(given[1])
            elif name == "gpio_claim_input":
                self._outputs.discard(given[1])
            elif name == "tx_pwm":
                (self._pulsing.add if given[2] else self._pulsing.discard)(given[1])
            elif name == "tx_busy":
                return int(given[1] in self._pulsing)
            return self.OUTPUT if name == "gpio_get_mode" and given[1] in self._outputs else 0

        return note

    def pulses(self, gpio: int) -> list[tuple[float, float, int]]:
        """Frequency in Hz, duty in percent and number of cycles (0: without end)."""
        sent = [call[2:] for call in self.calls if call[0] == "tx_pwm"]
        return [(hz, duty_pct, cycles) for at, hz, duty_pct, _, cycles in sent if at == gpio]

    def written(self, gpio: int) -> list[bool]:
        """The levels that were written once."""
        return [call[3] for call in self.calls if call[0] == "gpio_write" and call[2] == gpio]


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


@pytest.mark.parametrize("pins", [SERVO, WIDE, BACKWARDS], ids=["usual", "wide", "backwards"])
@pytest.mark.parametrize("seats", range(2, 11))
def test_a_servo_stands_within_a_degree_of_every_seat(
    lgpio: NotedLgpio, factory: Any, pins: TurntablePins, seats: int
) -> None:
    pins = msgspec.structs.replace(pins, seats=seats)
    for seat in range(1, seats):
        lgpio.calls.clear()
        parts = TurntableOnPins(pins, factory)
        face(parts, seat)
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


def test_a_duty_that_lgpio_refuses_is_said_in_a_sentence(lgpio: NotedLgpio, factory: Any) -> None:
    pin = factory.pin(5)
    pin.output_with_state(0)
    pin.frequency = SERVO_HZ
    lgpio.refused = "tx_pwm"
    with pytest.raises(PinInvalidState, match=r"GPIO 5 takes no duty of 0\.5"):
        pin.state = 0.5
    lgpio.refused = ""
