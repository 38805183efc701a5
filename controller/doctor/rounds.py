"""Everything that the doctor looks at, in the order in which a maker would mend it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from controller.base import paths
from controller.base.config import Config, load
from controller.base.errors import Trouble
from controller.base.findings import Finding, fail, ok
from controller.doctor import board, house
from controller.doctor.drift import check_drift, hits, periods_ms
from controller.doctor.launcher import check_launcher
from controller.doctor.machine import Machine
from controller.games.entries import Said
from controller.journal.journal import read_entries
from hardware.calibration import Calibration, this_machine

SERVICE_CONFIG = Path("/etc/rollerdeck/rollerdeck.toml")
SERVICE_CALIBRATION = Path("/var/lib/rollerdeck-driver/calibration.json")
SERVICE_JOURNAL = Path("/var/lib/rollerdeck/journal.sqlite3")
SERVICE_SOCKET = Path("/run/rollerdeck/launcher.sock")


@dataclass(frozen=True, slots=True)
class Places:
    """Where to look."""

    config: Path | None
    socket: Path
    journal: Path
    calibration: Path


def find_places(machine: Machine, config: Path | None, socket: Path | None) -> Places:
    """What was named, else what a service has, else what is this user's."""
    file = config or (SERVICE_CONFIG if machine.exists(SERVICE_CONFIG) else None)
    try:
        configured = load(file)
    except Trouble:
        configured = Config()  # what is wrong with it is a finding

    def of_service(service: Path, own: Path) -> Path:
        return service if machine.exists(service) else own

    return Places(
        file,
        socket or of_service(SERVICE_SOCKET, configured.socket),
        of_service(SERVICE_JOURNAL, configured.journal),
        of_service(SERVICE_CALIBRATION, paths.calibration_path()),
    )


@dataclass(frozen=True, slots=True)
class Examined:
    """What the doctor found, and on what."""

    findings: tuple[Finding, ...]
    config: Config | None
    calibration: Calibration | None
    hits: tuple[Said, ...]
    driver_runs: bool


def examine(machine: Machine, places: Places) -> Examined:
    """Look at everything that needs no hands."""
    config, configured = _configuration(places.config)
    pins = (config or Config()).pins
    found = [configured, *board.check_board(machine)]
    at_launcher, driver_runs = asyncio.run(check_launcher(places.socket))
    if board.is_pi(machine):
        found += [board.check_strict(machine), board.check_start(machine, pins)]
        found += [*board.check_factory(machine, pins), board.check_groups(machine)]
        found += board.check_lines(machine, pins, driver_runs)
    found += at_launcher
    of_calibration, calibration = house.check_calibration(places.calibration, this_machine(), pins)
    found += [of_calibration, house.check_disk(machine, places.journal)]
    found += house.check_services(machine)
    timed, trouble = _hits(places.journal)
    found += trouble or [
        check_drift(periods_ms(timed), calibration.period_us if calibration else 0)
    ]
    return Examined(tuple(found), config, calibration, tuple(timed), driver_runs)


def _configuration(file: Path | None) -> tuple[Config | None, Finding]:
    try:
        return load(file), ok("configuration", "can be used")
    except Trouble as trouble:
        return None, fail("configuration", str(trouble), "docs/configuration.md has every key.")


def _hits(journal: Path) -> tuple[Sequence[Said], list[Finding]]:
    if not journal.exists():
        return (), []
    try:
        return hits(read_entries(journal).entries), []
    except Trouble as trouble:
        return (), [fail("journal", str(trouble), "rollerdeck restore puts a backup in its place.")]
