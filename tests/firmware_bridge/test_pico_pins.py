"""How a Pico is wired: what cannot be so is said in the words of a configuration."""

from __future__ import annotations

import pytest

from firmware_bridge.pico_pins import PicoPins


def test_the_defaults_can_be_so() -> None:
    assert PicoPins().complaint() is None
    for driver in ("drv8833", "tb6612", "l298n", "mosfet"):
        assert PicoPins(motor_driver=driver).complaint() is None


@pytest.mark.parametrize(
    "pins, sentence",
    [
        (PicoPins(lamp=23), "pico.lamp: a Pico needs GPIO 23 itself; take another"),
        (PicoPins(lamp=25), "pico.lamp: a Pico needs GPIO 25 itself; take another"),
        (PicoPins(lamp=10), "pico.motor_in1 and pico.lamp are both GPIO 10"),
        (PicoPins(motor_driver="mosfet", buzzer=11), "pico.buzzer and pico.motor_in1 would have"),
        (PicoPins(buzzer=26), "pico.buzzer and pico.motor_in2 would have"),
        (PicoPins(inverted=("turntable_home",)), "pico.inverted: a Pico turns no turntable"),
    ],
)
def test_what_cannot_be_so_is_said(pins: PicoPins, sentence: str) -> None:
    assert (pins.complaint() or "").startswith(sentence)


def test_inputs_of_another_driver_do_not_count() -> None:
    assert PicoPins(motor_driver="mosfet", lamp=11).complaint() is None


def test_a_motor_that_nothing_brakes_is_given_time() -> None:
    wiring = PicoPins(motor_driver="mosfet").wiring()
    assert wiring["motor"]["brake"] == wiring["motor"]["reverse"] == ""
    assert wiring["settings"] == {"retract_pct": 0, "brake_us": 500_000}
    assert PicoPins().wiring()["settings"] == {}
