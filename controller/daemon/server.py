"""uvicorn's server as the daemon runs it: plain, or with a certificate."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from asyncio.sslproto import SSLProtocol
from collections.abc import Generator

import uvicorn
from starlette.types import ASGIApp

from controller.base.event_log import note
from controller.base.service_manager import ServiceManager
from controller.daemon.arrivals import PAUSE_SHARES, Arrivals
from controller.daemon.listening import BACKLOG
from controller.network.certificate import Certificate
from controller.web.connection import MAX_HEAD_BYTES, Connection

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
