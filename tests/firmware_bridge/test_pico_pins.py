"""How a Pico is wired: what cannot be so is said in the words of a configuration."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import msgspec
import pytest

from firmware_bridge.pico_pins import PicoPins
from hardware.calibration import Calibration, read_calibration, wired_as, write_calibration
from hardware.gpio.turntable_pins import TurntablePins


def servo(*gpios: int) -> PicoPins:
    return PicoPins(turntable=TurntablePins(kind="servo", gpios=gpios))


def stepper(deg_per_s: int) -> PicoPins:
    table = TurntablePins(kind="step_dir", gpios=(20, 21), steps_a_turn=2_000, deg_per_s=deg_per_s)
    return PicoPins(turntable=table)


def test_the_defaults_can_be_so() -> None:
    assert PicoPins().complaint() is None
    for driver in ("drv8833", "tb6612", "l298n", "mosfet"):
        assert PicoPins(motor_driver=driver).complaint() is None
    assert servo(20).complaint() is None
    assert stepper(90).complaint() is None


@pytest.mark.parametrize("gpio", [23, 24, 25, 29])
def test_a_pin_that_goes_to_a_wireless_chip_cannot_be_used_on_any_board(gpio: int) -> None:
    try:
        pins = msgspec.convert({"lamp": gpio}, PicoPins)
    except msgspec.ValidationError as error:
        assert gpio == 29 and "<= 28" in str(error)
    else:
        assert pins.complaint() == f"pico.lamp: a Pico needs GPIO {gpio} itself; take another"


@pytest.mark.parametrize(
    "pins, sentence",
    [
        (PicoPins(lamp=23), "pico.lamp: a Pico needs GPIO 23 itself; take another"),
        (PicoPins(lamp=25), "pico.lamp: a Pico needs GPIO 25 itself; take another"),
        (
            PicoPins(scale="hx711", scale_data=20),
            "pico.scale is hx711, so pico.scale_data and pico.scale_clock need pins",
        ),
        (
            PicoPins(scale="nau7802", scale_data=20, scale_clock=16),
            "pico.lamp and pico.scale_clock are both GPIO 16",
        ),
        (PicoPins(lamp=10), "pico.motor_in1 and pico.lamp are both GPIO 10"),
        (PicoPins(motor_driver="mosfet", buzzer=11), "pico.buzzer and pico.motor_in1 would have"),
        (PicoPins(buzzer=26), "pico.buzzer and pico.motor_in1 would have"),
        (PicoPins(buzzer=26, buzzer_hz=1000), "pico.buzzer and pico.motor_in1 would have"),
        (servo(26), "pico.turntable.gpios[0] and pico.motor_in1 would have one pitch of pulses"),
        (servo(19), "pico.turntable.gpios[0] and pico.buzzer would have one pitch of pulses"),
        (servo(14), "pico.card_sensor and pico.turntable.gpios[0] are both GPIO 14"),
        (servo(24), "pico.turntable.gpios[0]: a Pico needs GPIO 24 itself; take another"),
        (servo(), "pico.turntable.gpios: kind servo takes 1, not 0"),
        (stepper(91), "pico.turntable.deg_per_s: 500 steps a second are the most, which is 90 "),
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


@pytest.mark.parametrize(("duty_pct", "is_taken"), [(49, 0), (50, 1), (100, 1), (101, 0)])
def test_a_picos_motor_gets_half_of_its_power_or_more(duty_pct: int, is_taken: bool) -> None:
    with nullcontext() if is_taken else pytest.raises(msgspec.ValidationError):
        settings = msgspec.convert({"duty_pct": duty_pct}, PicoPins).wiring()["settings"]
        assert settings.get("max_duty_pct", 100) == settings.get("feed_pct", 100) == duty_pct


def test_a_picos_calibration_depends_on_its_motor_sensor_and_button_alone() -> None:
    wired = wired_as(PicoPins())
    for same in (PicoPins(lamp=0), PicoPins(buzzer_hz=0), servo(20), PicoPins(inverted=("cover",))):
        assert wired_as(same) == wired
    others = ({"pwm_hz": 900}, {"duty_pct": 99}, {"card_sensor": 20}, {"inverted": ("button",)})
    for other in others:
        assert wired_as(msgspec.convert(other, PicoPins)) != wired


def test_a_picos_calibration_of_version_0_1_0_holds_after_an_upgrade(tmp_path: Path) -> None:
    file = tmp_path / "calibration-pico.json"
    write_calibration(file, Calibration("here", "a1ac998259a91d16", {"card_us": 90_000}))
    assert read_calibration(file, "here", PicoPins()) == {"card_us": 90_000}
