"""uvicorn's server as the daemon runs it: plain, or with a certificate.

A browser has to send, and to read, within bounds of time.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from asyncio.sslproto import SSLProtocol
from collections.abc import Generator
from email.utils import formatdate

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from controller.base.event_log import note
from controller.base.service_manager import ServiceManager
from controller.daemon.arrivals import PAUSE_SHARES, Arrivals
from controller.daemon.door import BACKLOG
from controller.network.certificate import Certificate

REQUEST_S = 10.0
"""A request has to be whole so long after the connection was opened or the request before it was
answered. (uvicorn closes a connection that is silent for five seconds after an answer.)"""

READ_S = 20.0
"""What was sent has to be in the other side's hands, or in the kernel's, after this time."""

MAX_HEAD_BYTES = 16 * 1024
"""The first line and the headers of a request. Browsers send less than 2 KB."""


class Connection(H11Protocol):
    """A connection that is dropped if it keeps the referee waiting.

    At most one answer or event waits in memory for a browser that does not read.
    """

    _asking: asyncio.TimerHandle | None = None
    _reading: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # uvicorn's
        """Begin to wait for a request."""
        super().connection_made(transport)
        # Wait until the kernel has it all. With 0, asyncio's TLS would wait before each answer.
        transport.set_write_buffer_limits(high=1)
        self._await_request()

    def data_received(self, data: bytes) -> None:
        """Take a part of a request."""
        # uvicorn's server would write the date anew each second, whether anybody asks or not
        self.server_state.default_headers = [(b"date", formatdate(usegmt=True).encode())]
        super().data_received(data)
        self._await_request()

    def send_400_response(self, msg: str) -> None:
        """Answer nonsense, instead of the request that it is part of, and hang up."""
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        try:
            super().send_400_response(msg)
        except h11.LocalProtocolError:  # the request was answered before it was whole
            self.transport.abort()

    def on_response_complete(self) -> None:
        """Begin to wait for the next request."""
        super().on_response_complete()
        self._await_request()

    def pause_writing(self) -> None:
        """The other side does not read as fast as it is written to."""
        super().pause_writing()
        self._reading = self.loop.call_later(READ_S, self.transport.abort)

    def resume_writing(self) -> None:
        """It has read everything."""
        super().resume_writing()
        _cancel(self._reading)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing any more."""
        _cancel(self._asking)
        _cancel(self._reading)
        super().connection_lost(exc)

    def _await_request(self) -> None:
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            _cancel(self._asking)
            self._asking = None
        elif self._asking is None:
            self._asking = self.loop.call_later(REQUEST_S, self.transport.abort)


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()


TLS_BUFFER_BYTES = 16 * 1024
"""What asyncio keeps for reading from each TLS connection: as much as one TLS record has. By itself
it keeps 256 KiB, which would be 64 MiB for all connections that the door admits."""


def uvicorn_config(app: ASGIApp) -> uvicorn.Config:
    """How an application is served."""
    return uvicorn.Config(
        app,
        http=Connection,
        h11_max_incomplete_event_size=MAX_HEAD_BYTES,
        backlog=BACKLOG,
        lifespan="off",
        log_config=None,
        log_level="error",  # bad requests are answered, and not shown on the terminal
        access_log=False,
        # anybody can write X-Forwarded-For: an address is the one that the connection comes from
        proxy_headers=False,
        ws="none",
        server_header=False,
    )


class Server(uvicorn.Server):
    """Reports when it listens, and does not handle signals: the daemon does."""

    def __init__(
        self,
        config: uvicorn.Config,
        manager: ServiceManager,
        ready: str = "The referee serves its page.",
    ) -> None:
        """``ready``: what is logged when it listens."""
        super().__init__(config)
        self._ready = ready
        self._manager = manager
        self._ending = asyncio.Event()

    def end(self) -> None:
        """Accept no more connections, and shut down those that there are."""
        self.should_exit = True
        self._ending.set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, and say so."""
        await self._listen(sockets or [])
        self._manager.ready()
        note("ready", self._ready)

    async def main_loop(self) -> None:
        """Wait for ``end``. uvicorn looks ten times a second whether it has come."""
        await self._ending.wait()

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Leave signals alone."""
        yield

    async def _listen(self, sockets: list[socket.socket]) -> None:
        await super().startup(sockets)


class SecureServer(Server):
    """Accepts connections itself, because uvicorn knows none that begin in one of two ways."""

    def __init__(
        self, config: uvicorn.Config, manager: ServiceManager, certificate: Certificate
    ) -> None:
        super().__init__(config, manager)
        self._certificate = certificate

    async def main_loop(self) -> None:
        """Wait for ``end``, or for an error that ends the accepting."""
        ending = asyncio.create_task(super().main_loop())
        tasks = (ending, *self._accepting)
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _listen(self, sockets: list[socket.socket]) -> None:
        self.servers = []
        SSLProtocol.max_size = TLS_BUFFER_BYTES
        for door in sockets:
            door.setblocking(False)
        pause_s = PAUSE_SHARES * self._certificate.handshake_s
        arrivals = [
            Arrivals(door, self._protocol, self._certificate.context, pause_s) for door in sockets
        ]
        self._accepting = [asyncio.create_task(acceptor.accept()) for acceptor in arrivals]
        self.started = True

    def _protocol(self) -> asyncio.Protocol:
        return Connection(self.config, self.server_state, self.lifespan.state)
