"""Starts the virtual machine and lets it run one command to its end.

Its clock counts the instructions that it runs (one a nanosecond), and jumps over the time in which
it has nothing to do. So whoever else is busy on this machine makes nothing in it late, and waiting
costs nothing. It has one processor for that.
"""

from __future__ import annotations

import os
import re
import subprocess
import threading
from pathlib import Path
from typing import BinaryIO, Final

from tests.vm.files import pack
from tests.vm.kernel import Kernel

LOG2_NS_AN_INSTRUCTION: Final = 0
COUNTED: Final = f"shift={LOG2_NS_AN_INSTRUCTION},sleep=off"
CLOCK: Final = ("-accel", "tcg", "-smp", "1", "-icount", COUNTED)
CPU: Final = (
    # QEMU copies and clears byte by byte where these are promised
    "max,erms=off,fsrm=off,"
    # without what takes QEMU time, and nothing here has a use for
    "la57=off,smap=off,smep=off,pku=off,umip=off,avx=off,avx2=off,xsave=off"
)
QUICKLY: Final = (
    "mitigations=off norandmaps init_on_alloc=0 clearcpuid=rep_good rodata=off cryptomgr.notests "
    "lsm=capability audit=0 no_timer_check tsc=reliable"
)
"""For the kernel: what it need not do for a machine that lives for minutes."""
ENDED = re.compile(r"^The command ended with (\d+)\.$", re.MULTILINE)


def run(kernel: Kernel, command: str, folder: Path, within_s: float, shown: BinaryIO) -> int | None:
    """Run a shell's ``command``, show what it prints; its exit code.

    None: it did not come to its end within ``within_s`` seconds of this machine's time.
    ``folder`` takes what is needed for it, and is the caller's.
    """
    archive = pack(kernel, command, folder)
    said = b""
    with subprocess.Popen(
        _qemu(kernel, archive), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE
    ) as qemu:
        too_late = threading.Timer(within_s, qemu.kill)
        too_late.start()
        try:
            assert qemu.stdout is not None
            while some := os.read(qemu.stdout.fileno(), 4096):
                said += some
                shown.write(some.replace(b"\r", b""))
                shown.flush()
        finally:
            too_late.cancel()
            qemu.kill()
    ended = ENDED.search(said.decode(errors="replace").replace("\r", ""))
    return int(ended[1]) if ended else None


def _qemu(kernel: Kernel, archive: Path) -> list[str]:
    return [
        "qemu-system-x86_64",
        *("-machine", "q35", "-cpu", CPU, "-m", "1024", *CLOCK),
        *("-nodefaults", "-display", "none", "-no-reboot", "-serial", "stdio"),
        *("-kernel", str(kernel.image), "-initrd", str(archive)),
        *("-append", f"console=ttyS0 quiet panic=-1 {QUICKLY}"),
    ]
