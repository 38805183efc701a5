"""Starts the machine with systemd, again and again from the same disk, and cuts its power.

Its clock is the one of ``tests.vm.machine``: it counts instructions, and leaps over idle time.
"""

from __future__ import annotations

import re
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.vm.booted.ledger import CUT
from tests.vm.booted.product import product_disk
from tests.vm.booted.root import made
from tests.vm.files import pack_first
from tests.vm.kernel import Kernel
from tests.vm.machine import CLOCK, CPU, QUICKLY

INIT: Final = Path(__file__).with_name("init.sh")
MACHINE: Final = Path(__file__).with_name("run")
"""What makes a Pi with a launcher of it, in ``/run``: nothing of that is on the disk."""
ENDED: Final = re.compile(r"^The command ended with (\d+)\.$")
APPEND: Final = f"console=ttyS0 quiet systemd.show_status=0 panic=-1 nolapic_timer {QUICKLY}"
"""Another timer than the processor's own, which is compared for a tenth of a second at every start."""


class Hung(Exception):
    """The machine neither ended nor asked for its end."""


class Booted:
    """A machine that is started with one command for a shell, each time."""

    def __init__(self, kernel: Kernel, folder: Path) -> None:
        """``folder`` takes its disks, and is the caller's; raises CannotBuild."""
        self._kernel = kernel
        self._folder = folder
        self.disk = folder / "root.ext4"
        subprocess.run(["cp", "--sparse=always", made(), self.disk], check=True)
        self._product = product_disk(folder)

    def run(self, command: str, within_s: float, said: Callable[[str], None]) -> int | None:
        """Start it, and call ``said`` with every line; what the command ended with.

        None: it asked for its power to be cut, and got that. Raises Hung where neither came about
        within ``within_s`` seconds of this machine's time.
        """
        with self._started(command) as qemu:
            too_late = threading.Timer(within_s, qemu.kill)
            too_late.start()
            try:
                assert qemu.stdout is not None
                ended = None
                for raw in qemu.stdout:
                    line = raw.decode(errors="replace").rstrip("\r\n")
                    if line == CUT:
                        qemu.kill()
                        return None
                    if found := ENDED.match(line):
                        ended = int(found[1])
                    said(line)
            finally:
                too_late.cancel()
        if ended is None:
            raise Hung(f"The machine did not come to its end within {within_s:.0f} s.")
        return ended

    @contextmanager
    def _started(self, command: str) -> Iterator[subprocess.Popen[bytes]]:
        first = self._folder / "initramfs"
        with first.open("wb") as out:
            pack_first(INIT, self._kernel.booted_modules, command, self._folder, out, MACHINE)
        with subprocess.Popen(
            self._qemu(first), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE
        ) as qemu:
            try:
                yield qemu
            finally:
                qemu.kill()

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
