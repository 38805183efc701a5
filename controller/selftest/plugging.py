"""Asks a Pico how busy it is, and lets a person pull its plug: how soon it is found again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Final

from controller.selftest.figures import Pulled
from firmware_bridge.client import RemoteLauncher
from firmware_bridge.serial_line import connect_serial, is_there
from hardware.launcher import ChipLoad, LauncherEvent, LinkChanged

PULLED_WITHIN_S: Final = 60.0
BACK_WITHIN_S: Final = 60.0
"""So long the test waits for a person, each time."""
LOOK_S: Final = 0.05


async def ask_pico(
    serial: str, pulls: int, say: Callable[[str], None]
) -> tuple[ChipLoad | None, tuple[Pulled, ...]]:
    """How busy a Pico is, and what came of each of so many pulls of its plug. Raises LauncherGone.

    What was found before a plug that stays out is not lost. ``say`` shows a sentence to the person.
    """
    launcher = await connect_serial(serial, "selftest")
    try:
        load = launcher.capabilities.load
        events = launcher.events()
        pulled: list[Pulled] = []
        while load is not None and len(pulled) < pulls:
            say(f"Pull the Pico's plug out now ({len(pulled) + 1} of {pulls}).")
            one = await _pull(serial, launcher, events, say)
            if one is None:
                break
            pulled.append(one)
            if one.found_ms is None:
                break
    finally:
        await launcher.close()
    return load, tuple(pulled)


async def _pull(
    serial: str,
    launcher: RemoteLauncher,
    events: AsyncIterator[LauncherEvent],
    say: Callable[[str], None],
) -> Pulled | None:
    """Wait until the plug is out, and in again; None: it was not pulled."""
    if await _link(events, False, PULLED_WITHIN_S) is None:
        say(f"The plug was not pulled within {PULLED_WITHIN_S:g} seconds.")
        return None
    say("The Pico is gone: put the plug in again.")
    port = _Port(serial)
    watching = asyncio.create_task(port.watch())
    try:
        back = await _link(events, True, BACK_WITHIN_S)
        at_s = asyncio.get_running_loop().time()
    finally:
        watching.cancel()
    if back is None:
        say(f"The Pico is not back after {BACK_WITHIN_S:g} seconds.")
        return Pulled(None)
    found_ms = 0 if port.since_s is None else round(1000 * (at_s - port.since_s))
    say("The Pico is back" + (", and has restarted." if back.restarted else "."))
    return Pulled(found_ms, back.restarted)


async def _link(
    events: AsyncIterator[LauncherEvent], up: bool, within_s: float
) -> LinkChanged | None:
    """Wait until the link is lost, or is there again."""
    try:
        async with asyncio.timeout(within_s):
            async for event in events:
                if isinstance(event, LinkChanged) and event.up is up:
                    return event
    except TimeoutError:
        pass
    return None


class _Port:
    """Since when the system has the port of a plug that was pulled; it goes a little later."""

    def __init__(self, serial: str) -> None:
        self.since_s: float | None = None
        self._serial = serial

    async def watch(self) -> None:
        while True:
            if not is_there(self._serial):
                self.since_s = None
            elif self.since_s is None:
                self.since_s = asyncio.get_running_loop().time()
            await asyncio.sleep(LOOK_S)
