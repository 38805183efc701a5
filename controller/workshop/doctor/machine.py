"""The machine as the doctor sees it: all files, commands and pins are read through this."""

from __future__ import annotations

import grp
import importlib.util
import os
import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, Protocol

from controller.base.services import is_there
from hardware.gpio.chip import Chip, find_chip, needed
from hardware.gpio.loopback import high_while_pulled
from hardware.gpio.motor_pins import PinState, read_states
from hardware.gpio.scale_process import found_at

THROTTLED: Final = ("vcgencmd", "get_throttled")
_BITS: Final = re.compile(r"throttled=0x([0-9a-fA-F]+)\s*")
"""All that it says (Raspberry Pi documentation, "vcgencmd"); an error has another form."""
WITHIN_S = 5.0
"""A command that takes longer is given up."""


class Machine(Protocol):
    """What can be checked. Methods raise only where they say so."""

    def read(self, path: str) -> str | None:
        """The text of a file; None if it is missing or may not be read."""
        ...

    def exists(self, path: Path) -> bool:
        """Whether there is something of that name; True where this user may not look."""
        ...

    def may_read(self, path: Path) -> bool:
        """Whether this user may read a file that exists."""
        ...

    def may_open(self, port: Path) -> bool:
        """Whether this user may read and write a port that exists."""
        ...

    def group_of(self, path: Path) -> str | None:
        """The group that a file belongs to; None: unknown."""
        ...

    def holder_of(self, port: Path) -> str | None:
        """A process that has a port open, by name and number; None: none is known."""
        ...

    def run(self, *command: str) -> str | None:
        """The output of a command; None if it is missing or fails."""
        ...

    def has_program(self, name: str) -> bool:
        """Whether there is a program of this name, or at this path."""
        ...

    def groups(self) -> tuple[str, ...]:
        """The groups of this process."""
        ...

    def free_bytes(self, path: Path) -> int | None:
        """Free space where a file is or will be; None if nothing can be written there."""
        ...

    def has_module(self, name: str) -> bool:
        """Whether this Python can import a module."""
        ...

    def find_scale(self, bus: int, address: int) -> None:
        """Look for the chip of a scale. Raises ScaleTrouble."""
        ...

    def chip(self, label: str) -> Chip:
        """The GPIO chip with a label; empty: a Raspberry Pi's. Raises PinTrouble."""
        ...

    def holders(self, chip: Chip, gpios: Sequence[int]) -> dict[int, str]:
        """The users of these lines; lines without a user are left out."""
        ...

    def states(self, chip: Chip, gpios: Sequence[int]) -> Mapping[int, PinState]:
        """The states of lines; lines with a user are left out. Raises PinTrouble."""
        ...

    def pulled_up(self, chip: Chip, gpios: Sequence[int]) -> tuple[int, ...]:
        """Which lines read high while the chip pulls them up. Raises OSError.

        Afterwards they are inputs with pull-downs. A connected motor may turn meanwhile.
        """
        ...


class ThisMachine:
    """The machine that this runs on."""

    def read(self, path: str) -> str | None:
        """See ``Machine.read``."""
        try:
            return Path(path).read_text(encoding="utf-8", errors="replace").replace("\0", "")
        except OSError:
            return None

    def exists(self, path: Path) -> bool:
        """See ``Machine.exists``."""
        return is_there(path)

    def may_read(self, path: Path) -> bool:
        """See ``Machine.may_read``."""
        return os.access(path, os.R_OK)

    def may_open(self, port: Path) -> bool:
        """See ``Machine.may_open``."""
        return os.access(port, os.R_OK | os.W_OK)

    def group_of(self, path: Path) -> str | None:
        """See ``Machine.group_of``."""
        try:
            return path.group()
        except (OSError, KeyError):
            return None

    def holder_of(self, port: Path) -> str | None:
        """See ``Machine.holder_of``. Other users' processes are seen by root only."""
        wanted = os.path.realpath(port)
        for process in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                opened = {os.path.realpath(link) for link in (process / "fd").iterdir()}
                if wanted in opened and process.name != str(os.getpid()):
                    name = (process / "comm").read_text(encoding="utf-8", errors="replace").strip()
                    return f"{name} (process {process.name})"
        return None

    def run(self, *command: str) -> str | None:
        """See ``Machine.run``."""
        if shutil.which(command[0]) is None:
            return None
        try:
            done = subprocess.run(  # noqa: S603 -- words of this program's own
                command, capture_output=True, text=True, timeout=WITHIN_S, check=True
            )
        except (OSError, subprocess.SubprocessError):
            return None
        return done.stdout

    def has_program(self, name: str) -> bool:
        """See ``Machine.has_program``."""
        return shutil.which(name) is not None

    def groups(self) -> tuple[str, ...]:
        """See ``Machine.groups``."""
        names = []
        for number in {os.getegid(), *os.getgroups()}:
            try:
                names.append(grp.getgrgid(number).gr_name)
            except KeyError:
                continue  # a number without a name
        return tuple(sorted(names))

    def free_bytes(self, path: Path) -> int | None:
        """See ``Machine.free_bytes``."""
        folder = path.parent
        while not folder.exists() and folder != folder.parent:
            folder = folder.parent
        try:
            return shutil.disk_usage(folder).free if os.access(folder, os.W_OK) else None
        except OSError:
            return None

    def has_module(self, name: str) -> bool:
        """See ``Machine.has_module``."""
        try:
            return importlib.util.find_spec(name) is not None
        except (ImportError, ValueError):
            return False

    def find_scale(self, bus: int, address: int) -> None:
        """See ``Machine.find_scale``."""
        found_at(bus, address)

    def chip(self, label: str) -> Chip:
        """See ``Machine.chip``."""
        return find_chip(label)

    def holders(self, chip: Chip, gpios: Sequence[int]) -> dict[int, str]:
        """See ``Machine.holders``."""
        with needed("gpiod"):
            import gpiod
        consumers = {}
        with gpiod.Chip(chip.path) as opened:
            for gpio in gpios:
                try:
                    line = opened.get_line_info(gpio)
                except (OSError, ValueError):
                    continue
                if line.used:
                    consumers[gpio] = line.consumer or "somebody"
        return consumers

    def states(self, chip: Chip, gpios: Sequence[int]) -> Mapping[int, PinState]:
        """See ``Machine.states``."""
        return read_states(chip, gpios, self.run)

    def pulled_up(self, chip: Chip, gpios: Sequence[int]) -> tuple[int, ...]:
        """See ``Machine.pulled_up``."""
        return high_while_pulled(chip, gpios, up=True)


def throttled_bits(answer: str | None) -> int | None:
    """The bits in an answer of ``THROTTLED``; None: they are unknown."""
    match = _BITS.fullmatch(answer or "")
    return None if match is None else int(match[1], 16)
