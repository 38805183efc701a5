"""Outputs, also inverted: off from the first moment on, and off once nobody drives them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from hardware.gpio.outputs import Buzzer, Switch
from hardware.gpio.pins import Pins
from hardware.gpio.turntable_motor import TurntableOnPins
from hardware.gpio.turntable_pins import TurntablePins
from hardware.portable.ticks import MASK
from tests.hardware.gpio.lgpio_module import NotedLgpio, lgpio_on_header
from tests.hardware.gpio.test_gpio_board import Bench
from tests.hardware.gpio.turning import face
from tests.hardware.gpio.workbench import WIRED, WatchedFactory

LAMP, BUZZER, ENABLE = WIRED.lamp, WIRED.buzzer, 16
STEPPER = TurntablePins(kind="step_dir", gpios=(12, 13), steps_a_turn=200, enable=ENABLE)


@pytest.fixture
def on_header() -> Iterator[tuple[NotedLgpio, Any]]:
    with lgpio_on_header() as both:
        yield both


def inverted(*names: str, **changes: Any) -> Pins:
    return msgspec.structs.replace(WIRED, inverted=names, **changes)


@pytest.mark.parametrize("hz", [0, 2000])
def test_an_inverted_lamp_and_buzzer_are_off_while_high(hz: int) -> None:
    bench = Bench(inverted("lamp", "buzzer", buzzer_hz=hz))

    def look() -> tuple[float, float]:
        return bench.factory.level(LAMP), bench.factory.level(BUZZER)

    assert look() == (1, 1)
    bench.core.lamp(True)
    bench.core.ding()
    bench.board.settle()
    assert look() == (0, 0.5 if hz else 0)
    bench.run(1_000_000)
    assert look() == (0, 1)
    bench.core.lamp(False)
    bench.board.settle()
    assert look() == (1, 1)
    bench.board.close()


@pytest.mark.parametrize("names", [(), ("lamp", "buzzer")])
def test_let_go_they_are_pulled_to_where_they_are_off(names: tuple[str, ...]) -> None:
    """Before they are outputs, too: the pull stays when the kernel takes a killed process's."""
    bench = Bench(inverted(*names))
    pull = "up" if names else "down"
    pins = [bench.factory.pin(gpio) for gpio in (LAMP, BUZZER)]
    bench.core.lamp(True)
    bench.core.ding()
    bench.board.settle()
    assert [pin.pull for pin in pins] == [pull, pull]
    bench.board.close()
    assert [(pin.function, pin.pull, pin.state) for pin in pins] == [
        ("input", pull, bool(names))
    ] * 2


@pytest.mark.parametrize("low_is_on", [False, True])
def test_a_switch_is_off_from_the_first_moment(
    on_header: tuple[NotedLgpio, Any], low_is_on: bool
) -> None:
    lgpio, factory = on_header
    switch = Switch(LAMP, factory, low_is_on)
    pull = lgpio.SET_PULL_UP if low_is_on else lgpio.SET_PULL_DOWN
    claims = [call for call in lgpio.calls if call[0].startswith("gpio_claim")]
    *_, pulled, claimed = claims
    assert pulled[3:] == (pull,)
    assert claimed[0] == "gpio_claim_output"
    assert claimed[3:] == (int(low_is_on),)
    switch.turn(True)
    switch.close()
    assert lgpio.written(LAMP) == [not low_is_on, low_is_on]
    assert lgpio.calls[-1][0] == "gpio_claim_input"
    assert lgpio.calls[-1][3:] == (pull,)


def test_a_silent_inverted_buzzer_is_high_and_has_no_pulses_that_a_thread_makes(
    on_header: tuple[NotedLgpio, Any],
) -> None:
    lgpio, factory = on_header
    buzzer = Buzzer(BUZZER, 2000, factory, inverted=True)
    buzzer.sound(2000)
    lgpio.calls.clear()
    buzzer.sound(0)
    assert lgpio.pulses(BUZZER) == [(0, 0, 0)]
    assert lgpio.written(BUZZER) == [True]
    buzzer.close()


class Turned:
    """A stepper alone."""

    def __init__(self, enable_low: bool) -> None:
        self.factory = WatchedFactory()
        self.parts = TurntableOnPins(STEPPER, self.factory, enable_low)
        self.steps_without_current = 0
        self._on = 0 if enable_low else 1
        self.factory.changed = self._look

    def has_current(self) -> bool:
        return self.factory.level(ENABLE) == self._on

    def _look(self) -> None:
        if self.factory.level(STEPPER.gpios[0]) and not self.has_current():
            self.steps_without_current += 1


@pytest.mark.parametrize("enable_low", [True, False])
def test_a_stepper_has_current_only_while_it_turns(enable_low: bool) -> None:
    turned = Turned(enable_low)
    assert not turned.has_current()
    assert turned.parts.turntable.face(1)
    turned.parts.tick(0, True)
    assert turned.has_current()
    now_us = face(turned.parts, 1)
    assert not turned.has_current()
    face(turned.parts, 0, now_us)
    assert not turned.has_current()
    assert turned.steps_without_current == 0
    turned.parts.turntable.face(2)
    turned.parts.tick(now_us & MASK, True)
    turned.parts.close()
    pin = turned.factory.pin(ENABLE)
    assert (pin.function, pin.pull) == ("input", "up" if enable_low else "down")
    assert not turned.has_current()


def test_the_configuration_says_which_level_enables() -> None:
    pins = Pins(turntable=STEPPER)
    assert (pins.enable_low, pins.on_when_low) == (True, (ENABLE,))
    turned_round = Pins(turntable=STEPPER, inverted=("turntable_enable", "lamp"))
    assert (turned_round.enable_low, turned_round.on_when_low) == (False, (LAMP,))
    assert Pins(lamp=0, inverted=("lamp", "buzzer")).on_when_low == (BUZZER,)
