"""The units as systemd itself reads them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.need import need_program

UNITS = Path(__file__).parents[2] / "systemd"
INSTALLED_COMMAND = "/opt/rollerdeck/.venv/bin/rollerdeck"
INSTALLED_UNITS = "/opt/rollerdeck/systemd"


def verify(folder: Path) -> str:
    """What ``systemd-analyze verify`` has to say of the units in a folder; nothing is best."""
    analyze = need_program("systemd-analyze", "install the package systemd")
    units = sorted(map(str, folder.glob("*.service")))
    done = subprocess.run([analyze, "verify", *units], capture_output=True, text=True)
    return done.stdout + done.stderr + (f"exit {done.returncode}" if done.returncode else "")


@pytest.fixture
def units(tmp_path: Path) -> Path:
    """The units, their command and user replaced by ones that this machine has."""
    command = tmp_path / "rollerdeck"
    command.symlink_to(sys.executable)
    for unit in UNITS.glob("*.service"):
        text = unit.read_text()
        assert INSTALLED_COMMAND in text
        text = text.replace(INSTALLED_COMMAND, str(command)).replace(INSTALLED_UNITS, str(UNITS))
        (tmp_path / unit.name).write_text(text)
    return tmp_path


def test_both_units_verify_in_silence(units: Path) -> None:
    assert len(list(units.glob("*.service"))) == 2
    assert verify(units) == ""


def test_a_misspelt_key_would_be_heard(units: Path) -> None:
    unit = units / "rollerdeck-referee.service"
    unit.write_text(unit.read_text().replace("StateDirectory=", "StateDirektory="))
    assert "StateDirektory" in verify(units)


def test_a_driver_that_hangs_is_killed_at_once_and_writes_no_core_first() -> None:
    """Until a killed process is gone its pins stay as they are, and a core takes its time."""
    assert "\nWatchdogSignal=SIGKILL\n" in (UNITS / "rollerdeck-driver.service").read_text()


def test_the_driver_has_no_network_and_the_referee_no_device() -> None:
    assert "PrivateNetwork=yes" in (UNITS / "rollerdeck-driver.service").read_text()
    assert "PrivateDevices=yes" in (UNITS / "rollerdeck-referee.service").read_text()
