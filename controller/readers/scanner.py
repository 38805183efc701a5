"""A scanner on a serial port as a source of cards, also across lost connections.

Its port is found among all ports, never one of a launcher.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from serial.tools import list_ports

from controller.base.errors import NO_HARDWARE, WRONG_USAGE, Trouble
from controller.readers.label_parser import LabelParser, Scan, frame_with_parity
from controller.readers.reports import Health, SeenCard
from firmware_bridge.reports import Note
from firmware_bridge.serial_line import AUTO, BOARDS, NoLine, Streams, open_line, usb_ids

MAKERS = {0x05E0: "Symbol (Zebra)", 0x0C2E: "Honeywell", 0x1EAB: "Newland"}
"""Vendors on USB that make scanners. What they have at a serial port is a scanner."""

USUAL_BAUD = 9600
"""Of a GM65 at a UART. A port over USB has no speed."""

_CDC = "/dev/ttyACM"
"""A serial port as USB itself defines it (CDC-ACM), as scanners without a maker's number have. A
converter to a UART (``ttyUSB``) can have anything behind it, so its port has to be named."""

_SENTENCES = {
    "port_taken": "Another program uses the scanner's port {path}: stop it.",
    "no_port": "There is no port {path}: plug the scanner in, or name its port with --scanner.",
    "port_forbidden": "This user may not open the scanner's port {path}: add the user to the group "
    "that owns the port (usually dialout), and log in again.",
    "no_serial_line": "{path} cannot be used as a serial port ({error}): name another port.",
}

RETRY_S = 1.0
"""How often a lost scanner is looked for."""

LINE_PAUSE_S = 0.1
"""A pause that ends a line with a whole label. Some scanners end no line."""
LONG_PAUSE_S = 0.4
"""A pause that ends any line. Adapters send a label in packets with pauses of 0.15 s in between."""
LOG_EVERY_S = 60.0
"""How often unrecognized lines are logged."""

MOST_SHOWN_BYTES = 24
"""So many bytes of them are logged."""

EVIDENCE = {"kind": "scanner"}


class Port(Protocol):
    """A port, as pyserial lists it."""

    device: str
    vid: int | None
    pid: int | None


def find_port(place: str, launcher: str = "", ports: Iterable[Port] | None = None) -> str:
    """The path of a scanner's port. Raises ``Trouble``.

    ``place``: a path, or ``auto``: the only port that can be a scanner. ``launcher``: the
    launcher's port; empty: it has none. ``ports``: to search; None: those of this machine.
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


OK, LOST = Health("reader.ok"), Health("reader.lost")


@dataclass(frozen=True, slots=True)
class OpenPort:
    """An open port."""

    path: str
    streams: Streams


Dial = Callable[[], Awaitable[OpenPort]]
"""Finds and opens the port. Raises ``Trouble``."""


async def read_cards(
    dial: Dial, clock: Callable[[], float], note: Note, *, patient: bool
) -> AsyncGenerator[SeenCard | Health, None]:
    """Yield the cards that a scanner reads, and its health, without end.

    ``clock``: seconds, monotonic. ``patient``: wait if the scanner is not there at the beginning;
    else raise ``Trouble``. A scanner that was there once is always waited for.
    """
    parser, unrecognized, last_problem = LabelParser(), _UnrecognizedLog(note), ""
    while True:
        try:
            line = await dial()
        except Trouble as trouble:
            if not patient:
                raise
            if last_problem != str(trouble):
                last_problem = str(trouble)
                note("scanner_lost", last_problem, logging.WARNING)
            yield LOST
            await asyncio.sleep(RETRY_S)
            continue
        patient, last_problem = True, ""
        note("scanner_found", f"The scanner at {line.path} is ready.")
        reader, writer = line.streams
        try:
            yield OK
            while data := await _read(reader, _pause_s(parser)):
                now_s = clock()
                scan = parser.feed(data, now_s)
                unrecognized.log(scan, now_s)
                for label in scan.labels:
                    yield SeenCard(label.number, label.deck, now_s, EVIDENCE)
                for misread in scan.misread:
                    note("scanner_misread", _misread_sentence(misread), logging.WARNING)
                    yield SeenCard(None, None, now_s, EVIDENCE)
        except OSError:  # the plug was pulled
            pass
        finally:
            writer.transport.abort()
        note("scanner_lost", f"The scanner at {line.path} is gone. Plug it in.", logging.WARNING)
        yield LOST
        await asyncio.sleep(RETRY_S)


def _pause_s(parser: LabelParser) -> float | None:
    """After how long a pause the line has ended; None: none has begun."""
    if not parser.has_partial_line:
        return None
    return LINE_PAUSE_S if parser.has_whole_label else LONG_PAUSE_S


async def _read(reader: asyncio.StreamReader, within_s: float | None) -> bytes:
    """The next bytes; the end of a line if none come ``within_s``; empty: the plug was pulled."""
    try:
        async with asyncio.timeout(within_s):
            return await reader.read(4096)
    except TimeoutError:
        return b"\n"


def _misread_sentence(data: bytes) -> str:
    shown = ascii(data.decode("latin-1"))
    return (
        f"The scanner sent a label whose check sign does not fit ({shown}). Answer the question on "
        "the page. If this happens often, check the scanner's cable and the speed of its port."
    )


class _UnrecognizedLog:
    """Logs lines that are no label: the first one at once, then every ``LOG_EVERY_S``."""

    def __init__(self, note: Note) -> None:
        self._note = note
        self._logged_s: float | None = None
        self._lines = 0

    def log(self, scan: Scan, now_s: float) -> None:
        if not scan.unrecognized:
            return
        self._lines += len(scan.unrecognized)
        if self._logged_s is not None and now_s - self._logged_s < LOG_EVERY_S:
            return
        frame = next(filter(None, map(frame_with_parity, scan.unrecognized)), None)
        if frame is not None:
            sentence = (
                f"The scanner sends 7 bits and a parity bit ({frame}), but its port reads 8 bits "
                "without one: set it to 8N1 (docs/readers.md)."
            )
            self._note("scanner_parity", sentence, logging.WARNING, lines=self._lines)
            self._logged_s, self._lines = now_s, 0
            return
        shown = ascii(scan.unrecognized[0][:MOST_SHOWN_BYTES].decode("latin-1"))
        times = f", {self._lines} times" if self._lines > 1 else ""
        self._note(
            "scanner_strange",
            f"The scanner sent what is no label of a card ({shown}{times}). docs/readers.md says "
            "how to set it up, and docs/decks.md how to print labels.",
            logging.WARNING,
            lines=self._lines,
        )
        self._logged_s, self._lines = now_s, 0
