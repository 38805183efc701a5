"""Stays connected to a broker that comes and goes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, suppress

from controller.club.broker import BrokerGone, Line, TakenOver
from controller.club.following import Note

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
    pause_s, said = FIRST_PAUSE_S, ""
    while not stop.is_set():
        try:
            async with connect() as line:
                pause_s, said = FIRST_PAUSE_S, ""
                note("broker_found", "The broker answers.")
                await serve(line)
        except BrokerGone as gone:
            if said != str(gone):
                said = str(gone)
                note("broker_lost", said, logging.WARNING)
            if isinstance(gone, TakenOver):  # else the two would take it in turns all the time
                pause_s = LONGEST_PAUSE_S
        lost()
        with suppress(TimeoutError):
            async with asyncio.timeout(pause_s):
                await stop.wait()
        pause_s = min(2 * pause_s, LONGEST_PAUSE_S)
