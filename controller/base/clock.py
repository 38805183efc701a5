"""Whether the time of day can be believed, and which start of the machine this is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
SYNCHRONIZED = Path("/run/systemd/timesync/synchronized")
"""systemd-timesyncd makes it when it has set the clock since the start (systemd-timesyncd(8))."""
RTCS = Path("/sys/class/rtc")
"""Each has a file ``hctosys``: 1 if the kernel set the clock by it (its ABI, sysfs-class-rtc)."""
BOOT_DIGITS = 8


def this_boot() -> str:
    """The ID of this start of the machine; empty: nobody knows."""
    try:
        return BOOT_ID.read_text(encoding="ascii").strip()
    except OSError:
        return ""


def boot_without_clock(
    synchronized: Path = SYNCHRONIZED, rtcs: Path = RTCS, boot: Callable[[], str] = this_boot
) -> str:
    """The beginning of the ID of this start if the clock may have stood still before it.

    Empty: the clock is set by the network or by a clock with a battery.
    """
    if synchronized.exists() or any(_sets_the_clock(rtc) for rtc in rtcs.glob("rtc*/hctosys")):
        return ""
    return boot()[:BOOT_DIGITS]


def _sets_the_clock(rtc: Path) -> bool:
    try:
        return rtc.read_text(encoding="ascii").strip() == "1"
    except (OSError, UnicodeDecodeError):
        return False
