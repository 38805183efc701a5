"""The helper at the bench, and a session: take a launcher, do some work, give it back.

The helper is a person at a terminal, or ``SimulatorControl``.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Protocol, TypeVar

from controller.base.findings import counted
from controller.words import advice
from controller.workshop.bench.instrument import BenchTrouble, Instrument, on_the_bench
from firmware_bridge.client import RemoteLauncher
from firmware_bridge.simulator_control import SimulatorControl
from hardware.bench.recording import RecordingTrouble, refuse_unwritable, write_run
from hardware.launcher import Fault, LauncherGone

PRESS_EVERY_S = 0.4
HOLD_MS = 120
REFILL = 112
"""Cards that a simulated person puts into an empty hopper."""
SIMULATED_CAUSES = {
    Fault.JAM: "jam",
    Fault.SENSOR_BLOCKED: "blocked",
    Fault.COVER_OPEN: "cover",
    Fault.MOTOR_FAULT: "motor_fault",
}
"""What a simulated person switches off at a fault; see `hardware.mechanism.rig.FAULTS`."""


class Guide(Protocol):
    """Does what the bench cannot do by itself, and shows messages."""

    def say(self, line: str) -> None:
        """Show a message."""
        ...

    def progress(self, done: int, of: int, label: str) -> None:
        """Show how much is done."""
        ...

    async def do(self, instruction: str) -> None:
        """Ask for something, and wait until it is done."""
        ...

    async def mend(self, fault: Fault) -> None:
        """Ask for the cause of a fault to be removed, and wait until it is."""
        ...

    async def yes(self, question: str) -> bool:
        """Ask a question about what can be seen or heard."""
        ...

    async def count(self, question: str) -> int:
        """Ask for a number, 0 or more."""
        ...

    async def load(self, cards: int) -> None:
        """Ask for this number of cards in the hopper; 0: hopper and mouth are to be empty."""
        ...

    async def press(self, times: int) -> None:
        """Ask for presses of the button; may return before they are done."""
        ...

    async def shade(self, times: int) -> None:
        """Ask for a card in front of the sensor; may return before that is done."""
        ...

    async def hold(self, place: str) -> None:
        """Ask for a place of a card to be held still in the beam, and wait until it is."""
        ...

    async def let_go(self) -> None:
        """Say that no card has to be held any more."""
        ...


class Person:
    """Somebody at a terminal."""

    def __init__(self, typed: AsyncIterator[str], say: Callable[[str], None]) -> None:
        self._typed = typed
        self._say = say

    def say(self, line: str) -> None:
        """Print it."""
        self._say(line)

    def progress(self, done: int, of: int, label: str) -> None:
        """Print it."""
        self._say(f"  {done} of {of} {label}")

    async def do(self, instruction: str) -> None:
        """Print it and wait for Enter."""
        self._say(f"{instruction} Then press Enter.")
        await self._line()

    async def mend(self, fault: Fault) -> None:
        """Print the advice and wait for Enter."""
        await self.do(f"{advice(fault)} (This command clears it.)")

    async def yes(self, question: str) -> bool:
        """Ask until it is y or n."""
        self._say(f"{question} [y/n]")
        while (answer := (await self._line()).lower()) not in ("y", "yes", "n", "no"):
            self._say("Type y or n.")
        return answer.startswith("y")

    async def count(self, question: str) -> int:
        """Ask until it is a number."""
        self._say(question)
        while not (answer := await self._line()).isdecimal():
            self._say("Type a number, such as 17.")
        return int(answer)

    async def load(self, cards: int) -> None:
        """Say how many."""
        if cards:
            await self.do(f"Put {counted(cards, 'card')} into the hopper, and close the cover.")
        else:
            await self.do("Remove all cards from the hopper and the mouth.")

    async def press(self, times: int) -> None:
        """Ask for it."""
        self._say(f"Press the launcher's button {times} times.")

    async def shade(self, times: int) -> None:
        """Ask for it."""
        self._say(f"Hold a card in front of the sensor and remove it again, {times} times.")

    async def hold(self, place: str) -> None:
        """Print it and wait for Enter."""
        await self.do(f"Hold {place} in the sensor's beam, and keep it there.")

    async def let_go(self) -> None:
        """Say so."""
        self._say("Take the card away.")

    async def _line(self) -> str:
        try:
            return (await anext(self._typed)).strip()
        except StopAsyncIteration:
            raise BenchTrouble(
                "There is no input: run this in a terminal beside the launcher."
            ) from None


class SimulatedPerson:
    """Does it at a simulated launcher; sees everything and counts without error."""

    def __init__(self, control: SimulatorControl, say: Callable[[str], None]) -> None:
        self._control = control
        self._say = say
        self._counted = 0

    def say(self, line: str) -> None:
        """Print it."""
        self._say(line)

    def progress(self, done: int, of: int, label: str) -> None:
        """Print it."""
        self._say(f"  {done} of {of} {label}")

    async def do(self, instruction: str) -> None:
        """Only show it: a simulation needs nothing else."""
        self._say(f"{instruction} (Simulated.)")

    async def mend(self, fault: Fault) -> None:
        """Fill the hopper, or switch off what causes the fault."""
        await self.do(f"{advice(fault)} (This command clears it.)")
        if fault is Fault.EMPTY:
            await self._control.fill(REFILL)
        elif fault in SIMULATED_CAUSES:
            await self._control.fault(SIMULATED_CAUSES[fault], False)

    async def yes(self, question: str) -> bool:
        """Answer yes: a simulation looks as it should."""
        self._say(f"{question} (Simulated: y)")
        return True

    async def count(self, question: str) -> int:
        """Count the cards that left since the last question."""
        remaining = (await self._control.truth()).cards_left
        counted, self._counted = remaining - self._counted, remaining
        self._say(f"{question} (Simulated: {counted})")
        return counted

    async def load(self, cards: int) -> None:
        """Fill the hopper, and start counting again."""
        await self._control.fill(cards)
        while await self._control.pull():
            pass
        self._counted = (await self._control.truth()).cards_left

    async def press(self, times: int) -> None:
        """Press so often."""
        for _ in range(times):
            await self._control.press(HOLD_MS)
            await asyncio.sleep(PRESS_EVERY_S)

    async def shade(self, times: int) -> None:
        """Block the beam so often."""
        for _ in range(times):
            for blocked in (True, False):
                await self._control.block(blocked)
                await asyncio.sleep(PRESS_EVERY_S)

    async def hold(self, place: str) -> None:
        """Block the beam."""
        self._say(f"Hold {place} in the sensor's beam, and keep it there. (Simulated.)")
        await self._control.block(True)

    async def let_go(self) -> None:
        """Free the beam."""
        await self._control.block(False)


async def clear_faults(bench: Instrument, guide: Guide) -> None:
    """Clear the latched faults; asks for the cause of each that stays. Raises LauncherGone."""
    for fault in await bench.clear_faults():
        await guide.mend(fault)
        await bench.clear_faults()


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
