"""What a maker does wrong with real lines: one sentence, exit code 3, motor off."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import gpiod
import pytest
from gpiod.line import Direction

from controller.base.errors import NO_HARDWARE
from tests.processes import COMMAND
from tests.vm.guest.launcher import LineLauncher, line_launcher, until
from tests.vm.guest.lines import Lines, pi_chip
from tests.vm.guest.mechanism import WIRED

pytestmark = pytest.mark.on_lines

NOBODY = 65534


@pytest.fixture
def lines() -> Iterator[Lines]:
    with pi_chip() as there:
        yield there


def trouble(user: int | None = None) -> str:
    """Start the driver, which must refuse; the sentence that it says."""
    # not below pytest's own folder, which is root's alone
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o777)
    done = subprocess.run(
        [*COMMAND, "driver", "--socket", str(folder / "launcher.sock")],
        capture_output=True,
        text=True,
        timeout=60,
        user=user,
        # a calibration of its own, and not the one of whoever started these tests
        env=os.environ | {"XDG_STATE_HOME": str(folder)},
    )
    assert done.returncode == NO_HARDWARE, done.stderr
    said = [line for line in done.stderr.splitlines() if "real-time" not in line]
    assert len(said) == 1 and said[0].endswith("."), done.stderr
    assert not (folder / "launcher.sock").exists()
    return said[0].removeprefix("rollerdeck: ")


def test_no_chip() -> None:
    assert trouble().startswith("There is no GPIO chip of a Raspberry Pi here (no /dev/")


@pytest.mark.parametrize(
    "name", ["motor_in2", "card_sensor", pytest.param("lamp", marks=pytest.mark.soak)]
)
def test_a_busy_line_is_named_with_who_has_it(lines: Lines, name: str) -> None:
    gpio = WIRED.used[name]
    settings = gpiod.LineSettings(direction=Direction.INPUT)
    with gpiod.request_lines(str(lines.device), {gpio: settings}, consumer="a fan"):
        assert trouble() == (
            f"GPIO {gpio} (pins.{name}) is in use by a fan: stop that, or choose another pin for "
            f"pins.{name}."
        )
    assert_all_let_go(lines)


def test_no_permission(lines: Lines) -> None:
    lines.device.chmod(0o600)
    said = trouble(user=NOBODY)
    assert said.startswith(f"No permission to use {lines.device}: add this user to the group gpio")
    assert_all_let_go(lines)


@pytest.fixture
def launcher(tmp_path: Path) -> Iterator[LineLauncher]:
    with line_launcher(tmp_path, 40, seed=1) as there:
        yield there


def test_a_second_driver_is_told_of_the_first(launcher: LineLauncher) -> None:
    assert "is in use by" in trouble()
    assert launcher.driver is not None and launcher.driver.is_alive()


def test_a_driver_that_is_told_to_end_lets_every_line_go(launcher: LineLauncher) -> None:
    driver = launcher.driver
    assert driver is not None
    driver.terminate()
    until(lambda: not driver.is_alive(), "end")
    assert driver.exitcode == 0
    assert_all_let_go(launcher.lines)


def assert_all_let_go(lines: Lines) -> None:
    with gpiod.Chip(str(lines.device)) as chip:
        assert not [name for name, gpio in WIRED.used.items() if chip.get_line_info(gpio).used]
    motor = [getattr(WIRED, name) for name in WIRED.driver.inputs]
    assert not any(lines.high(gpio) for gpio in motor)
