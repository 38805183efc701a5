"""A launcher on a Pico: its port, its program, and the calibration that was installed with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from controller.base.findings import Finding, fail, ok, warn
from controller.workshop.doctor.launcher_checks import (
    LauncherCheck,
    check_launcher,
    complaint_and_fix,
)
from controller.workshop.doctor.machine import Machine
from firmware_bridge.address import at_serial
from firmware_bridge.firmware import build_name, calibration_name
from firmware_bridge.pico_pins import TICK_US, PicoPins
from firmware_bridge.serial_line import find
from hardware.launcher import Capabilities, ChipLoad, LauncherGone

INSTALL = "Run `rollerdeck firmware install`."

MICROPYTHON = (
    "Put the newest MicroPython for this board on it, and no other program than Rollerdeck's."
)

MOST_TICK_US = TICK_US // 2
"""An edge that comes during a tick is told as much later: 1 ms is a hundredth of what a card takes
to pass the light barrier, see ``card_us`` in ``hardware.portable.settings``."""

STACK_BYTES = 8192
"""MicroPython's for an RP2040 (its ports/rp2/memmap_mp_rp2.ld); an RP2350 has 4096 more."""

MOST_STACK_BYTES = STACK_BYTES // 2
"""The stack is measured at the end of a tick. Before, its calls went deeper: on a desktop, whose
words are twice as long, by 1264 bytes in tests/micropython/pico.py."""

LEAST_HEAP_BYTES = 32 * 1024
"""More than is needed at once: 128 events of about 110 bytes that are sent again, 8 KiB that wait
for a host that does not read, and a message of 1 KiB."""


def check_port(machine: Machine, where: str) -> Finding:
    """Whether the port is there, this user may open it, and nobody else has it."""
    try:
        path = Path(find(where))
    except LauncherGone as gone:
        return fail("serial port", *complaint_and_fix(gone))
    if not machine.exists(path):
        return fail("serial port", f"there is no {path}", "Plug the Pico in, or name its port.")
    if not machine.may_open(path):
        group = machine.group_of(path) or "dialout"
        return fail(
            "serial port",
            f"this user may not open {path}",
            f"sudo usermod -aG {group} USER, then log in again.",
        )
    if holder := machine.holder_of(path):
        return warn(
            "serial port",
            f"{path} is in use by {holder}",
            "End that program, then run the doctor again to check the Pico.",
        )
    return ok("serial port", f"{path}, free")


async def check_pico(where: str) -> LauncherCheck:
    """Watch the launcher at a serial line for two seconds, whatever its program is."""
    check = await check_launcher(at_serial(where))
    if check.running:
        return check
    (finding,) = check.findings
    fix = (
        f"{finding.fix} If Rollerdeck's program is not on the Pico, run `rollerdeck firmware "
        "install`."
    )
    return LauncherCheck([fail("launcher", finding.says, fix)], False)


def check_program(capabilities: Capabilities, pins: PicoPins) -> Finding:
    """Whether the Pico runs this version's program, with the wiring of the configuration."""
    wanted = build_name(pins)
    if not capabilities.build:
        return ok("program", "the launcher does not report a build, so it is not a Pico")
    if capabilities.build != wanted:
        return fail(
            "program",
            f"the Pico runs build {capabilities.build}; this version with [pico] is build {wanted}",
            INSTALL,
        )
    on = f", on a {capabilities.board}" if capabilities.board else ""
    return ok("program", f"build {capabilities.build}, that of this version with [pico]{on}")


def check_installed(capabilities: Capabilities, measured: Mapping[str, int]) -> Finding:
    """Whether the calibration on the Pico is the one that is saved here."""
    if capabilities.calibration == calibration_name(measured):
        says = "the one saved here" if measured else "none on the Pico, and none saved here"
        return ok("calibration of the Pico", says)
    if not measured:
        return warn(
            "calibration of the Pico",
            "the Pico has one that is not saved here",
            "Calibrate here: `rollerdeck bench calibrate`, then `rollerdeck firmware install`.",
        )
    says = (
        "differs from the one saved here"
        if capabilities.calibration
        else "the Pico has none, but one is saved here"
    )
    return fail("calibration of the Pico", says, INSTALL)


def check_load(load: ChipLoad | None) -> Iterator[Finding]:
    """Whether the Pico has stayed well within its limits; nothing if its program does not tell."""
    if load is None:
        return
    tick = f"the longest took {load.longest_tick_us} of the {TICK_US} µs between two"
    yield (
        ok("ticks", tick)
        if load.longest_tick_us <= MOST_TICK_US
        else warn(
            "ticks",
            tick,
            "The Pico may count cards less exactly. A board with an RP2350 is faster.",
        )
    )
    stack = f"at most {load.deepest_stack_bytes} of {STACK_BYTES} bytes used"
    yield (
        ok("stack", stack)
        if load.deepest_stack_bytes <= MOST_STACK_BYTES
        else warn(
            "stack",
            stack,
            f"A full stack stops the motor and restarts the Pico. {MICROPYTHON}",
        )
    )
    memory = f"at least {load.least_heap_bytes} bytes free"
    yield (
        ok("memory", memory)
        if load.least_heap_bytes >= LEAST_HEAP_BYTES
        else warn(
            "memory",
            memory,
            f"A full memory stops the motor and restarts the Pico. {MICROPYTHON}",
        )
    )
