"""Checks of disk, calibration and services."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from controller.base.findings import Finding, fail, ok, warn
from controller.base.services import DRIVER, KIOSK, MQTT, PICO, READER, REFEREE, launcher_end
from controller.workshop.doctor.machine import Machine
from hardware.calibration import Calibration, CalibrationTrouble, Wiring, find_calibration

BOOTED = Path("/run/systemd/system")
"""It is there if systemd started this machine (sd_booted(3))."""
RUNNING = ("active", "activating", "reloading", "refreshing")
"""Of the states that systemd's ``src/basic/unit-def.c`` lists for ActiveState."""
LITTLE_BYTES, NEXT_TO_NOTHING_BYTES = 200_000_000, 20_000_000
"""A journal grows by a few hundred kilobytes an evening; the system's logs grow faster."""


def check_disk(machine: Machine, journal: Path) -> Finding:
    """Check the free space for games."""
    free = machine.free_bytes(journal)
    if free is None:
        return fail(
            "disk",
            f"this user cannot write files in {journal.parent}",
            "Change the permissions, or choose another file with referee.journal.",
        )
    says = f"{free / 1e6:.0f} MB free for games"
    if free < NEXT_TO_NOTHING_BYTES:
        return fail("disk", says, "Free some disk space: games cannot be saved.")
    if free < LITTLE_BYTES:
        return warn("disk", says, "Free some disk space soon.")
    return ok("disk", says)


def check_calibration(
    file: Path, machine_name: str, pins: Wiring
) -> tuple[Finding, Calibration | None]:
    """Check that there is a calibration, and that it belongs to this launcher."""
    try:
        calibration = find_calibration(file, machine_name, pins)
    except CalibrationTrouble as trouble:
        complaint, _, fix = str(trouble).rpartition("; ")
        return fail(
            "calibration", complaint, f"{fix[:1].upper()}{fix[1:]} Or calibrate again."
        ), None
    if calibration is None:
        return warn(
            "calibration",
            "there is none, so default values are used",
            "Run `rollerdeck bench calibrate`.",
        ), None
    return ok(
        "calibration",
        f"{len(calibration.measured)} values, measured on this machine with these pins",
    ), calibration


def check_services(machine: Machine, on_pico: bool) -> Iterator[Finding]:
    """Check that the services run, if they are installed, and fit to the launcher."""
    wanted = launcher_end(on_pico)
    other = _state(machine, DRIVER if on_pico else PICO)
    if other.get("LoadState") == "loaded":
        yield fail(
            wanted,
            "the services are installed for another launcher than the configuration says",
            "Run sudo rollerdeck service install.",
        )
    for name in (wanted, REFEREE, READER, MQTT, KIOSK):
        state = _state(machine, name)
        load = state.get("LoadState", "unknown")
        if load == "not-found":
            if name in (wanted, REFEREE):
                yield ok(name, "not installed as a service")
        elif load in ("unknown", "stub"):
            yield warn(
                name, "systemctl does not say whether it runs", f"Run systemctl status {name}."
            )
        elif load != "loaded":
            yield fail(
                name,
                f"systemd cannot start it (its unit is {load})",
                f"Run systemctl status {name}, and sudo systemctl unmask {name} if it is masked; "
                "then run sudo rollerdeck service install.",
            )
        else:
            yield _check_running(name, state)


def _check_running(name: str, state: Mapping[str, str]) -> Finding:
    """Check that a service that systemd can start runs, and did so all the time."""
    if state.get("ActiveState") == "failed":
        fix = f"See journalctl -u {name} -n 20, then run sudo systemctl restart {name}."
        return fail(name, "has failed", fix)
    if state.get("ActiveState") not in RUNNING:
        return warn(name, "is not running", f"Run sudo systemctl start {name}.")
    if state.get("UnitFileState") not in ("enabled", "enabled-runtime"):
        return warn(name, "will not start with the machine", f"Run sudo systemctl enable {name}.")
    restarts = state.get("NRestarts", "")
    if restarts == "0":
        return ok(name, "is running")
    times = f"had to restart it {'once' if restarts == '1' else f'{restarts} times'}"
    unknown = "does not say how often it had to restart it"
    return warn(
        name,
        f"is running, but systemd {times if restarts else unknown}",
        f"See journalctl -u {name} -n 50 for the reason.",
    )


def check_memory_lock(machine: Machine) -> Iterator[Finding]:
    """Check that the kernel keeps the memory of the driver's service in RAM, if it runs."""
    output = machine.run("systemctl", "show", "-p", "MainPID", DRIVER) or ""
    process = re.search(r"^MainPID=(\d+)$", output, re.MULTILINE)
    status = machine.read(f"/proc/{process[1]}/status") if process else None
    locked = re.search(r"^VmLck:\s*(\d+) kB$", status or "", re.MULTILINE)
    if locked is None:
        return
    kib = int(locked[1])
    if kib:
        yield ok("memory lock", f"{kib / 1024:.0f} MiB of the driver stay in memory")
        return
    yield warn(
        "memory lock",
        "the driver's memory is not locked, so the driver may have to wait for the memory card",
        f"Run sudo rollerdeck service install, then see journalctl -u {DRIVER} for the reason.",
    )


def _state(machine: Machine, unit: str) -> dict[str, str]:
    """Properties of a unit in the words of systemctl(1); what it does not say is missing."""
    if not machine.exists(BOOTED):
        return {"LoadState": "not-found"}
    output = machine.run(
        "systemctl", "show", "-p", "LoadState,ActiveState,UnitFileState,NRestarts", unit
    )
    return dict(re.findall(r"^(\w+)=(.*)$", output or "", re.MULTILINE))
