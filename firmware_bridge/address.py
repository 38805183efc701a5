"""A launcher's address, ``SCHEME:PLACE``: where it is, and how a connection to it is opened.

A new way to reach a launcher is a new ``Transport`` in ``TRANSPORTS``: whoever connects only passes
the address on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

DIAL_S = 1.0
"""How long a TCP connection may take; a host that is switched off never answers."""

EXAMPLES = "unix:/run/rollerdeck/launcher.sock, serial:auto or tcp:127.0.0.1:7000"

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Dial = Callable[[], Awaitable[Streams]]


class BadAddress(ValueError):
    """A text that is no launcher's address. The message is for people."""


class Transport(NamedTuple):
    """A way to reach a launcher; each function takes the place after the scheme."""

    dial: Callable[[str], Awaitable[Streams]]
    """Open a connection; its first answer has to come within 1 s of the call.

    ``close()`` of its writer alone frees everything: nobody waits for it, and the loop may end
    right after. Raises LauncherGone with the reason, or OSError.
    """
    is_place: Callable[[str], bool]
    """Whether a place is written as it has to be."""
    ends_with_caller: bool = False
    """Whether the launcher notices at once that its caller has died; only then it is given the long
    lease before a press."""
    place_name: Callable[[str], str] = str
    """The place in a sentence."""


@dataclass(frozen=True, slots=True)
class LauncherAddress:
    """Where a launcher is reached."""

    scheme: str
    place: str

    def __str__(self) -> str:
        return f"{self.scheme}:{self.place}"

    @property
    def transport(self) -> Transport:
        """How it is reached."""
        return TRANSPORTS[self.scheme]

    @property
    def name(self) -> str:
        """The address in a sentence."""
        return self.transport.place_name(self.place)

    @property
    def socket(self) -> Path | None:
        """The Unix socket; None: the launcher is reached in another way."""
        return Path(self.place) if self.scheme == "unix" else None

    @property
    def serial(self) -> str:
        """The serial line, see ``firmware_bridge.serial_line.find``; empty: it is at none."""
        return self.place if self.scheme == "serial" else ""

    async def dial(self) -> Streams:
        """Open a connection. Raises LauncherGone with the reason, or OSError."""
        return await self.transport.dial(self.place)


def at_socket(path: Path) -> LauncherAddress:
    """The launcher that listens at a Unix socket."""
    return LauncherAddress("unix", str(path))


def at_serial(where: str) -> LauncherAddress:
    """The launcher at a serial line, see ``firmware_bridge.serial_line.find``."""
    return LauncherAddress("serial", where)


def parse_address(text: str) -> LauncherAddress:
    """The address that a text names. Raises BadAddress."""
    scheme, _, place = text.partition(":")
    transport = TRANSPORTS.get(scheme)
    if transport is None or not transport.is_place(place):
        raise BadAddress(f"{text!r} is no launcher's address; write for example {EXAMPLES}")
    return LauncherAddress(scheme, place)


async def _dial_unix(place: str) -> Streams:
    return await asyncio.open_unix_connection(place)


async def _dial_serial(place: str) -> Streams:
    # imported only where it is needed, because it takes time
    from firmware_bridge.serial_line import dial

    return await dial(place)


async def _dial_tcp(place: str) -> Streams:
    host, port = _host_and_port(place)
    try:
        async with asyncio.timeout(DIAL_S):
            return await asyncio.open_connection(host, port)
    except ValueError as error:  # an empty or too long label, or a NUL: no name of a host
        raise OSError(f"{host!r} is no host's name") from error


def _is_host_and_port(place: str) -> bool:
    host, port = _host_and_port(place)
    return bool(host) and 0 < port < 1 << 16


def _host_and_port(place: str) -> tuple[str, int]:
    """Take ``HOST:PORT`` apart, an IPv6 address in brackets; port 0 where there is none."""
    host, _, port = place.rpartition(":")
    if host.startswith("[") and host.endswith("]"):
        host = host[1:-1]
    elif ":" in host:
        host = ""
    return host, int(port) if port.isascii() and port.isdigit() and len(port) <= 5 else 0


TRANSPORTS = {
    "unix": Transport(_dial_unix, bool, ends_with_caller=True),
    "serial": Transport(_dial_serial, bool, place_name=lambda place: f"the serial line {place}"),
    "tcp": Transport(_dial_tcp, _is_host_and_port),
}
