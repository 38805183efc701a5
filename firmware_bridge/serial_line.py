"""A serial line to a launcher: finds it, takes it exclusively, reads and writes it as streams.

Boards with a Pico's chip are known by the numbers that MicroPython gives them on USB, from
``ports/rp2/boards/*/mpconfigboard.h`` and ``ports/rp2/mpconfigport.h`` in MicroPython's source code
of August 2026 (commit 1c3c201149).
"""

from __future__ import annotations

import asyncio
import errno
import fcntl
import os
import re
import termios
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Literal

import serial
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from hardware.launcher import LauncherGone

UsbIds = tuple[int, int]
"""Vendor and product."""

PICO: UsbIds = (0x2E8A, 0x0005)
"""A Pico, Pico W, Pico 2 and Pico 2 W, and every other board without numbers of its own."""

BOARDS: Mapping[UsbIds, str] = MappingProxyType(
    {
        PICO: "Raspberry Pi Pico, Pico W, Pico 2, Pico 2 W, and others",
        (0x2E8A, 0x1002): "Pimoroni Pico LiPo",
        (0x2E8A, 0x101F): "Waveshare RP2040-Zero",
        (0x2E8A, 0x1020): "Waveshare RP2040-Plus",
        (0x2E8A, 0x1021): "Waveshare RP2040-LCD-0.96",
        (0x2E8A, 0x10EC): "Soldered NULA Max RP2350",
        (0x2E8A, 0x110A): "Cytron NanoXRP Controller",
        (0x239A, 0x80F2): "Adafruit Feather RP2040",
        (0x239A, 0x80F8): "Adafruit QT Py RP2040",
        (0x239A, 0x80FE): "Adafruit ItsyBitsy RP2040",
        (0x239A, 0x814F): "Adafruit Feather RP2350",
        (0x1B4F, 0x0025): "SparkFun Thing Plus RP2040",
        (0x1B4F, 0x0026): "SparkFun Pro Micro RP2040",
        (0x1B4F, 0x0038): "SparkFun Thing Plus RP2350",
        (0x1B4F, 0x0039): "SparkFun Pro Micro RP2350",
        (0x1B4F, 0x0044): "SparkFun IoT Node LoRaWAN",
        (0x1B4F, 0x0046): "SparkFun XRP Controller",
        (0x1B4F, 0x0047): "SparkFun IoT RedBoard RP2350",
        (0x1FFB, 0x2043): "Pololu 3pi+ 2040 Robot",
        (0x1FFB, 0x2044): "Pololu Zumo 2040 Robot",
        (0x2341, 0x025E): "Arduino Nano RP2040 Connect",
        (0x16D0, 0x08C7): "Pimoroni Tiny 2040",
        (0x1209, 0xF502): "Silicognition RP2040-Shim",
    }
)


AUTO = "auto"
"""The one of ``BOARDS`` that is plugged in, if there is exactly one."""

_IDS = re.compile(r"([0-9a-f]{4}):([0-9a-f]{4})", re.IGNORECASE)

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Why = Literal["port_taken", "no_port", "port_forbidden", "no_serial_line"]


def usb_ids(where: str) -> frozenset[UsbIds]:
    """Vendors and products on USB that ``where`` names; empty: it is the path of a port."""
    if where == AUTO:
        return frozenset(BOARDS)
    ids = _IDS.fullmatch(where)
    return frozenset({(int(ids[1], 16), int(ids[2], 16))} if ids else ())


def find(where: str) -> str:
    """Path of the port that ``where`` names. Raises LauncherGone.

    ``where`` is a path (preferably in ``/dev/serial/by-id/``: it stays the same at every socket),
    two USB identifiers in hex as ``2e8a:0005``, or ``auto``. It is looked up for each connection,
    because a launcher that was plugged in again may have got another number.
    """
    wanted = usb_ids(where)
    if not wanted:
        return where
    ports = sorted(port.device for port in _ports() if (port.vid, port.pid) in wanted)
    if not ports:
        if where != AUTO:
            raise LauncherGone("launcher.no_such_usb", {"usb": where})
        raise LauncherGone("launcher.no_pico")
    if len(ports) > 1:
        raise LauncherGone("launcher.several_ports", {"ports": ports})
    return ports[0]


def _ports() -> list[ListPortInfo]:
    try:
        return list(list_ports.comports())
    except (TypeError, OSError):
        # a plug is pulled out while pyserial reads what its device says of itself
        return []


def is_there(where: str) -> bool:
    """Whether the system has the port that ``where`` names, see ``find``."""
    try:
        return Path(find(where)).exists()
    except LauncherGone:
        return False


async def dial(where: str) -> Streams:
    """Open the serial line of a launcher, see ``find`` and ``open_line``. Raises LauncherGone."""
    path = find(where)
    try:
        return await open_line(path)
    except NoLine as why:
        values = (
            {"path": path, "error": why.error} if why.key == "no_serial_line" else {"path": path}
        )
        raise LauncherGone(f"launcher.{why.key}", values) from None


class NoLine(Exception):
    """A serial line that cannot be opened."""

    def __init__(self, key: Why, error: str) -> None:
        super().__init__(key, error)
        self.key = key
        self.error = error
        """The system's name of the error, such as ``EIO``."""


async def open_line(path: str, baud: int = 9600) -> Streams:
    """Open a serial line as two streams, and discard what lay in it unread.

    No other program can open it meanwhile. ``baud`` has no effect on most ports over USB. Raises
    NoLine.
    """
    try:
        port = serial.Serial(path, baud, timeout=0, write_timeout=0, exclusive=True)
    except (serial.SerialException, OSError, ValueError, termios.error) as error:
        raise _no_line(path, error) from None
    try:
        # pyserial's lock is advisory only; this keeps out everybody but root
        fcntl.ioctl(port.fileno(), termios.TIOCEXCL)
        port.reset_input_buffer()
        port.reset_output_buffer()
    except (OSError, termios.error) as error:
        port.close()
        raise _no_line(path, error) from None
    return await _streams(port)


class _Port(asyncio.StreamReaderProtocol):
    """The writing half; closing it closes the reading half and the port."""

    def __init__(self, port: serial.Serial, reading: asyncio.BaseTransport) -> None:
        super().__init__(asyncio.StreamReader())
        self._port = port
        self._reading = reading

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._reading.close()
        with suppress(OSError, termios.error):  # the plug may have been pulled
            # now, not at the last close: the reading half is closed a little later, and another
            # program may still have the port open
            fcntl.flock(self._port.fileno(), fcntl.LOCK_UN)
            fcntl.ioctl(self._port.fileno(), termios.TIOCNXCL)
            self._port.close()


async def _streams(port: serial.Serial) -> Streams:
    # each of asyncio's two pipes closes the descriptor that it is given
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    reading, _ = await loop.connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(os.dup(port.fileno()), "rb", 0)
    )
    writing, protocol = await loop.connect_write_pipe(
        lambda: _Port(port, reading), os.fdopen(os.dup(port.fileno()), "wb", 0)
    )
    return reader, asyncio.StreamWriter(writing, protocol, None, loop)


def _no_line(path: str, error: Exception) -> NoLine:
    number = getattr(error, "errno", None)
    code = errno.errorcode.get(number or 0, type(error).__name__)
    if "exclusively lock" in str(error) or number == errno.EBUSY:
        return NoLine("port_taken", code)
    if not Path(path).exists():
        return NoLine("no_port", code)
    if isinstance(error, PermissionError) or number == errno.EACCES:
        return NoLine("port_forbidden", code)
    return NoLine("no_serial_line", code)
