"""A session on the bench: take a launcher, do some work, give it back."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from controller.bench.guide import Guide, Person, SimulatedPerson
from controller.bench.instrument import Instrument, on_the_bench
from firmware_bridge.client import RemoteLauncher
from firmware_bridge.simulator_control import SimulatorControl
from hardware.bench.recording import RecordingTrouble, refuse_unwritable, write_run
from hardware.launcher import LauncherGone

T = TypeVar("T")
Work = Callable[[Instrument, Guide], Awaitable[T]]


class Stopped(Exception):
    """Somebody stopped the session; the motor is off."""


class LostMeanwhile(LauncherGone):
    """The launcher was there, and cannot be reached any more."""


async def session(
    reach: Callable[[str], Awaitable[RemoteLauncher]],
    socket: Path | None,
    work: Work[T],
    typed: AsyncIterator[str],
    say: Callable[[str], None],
    stop: asyncio.Event,
    record: Path | None = None,
    lost: Callable[[RecordingTrouble], None] = lambda trouble: None,
) -> T:
    """Do ``work`` at the launcher that ``reach`` connects to under a caller's name.

    ``socket``: at which a simulated launcher listens, beside its control socket; None: a person
    presses, as at a real launcher.
    At the end, also after an error, the motor is off, the launcher is free, and the recording is in
    the file ``record``. If it cannot be written any more, that is said, and ``lost`` is told: what
    was measured is not lost with it. Raises LauncherGone (LostMeanwhile once it was there),
    LauncherBusy, BenchTrouble, RecordingTrouble before anything moves, and Stopped on ``stop``.
    """
    if record is not None:
        refuse_unwritable(record)
    launcher = await reach(f"bench {secrets.token_hex(2)}")
    simulated = launcher.capabilities.simulated
    guide = (
        SimulatedPerson(SimulatorControl(socket), say)
        if simulated and socket
        else Person(typed, say)
    )
    try:
        async with on_the_bench(launcher) as bench:
            working = asyncio.ensure_future(work(bench, guide))
            asked = asyncio.create_task(stop.wait())
            try:
                await asyncio.wait([working, asked], return_when=asyncio.FIRST_COMPLETED)
                if not working.done():
                    raise Stopped
                return working.result()
            finally:
                for task in (working, asked):
                    task.cancel()
                    with suppress(asyncio.CancelledError, Exception):
                        await task
                if record is not None:
                    try:
                        write_run(record, bench.run)
                        say(f"Recorded: {record}")
                    except RecordingTrouble as trouble:
                        say(str(trouble))
                        lost(trouble)
    except LauncherGone as gone:
        raise LostMeanwhile(gone.reason.key, gone.reason.values) from None
