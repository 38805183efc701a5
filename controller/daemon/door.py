"""The socket of a web site, and who may connect: so many at once, and so many from one address."""

from __future__ import annotations

import errno
import socket
import struct
from collections import deque
from contextlib import suppress
from itertools import islice
from typing import Any

from controller.base.errors import WRONG_USAGE, Trouble

MAX_OPEN = 256
"""Connections that are open at the same time: the game needs file descriptors as well."""

MAX_PER_ADDRESS = 64
"""Of them from one address. A browser opens at most seven, so eleven browsers behind one address
still have more than five each."""

FOR_ADMITTED = 64
"""Of all connections, so many are for devices that were admitted: a browser has one or two open."""

TURNED_AWAY_AT_ONCE = 32
"""Before the event loop deals with something else."""

_AT_ONCE = struct.pack("ii", 1, 0)
"""For SO_LINGER: close without waiting for the other side, so that nothing is left of it."""


class Door(socket.socket):
    """A listening socket that admits only as many connections as there is room for.

    asyncio never sees the others, so one of them costs three calls of the kernel. If there is no
    room at all, the address with the most connections loses its oldest one to an address that has
    fewer, so that nobody can lock everybody else out.

    Whether a connection is of a device that was admitted, only its first request can say. So
    strangers may use the share of the known devices too, until somebody else comes.
    """

    def __init__(
        self,
        listening: socket.socket,
        max_open: int = MAX_OPEN,
        max_per_address: int = MAX_PER_ADDRESS,
        for_admitted: int = FOR_ADMITTED,
    ) -> None:
        """Take over ``listening``."""
        kind = (listening.family, listening.type, listening.proto)
        super().__init__(*kind, fileno=listening.detach())
        self._max_open = max_open
        self._max_per_address = max_per_address
        self._strangers_stay = max_open - for_admitted
        self._inside: dict[str, deque[_Guest]] = {}
        self._strangers: dict[tuple[str, int], _Guest] = {}
        """By address and port, the oldest first."""

    def accept(self) -> tuple[socket.socket, Any]:
        """Return the next connection that may stay, as asyncio asks for it.

        Raises ConnectionAbortedError after turning many away, and BlockingIOError if nobody waits.
        """
        for _ in range(TURNED_AWAY_AT_ONCE):
            connection, address = super().accept()
            if self._admits(address[0]):
                guest = _Guest(connection, self, address[:2])
                self._strangers[address[:2]] = guest
                self._inside.setdefault(address[0], deque()).append(guest)
                return guest, address
            with connection:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
        raise ConnectionAbortedError

    def know(self, client: tuple[str, int]) -> None:
        """The device at this address and port was admitted: no stranger takes its place."""
        self._strangers.pop(client, None)

    def release(self, guest: _Guest) -> None:
        """A connection is closed now."""
        if self._strangers.get(guest.client) is guest:
            del self._strangers[guest.client]
        others = self._inside[guest.client[0]]
        others.remove(guest)
        if not others:
            del self._inside[guest.client[0]]

    def _admits(self, address: str) -> bool:
        own = len(self._inside.get(address, ()))
        if own >= self._max_per_address:
            return False
        if sum(map(len, self._inside.values())) < self._max_open:
            return True
        crowd = max(self._inside.values(), key=len)
        if len(crowd) > own + 1:
            strangers = (guest for guest in crowd if guest.client in self._strangers)
            next(strangers, crowd[0]).send_away()
            return True
        longest_in_the_share = islice(self._strangers.values(), self._strangers_stay, None)
        if (stranger := next(longest_in_the_share, None)) is None:
            return False
        stranger.send_away()
        return True


class _Guest(socket.socket):
    """A connection that was admitted, and says when it is closed."""

    def __init__(self, connection: socket.socket, door: Door, client: tuple[str, int]) -> None:
        super().__init__(
            connection.family, connection.type, connection.proto, fileno=connection.detach()
        )
        self.client = client
        self._door: Door | None = door

    def send_away(self) -> None:
        """End the connection; asyncio finds out and closes it."""
        self._leave()
        with suppress(OSError):  # the other side was quicker
            self.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close the connection, and make room."""
        self._leave()
        super().close()

    def _leave(self) -> None:
        door, self._door = self._door, None
        if door is not None:
            door.release(self)


PEER_GONE_S = 60
"""A peer that was silent this long is asked whether it is still there."""

BACKLOG = 1024
"""So many connections wait in the kernel until the door admits them or turns them away. There they
cost no file descriptor. With fewer, a flood makes the kernel ignore others, who try again a second
later."""
SEND_BUFFER_BYTES = 32 * 1024


def listen(host: str, port: int) -> Door:
    """Listen for pages, before anything else starts. Raises ``Trouble`` (exit code 2)."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        # This works also while connections of a referee that has just ended are being closed.
        listening = socket.create_server(address[:2], family=family, backlog=BACKLOG)
    except (socket.gaierror, UnicodeError):  # the second: this cannot be a name
        raise Trouble(
            f"There is no address {host}: name another with --host.", WRONG_USAGE
        ) from None
    except OSError as error:
        raise Trouble(_why_not(host, port, error), WRONG_USAGE) from None
    # Data in the kernel cannot be replaced by the newest table any more, so keep it small.
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
    # asyncio does not set this for a socket that it did not make. Without it an answer waits 40 ms
    # for the other side's delayed acknowledgement. Connections inherit it.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    # A phone that left without closing its connection is forgotten some minutes later.
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, PEER_GONE_S)
    return Door(listening)


def _why_not(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is in use: end what uses it, or name another with --port."
    if error.errno == errno.EACCES:
        return f"Port {port} may not be used by this user: name one above 1023 with --port."
    if error.errno == errno.EADDRNOTAVAIL:
        return f"{host} is no address of this machine: name one of its own with --host."
    return f"Nobody can listen at {host} port {port} ({error.strerror})."
