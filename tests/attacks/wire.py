"""A connection of the referee without a network: bytes in, bytes out, in any event loop."""

from __future__ import annotations

import asyncio

import uvicorn
from starlette.types import ASGIApp
from uvicorn.server import ServerState

from controller.web.connection import MAX_HEAD_BYTES, Connection


class Wire(asyncio.Transport):
    """The other side of a connection, which takes what is sent when it is told to."""

    def __init__(self) -> None:
        super().__init__({"peername": ("10.0.0.2", 5), "sockname": ("10.0.0.1", 80)})
        self.aborted_at_s: float | None = None
        self.sent = b""

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        assert high == 1

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.sent += data

    def abort(self) -> None:
        self.aborted_at_s = asyncio.get_running_loop().time()

    def is_closing(self) -> bool:
        return self.aborted_at_s is not None

    def close(self) -> None:
        self.abort()

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...


def wired(app: ASGIApp) -> tuple[Connection, Wire]:
    """A connection to an application, and its other side."""
    config = uvicorn.Config(
        app,
        log_config=None,
        log_level="error",
        ws="none",
        h11_max_incomplete_event_size=MAX_HEAD_BYTES,
    )
    connection, wire = Connection(config, ServerState(), {}), Wire()
    connection.connection_made(wire)
    return connection, wire
