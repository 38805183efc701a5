"""Reads what a self-test says about the machine: nothing that tells whose it is."""

from __future__ import annotations

import hashlib
import re
from importlib.metadata import version
from platform import python_version

from controller.doctor.board import PERSIST, PIN_MODULES
from controller.doctor.machine import THROTTLED, Machine
from controller.selftest.figures import Surroundings
from hardware.gpio.before_claim import BOOT_ID


def read_surroundings(machine: Machine, chip: str = "") -> Surroundings:
    """Read model, kernel, EEPROM, system, Python and throttling. ``chip``: its label."""
    named = re.search(r'^PRETTY_NAME="?([^"\n]*)', machine.read("/etc/os-release") or "", re.M)
    built = machine.run("vcgencmd", "bootloader_version") or ""
    persists = (machine.read(PERSIST.format(module)) for module in PIN_MODULES)
    return Surroundings(
        model=_line(machine.read("/proc/device-tree/model")),
        kernel=_line(machine.read("/proc/sys/kernel/osrelease")),
        eeprom=_line(built),
        os=named[1] if named else "",
        python=python_version(),
        rollerdeck=version("rollerdeck"),
        chip=chip,
        persist=next((_line(text) for text in persists if text), ""),
        throttled=read_throttled(machine),
    )


def read_throttled(machine: Machine) -> str:
    """What the firmware says of voltage and throttling; empty: it does not say."""
    return _line(machine.run(*THROTTLED))


def name_start(machine: Machine) -> str:
    """A name of this start of the machine, from which nobody can find its boot ID."""
    boot = (machine.read(str(BOOT_ID)) or "").strip()
    return hashlib.sha256(f"rollerdeck selftest {boot}".encode()).hexdigest()[:16]


def _line(text: str | None) -> str:
    """The first line of a text."""
    return next(iter((text or "").splitlines()), "").strip()
