"""What the tests of this machine ask it."""

from __future__ import annotations

from typing import Final

import gpiod

from controller.base.services import units
from tests.vm.booted.services import entries, shown
from tests.vm.guest.lines import LABEL

PICO, REFEREE = UNITS = units(on_pico=True)
DRIVER: Final = units(on_pico=False)[0]


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
    return [int(one["__MONOTONIC_TIMESTAMP"]) / 1e6 for one in entries(unit, event)]
