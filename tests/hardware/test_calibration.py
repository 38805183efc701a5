"""A calibration counts for the launcher at which it was measured, and is never half written."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hardware.calibration import (
    LONGEST_US,
    MEASURED,
    Calibration,
    CalibrationTrouble,
    read_calibration,
    this_machine,
    wired_as,
    write_calibration,
)
from hardware.gpio.pins import Pins
from hardware.gpio.turntable_pins import TurntablePins
from hardware.mechanism.presets import PRESETS
from hardware.portable.settings import Settings
from tests.need import need_root

PINS = Pins()
HERE = "0123456789abcdef"
FIGURES = {"card_us": 95_000, "jam_us": 210_000}


@dataclass
class Bench:
    """A file, and what may be in it."""

    path: Path

    def measured(self, **other: Any) -> None:
        members = {"machine": HERE, "pins": wired_as(PINS), "measured": FIGURES} | other
        self.path.write_bytes(msgspec.json.encode(members))

    def read(self, machine: str = HERE, pins: Pins = PINS) -> dict[str, int]:
        return dict(read_calibration(self.path, machine, pins))

    def trouble(self, **how: Any) -> str:
        with pytest.raises(CalibrationTrouble) as raised:
            self.read(**how)
        return str(raised.value)


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path / "calibration.json")


def kept(figures: dict[str, int]) -> Calibration:
    return Calibration(HERE, wired_as(PINS), figures)


def test_without_a_file_nothing_is_known(bench: Bench) -> None:
    assert bench.read() == {}


def test_what_was_written_is_read(bench: Bench) -> None:
    write_calibration(bench.path, kept(FIGURES))
    assert bench.read() == FIGURES
    settings = PINS.settings(bench.read())
    assert (settings.card_us, settings.jam_us) == (95_000, 210_000)
    assert settings.lease_us == Settings.lease_us


def test_what_a_motor_cannot_do_is_not_measured_into_it() -> None:
    settings = Pins(motor_driver="mosfet").settings({"retract_us": 90_000})
    assert settings.retract_pct == 0


@pytest.mark.parametrize("preset", PRESETS)
def test_every_kind_of_machine_can_be_written_down(bench: Bench, preset: str) -> None:
    fitted = PRESETS[preset].machine(3).settings
    figures = {name: getattr(fitted, name) for name in MEASURED}
    write_calibration(bench.path, kept(figures))
    assert bench.read() == figures


def test_a_calibration_of_another_machine_is_refused(bench: Bench) -> None:
    bench.measured(machine="another")
    assert bench.trouble() == (
        f"{bench.path}: the calibration was measured at another machine; take the file away, and "
        "the launcher runs uncalibrated."
    )


def test_a_calibration_of_other_pins_is_refused(bench: Bench) -> None:
    bench.measured()
    assert "was measured with other [pins]" in bench.trouble(pins=Pins(motor_driver="tb6612"))


@pytest.mark.parametrize(
    "text",
    [b"", b"{", b"\xff\xfe", b"[]", b'{"machine": "here"}', b"[" * 100_000, b"null", b"\0" * 300],
)
def test_a_damaged_file_is_a_sentence(bench: Bench, text: bytes) -> None:
    bench.path.write_bytes(text)
    assert "the calibration is damaged (" in bench.trouble()


@pytest.mark.parametrize(
    ("figures", "complaint"),
    [
        ({"card_us": 0}, "Expected `int` >= 1"),
        ({"card_us": LONGEST_US + 1}, f"Expected `int` <= {LONGEST_US}"),
        ({"card_us": 95_000.5}, "Expected `int`"),
        ({"lease_us": 900_000}, "lease_us is no figure that is measured"),
        ({"max_on_us": 900_000}, "max_on_us is no figure that is measured"),
        ({"retract_us": 100_001, "retract_max_us": 100_000}, "longer than retract_max_us"),
        ({"retract_more_us": 100_001, "retract_max_us": 100_000}, "longer than retract_max_us"),
    ],
)
def test_figures_that_cannot_be_are_refused(
    bench: Bench, figures: dict[str, Any], complaint: str
) -> None:
    bench.measured(measured=figures)
    assert complaint in bench.trouble()


@pytest.mark.parametrize(
    "figures",
    [
        {"card_us": 1},
        {"card_us": LONGEST_US},
        {"retract_us": 100_000, "retract_more_us": 100_000, "retract_max_us": 100_000},
        {},
    ],
)
def test_figures_at_the_bounds_are_taken(bench: Bench, figures: dict[str, int]) -> None:
    bench.measured(measured=figures)
    assert bench.read() == figures


def test_a_file_that_may_not_be_read_is_a_sentence(bench: Bench) -> None:
    bench.path.mkdir()
    assert "the calibration cannot be read (Is a directory)" in bench.trouble()


def test_the_one_before_is_kept(bench: Bench) -> None:
    for card_us in (90_000, 91_000, 92_000):
        write_calibration(bench.path, kept({"card_us": card_us}))
    assert bench.read() == {"card_us": 92_000}
    before = Bench(bench.path.with_name("calibration.json.before"))
    assert before.read() == {"card_us": 91_000}
    assert len(list(bench.path.parent.iterdir())) == 2


@pytest.mark.parametrize("step", ["fsync", "replace", "link"])
def test_a_power_cut_or_a_full_disk_leaves_the_old_one_in_force(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    write_calibration(bench.path, kept(FIGURES))

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, step, full)
        with pytest.raises(CalibrationTrouble, match="cannot be written"):
            write_calibration(bench.path, kept({"card_us": 1}))
    assert bench.read() == FIGURES
    write_calibration(bench.path, kept({"card_us": 2}))
    assert bench.read() == {"card_us": 2}


def test_what_root_saves_belongs_to_the_owner_of_the_folder(tmp_path: Path) -> None:
    need_root("it gives a file away")
    os.chown(tmp_path, 1234, 1235)
    write_calibration(tmp_path / "calibration.json", kept(FIGURES))
    owner = (tmp_path / "calibration.json").stat()
    assert (owner.st_uid, owner.st_gid) == (1234, 1235)


def test_a_machine_is_known_again_and_its_number_not_told(tmp_path: Path) -> None:
    number = tmp_path / "machine-id"
    number.write_text("8d3a1f0c2b7e4d5a9c6b0e1f2a3b4c5d\n")
    name = this_machine(number)
    assert name == this_machine(number)
    assert name not in number.read_text()
    number.write_text("8d3a1f0c2b7e4d5a9c6b0e1f2a3b4c5e\n")
    assert this_machine(number) != name
    assert this_machine(tmp_path / "none") == ""


@pytest.mark.parametrize(
    "pins",
    [
        Pins(lamp=0),
        Pins(lamp=12, buzzer=13, buzzer_hz=0),
        Pins(cover=5, hopper=6, inverted=("cover", "hopper")),
        Pins(turntable=TurntablePins(kind="servo", gpios=(12,))),
        Pins(chip="pinctrl-rp1"),
        Pins(motor_pwm=12, motor_standby=13),  # inputs that a DRV8833 does not have
    ],
)
def test_a_calibration_stays_when_something_without_a_part_in_the_timing_changes(
    bench: Bench, pins: Pins
) -> None:
    bench.measured()
    assert bench.read(pins=pins) == FIGURES


@pytest.mark.parametrize(
    "pins",
    [
        Pins(motor_driver="tb6612"),
        Pins(pwm_hz=900),
        Pins(duty_pct=99),
        Pins(motor_in1=5),
        Pins(card_sensor=5),
        Pins(button=5),
        Pins(inverted=("card_sensor",)),
        Pins(inverted=("button",)),
        Pins(edges="gpiozero"),
        Pins(factory="rpigpio"),
    ],
)
def test_a_calibration_is_refused_when_the_timing_can_be_another(bench: Bench, pins: Pins) -> None:
    bench.measured()
    assert "was measured with other [pins]" in bench.trouble(pins=pins)


def test_the_order_of_inverted_inputs_makes_no_other_wiring() -> None:
    one, other = Pins(inverted=("button", "card_sensor")), Pins(inverted=("card_sensor", "button"))
    assert wired_as(one) == wired_as(other)


OTHER = Pins(
    motor_driver="tb6612",
    lamp=0,
    cover=6,
    inverted=("cover",),
    turntable=TurntablePins(kind="servo", gpios=(12,)),
)


@pytest.mark.parametrize(
    ("pins", "name_in_0_1"), [(PINS, "721fca0ffcdab128"), (OTHER, "ec46db512ef4b330")]
)
def test_a_calibration_of_version_0_1_0_holds_after_an_upgrade(
    bench: Bench, pins: Pins, name_in_0_1: str
) -> None:
    bench.measured(pins=name_in_0_1)
    assert bench.read(pins=pins) == FIGURES
    for changes in ({"pwm_hz": 900}, {"duty_pct": 60}, {"sensor": "fc-51"}):
        other = msgspec.structs.replace(pins, **changes)
        assert "was measured with other [pins]" in bench.trouble(pins=other)


def test_a_calibration_of_full_power_holds_from_before_there_was_a_choice(bench: Bench) -> None:
    bench.measured(pins="7c2e9401cfba71a1")
    assert bench.read() == FIGURES
    slow = Pins(duty_pct=60)
    bench.measured(pins=wired_as(slow))
    assert bench.read(pins=slow) == FIGURES
    assert "was measured with other [pins]" in bench.trouble()
