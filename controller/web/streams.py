"""Server-sent events: every page gets every change, and a slow page only the newest.

A page that missed a table gets the whole one next, for the others tell of what is new in the log.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable
from itertools import islice

from controller.base.event_log import note

HEARTBEAT_S = 2.0
"""Every page hears of its stream this often. A page that hears nothing for 4 s (page/stream.js)
opens another stream: a connection can be dead without an error."""

AT_ONCE = 8
"""So many pages are written to before the event loop deals with something else. Writing to a page
takes a fraction of a millisecond, and a launcher whose referee is silent for a quarter of a second
stops."""

_BYE = b"event: bye\ndata: {}\n\n"
_ALIVE = b"event: alive\ndata: {}\n\n"
"""An event, for a browser tells its page of no comment."""


class Hub:
    """All open streams. At most one table waits for each page.

    The launcher goes before the pages: they are written to a few at a time, and between them the
    event loop deals with everything else. A page whose turn has not come gets only the newest.
    """

    def __init__(self, whole: Callable[[], bytes]) -> None:
        """Make a hub. ``whole`` gives the table event for a page that lacks the one before."""
        self._whole = whole
        self._due: dict[_Stream, None] = {}
        self._waking = False
        self._heartbeat: asyncio.TimerHandle | None = None
        self._streams: dict[_Stream, None] = {}
        """In the order in which they were opened, which is that of every change."""
        self._closed = False

    def __len__(self) -> int:
        """How many pages are listening."""
        return len(self._streams)

    def table(self, event: bytes) -> None:
        """Send every page the table, instead of anything that still waits for it."""
        for stream in self._streams:
            stream.missed = stream.table is not None
            stream.table, stream.launcher = event, None
            self._due[stream] = None
        self._wake_in_turn()

    def launcher(self, event: bytes) -> None:
        """Send every page the launcher."""
        for stream in self._streams:
            stream.launcher = event
            self._due[stream] = None
        self._wake_in_turn()

    def _beat(self) -> None:
        """Let every page hear of its stream, and again later while there are pages."""
        self._due |= self._streams
        self._wake_in_turn()
        self._beat_later()

    def _beat_later(self) -> None:
        loop = asyncio.get_running_loop()
        self._heartbeat = loop.call_later(HEARTBEAT_S, self._beat) if self._streams else None

    def _wake_in_turn(self) -> None:
        if not self._waking and self._due:
            self._wake_some()

    def _wake_some(self) -> None:
        for stream in list(islice(self._due, AT_ONCE)):
            del self._due[stream]
            stream.wake.set()
        self._waking = bool(self._due)
        if self._waking:
            asyncio.get_running_loop().call_soon(self._wake_some)

    def close(self) -> None:
        """Say goodbye and end every stream, including those that are opened later."""
        self._closed = True
        for stream in self._streams:
            stream.wake.set()

    async def listen(self) -> AsyncGenerator[bytes, None]:
        """One page's stream, from the newest table to the goodbye."""
        stream = _Stream(self._whole)
        self._streams[stream] = None
        if self._heartbeat is None:
            self._beat_later()
        note("page_came", "A page listens.", logging.DEBUG, pages=len(self))
        try:
            while not self._closed:
                for event in stream.take() or (_ALIVE,):
                    yield event
                await stream.wake.wait()
            for event in stream.take():
                yield event
            yield _BYE
        finally:
            del self._streams[stream]
            self._due.pop(stream, None)
            note("page_left", "A page is gone.", logging.DEBUG, pages=len(self))


class _Stream:
    """What waits for one page."""

    __slots__ = ("launcher", "missed", "table", "wake", "whole")

    def __init__(self, whole: Callable[[], bytes]) -> None:
        self.whole = whole
        self.table: bytes | None = whole()
        self.launcher: bytes | None = None
        self.missed = False
        """A table that waited was replaced by the one that waits."""
        self.wake = asyncio.Event()

    def take(self) -> list[bytes]:
        table = self.whole() if self.missed else self.table
        waiting = [event for event in (table, self.launcher) if event is not None]
        self.table = self.launcher = None
        self.missed = False
        self.wake.clear()
        return waiting


def event(name: str, data: bytes, number: int | None = None) -> bytes:
    """One event as it goes over the line. ``data`` is JSON on one line."""
    head = b"" if number is None else b"id: %d\n" % number
    return head + b"event: " + name.encode() + b"\ndata: " + data + b"\n\n"
