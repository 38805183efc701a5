"""A support bundle: what a helper needs, and nothing private.

It has no seeds, no words of players, no names of people or machines, and no addresses. Of games it
has only the counts and timings of their hits.
"""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import msgspec

from controller.base.config import Config
from controller.base.findings import Finding, Level
from controller.doctor.drift import LAST_HITS
from controller.doctor.machine import Machine
from controller.games.entries import Said
from hardware.calibration import Calibration

LIBRARIES = ("rollerdeck", "gpiod", "gpiozero", "lgpio", "rpi-lgpio", "msgspec", "uvicorn")
MOST_HITS = 10 * LAST_HITS


class BundleTrouble(Exception):
    """The bundle cannot be written; the message is a sentence for people."""


def write_bundle(
    file: Path,
    machine: Machine,
    findings: Sequence[Finding],
    config: Config | None,
    calibration: Calibration | None,
    hits: Sequence[Said],
) -> None:
    """Write a zip archive. Raises BundleTrouble."""
    parts: dict[str, object] = {
        "findings.json": [_discreet(one) for one in findings],
        "versions.json": versions(machine),
        "hits.json": [one.measured for one in hits[-MOST_HITS:]],
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
    try:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, part in parts.items():
                archive.writestr(name, msgspec.json.format(msgspec.json.encode(part)) + b"\n")
    except OSError as error:
        raise BundleTrouble(
            f"{file}: the bundle cannot be written ({error.strerror}); name another file."
        ) from None


def _discreet(finding: Finding) -> Finding:
    """Remove the home folder, which is named after its owner, and text of the configuration."""
    if finding.what == "configuration" and finding.level is not Level.OK:
        return msgspec.structs.replace(finding, says="cannot be used")
    if finding.what == "certificate":  # its names are the house's
        return msgspec.structs.replace(finding, says="is configured", fix="")
    if finding.what == "broker" and finding.level is not Level.OK:  # it says where the broker is
        return msgspec.structs.replace(finding, says="cannot be used", fix="")
    says, fix = (text.replace(str(Path.home()), "~") for text in (finding.says, finding.fix))
    return msgspec.structs.replace(finding, says=says, fix=fix)


def versions(machine: Machine) -> dict[str, str]:
    """Versions of kernel and libraries, and the model of the machine."""
    found = {
        "kernel": (machine.read("/proc/sys/kernel/osrelease") or "").strip(),
        "model": (machine.read("/proc/device-tree/model") or "").strip(),
    }
    for name in LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "missing"
    return found
