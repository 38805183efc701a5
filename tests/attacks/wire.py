"""A connection of the referee without a network: bytes in, bytes out, in any event loop."""

from __future__ import annotations

import asyncio

from starlette.types import ASGIApp
from uvicorn.server import ServerState

from controller.daemon.server import Connection, uvicorn_config


class Wire(asyncio.Transport):
    """The other side of a connection, which takes what is sent when it is told to."""

    def __init__(self, address: str) -> None:
        super().__init__({"peername": (address, 5), "sockname": ("10.0.0.1", 80)})
        self.aborted_at_s: float | None = None
        self.sent = b""
        self.answered = asyncio.Event()

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        assert high == 1

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.sent += data
        self.answered.set()

    def abort(self) -> None:
        self.aborted_at_s = asyncio.get_running_loop().time()

    def is_closing(self) -> bool:
        return self.aborted_at_s is not None

    def close(self) -> None:
        self.abort()

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...


def wired(app: ASGIApp, address: str = "10.0.0.2") -> tuple[Connection, Wire]:
    """A connection to an application, and its other side, which is at ``address``."""
    connection, wire = Connection(uvicorn_config(app), ServerState(), {}), Wire(address)
    connection.connection_made(wire)
    return connection, wire
