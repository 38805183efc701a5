"""The script that switches the motor's pins off, with stand-ins for the tools of both systems."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from hardware.gpio.motor_drivers import MOTOR_DRIVERS, DriverName
from hardware.gpio.motor_pins import MOTOR_PINS_FILE, write_motor_pins
from hardware.gpio.pins import Pins, PinTrouble
from hardware.gpio.turntable_pins import TurntablePins
from tests.processes import PATIENCE_S

SCRIPT = Path(__file__).parents[2] / "systemd" / "motor-off"
DETECTED = """\
gpiochip0 [raspberrypi-exp-gpio] (8 lines)
gpiochip3 [pinctrl-bcm2711] (58 lines)
gpiochip4 [gpio-sim.0] (54 lines)
gpiochip5 [gpio (spare)+] (54 lines)
"""
VERSION_1 = 'case "$*" in *--chip*) exit 1;; esac'
REMEDY = "The motor's pins were not switched off: install raspi-utils or gpiod.\n"


class Pi:
    """A machine with some tools, each of which writes down what it was asked for."""

    def __init__(self, folder: Path) -> None:
        self._tools = folder / "bin"
        self._tools.mkdir()
        self._log = folder / "asked"
        self.file = folder / MOTOR_PINS_FILE
        for tool in ("sh", "echo", "tr", "grep", "head", "cut", "cat"):
            found = shutil.which(tool)
            assert found is not None
            (self._tools / tool).symlink_to(found)

    def has(self, tool: str, does: str = "") -> None:
        path = self._tools / tool
        path.write_text(f'#!/bin/sh\n{does}\necho "{tool} $*" >>{self._log}\n')
        path.chmod(0o755)

    def run(self) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["/bin/sh", str(SCRIPT), str(self.file)],
            env={"PATH": str(self._tools)},
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
        )

    def asked(self) -> list[str]:
        return self._log.read_text().splitlines() if self._log.exists() else []


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    made = Pi(tmp_path)
    made.has("gpiodetect", f"cat <<'END'\n{DETECTED}END\nexit")
    return made


@pytest.mark.parametrize("name", list(MOTOR_DRIVERS))
def test_on_a_pi_every_motor_pin_becomes_an_input_that_is_pulled_down(
    pi: Pi, name: DriverName
) -> None:
    pins = Pins(motor_driver=name)
    write_motor_pins(pins, pi.file.parent)
    pi.has("pinctrl")
    assert (pi.run().returncode, pi.run().stderr) == (0, "")
    listed = ",".join(str(getattr(pins, wire)) for wire in pins.driver.inputs)
    assert pi.asked() == [f"pinctrl set {listed} ip pd"] * 2


INVERTED = Pins(
    inverted=("lamp", "buzzer"),
    turntable=TurntablePins(kind="step_dir", gpios=(12, 13), enable=5),
)


@pytest.mark.parametrize("tool", ["pinctrl", "gpioget"])
def test_what_is_off_while_high_is_pulled_up_after_the_motor(pi: Pi, tool: str) -> None:
    write_motor_pins(INVERTED, pi.file.parent)
    pi.has(tool)
    assert pi.run().returncode == 0
    assert (
        pi.asked()
        == {
            "pinctrl": ["pinctrl set 23,24 ip pd", "pinctrl set 18,27,5 ip pu"],
            "gpioget": [
                "gpioget --bias=pull-down --chip gpiochip3 23 24",
                "gpioget --bias=pull-up --chip gpiochip3 18 27 5",
            ],
        }[tool]
    )


def test_the_file_of_an_earlier_driver_is_read_too(pi: Pi) -> None:
    pi.file.write_text("23 24\n\n")
    pi.has("pinctrl")
    assert (pi.run().returncode, pi.asked()) == (0, ["pinctrl set 23,24 ip pd"])


@pytest.mark.parametrize("words", ["18 $(reboot)", "28", "*", "-e"])
def test_outputs_that_are_none_leave_the_motor_off(pi: Pi, words: str) -> None:
    pi.file.write_text(f"23 24\n\n{words}\n")
    pi.has("pinctrl")
    assert (pi.run().returncode, pi.asked()) == (0, ["pinctrl set 23,24 ip pd"])


@pytest.mark.parametrize(
    ("does", "asked"),
    [
        ("", "gpioget --bias=pull-down --chip gpiochip3 23 24"),
        (VERSION_1, "gpioget --bias=pull-down gpiochip3 23 24"),
    ],
)
def test_elsewhere_the_kernel_is_asked_in_the_words_of_either_version(
    pi: Pi, does: str, asked: str
) -> None:
    write_motor_pins(Pins(), pi.file.parent)
    pi.has("gpioget", does)
    assert pi.run().returncode == 0
    assert pi.asked() == [asked]


def test_another_chips_pins_are_not_looked_for_on_the_header(pi: Pi) -> None:
    write_motor_pins(Pins(chip="gpio-sim.0"), pi.file.parent)
    pi.has("pinctrl")
    pi.has("gpioget")
    assert pi.run().returncode == 0
    assert pi.asked() == ["gpioget --bias=pull-down --chip gpiochip4 23 24"]


@pytest.mark.parametrize(
    ("label", "asked"),
    [
        ("gpio (spare)+", ["gpioget --bias=pull-down --chip gpiochip5 23 24"]),
        ("gpio-sim", []),
        ("gpio-sim?0", []),
        (".*", []),
        ("-e", []),
    ],
)
def test_a_label_is_no_pattern(pi: Pi, label: str, asked: list[str]) -> None:
    write_motor_pins(Pins(chip=label), pi.file.parent)
    pi.has("pinctrl")
    pi.has("gpioget")
    assert pi.run().returncode == (0 if asked else 1)
    assert pi.asked() == asked


def test_a_tool_that_fails_gives_way_to_the_other(pi: Pi) -> None:
    write_motor_pins(Pins(), pi.file.parent)
    pi.has("pinctrl", "exit 1")
    pi.has("gpioget")
    assert pi.run().returncode == 0
    assert pi.asked() == ["gpioget --bias=pull-down --chip gpiochip3 23 24"]


def test_without_a_tool_it_says_what_to_install(pi: Pi) -> None:
    write_motor_pins(Pins(), pi.file.parent)
    done = pi.run()
    assert (done.returncode, done.stderr) == (1, REMEDY)


def test_a_driver_that_touched_no_pin_leaves_nothing_to_do(pi: Pi) -> None:
    pi.has("pinctrl")
    assert (pi.run().returncode, pi.asked()) == (0, [])


@pytest.mark.parametrize("words", ["", "23 $(reboot)", "28", "1", "23;24", "-e"])
def test_a_file_that_names_no_pins_is_not_obeyed(pi: Pi, words: str) -> None:
    pi.file.write_text(f"{words}\n\n")
    pi.has("pinctrl")
    done = pi.run()
    assert (done.returncode, pi.asked()) == (1, [])
    assert done.stderr == "No motor pins are written down: switch the motor's supply off.\n"


def test_it_can_be_run_and_the_unit_runs_it() -> None:
    assert os.access(SCRIPT, os.X_OK)
    unit = (SCRIPT.parent / "rollerdeck-driver.service").read_text()
    assert "ExecStopPost=+/usr/local/lib/rollerdeck/motor-off /run/rollerdeck/motor-pins" in unit
    assert "--socket /run/rollerdeck/" in unit  # the driver writes the file beside its socket


def test_a_folder_that_takes_no_file_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / MOTOR_PINS_FILE).mkdir()
    with pytest.raises(PinTrouble, match=r"^Cannot write .*motor-pins \(Is a directory\), .*\.$"):
        write_motor_pins(Pins(), tmp_path)
