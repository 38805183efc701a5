"""Stays connected to a broker that comes and goes, and finds out who takes the connection."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, contextmanager, suppress

from controller.club import messages
from controller.club.broker import BrokerGone, Heard, Line, TakenOver
from controller.club.outbox import Origin, read
from firmware_bridge.reports import Note

FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.5, 30.0
"""Before the broker is tried again."""

Connect = Callable[[], AbstractAsyncContextManager[Line]]


async def stay_connected(
    connect: Connect,
    serve: Callable[[Line], Awaitable[None]],
    lost: Callable[[], None],
    stop: asyncio.Event,
    note: Note,
) -> None:
    """Connect, serve until the connection is lost, and connect again, until told to stop.

    ``lost`` is called after each connection that ended, or that did not come about.
    """
    pause_s, noted = FIRST_PAUSE_S, ""
    while not stop.is_set():
        try:
            async with connect() as line:
                pause_s, noted = FIRST_PAUSE_S, ""
                note("broker_found", "The broker answers.")
                await serve(line)
        except BrokerGone as gone:
            if noted != str(gone):
                noted = str(gone)
                note("broker_lost", noted, logging.WARNING)
            if isinstance(gone, TakenOver):  # else the two would take it in turns all the time
                pause_s = LONGEST_PAUSE_S
        lost()
        with suppress(TimeoutError):
            async with asyncio.timeout(pause_s):
                await stop.wait()
        pause_s = min(2 * pause_s, LONGEST_PAUSE_S)


class Twin:
    """Another machine that publishes under the same name.

    A broker lets the two take the connection from each other, and need not say so (Mosquitto 2.0.11
    does not). So each of them tells who it is.
    """

    def __init__(self, table: str) -> None:
        """``table``: the name."""
        self._table = table
        self.topic = messages.topic(table, "source")
        """Where each of them tells it."""
        self._told_before = False
        self._is_there = False

    def hear(self, heard: Heard, own: str) -> None:
        """Something was heard; ``own``: the source of this publisher."""
        origin = read(heard.payload, Origin) if heard.topic == self.topic else None
        # what is retained at first can be of a machine that this one replaces
        if origin and origin.source != own and (self._told_before or not heard.retain):
            self._is_there = True

    @contextmanager
    def looked_for(self) -> Iterator[None]:
        """During one connection. Raises ``TakenOver`` if it is lost and the other one was heard."""
        self._is_there = False
        try:
            yield
        except BrokerGone:
            if not self._is_there:
                raise
            raise TakenOver(
                f"Another machine publishes as {self._table}: give each table a name of its own "
                "with mqtt.table."
            ) from None
        finally:
            self._told_before = True
