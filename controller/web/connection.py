"""One connection of a browser: it has to send, and to read, within bounds of time."""

from __future__ import annotations

import asyncio
from email.utils import formatdate

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

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
