"""Connections where the page has a certificate: over TLS, or plain, as their first byte says."""

from __future__ import annotations

import asyncio
import errno
import socket
import ssl
from collections import deque
from collections.abc import Callable

HELLO_S = 10.0
"""A connection has to be ready for its first request so long after it was opened."""

GOODBYE_S = 2.0
"""How long the referee waits for the other side's end of a TLS connection."""

PAUSE_SHARES = 3
"""After a handshake, none begins for so many times the processor time that one takes: handshakes
together take at most a quarter of the event loop's time, however many devices ask for them."""

NO_DESCRIPTOR_S = 1.0
"""How long no connection is admitted after the process had no file descriptor left."""

TLS_HANDSHAKE = b"\x16"
"""The first byte of a TLS connection (RFC 8446, 5.1). No HTTP request begins with it."""


class Arrivals:
    """Accepts connections, and hands each to a protocol once it is clear how it speaks.

    Plain HTTP is for the redirection to https, for a phone's question whether there is an internet,
    and for the browser on the machine's own screen.
    """

    def __init__(
        self,
        door: socket.socket,
        speaks: Callable[[], asyncio.Protocol],
        context: ssl.SSLContext,
        pause_s: float,
        hello_s: float = HELLO_S,
    ) -> None:
        """Take connections from ``door``; ``pause_s``: between two handshakes."""
        self._door = door
        self._speaks = speaks
        self._context = context
        self._turns = Turns(pause_s)
        self._hello_s = hello_s
        self._greeting: set[asyncio.Task[None]] = set()

    async def accept(self) -> None:
        """Accept connections until it is cancelled."""
        loop = asyncio.get_running_loop()
        giving = asyncio.create_task(self._turns.give())
        try:
            while True:
                try:
                    guest, address = await loop.sock_accept(self._door)
                except ConnectionAbortedError:
                    guest = None  # many were turned away at the door
                except OSError as error:
                    if error.errno not in (errno.EMFILE, errno.ENFILE):
                        raise
                    await asyncio.sleep(NO_DESCRIPTOR_S)
                    continue
                if guest is not None:
                    greeting = asyncio.create_task(self._greet(guest, address[0]))
                    self._greeting.add(greeting)
                    greeting.add_done_callback(self._greeting.discard)
                await asyncio.sleep(0)  # sock_accept alone does not wait while somebody knocks
        finally:
            for task in (giving, *self._greeting):
                task.cancel()

    async def _greet(self, guest: socket.socket, address: str) -> None:
        """Find out how a connection speaks, and hand it on; or close it."""
        handed_on = False
        try:
            async with asyncio.timeout(self._hello_s):
                first = await _first_byte(guest)
                if first == TLS_HANDSHAKE:
                    await self._turns.wait(address)
                    handed_on = True  # from here on, asyncio closes it
                    await self._hand_on(guest, self._context)
                elif first:
                    handed_on = True
                    await self._hand_on(guest, None)
        except (OSError, TimeoutError):  # an error of TLS is an OSError, too
            pass
        finally:
            if not handed_on:
                guest.close()

    async def _hand_on(self, guest: socket.socket, context: ssl.SSLContext | None) -> None:
        bounds = {"ssl_handshake_timeout": self._hello_s, "ssl_shutdown_timeout": GOODBYE_S}
        await asyncio.get_running_loop().connect_accepted_socket(
            self._speaks, guest, ssl=context, **(bounds if context else {})
        )


class Turns:
    """Lets handshakes begin one after the other, with a pause, and each address in its turn.

    One that opens many connections keeps nobody else waiting for more than one of its handshakes.
    """

    def __init__(self, pause_s: float) -> None:
        self._pause_s = pause_s
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self._somebody = asyncio.Event()

    async def wait(self, address: str) -> None:
        """Return when the handshake of a connection from this address may begin."""
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append(turn)
        self._somebody.set()
        await turn

    async def give(self) -> None:
        """Give turns until it is cancelled."""
        while True:
            await self._somebody.wait()
            address = next(iter(self._waiting))
            line = self._waiting.pop(address)
            turn = line.popleft()
            if line:
                self._waiting[address] = line  # behind all other addresses
            elif not self._waiting:
                self._somebody.clear()
            if not turn.done():  # one that gave up needs no turn
                turn.set_result(None)
                await asyncio.sleep(self._pause_s)


async def _first_byte(guest: socket.socket) -> bytes:
    """The first byte that comes, which stays to be read; empty: the other side has gone."""
    loop = asyncio.get_running_loop()
    ready = asyncio.Event()
    loop.add_reader(guest, ready.set)
    try:
        await ready.wait()
    finally:
        loop.remove_reader(guest)
    return guest.recv(1, socket.MSG_PEEK)
