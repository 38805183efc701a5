"""Checks of the reader that is connected to this machine, and what readers report of themselves."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path
from stat import S_IFREG

import msgspec

from controller.base.config import Config
from controller.base.errors import Trouble
from controller.base.findings import Finding, fail, ok, warn
from controller.base.services import READER_UNIT, REFEREE_STATE, pairing_file
from controller.readers.camera.share import share_of
from controller.readers.camera.source import without_opencv
from controller.readers.camera.sources.frames import NoFrames
from controller.readers.camera.sources.kind import kind_of
from controller.readers.http_client import Address, H11Client, HttpClient, Unreachable
from controller.readers.pairing import HOW_TO_PAIR
from controller.readers.scanner import Port, find_port
from controller.words import say
from controller.workshop.doctor.machine import Machine

WHAT = "reader"


class _Reader(msgspec.Struct, frozen=True):
    """What the referee shows of a reader."""

    device: int
    key: str
    kind: str | None = None
    values: dict[str, str | int | float | bool] | None = None


class _Sightings(msgspec.Struct, frozen=True):
    readers: tuple[_Reader, ...] = ()


class _Table(msgspec.Struct, frozen=True):
    sightings: _Sightings = _Sightings()


def check_readers(
    machine: Machine,
    config: Config,
    client: HttpClient | None = None,
    ports: Sequence[Port] | None = None,
) -> Iterator[Finding]:
    """Check what a reader needs, if the configuration names one, and what the referee hears.

    ``client``: of the referee of this machine. ``ports``: serial ports; None: all that there are.
    """
    if config.readers.runs_here:
        if config.readers.scanner:
            yield from _check_port(machine, config, ports)
        else:
            yield _check_camera(machine, config.readers.camera)
            yield from _check_region(config.readers.region)
        yield from _check_pairing(machine)
    at = Address("http", "localhost", config.referee.port or 8080)
    yield from asyncio.run(_reported(client or H11Client(at)))


def _check_port(
    machine: Machine, config: Config, ports: Sequence[Port] | None
) -> Iterator[Finding]:
    try:
        path = Path(find_port(config.readers.scanner, config.serial, ports))
    except Trouble as trouble:
        says, _, fix = str(trouble).partition(": ")
        yield fail("scanner", says, fix[:1].upper() + fix[1:])
        return
    holder = machine.holder_of(path)
    if not machine.exists(path):
        yield fail("scanner", f"there is no {path}", "Plug it in, or correct readers.scanner.")
    elif holder:
        yield ok("scanner", f"{path}, in use by {holder}")
    elif not machine.may_open(path):
        group = machine.group_of(path) or "dialout"
        yield warn(
            "scanner",
            f"this user may not open {path}",
            f"sudo usermod -aG {group} USER, then log in again. The service may open it.",
        )
    else:
        yield ok("scanner", f"{path}, free")


def _check_camera(machine: Machine, camera: str) -> Finding:
    if not machine.has_module("cv2"):
        says, _, fix = without_opencv().partition(": ")
        return fail("camera", says[:1].lower() + says[1:], fix[:1].upper() + fix[1:])
    # findings are passed on, so none says what readers.camera is: a command line or an address can
    # hold a password
    try:
        kind = kind_of(
            camera, lambda path: S_IFREG if machine.exists(path) else 0, machine.has_program
        )
    except NoFrames:
        return fail(
            "camera",
            "readers.camera is no camera, folder, video or command of this machine",
            'Correct it ("0" is the first camera): rollerdeck reader --show says what is wrong.',
        )
    if kind != "device":
        return ok("camera", "gets its pictures from a folder, a file or a program")
    path = Path(f"/dev/video{camera}" if camera.isdigit() else camera)
    if not machine.exists(path):
        return fail("camera", f"there is no {path}", "Plug it in, or correct readers.camera.")
    if not machine.may_open(path):
        group = machine.group_of(path) or "video"
        return warn(
            "camera",
            f"this user may not open {path}",
            f"sudo usermod -aG {group} USER, then log in again. The service may open it.",
        )
    return ok("camera", str(path))


def _check_region(region: str) -> Iterator[Finding]:
    if not region:
        return
    try:
        share_of(region)
    except Trouble as trouble:
        says, _, fix = str(trouble).partition(": ")
        yield fail("camera", f"readers.region: {says}", fix[:1].upper() + fix[1:])


def _check_pairing(machine: Machine) -> Iterator[Finding]:
    if machine.exists(REFEREE_STATE) and not machine.exists(READER_UNIT):
        yield warn(WHAT, "it is not installed as a service", "Run sudo rollerdeck service install.")
    file = pairing_file(machine.exists)
    if machine.exists(file):
        yield ok(WHAT, "paired with a referee")
    else:
        yield fail(WHAT, "it is not paired", f"{HOW_TO_PAIR[:1].upper()}{HOW_TO_PAIR[1:]}.")


async def _reported(client: HttpClient) -> list[Finding]:
    """What readers have told the referee of themselves; nothing if no referee answers."""
    try:
        table = msgspec.json.decode(
            (await client.request("GET", "/api/table", {})).body, type=_Table
        )
    except (Unreachable, msgspec.DecodeError):
        return []
    findings = []
    for reader in table.sightings.readers:
        subject = f"{reader.kind or 'reader'} (device {reader.device})"
        says, _, fix = say(reader.key, reader.values or {}).rstrip(".").partition(": ")
        says = says[:1].lower() + says[1:]
        well = ok(subject, says)
        findings.append(well if reader.key == "reader.ok" else warn(subject, says, _sentence(fix)))
    return findings


def _sentence(fix: str) -> str:
    return f"{fix[:1].upper()}{fix[1:]}." if fix else ""
