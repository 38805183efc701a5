"""How a command runs in the foreground: until a signal ends it, with lines typed on its terminal.

systemd is told that a service is alive.
"""

from __future__ import annotations

import asyncio
import signal
import sys
import threading
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

from controller.base.service_manager import ServiceManager

BEATS = 4
"""How often systemd is told that all is well, within the watchdog's time."""


@asynccontextmanager
async def stop_signals() -> AsyncIterator[asyncio.Event]:
    """SIGINT, SIGTERM and SIGHUP set an event instead of ending the program."""
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    before = signal.getsignal(signal.SIGINT)
    numbers = [signal.SIGINT, signal.SIGTERM]
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # nohup
        numbers.append(signal.SIGHUP)
    for number in numbers:
        loop.add_signal_handler(number, stop.set)
    try:
        yield stop
    finally:
        for number in numbers:
            loop.remove_signal_handler(number)
        signal.signal(signal.SIGINT, before)  # otherwise a second Ctrl-C would raise an exception


async def typed_lines() -> AsyncIterator[str]:
    """Lines typed on the terminal; waiting for one does not keep the program alive."""
    loop = asyncio.get_running_loop()
    typed: asyncio.Queue[str | None] = asyncio.Queue()

    def read() -> None:
        # the loop may already be closed
        with suppress(RuntimeError):
            # no terminal, or bytes that are no text: no more lines
            with suppress(OSError, ValueError):
                for line in sys.stdin or ():
                    loop.call_soon_threadsafe(typed.put_nowait, line)
            loop.call_soon_threadsafe(typed.put_nowait, None)

    threading.Thread(target=read, daemon=True).start()
    while (line := await typed.get()) is not None:
        yield line


async def until_signal(work: Coroutine[Any, Any, None]) -> None:
    """Do some work until a signal comes. Raises what it raises."""
    async with stop_signals() as stop:
        tasks = [asyncio.create_task(coroutine) for coroutine in (_wait_for(stop), work)]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


async def beat(manager: ServiceManager) -> None:
    """Tell systemd that all is well as long as this runs."""
    while pause_s := manager.watchdog_s / BEATS:
        await asyncio.sleep(pause_s)
        manager.alive()


async def _wait_for(stop: asyncio.Event) -> None:
    await stop.wait()
