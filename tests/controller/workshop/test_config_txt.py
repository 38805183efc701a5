"""Which settings of config.txt a Pi's firmware obeys."""

from __future__ import annotations

import pytest

from controller.base.findings import Level
from controller.base.services import DRIVER_STATE
from controller.workshop.doctor.boot import MODEL_FILTERS, Line, check_start, settings
from controller.workshop.doctor.raspberry_pi import check_strict
from hardware.gpio.motor_pins import PinState
from hardware.gpio.pins import Pins
from tests.worlds.pretended import Pretended

PI_4 = "Raspberry Pi 4 Model B Rev 1.4"
SHIPPED = """\
# For more options and information see
dtparam=audio=on
[cm4]
otg_mode=1

[cm5]
dtoverlay=dwc2,dr_mode=host

[all]
dtparam=strict_gpiod
"""
"""The end of Raspberry Pi OS's own file."""


def applies(text: str, model: str = PI_4) -> list[bool | None]:
    return [line.applies for line in settings(text, model)]


def test_the_file_that_raspberry_pi_os_ships() -> None:
    assert settings(SHIPPED, PI_4) == [
        Line("dtparam=audio=on", True),
        Line("otg_mode=1", False),
        Line("dtoverlay=dwc2,dr_mode=host", False),
        Line("dtparam=strict_gpiod", True),
    ]


@pytest.mark.parametrize(
    ("model", "filters"),
    [
        ("Raspberry Pi Model B Plus Rev 1.2", "pi1"),
        ("Raspberry Pi 2 Model B Rev 1.1", "pi2"),
        ("Raspberry Pi 3 Model B Rev 1.2", "pi3"),
        ("Raspberry Pi 3 Model B Plus Rev 1.3", "pi3 pi3+"),
        ("Raspberry Pi 4 Model B Rev 1.4", "pi4"),
        ("Raspberry Pi 400 Rev 1.0", "pi4 pi400"),
        ("Raspberry Pi Compute Module 4 Rev 1.0", "pi4 cm4"),
        ("Raspberry Pi Compute Module 4S Rev 1.0", "pi4 cm4s"),
        ("Raspberry Pi 5 Model B Rev 1.0", "pi5"),
        ("Raspberry Pi 500 Rev 1.0", "pi5 pi500"),
        ("Raspberry Pi Compute Module 5 Rev 1.0", "pi5 cm5"),
        ("Raspberry Pi Zero W Rev 1.1", "pi0 pi0w"),
        ("Raspberry Pi Zero 2 W Rev 1.0", "pi0 pi0w pi02"),
    ],
)
def test_a_model_passes_its_own_filters(model: str, filters: str) -> None:
    passed = [name for name in sorted(MODEL_FILTERS) if applies(f"[{name}]\na=1", model) == [True]]
    assert passed == sorted(filters.split())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[pi4]\na=1\n[pi5]\nb=1", [True, False]),
        ("[none]\na=1\n[all]\nb=1", [False, True]),
        ("[EDID=VSC-TD2220]\na=1\n[pi4]\nb=1\n[pi5]\nc=1", [None, None, False]),
        ("[gpio4=1]\na=1\n[gpio4=0]\nb=1\n[all]\nc=1", [None, None, True]),
        ("[0x12345678]\na=1", [None]),
        ("[something new]\na=1", [None]),
    ],
)
def test_filters_are_combined(text: str, expected: list[bool | None]) -> None:
    assert applies(text) == expected


def test_of_a_model_that_is_not_known_a_filter_says_nothing() -> None:
    assert applies("[pi4]\na=1\n[all]\nb=1", "Raspberry Pi 7") == [None, True]


@pytest.mark.parametrize("section", ["[cm5]", "[none]", "[EDID=VSC-TD2220]"])
def test_lines_under_another_filter_do_not_count(pi: Pretended, section: str) -> None:
    pi.files["/boot/firmware/config.txt"] = f"{section}\ndtparam=strict_gpiod\ngpio=23,24=op,dl"
    pi.files["/proc/cmdline"] = ""
    pi.pins = dict.fromkeys(pi.pins, PinState(False))
    assert check_start(pi, Pins(), DRIVER_STATE).says == "config.txt does not set GPIO 23, 24 low"
    assert check_strict(pi).says.startswith("off")


def test_a_high_output_that_may_apply_takes_a_low_one_back(pi: Pretended) -> None:
    pi.files["/boot/firmware/config.txt"] = "gpio=23,24=op,dl\n[gpio4=1]\ngpio=24=op,dh"
    pi.pins = dict.fromkeys(pi.pins, PinState(False))
    assert check_start(pi, Pins(), DRIVER_STATE).says == "config.txt does not set GPIO 24 low"


@pytest.mark.parametrize("line", ["gpio=24=a5", "gpio=0-27=ip", "gpio=24=pu"])
def test_a_later_line_takes_a_low_output_back(pi: Pretended, line: str) -> None:
    pi.files["/boot/firmware/config.txt"] = f"gpio=23,24=op,dl\n{line}\ngpio=23=op,dl"
    pi.pins = dict.fromkeys(pi.pins, PinState(False))
    assert check_start(pi, Pins(), DRIVER_STATE).says == "config.txt does not set GPIO 24 low"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("dtparam=audio=on,strict_gpiod", "set in config.txt, but not in effect"),
        ("dtparam=strict_gpiod=on", "set in config.txt, but not in effect"),
        ("dtparam=strict_gpiod=off", "off"),
        ("dtparam=strict_gpiod_of_mine", "off"),
    ],
)
def test_a_parameter_is_read_whole(pi: Pretended, line: str, says: str) -> None:
    pi.files["/boot/firmware/config.txt"] = line
    pi.files["/proc/cmdline"] = ""
    found = check_strict(pi)
    assert found.level is Level.FAIL
    assert found.says.startswith(says)
