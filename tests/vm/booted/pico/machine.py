"""What the tests of this machine ask it."""

from __future__ import annotations

import json
import subprocess
from typing import Any, Final

import gpiod

from controller.base.services import units
from tests.vm.booted.product import HOME
from tests.vm.guest.lines import LABEL

PICO, REFEREE = UNITS = units(on_pico=True)
DRIVER: Final = units(on_pico=False)[0]
COMMAND: Final = str(HOME / ".venv" / "bin" / "rollerdeck")


def call(*command: str) -> str:
    """What a program says on both streams; it must end well."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0, f"{command}: {done.stdout}"
    return done.stdout


def shown(unit: str, name: str) -> str:
    return call("systemctl", "show", f"--property={name}", "--value", unit).strip()


def process(unit: str) -> int:
    return int(shown(unit, "MainPID"))


def restarts() -> list[int]:
    return [int(shown(unit, "NRestarts")) for unit in UNITS]


def claimed() -> list[int]:
    """The pins of the Pi that some program uses."""
    with gpiod.Chip("/dev/gpiochip0") as chip:
        info = chip.get_info()
        assert info.label == LABEL
        return [pin for pin in range(info.num_lines) if chip.get_line_info(pin).used]


def events(unit: str, event: str) -> list[float]:
    """When it said so since the machine's start, in seconds from there."""
    said = call("journalctl", "--boot", "--quiet", "--output=json", f"--unit={unit}")
    entries: list[dict[str, Any]] = [json.loads(line) for line in said.splitlines()]
    return [
        int(one["__MONOTONIC_TIMESTAMP"]) / 1e6
        for one in entries
        if one.get("ROLLERDECK_EVENT") == event
    ]
