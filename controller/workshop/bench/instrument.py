"""A launcher on the bench, with a record of every edge."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from controller.words import advice
from hardware.bench.recording import Run
from hardware.launcher import (
    Fault,
    HitEnded,
    HitResult,
    Launcher,
    LauncherGone,
    LinkChanged,
    Reason,
    ScaleReading,
    Traced,
    TraceEntry,
)

TOLD_S = 1.0
"""The launcher reports what happened within this time."""


class BenchTrouble(Exception):
    """A run on the bench cannot continue; the message is a sentence for people."""


class Instrument:
    """Made by ``on_the_bench``; its run grows while it is used."""

    def __init__(self, launcher: Launcher, settings: dict[str, int]) -> None:
        self._launcher = launcher
        self._settings = settings
        self._entries: list[TraceEntry] = []
        self._results: list[HitResult] = []
        self._lost = 0
        self._changed = asyncio.Condition()
        self._loss: Reason | None = None

    @property
    def simulated(self) -> bool:
        """Whether the launcher is simulated."""
        return self._launcher.capabilities.simulated

    @property
    def lamp_there(self) -> bool:
        """Whether it has a lamp."""
        return self._launcher.capabilities.lamp

    @property
    def name(self) -> str:
        """The launcher's name for itself."""
        return self._launcher.capabilities.name

    @property
    def run(self) -> Run:
        """Everything that was recorded so far."""
        entries, results = tuple(self._entries), tuple(self._results)
        return Run(self.name, self._settings, entries, results, self._lost)

    def since(self, mark: int) -> tuple[TraceEntry, ...]:
        """What was recorded since ``mark``."""
        return tuple(self._entries[mark:])

    @property
    def mark(self) -> int:
        """The present, for ``since``."""
        return len(self._entries)

    async def reading(self) -> ScaleReading | None:
        """The newest reading of its scale; None: it reads no scale."""
        return await self._launcher.reading()

    async def clear_faults(self) -> tuple[Fault, ...]:
        """Clear the latched faults; returns those whose cause is still there."""
        return await self._launcher.clear_faults() if self._launcher.faults else ()

    async def eject(
        self, count: int, stop_under: int = 0, duty_pct: int | None = None
    ) -> HitResult:
        """Eject cards; ``stop_under``: switch the motor off under the card of that number.

        ``duty_pct``: with less power than usual.

        Raises LauncherGone, and BenchTrouble if there is a fault that cannot be cleared.
        """
        if still := await self.clear_faults():
            raise BenchTrouble(f"{advice(still[0])} (Run this command again to clear it.)")
        mark, before = self.mark, len(self._results)
        ejecting = asyncio.create_task(self._launcher.eject(count, duty_pct))
        try:
            if stop_under:
                await self._until(
                    lambda: ejecting.done() or self._leads_since(mark) >= stop_under, ejecting
                )
                await self._launcher.safe_off()
            result = await ejecting
        except BaseException:
            ejecting.cancel()
            with suppress(asyncio.CancelledError, LauncherGone):
                await ejecting
            raise
        # its last edges come with the event of its end, which may not have been read yet
        with suppress(TimeoutError):
            async with asyncio.timeout(TOLD_S):
                await self._until(lambda: len(self._results) > before)
        return result

    async def watch(self, seconds: float, until: Callable[[], bool] = lambda: False) -> None:
        """Wait, at most until a condition holds. Raises LauncherGone."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._until(until)

    async def ding(self) -> None:
        """Sound the acknowledgement."""
        await self._launcher.ding()

    async def lamp(self, on: bool) -> None:
        """Switch the lamp on or off."""
        await self._launcher.lamp(on)

    async def arm(self, hit: int, count: int) -> None:
        """Let the next press be a hit. Raises BenchTrouble if a fault prevents that."""
        result = await self._launcher.arm(hit, count)
        if isinstance(result, HitResult) and result.fault is not None:
            raise BenchTrouble(advice(result.fault))

    async def ended(self, hit: int) -> HitResult:
        """Wait for the end of a hit."""
        results: list[HitResult] = []

        def reported() -> bool:
            results[:] = [result for result in self._results if result.hit == hit]
            return bool(results)

        await self._until(reported)
        return results[0]

    def _leads_since(self, mark: int) -> int:
        """The number of leading edges; the edges of one bounce count as one."""
        leads, last_us = 0, -10_000
        for entry in self._entries[mark:]:
            if entry.kind == "sensor":
                leads += entry.value == 1 and entry.at_us - last_us > 1_000
                last_us = entry.at_us
        return leads

    async def _until(
        self, so: Callable[[], bool], also: asyncio.Future[HitResult] | None = None
    ) -> None:
        if also is not None:
            also.add_done_callback(lambda _: asyncio.ensure_future(self._wake()))
        async with self._changed:
            await self._changed.wait_for(lambda: self._loss is not None or so())
        if self._loss:
            raise LauncherGone(self._loss.key, self._loss.values)

    async def _wake(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    async def listen(self) -> None:
        """Record what the launcher reports, until it is closed."""
        async for event in self._launcher.events():
            if isinstance(event, Traced):
                self._entries += event.seen
                self._lost = event.lost
            elif isinstance(event, HitEnded):
                self._results.append(event.result)
            elif isinstance(event, LinkChanged) and not event.up:
                self._loss = event.reason
            await self._wake()


@asynccontextmanager
async def on_the_bench(launcher: Launcher) -> AsyncIterator[Instrument]:
    """Watch a launcher while this lasts; at the end switch its motor off and close it."""
    instrument = Instrument(launcher, dict(await launcher.trace(True)))
    listening = asyncio.create_task(instrument.listen())
    try:
        yield instrument
    finally:
        with suppress(LauncherGone):
            await launcher.safe_off()
        await launcher.close()
        await listening
