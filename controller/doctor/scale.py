"""Checks of the scale under the launcher: its chip on the bus, and its calibration."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from controller.base.config import ScaleConfig
from controller.base.findings import Finding, fail, ok, warn
from controller.doctor.machine import Machine
from hardware.calibration import CalibrationTrouble
from hardware.gpio.nau7802 import ScaleInUse, ScaleTrouble
from hardware.scale_calibration import find_scale_calibration


def check_scale(
    machine: Machine, config: ScaleConfig, calibration: Path, machine_id: str
) -> Iterator[Finding]:
    """Check what a scale needs, if the configuration names one."""
    if config.chip == "none":
        return
    place = f"address {config.address:#04x} of /dev/i2c-{config.bus}"
    try:
        machine.find_scale(config.bus, config.address)
        yield ok("scale", f"an NAU7802 answers at {place}")
    except ScaleInUse:
        yield ok("scale", "another program of Rollerdeck reads it now")
    except ScaleTrouble as trouble:
        complaint, _, fix = str(trouble).rpartition(": ")
        yield fail("scale", complaint or str(trouble), f"{fix[:1].upper()}{fix[1:]}")
    if machine.exists(calibration) and not machine.may_read(calibration):
        yield warn(
            "scale calibration", f"this user may not read {calibration}", "Use sudo for the doctor."
        )
        return
    try:
        measured = find_scale_calibration(calibration, machine_id, config.bus, config.address)
    except CalibrationTrouble as trouble:
        yield fail("scale calibration", str(trouble), "Run `rollerdeck bench scale`.")
        return
    if measured is None:
        yield warn("scale calibration", "there is none", "Run `rollerdeck bench scale`.")
    else:
        yield ok("scale calibration", f"a card is {measured.counts_per_card:.0f} counts")
