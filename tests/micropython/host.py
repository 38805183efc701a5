"""A host of a launcher on a serial line, in a process of its own, to be killed or stopped."""

from __future__ import annotations

import asyncio
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from firmware_bridge.address import at_serial
from firmware_bridge.client import connect

CALLER = "host"
forks = get_context("forkserver")
# forked from a process that has loaded everything already
forks.set_forkserver_preload(["tests.micropython.host"])


def start(path: str, hit: int, count: int) -> tuple[BaseProcess, Connection]:
    """Start one that arms a hit and keeps its lease; it says when that is done."""
    here, there = forks.Pipe(duplex=False)
    process = forks.Process(target=_hold, args=(path, hit, count, there), daemon=True)
    process.start()
    there.close()
    return process, here


def _hold(path: str, hit: int, count: int, told: Connection) -> None:
    async def hold() -> None:
        launcher = await connect(at_serial(path), CALLER)
        await launcher.clear_faults()
        assert await launcher.arm(hit, count) is None
        told.send(True)
        async for _ in launcher.events():
            pass

    asyncio.run(hold())
