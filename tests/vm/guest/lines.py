"""A Raspberry Pi's GPIO chip as the kernel simulates it, seen from the other side of its pins."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

CONFIG: Final = Path("/sys/kernel/config/gpio-sim")
LABEL: Final = "pinctrl-bcm2711"
LINES: Final = 54
PRIORITY: Final = 30
"""Above the driver's, for what stands for the world outside: a roller waits for nobody."""


class Lines:
    """Reads outputs and drives inputs, through descriptors that stay open."""

    def __init__(self, folder: Path, device: Path) -> None:
        self.device = device
        self.folder = folder
        self._values: dict[int, int] = {}
        self._pulls: dict[int, int] = {}

    def high(self, gpio: int) -> bool:
        """What is at a line, as the kernel shows it."""
        if gpio not in self._values:
            self._values[gpio] = os.open(self.folder / f"sim_gpio{gpio}" / "value", os.O_RDONLY)
        return os.pread(self._values[gpio], 1, 0) == b"1"

    def put(self, gpio: int, high: bool) -> None:
        """Drive an input from outside; an edge, if it was not so already."""
        if gpio not in self._pulls:
            self._pulls[gpio] = os.open(self.folder / f"sim_gpio{gpio}" / "pull", os.O_WRONLY)
        os.pwrite(self._pulls[gpio], b"pull-up" if high else b"pull-down", 0)

    def close(self) -> None:
        """Give the descriptors back."""
        for descriptor in (*self._values.values(), *self._pulls.values()):
            os.close(descriptor)
        self._values.clear()
        self._pulls.clear()


def need_guest(*folders: Path) -> None:
    """Skip where there is none of these folders of guests (see ``tests.need.missing``)."""
    if not any(folder.is_dir() for folder in folders):
        from tests.need import missing  # needs pytest, which a guest's services do not load

        missing(f"there is no {folders[0]} outside of a virtual machine: run `make vm T=FILE`")


@contextmanager
def pi_chip(label: str = LABEL) -> Iterator[Lines]:
    """A chip, usually labelled as a Pi 4's, all lines low; gone afterwards."""
    need_guest(CONFIG)
    chip = CONFIG / "pi"
    bank = chip / "bank0"
    bank.mkdir(parents=True)
    (bank / "num_lines").write_text(str(LINES))
    (bank / "label").write_text(label)
    (chip / "live").write_text("1")
    name = (bank / "chip_name").read_text().strip()
    folder = Path("/sys/devices/platform", (chip / "dev_name").read_text().strip(), name)
    lines = Lines(folder, Path("/dev", name))
    try:
        yield lines
    finally:
        lines.close()
        (chip / "live").write_text("0")
        bank.rmdir()
        chip.rmdir()
