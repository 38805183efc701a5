"""Asks a Pico how busy it is, and lets a person pull its plug: how soon it is found again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Final

from controller.selftest.figures import Pulled
from firmware_bridge.address import at_serial
from firmware_bridge.client import RemoteLauncher, connect
from firmware_bridge.serial_line import is_there
from hardware.launcher import ChipLoad, LauncherEvent, LinkChanged

PULLED_WITHIN_S: Final = 60.0
BACK_WITHIN_S: Final = 60.0
"""How long the test waits for a person each time."""
LOOK_S: Final = 0.05


async def ask_pico(serial: str) -> ChipLoad | None:
    """How busy a Pico is; None: its program does not say it. Raises LauncherGone."""
    launcher = await connect(at_serial(serial), "selftest")
    await launcher.close()
    return launcher.capabilities.load


async def watch_pulls(serial: str, pulls: int, say: Callable[[str], None]) -> tuple[Pulled, ...]:
    """How soon a Pico was found after each pull of its plug.

    Raises LauncherGone. ``pulls``: how often the person is asked to pull it. The test ends early
    where the plug stays in or out, and keeps what it has measured. ``say`` shows a sentence to the
    person.
    """
    launcher = await connect(at_serial(serial), "selftest")
    try:
        events = launcher.events()
        pulled: list[Pulled] = []
        while len(pulled) < pulls:
            say(f"Pull the Pico's plug out now ({len(pulled) + 1} of {pulls}).")
            pull = await _one_pull(serial, launcher, events, say)
            if pull is None:
                break
            pulled.append(pull)
            if pull.found_ms is None or not pull.was_out:
                break
    finally:
        await launcher.close()
    return tuple(pulled)


async def _one_pull(
    serial: str,
    launcher: RemoteLauncher,
    events: AsyncIterator[LauncherEvent],
    say: Callable[[str], None],
) -> Pulled | None:
    """Wait until the plug is out, and in again; None: it was not pulled."""
    port = _PortWatch(serial)
    watching = asyncio.create_task(port.watch())
    try:
        if await _link(events, False, PULLED_WITHIN_S) is None:
            say(f"The plug was not pulled within {PULLED_WITHIN_S:g} seconds.")
            return None
        say("The Pico is gone: put the plug in again.")
        back = await _link(events, True, BACK_WITHIN_S)
        at_s = asyncio.get_running_loop().time()
    finally:
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching
    if back is None:
        say(f"The Pico is not back after {BACK_WITHIN_S:g} seconds.")
        return Pulled(None, was_out=port.was_out)
    say("The Pico is back" + (", and has restarted." if back.restarted else "."))
    found_ms = round(1000 * (at_s - port.since_s)) if port.since_s is not None else 0
    return Pulled(found_ms, back.restarted, port.was_out)


async def _link(
    events: AsyncIterator[LauncherEvent], up: bool, within_s: float
) -> LinkChanged | None:
    """Wait until the link is lost, or is there again; None: it did not happen in time."""
    try:
        async with asyncio.timeout(within_s):
            async for event in events:
                if isinstance(event, LinkChanged) and event.up is up:
                    return event
    except TimeoutError:
        pass
    return None


class _PortWatch:
    """Looks whether the system has the port of a plug, which goes a little later than the link."""

    def __init__(self, serial: str) -> None:
        self.was_out = False
        """Whether the port was ever gone."""
        self.since_s: float | None = None
        """Since when the port has been there; None: it is gone."""
        self._serial = serial

    async def watch(self) -> None:
        while True:
            if not is_there(self._serial):
                self.was_out, self.since_s = True, None
            elif self.since_s is None:
                self.since_s = asyncio.get_running_loop().time()
            await asyncio.sleep(LOOK_S)
