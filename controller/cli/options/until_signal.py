"""Runs a service in the foreground until a signal ends it, and tells systemd that it is alive."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from controller.base.service_manager import ServiceManager
from controller.cli.options.launcher_commands import stop_signals

BEATS = 4
"""How often systemd is told that all is well, within the watchdog's time."""


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
