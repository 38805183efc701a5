"""The serial port of a scanner: found among all ports, never one of a launcher, and opened."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

from serial.tools import list_ports

from controller.base.errors import NO_HARDWARE, WRONG_USAGE, Trouble
from firmware_bridge.pico_boards import BOARDS
from firmware_bridge.serial_line import AUTO, NoLine, Streams, open_line, usb_ids

MAKERS = {0x05E0: "Symbol (Zebra)", 0x0C2E: "Honeywell", 0x1EAB: "Newland"}
"""Vendors on USB that make scanners. What they have at a serial port is a scanner."""

USUAL_BAUD = 9600
"""Of a GM65 at a UART. A port over USB has no speed."""

_CDC = "/dev/ttyACM"
"""A serial port as USB itself defines it (CDC-ACM), as scanners without a maker's number have. A
converter to a UART (``ttyUSB``) can have anything behind it, so its port has to be named."""


class Port(Protocol):
    """What pyserial says of a port."""

    device: str
    vid: int | None
    pid: int | None


def find_port(where: str, launcher: str = "", ports: Iterable[Port] | None = None) -> str:
    """The path of a scanner's port. Raises ``Trouble``.

    ``where``: a path, or ``auto``: the only port that can be a scanner. ``launcher``: the
    launcher's port (``launcher.serial``); empty: it has none. ``ports``: those that there are.
    """
    there = [one for one in (list_ports.comports() if ports is None else ports) if one.vid]
    launchers = {os.path.realpath(one.device) for one in there if _is_launcher(one, launcher)}
    if where != AUTO:
        ids = usb_ids(where)
        named = [one.device for one in there if (one.vid, one.pid) in ids] if ids else [where]
        return _only(_not_launchers(named, launchers | _named(launcher)), where)
    free = [one for one in there if os.path.realpath(one.device) not in launchers]
    found = [one.device for one in free if one.vid in MAKERS]
    return _only(found or [one.device for one in free if one.device.startswith(_CDC)], where)


async def open_port(path: str, baud: int = USUAL_BAUD) -> Streams:
    """Open a scanner's port; no other program can open it meanwhile. Raises ``Trouble``."""
    try:
        return await open_line(path, baud)
    except NoLine as why:
        raise Trouble(_SENTENCES[why.key].format(path=path, error=why.error), NO_HARDWARE) from None


_SENTENCES = {
    "port_taken": "Another program uses the scanner's port {path}: stop it.",
    "no_port": "There is no port {path}: plug the scanner in, or name its port with --scanner.",
    "port_forbidden": "This user may not open the scanner's port {path}: add the user to the group "
    "that owns the port (usually dialout), and log in again.",
    "no_serial_line": "{path} cannot be used as a serial port ({error}): name another port.",
}


def _is_launcher(port: Port, launcher: str) -> bool:
    board = (port.vid, port.pid)
    mine = os.path.realpath(port.device) in _named(launcher)
    return board in BOARDS or board in usb_ids(launcher) or mine


def _named(launcher: str) -> set[str]:
    return {os.path.realpath(launcher)} if launcher and not usb_ids(launcher) else set()


def _not_launchers(found: list[str], launchers: set[str]) -> list[str]:
    for path in found:
        if os.path.realpath(path) in launchers:
            raise Trouble(
                f"{path} is the port of a launcher, or of a board that can be one: name the "
                "scanner's port.",
                WRONG_USAGE,
            )
    return found


def _only(found: list[str], where: str) -> str:
    if len(found) > 1:
        by_id = Path("/dev/serial/by-id")
        raise Trouble(
            f"Several ports can be the scanner ({', '.join(sorted(found))}): name one of them with "
            f"--scanner, best by its name in {by_id}.",
            NO_HARDWARE,
        )
    if not found:
        sought = "No scanner was found" if where == AUTO else f"No port has the USB IDs {where}"
        raise Trouble(
            f"{sought}: plug it in, set it to USB serial (docs/readers.md), or name its port with "
            "--scanner.",
            NO_HARDWARE,
        )
    return found[0]
