"""What is on this machine besides pins: room, configuration, calibration, services."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from controller.base.findings import Finding, fail, ok, warn
from controller.base.services import DRIVER, REFEREE
from controller.doctor.machine import Machine
from hardware.calibration import Calibration, CalibrationTrouble, Wiring, find_calibration

LITTLE_BYTES, NEXT_TO_NOTHING_BYTES = 200_000_000, 20_000_000
"""A journal grows by some hundred kilobytes an evening; the system's own logs take more."""


def check_disk(machine: Machine, journal: Path) -> Finding:
    """Room for the games."""
    free = machine.free_bytes(journal)
    if free is None:
        return fail(
            "disk",
            f"nothing can be written in {journal.parent}",
            "Allow it, or name another file with referee.journal.",
        )
    says = f"{free / 1e6:.0f} MB free for games"
    if free < NEXT_TO_NOTHING_BYTES:
        return fail("disk", says, "Make room: no game can be kept.")
    if free < LITTLE_BYTES:
        return warn("disk", says, "Make room soon.")
    return ok("disk", says)


def check_calibration(
    file: Path, machine_name: str, pins: Wiring
) -> tuple[Finding, Calibration | None]:
    """Whether there is one, and whether it is this launcher's."""
    try:
        found = find_calibration(file, machine_name, pins)
    except CalibrationTrouble as trouble:
        what, _, fix = str(trouble).rpartition("; ")
        return fail("calibration", what, f"{fix[:1].upper()}{fix[1:]} Or calibrate anew."), None
    if found is None:
        return warn(
            "calibration",
            "there is none: default figures are used",
            "rollerdeck bench calibrate",
        ), None
    return ok("calibration", f"{len(found.measured)} figures, measured here with these pins"), found


def check_services(machine: Machine) -> Iterator[Finding]:
    """Whether driver and referee run as services, where they are installed."""
    for name in (DRIVER, REFEREE):
        said = machine.run(
            "systemctl", "show", "-p", "LoadState,ActiveState,UnitFileState,NRestarts", name
        )
        state = dict(re.findall(r"^(\w+)=(.*)$", said or "", re.MULTILINE))
        if state.get("LoadState", "not-found") != "loaded":
            yield ok(name, "not installed as a service")
        elif state.get("ActiveState") == "failed":
            yield fail(
                name,
                "has failed",
                f"journalctl -u {name} -n 20 says why; then sudo systemctl restart {name}.",
            )
        elif state.get("ActiveState") not in ("active", "activating"):
            yield warn(name, "does not run", f"sudo systemctl start {name}")
        elif state.get("UnitFileState") not in ("enabled", "enabled-runtime"):
            yield warn(name, "runs, but not after the next start", f"sudo systemctl enable {name}")
        elif int(state.get("NRestarts") or 0) > 0:
            yield warn(
                name,
                f"runs, and was restarted {state['NRestarts']} times by itself",
                f"journalctl -u {name} -n 50 says why.",
            )
        else:
            yield ok(name, "runs")
