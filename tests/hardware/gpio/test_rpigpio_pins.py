"""What reaches RPi.GPIO below gpiozero: a module of its name notes it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest
from gpiozero.pins.local import LocalPiFactory

from hardware.gpio.motor import Buzzer, Motor
from hardware.gpio.pins import Pins
from hardware.gpio.turntable_motor import TurntableOnPins
from hardware.gpio.turntable_pins import TurntablePins
from tests.hardware.gpio.test_lgpio_pins import PI_3B
from tests.hardware.gpio.turning import face, stands_deg

PINS = Pins(factory="rpigpio")


class NotedRpiGpio(ModuleType):
    """The levels and pulses of each pin, as RPi.GPIO would make them."""

    BCM, OUT, IN, I2C, SPI, HARD_PWM, SERIAL, UNKNOWN = 11, 0, 1, 42, 41, 43, 40, -1
    PUD_OFF, PUD_DOWN, PUD_UP = 20, 21, 22
    RISING, FALLING, BOTH = 31, 32, 33

    def __init__(self) -> None:
        super().__init__("RPi.GPIO")
        self.functions: dict[int, int] = {}
        self.pulls: dict[int, int] = {}
        self.duties_pct: dict[int, list[float]] = {}
        self.levels: dict[int, list[bool]] = {}
        noted = self

        class PWM:
            def __init__(self, gpio: int, hz: float) -> None:
                self._gpio = gpio
                self.hz = hz

            def start(self, duty_pct: float) -> None:
                self.ChangeDutyCycle(duty_pct)

            def ChangeDutyCycle(self, duty_pct: float) -> None:  # noqa: N802 - its name there
                assert 0 <= duty_pct <= 100
                noted.duties_pct.setdefault(self._gpio, []).append(duty_pct)

            def ChangeFrequency(self, hz: float) -> None:  # noqa: N802 - its name there
                self.hz = hz

            def stop(self) -> None:
                self.ChangeDutyCycle(0)

        self.PWM = PWM

    def setmode(self, mode: int) -> None:
        assert mode == self.BCM

    def setwarnings(self, on: bool) -> None: ...

    def setup(self, gpio: int, function: int, pull: int = PUD_OFF, initial: int = -1) -> None:
        self.functions[gpio] = function
        self.pulls[gpio] = pull
        if initial >= 0:
            self.output(gpio, bool(initial))

    def gpio_function(self, gpio: int) -> int:
        return self.functions[gpio]

    def output(self, gpio: int, level: bool) -> None:
        assert self.functions[gpio] == self.OUT
        self.levels.setdefault(gpio, []).append(bool(level))

    def cleanup(self, gpio: int | None = None) -> None:
        for one in self.functions if gpio is None else [gpio]:
            self.functions[one], self.pulls[one] = self.IN, self.PUD_OFF


@pytest.fixture
def rpi_gpio(monkeypatch: pytest.MonkeyPatch) -> NotedRpiGpio:
    noted, package = NotedRpiGpio(), ModuleType("RPi")
    package.GPIO = noted  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "RPi", package)
    monkeypatch.setitem(sys.modules, "RPi.GPIO", noted)
    monkeypatch.setitem(sys.modules, "gpiozero.pins.rpigpio", sys)  # taken back afterwards
    del sys.modules["gpiozero.pins.rpigpio"]
    monkeypatch.setattr(LocalPiFactory, "_get_revision", lambda _: PI_3B)
    return noted


@pytest.fixture
def factory(rpi_gpio: NotedRpiGpio) -> Iterator[Any]:
    from gpiozero.pins.rpigpio import RPiGPIOFactory

    factory = RPiGPIOFactory()
    yield factory
    factory.close()


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
    assert rpi_gpio.duties_pct[27] == [0, 50, 50, 0]
    assert rpi_gpio.levels[27][-1] is False
    buzzer.close()


def test_a_servo_stands_within_a_degree_of_every_seat(rpi_gpio: NotedRpiGpio, factory: Any) -> None:
    pins = TurntablePins(kind="servo", gpios=(12,), seats=10)
    for seat in range(1, 10):
        rpi_gpio.duties_pct.clear()
        parts = TurntableOnPins(pins, factory)
        face(parts, seat)
        *_, duty_pct, off_pct = rpi_gpio.duties_pct[12]
        assert off_pct == 0
        asked_deg = seat * pins.servo_range_deg / 9
        assert stands_deg(pins, duty_pct) == pytest.approx(asked_deg, abs=1.0)
        parts.close()
