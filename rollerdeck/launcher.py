"""A launcher that a program of yours holds."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import firmware_bridge.client
from controller.base import paths, services
from firmware_bridge.address import at_socket, parse_address
from firmware_bridge.client import RemoteLauncher
from hardware.launcher import (
    ButtonInUse,
    Capabilities,
    CardLeft,
    Fault,
    FaultsChanged,
    HitEnded,
    HitResult,
    LinkChanged,
    Pressed,
)

LauncherEvent = Pressed | CardLeft | HitEnded | FaultsChanged | LinkChanged


@asynccontextmanager
async def connect(address: str = "", caller: str = "") -> AsyncIterator[Launcher]:
    """Hold a launcher while this lasts; afterwards its motor is off, and others may use it.

    ``address``: ``unix:PATH``, ``serial:auto``, ``serial:PORT`` or ``tcp:HOST:PORT``; empty: the
    driver or the simulator at the usual socket of this machine. ``caller``: whose hit numbers
    these are, 1 to 64 characters; a program that goes on with its numbers after a restart needs a
    name, others leave it empty. Raises BadAddress for another address, LauncherGone if no launcher
    can be used there, LauncherBusy if another program holds it.

    If the connection is lost, it is made again by itself; see ``Launcher.events``.
    """
    usual = services.launcher_address(at_socket(paths.socket_path()))
    remote = await firmware_bridge.client.connect(
        parse_address(address) if address else usual, caller or f"python {secrets.token_hex(4)}"
    )
    try:
        yield Launcher(remote)
    finally:
        await remote.close()


class Launcher:
    """A launcher, made by ``connect``. Each method may raise LauncherGone.

    What a mechanism does never raises: a jam is a result with a fault.
    """

    def __init__(self, remote: RemoteLauncher) -> None:
        self._remote = remote

    @property
    def capabilities(self) -> Capabilities:
        """What this launcher has."""
        return self._remote.capabilities

    @property
    def connected(self) -> bool:
        """Whether the launcher can be reached now."""
        return self._remote.link_up

    @property
    def faults(self) -> tuple[Fault, ...]:
        """The faults that stop it, as last heard; empty: none."""
        return self._remote.faults

    async def eject(self, cards: int) -> HitResult:
        """Give 1 to 12 cards now, without a press of the button, and wait for the count.

        Raises ValueError for another number.
        """
        return await self._remote.eject(cards)

    async def arm(self, hit: int, cards: int) -> HitResult | None:
        """Let the next press of the button be a hit that gives 0 to 12 cards.

        ``hit``: its number, from 1 on, which grows. The launcher never gives the cards of a number
        twice: if the hit has ended, or a fault is latched, its result is returned and nothing is
        armed. None: it is armed; ``HitEnded`` tells the count. Raises ValueError for other numbers.
        """
        result = await self._remote.arm(hit, cards)
        assert not isinstance(result, ButtonInUse)  # only if a number of presses is asked for
        return result

    async def disarm(self) -> bool:
        """Take the arming back; False: too late, cards are under way."""
        return await self._remote.disarm()

    async def result(self, hit: int) -> HitResult | None:
        """The count of a hit, also while it runs; None: the launcher knows nothing of it."""
        return await self._remote.result(hit)

    async def clear_faults(self) -> tuple[Fault, ...]:
        """Clear the faults; returns those whose cause is still there."""
        return await self._remote.clear_faults()

    async def safe_off(self) -> None:
        """Switch the motor off, and disarm."""
        await self._remote.safe_off()

    async def events(self) -> AsyncIterator[LauncherEvent]:
        """What happens from now on, in order, each event once. One reader.

        ``LinkChanged`` tells when the launcher is lost and when it is found again.
        """
        async for event in self._remote.events():
            if isinstance(event, LauncherEvent):
                yield event
