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
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tests.vm.files import pack
from tests.vm.kernel import Kernel

LOG2_NS_AN_INSTRUCTION: Final = 0
COUNTED: Final = f"shift={LOG2_NS_AN_INSTRUCTION},sleep=off"
END_WITH_US: Final = ("setpriv", "--pdeathsig", "KILL")
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
ENDED = re.compile(r"^The command ended with (\d+)\.$")


def run(
    kernel: Kernel, command: str, folder: Path, within_s: float, said: Callable[[str], None]
) -> int | None:
    """Run a shell's ``command``, call ``said`` with every line; its exit code.

    None: it did not come to its end within ``within_s`` seconds of this machine's time.
    ``folder`` takes what is needed for it, and is the caller's.
    """
    return listen(start(_qemu(kernel, pack(kernel, command, folder))), within_s, said)


def start(qemu: list[str]) -> subprocess.Popen[bytes]:
    """Start it, so that ``listen`` can; it ends with this thread, however that ends."""
    return subprocess.Popen([*END_WITH_US, *qemu], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)


def listen(
    qemu: subprocess.Popen[bytes], within_s: float, said: Callable[[str], None]
) -> int | None:
    """Call ``said`` with every line until the machine ends; what its command ended with.

    None: it was not heard to end. The machine is cut off after ``within_s`` seconds of this one's
    time, and where ``said`` raises. ``cpu_s`` counts what it took.
    """
    ended = None
    with qemu:
        too_late = threading.Timer(within_s, qemu.kill)
        too_late.start()
        try:
            assert qemu.stdout is not None
            for raw in qemu.stdout:
                line = raw.decode(errors="replace").replace("\r", "").rstrip("\n")
                if found := ENDED.match(line):
                    ended = int(found[1])
                said(line)
        finally:
            too_late.cancel()
            # before it is waited for, which ``kill`` does, too: afterwards nobody knows
            _of_thread.cpu_s = cpu_s() + _cpu_s(qemu.pid)
            qemu.kill()
    return ended


_of_thread = threading.local()


def cpu_s() -> float:
    """Processor time of all machines that this thread has listened to."""
    spent: float = getattr(_of_thread, "cpu_s", 0.0)
    return spent


def _cpu_s(process: int) -> float:
    """Processor time of a process that nobody has waited for yet; see proc(5)."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _qemu(kernel: Kernel, archive: Path) -> list[str]:
    return [
        "qemu-system-x86_64",
        *("-machine", "q35", "-cpu", CPU, "-m", "1280", *CLOCK),
        *("-nodefaults", "-display", "none", "-no-reboot", "-serial", "stdio"),
        *("-kernel", str(kernel.image), "-initrd", str(archive)),
        *("-append", f"console=ttyS0 quiet panic=-1 {QUICKLY}"),
    ]
