"""Starts the machine with systemd, again and again from the same disk, and cuts its power.

Its clock is the one of ``tests.vm.machine``: it counts instructions, and leaps over idle time.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tests.vm.booted.ledger import CUT
from tests.vm.booted.product import product_disk
from tests.vm.booted.root import made
from tests.vm.files import pack_first
from tests.vm.kernel import Guest, Kernel
from tests.vm.machine import CLOCK, CPU, QUICKLY, listen, start

INIT: Final = Path(__file__).with_name("init.sh")
MACHINE: Final = Path(__file__).with_name("run")
"""What makes a Pi with a launcher of it, in ``/run``: nothing of that is on the disk."""
APPEND: Final = f"console=ttyS0 quiet systemd.show_status=0 panic=-1 nolapic_timer {QUICKLY}"
"""Another timer than the processor's own, which each start would measure anew for long."""


class Hung(Exception):
    """The machine neither ended nor asked for its end."""


class _Cut(Exception):
    """It asked for its power to be cut."""


class Booted:
    """A machine that is started with one command for a shell, each time."""

    def __init__(self, kernel: Kernel, folder: Path, kind: Guest = "booted") -> None:
        """``folder`` takes its disks, and is the caller's; raises CannotBuild."""
        self._kernel = kernel
        self._modules = kernel.modules[kind]
        self._machine = folder / "machine"
        shutil.copytree(MACHINE, self._machine)
        # what is different where its launcher is on a Pico, or where it has cameras
        if (other := INIT.with_name(kind) / MACHINE.name).exists():
            shutil.copytree(other, self._machine, dirs_exist_ok=True)
        self._folder = folder
        self.disk = folder / "root.ext4"
        subprocess.run(["cp", "--sparse=always", made(), self.disk], check=True)
        self._product = product_disk(folder, with_camera=kind == "camera")

    def run(self, command: str, within_s: float, said: Callable[[str], None]) -> int | None:
        """Start it, and call ``said`` with every line; what the command ended with.

        None: it asked for its power to be cut, and got that. Raises Hung where neither came about
        within ``within_s`` seconds of this machine's time.
        """

        def hear(line: str) -> None:
            if line == CUT:
                raise _Cut
            said(line)

        first = self._folder / "initramfs"
        with first.open("wb") as out:
            pack_first(INIT, self._modules, command, self._folder, out, self._machine)
        try:
            ended = listen(start(self._qemu(first)), within_s, hear)
        except _Cut:
            return None
        if ended is None:
            raise Hung(f"The machine did not come to its end within {within_s:.0f} s.")
        return ended

    def _qemu(self, first: Path) -> list[str]:
        return [
            "qemu-system-x86_64",
            *("-machine", "q35", "-cpu", CPU, "-m", "768", *CLOCK),
            # as a Pi, it has no clock that runs on without power
            *("-rtc", "base=2026-01-01,clock=vm"),
            *("-nodefaults", "-display", "none", "-no-reboot", "-serial", "stdio"),
            *("-drive", f"file={self.disk},format=raw,if=virtio,cache=unsafe"),
            *("-drive", f"file={self._product},format=raw,if=virtio,readonly=on"),
            *("-kernel", str(self._kernel.image), "-initrd", str(first), "-append", APPEND),
        ]
