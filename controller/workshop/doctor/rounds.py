"""All checks of the doctor, in the order in which problems should be fixed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from controller.base import services
from controller.base.config import Config, load
from controller.base.errors import Trouble
from controller.base.findings import Finding, Level, fail, ok, warn
from controller.games.entries import CommandBody
from controller.journal.reading import read_entries
from controller.workshop.doctor import installation, launcher_checks, pico, raspberry_pi
from controller.workshop.doctor.boot import check_start
from controller.workshop.doctor.club import check_broker, check_hub
from controller.workshop.doctor.launcher_checks import (
    LauncherCheck,
    check_drift,
    check_launcher,
    check_scale,
    check_sensor,
    hits,
    periods_ms,
)
from controller.workshop.doctor.machine import Machine
from controller.workshop.doctor.readers import check_readers
from controller.workshop.doctor.referee import check_certificate, check_voice
from firmware_bridge.address import LauncherAddress, at_serial, at_socket
from firmware_bridge.pico_pins import PicoPins
from hardware.calibration import Calibration, this_machine
from hardware.gpio.pins import Pins


@dataclass(frozen=True, slots=True)
class Places:
    """Where to look."""

    config: Path | None
    launcher: LauncherAddress
    journal: Path
    calibration: Path
    on_pico: bool = False
    """Whether the launcher is on a Pico; it may be at the socket of the services all the same."""


def find_places(
    machine: Machine, config: Path | None, socket: Path | None, serial: str | None = None
) -> Places:
    """The named files, else those of the installed services, else those of this user."""
    file = services.config_file(config, machine.exists)
    try:
        configured = load(file)
    except Trouble:
        configured = Config()  # ``examine`` reports what is wrong with it
    own = configured.launcher_address
    if socket:
        at = at_socket(socket)
    elif serial:
        at = at_serial(serial)
    elif file != services.CONFIG if own.serial else config and configured.launcher.where:
        at = own
    else:
        at = services.launcher_address(own, machine.exists)
    on_pico = not socket and bool(serial or own.serial)
    at_service = services.calibration_of(at)
    if machine.exists(services.CALIBRATION):
        at_service = services.CALIBRATION
    return Places(
        file,
        at,
        services.JOURNAL if machine.exists(services.JOURNAL) else configured.journal,
        services.pico_calibration_of(file) if on_pico else at_service,
        on_pico,
    )


@dataclass(frozen=True, slots=True)
class Examined:
    """The findings, and what they were found in."""

    findings: tuple[Finding, ...]
    config: Config | None
    calibration: Calibration | None
    hits: tuple[CommandBody, ...]
    driver_runs: bool


def examine(machine: Machine, places: Places) -> Examined:
    """Run all checks that need nobody's help."""
    config, configured = _configuration(places.config)
    effective = config or Config()
    at_launcher, check = _launcher(machine, places, effective)
    findings = [configured, *raspberry_pi.check_board(machine, places.on_pico), *at_launcher]
    hidden = [file for file in (places.journal, places.calibration) if _hidden(machine, file)]
    if hidden:
        files = " and ".join(map(str, hidden))
        findings.append(
            warn("files", f"this user may not read {files}", "Run `sudo rollerdeck doctor`.")
        )
    calibration = None
    if places.calibration not in hidden:
        of_calibration, calibration = _calibration(places, effective, check)
        findings += of_calibration
    at_scale = services.scale_calibration_of(places.launcher)
    findings += check_scale(machine, effective.scale, at_scale, this_machine())
    findings += check_certificate(machine, effective.referee, time.time())
    findings += check_voice(machine, effective.referee)
    findings += check_readers(machine, effective)
    findings += check_broker(machine, effective)
    findings += check_hub(machine, effective)
    findings += installation.check_services(machine, places.on_pico)
    findings += installation.check_memory_lock(machine)
    timed: Sequence[CommandBody] = ()
    if places.journal not in hidden:
        findings.append(installation.check_disk(machine, places.journal))
        timed, trouble = _hits(places.journal)
        findings += trouble or [
            check_drift(periods_ms(timed), calibration.period_us if calibration else 0)
        ]
    return Examined(tuple(findings), config, calibration, tuple(timed), check.running)


def _launcher(
    machine: Machine, places: Places, config: Config
) -> tuple[list[Finding], LauncherCheck]:
    """All that concerns the launcher, but its calibration."""
    if places.on_pico:
        findings, check = _pico(machine, places, config.pico)
        called = check.capabilities.board if check.capabilities else ""
        return [*check_sensor(config.pico, "pico", called), *findings], check
    check = asyncio.run(check_launcher(places.launcher))
    if not raspberry_pi.is_pi(machine):
        return check.findings, check
    findings = list(_pins(machine, config.pins, places.calibration.parent, check.running))
    return findings + check.findings, check


def _calibration(
    places: Places, config: Config, check: LauncherCheck
) -> tuple[list[Finding], Calibration | None]:
    """The launcher's calibration, and whether a Pico has it."""
    wiring = config.pico if places.on_pico else config.pins
    finding, calibration = installation.check_calibration(
        places.calibration, this_machine(), wiring
    )
    if not places.on_pico or check.capabilities is None:
        return [finding], calibration
    measured = calibration.measured if calibration else {}
    return [finding, pico.check_installed(check.capabilities, measured)], calibration


def _pins(machine: Machine, pins: Pins, folder: Path, driver_runs: bool) -> Iterator[Finding]:
    """All that concerns a launcher on this Pi's own pins. ``folder``: the driver's own."""
    yield raspberry_pi.check_strict(machine)
    yield check_start(machine, pins, folder)
    yield launcher_checks.check_supply(pins)
    yield from raspberry_pi.check_factory(machine, pins)
    yield raspberry_pi.check_groups(machine)
    yield from raspberry_pi.check_lines(machine, pins, driver_runs)
    yield from check_sensor(pins, "pins")


def _pico(machine: Machine, places: Places, pins: PicoPins) -> tuple[list[Finding], LauncherCheck]:
    """All that concerns a launcher on a Pico, but its calibration."""
    findings = [launcher_checks.check_supply(pins, "pico")]
    line = places.launcher.serial
    if not line:  # the services have it
        check = asyncio.run(check_launcher(places.launcher))
    else:
        findings.append(pico.check_port(machine, line))
        if findings[-1].level is not Level.OK:
            # a port that somebody has, has a motor behind it
            return findings, LauncherCheck([], findings[-1].level is Level.WARN)
        check = asyncio.run(pico.check_pico(line))
    findings += check.findings
    if check.capabilities is not None:
        findings.append(pico.check_program(check.capabilities, pins))
        findings += pico.check_load(check.capabilities.load)
    return findings, check


def _hidden(machine: Machine, file: Path) -> bool:
    return machine.exists(file) and not machine.may_read(file)


def _configuration(file: Path | None) -> tuple[Config | None, Finding]:
    try:
        return load(file), ok("configuration", "valid")
    except Trouble as trouble:
        return None, fail("configuration", str(trouble), "docs/settings.md lists every setting.")


def _hits(journal: Path) -> tuple[Sequence[CommandBody], list[Finding]]:
    if not journal.exists():
        return (), []
    try:
        return hits(read_entries(journal).entries), []
    except Trouble as trouble:
        return (), [
            fail("journal", str(trouble), "Run `rollerdeck restore` to use a backup instead.")
        ]
