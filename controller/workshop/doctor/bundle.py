"""A support bundle: what a helper needs, and nothing private.

It has no seeds, no words of players, no names of people or machines, and no addresses. Of games it
has only the counts and timings of their hits and, if its owner wants that, the newest evening
(`evening.py`).
"""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from io import BytesIO
from pathlib import Path

import msgspec

from controller.base.config import Config
from controller.base.findings import Finding
from controller.daemon.wire_trace import read_trace
from controller.games.entries import CommandBody
from controller.journal.reading import read_entries
from controller.workshop.doctor.evening import RecordedEvening, recorded_evening
from controller.workshop.doctor.launcher_checks import LAST_HITS
from controller.workshop.doctor.machine import Machine
from hardware.calibration import Calibration

LIBRARIES = ("rollerdeck", "gpiod", "gpiozero", "lgpio", "rpi-lgpio", "msgspec", "uvicorn")
MOST_HITS = 10 * LAST_HITS
HARMLESS = frozenset(
    (
        *("machine", "kernel", "voltage", "strict_gpiod", "memory lock", "levels at the start"),
        *("pin libraries", "pin factory", "edges", "GPIO chip", "lines", "groups", "pull-downs"),
        *("motor supply", "sensor's cable", "sensor's voltage", "card sensor", "button", "fault"),
        *("memory", "stack", "ticks", "program", "drift", "scale"),
    )
)
"""Checks of the board and the launcher's parts; what others say can contain names and addresses."""
EVENING = "evening.json"
LEFT_OUT = "left out, because it may contain a name or an address"


class BundleTrouble(Exception):
    """The bundle cannot be written; the message is a sentence for people."""


def write_bundle(
    file: Path,
    machine: Machine,
    findings: Sequence[Finding],
    config: Config | None,
    calibration: Calibration | None,
    hits: Sequence[CommandBody],
    evening: RecordedEvening | None = None,
) -> tuple[str, ...]:
    """Write a zip archive. Returns the names of the files in it. Raises BundleTrouble."""
    parts: dict[str, object] = {
        "findings.json": [_discreet(finding) for finding in findings],
        "versions.json": versions(machine),
        "hits.json": [command.measured for command in hits[-MOST_HITS:]],
    }
    if config is not None:
        parts["configuration.json"] = {
            "pins": config.pins,
            "pico": config.pico,
            "profile": config.launcher.profile,
            "custom": config.launcher.custom,
        }
    if calibration is not None:
        parts["calibration.json"] = {
            "measured": calibration.measured,
            "period_us": calibration.period_us,
        }
    if evening is not None:
        parts[EVENING] = evening
    zipped = BytesIO()
    with zipfile.ZipFile(zipped, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, msgspec.json.format(msgspec.json.encode(part)) + b"\n")
    try:
        file.write_bytes(zipped.getvalue())
    except OSError as error:
        raise BundleTrouble(
            f"{file}: the bundle cannot be written ({error.strerror}); name another file."
        ) from None
    return tuple(parts)


def evening_of(machine: Machine, journal: Path) -> RecordedEvening:
    """The newest evening in a journal. Raises BundleTrouble, or ``Trouble`` like ``read_entries``.

    It may be the journal of a running referee.
    """
    if not machine.exists(journal):
        raise BundleTrouble(f"There is no journal {journal}: leave out --evening.")
    if not machine.may_read(journal):
        raise BundleTrouble(f"This user may not read {journal}: run `sudo rollerdeck doctor`.")
    entries = read_entries(journal).entries
    evening = recorded_evening(entries, version("rollerdeck"), read_trace(journal))
    if not evening.entries:
        raise BundleTrouble(f"Nobody has played yet by the journal {journal}: leave out --evening.")
    return evening


def _discreet(finding: Finding) -> Finding:
    """Leave out the text of a finding that may name people, their machines or their places."""
    if finding.what in HARMLESS or finding.what.startswith("rollerdeck-"):
        return finding
    return msgspec.structs.replace(finding, says=LEFT_OUT, fix="")


def versions(machine: Machine) -> dict[str, str]:
    """Versions of kernel and libraries, and the model of the machine."""
    by_name = {
        "kernel": (machine.read("/proc/sys/kernel/osrelease") or "").strip(),
        "model": (machine.read("/proc/device-tree/model") or "").strip(),
    }
    for name in LIBRARIES:
        try:
            by_name[name] = version(name)
        except PackageNotFoundError:
            by_name[name] = "missing"
    return by_name
