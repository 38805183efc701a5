"""The serial port of a scanner: found among all ports, never one of a launcher, and opened."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
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
    """A port, as pyserial lists it."""

    device: str
    vid: int | None
    pid: int | None


def find_port(place: str, launcher: str = "", ports: Iterable[Port] | None = None) -> str:
    """The path of a scanner's port. Raises ``Trouble``.

    ``place``: a path, or ``auto``: the only port that can be a scanner. ``launcher``: the
    launcher's port; empty: it has none. ``ports``: to
    search; None: those of this machine.
    """
    all_ports = list_ports.comports() if ports is None else ports
    on_usb = [port for port in all_ports if port.vid]
    launchers = {os.path.realpath(port.device) for port in on_usb if _is_launcher(port, launcher)}
    if place != AUTO:
        named = _named_paths(place, on_usb)
        return _only(_refuse_launchers(named, launchers | _launcher_path(launcher)), place)
    free = [port for port in on_usb if os.path.realpath(port.device) not in launchers]
    return _only(_scanner_paths(free), place)


def _named_paths(place: str, ports: Iterable[Port]) -> list[str]:
    """The path that was named, or those of the ports with the USB IDs that were named."""
    ids = usb_ids(place)
    return [port.device for port in ports if (port.vid, port.pid) in ids] if ids else [place]


def _scanner_paths(ports: Sequence[Port]) -> list[str]:
    """The ports of makers of scanners; where there are none, those that can be a scanner's."""
    paths = [port.device for port in ports if port.vid in MAKERS]
    return paths or [port.device for port in ports if port.device.startswith(_CDC)]


async def open_port(path: str, baud: int = USUAL_BAUD) -> Streams:
    """Open a scanner's port; no other program can open it meanwhile. Raises ``Trouble``."""
    try:
        return await open_line(path, baud)
    except NoLine as failure:
        sentence = _SENTENCES[failure.key].format(path=path, error=failure.error)
        raise Trouble(sentence, NO_HARDWARE) from None


_SENTENCES = {
    "port_taken": "Another program uses the scanner's port {path}: stop it.",
    "no_port": "There is no port {path}: plug the scanner in, or name its port with --scanner.",
    "port_forbidden": "This user may not open the scanner's port {path}: add the user to the group "
    "that owns the port (usually dialout), and log in again.",
    "no_serial_line": "{path} cannot be used as a serial port ({error}): name another port.",
}


def _is_launcher(port: Port, launcher: str) -> bool:
    """Whether it is the launcher's port, or that of a board that can be a launcher."""
    board = (port.vid, port.pid)
    is_named = os.path.realpath(port.device) in _launcher_path(launcher)
    return board in BOARDS or board in usb_ids(launcher) or is_named


def _launcher_path(launcher: str) -> set[str]:
    """The real path of the launcher's port; empty if it is named by USB IDs, or there is none."""
    return {os.path.realpath(launcher)} if launcher and not usb_ids(launcher) else set()


def _refuse_launchers(paths: list[str], launchers: set[str]) -> list[str]:
    """The paths themselves. Raises ``Trouble`` if one is a launcher's."""
    for path in paths:
        if os.path.realpath(path) in launchers:
            raise Trouble(
                f"{path} is the port of a launcher, or of a board that can be one: name the "
                "scanner's port.",
                WRONG_USAGE,
            )
    return paths


def _only(paths: list[str], place: str) -> str:
    """The only path. Raises ``Trouble`` if there are several, or none."""
    if len(paths) > 1:
        by_id = Path("/dev/serial/by-id")
        raise Trouble(
            f"Several ports can be the scanner ({', '.join(sorted(paths))}): name one of them with "
            f"--scanner, best by its name in {by_id}.",
            NO_HARDWARE,
        )
    if not paths:
        sought = "No scanner was found" if place == AUTO else f"No port has the USB IDs {place}"
        raise Trouble(
            f"{sought}: plug it in, set it to USB serial (docs/readers.md), or name its port with "
            "--scanner.",
            NO_HARDWARE,
        )
    return paths[0]
