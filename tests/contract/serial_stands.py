"""The stands that are reached over a serial line: MicroPython behind a pseudo terminal."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from unittest.mock import patch

import msgspec

from firmware_bridge import caller_end
from firmware_bridge.address import at_serial, at_socket
from firmware_bridge.client import connect
from firmware_bridge.relay import Relay
from firmware_bridge.serial_line import dial
from hardware.launcher import Launcher, LauncherEvent
from tests.contract.stands import SEED, Listening, Stand, Turning
from tests.micropython import process
from tests.micropython.workbench import TURNING, WIRED, PicoBench, pico

TURNTABLE_RESTS_S = 0.3
"""Longer than from one step to the next."""
REST_S = 0.5
TUNE_S = 0.8
"""Longer than the buzzer's alarm, each of whose notes counts as a sound."""
PICO_HEARS_S = 0.05
"""In virtual time: whatever its inputs or its line tell, a Pico has taken it in by then."""
PATIENT_LEASE_MS = 20_000
"""In real time, so that a busy machine is not taken for a dead referee."""


class _Told(Listening):
    """All that it has told, however slow the line is."""

    async def events(self) -> list[LauncherEvent]:
        if self.launcher.link_up:
            # whatever was told before its answer has arrived with it
            await self.launcher.result(1)
        return await super().events()


class PicoStand(_Told):
    """A Pico's whole program behind a serial line, in the loop's time; see ``PicoBench``."""

    simulated = False

    def __init__(self, launcher: Launcher, bench: PicoBench) -> None:
        super().__init__(launcher)
        self._bench = bench

    async def press(self) -> None:
        self._bench.touch(lambda rig: rig.tap(40_000))
        await self._still()

    async def tap(self, hold_ms: int) -> None:
        self._bench.touch(lambda rig: rig.tap(hold_ms * 1000))
        await asyncio.sleep(PICO_HEARS_S)

    async def load(self, cards: int) -> None:
        self._bench.touch(lambda rig: rig.load(cards))
        await asyncio.sleep(PICO_HEARS_S)

    async def jam(self, on: bool) -> None:
        self._bench.touch(lambda rig: rig.set_fault("jam", on))
        await self._still()

    async def motor_fault(self, on: bool) -> None:
        self._bench.touch(lambda rig: rig.set_fault("motor_fault", on))
        await asyncio.sleep(PICO_HEARS_S)

    async def cards_left(self) -> int:
        return self._bench.rig.cards_left

    async def dings(self) -> int:
        await asyncio.sleep(TUNE_S)
        return self._bench.dings

    async def facing(self) -> int | None:
        steps = None
        while steps != self._bench.turntable_steps:
            steps = self._bench.turntable_steps
            await asyncio.sleep(TURNTABLE_RESTS_S)
        return self._bench.facing()

    async def motor_ever_on(self) -> bool:
        return bool(self._bench.motor_runs)

    async def _still(self) -> None:
        """Wait until the motor has rested for longer than it ever does between two tries."""
        runs = -1
        while self._bench.motor_on or runs != len(self._bench.motor_runs):
            runs = len(self._bench.motor_runs)
            await asyncio.sleep(REST_S)


class SerialStand(_Told):
    simulated = True

    def __init__(self, launcher: Launcher, feeder: process.Feeder) -> None:
        super().__init__(launcher)
        self._feeder = feeder

    async def press(self) -> None:
        await self._feeder.press()

    async def tap(self, hold_ms: int) -> None:
        await self._feeder.tap(hold_ms)

    async def load(self, cards: int) -> None:
        await self._feeder.load(cards)

    async def jam(self, on: bool) -> None:
        await self._feeder.jam(on)

    async def motor_fault(self, on: bool) -> None:
        await self._feeder.motor_fault(on)

    async def cards_left(self) -> int:
        return (await self._feeder.truth()).cards_left

    async def dings(self) -> int:
        return (await self._feeder.truth()).dings

    async def motor_ever_on(self) -> bool:
        return bool((await self._feeder.truth()).motor_runs)


@asynccontextmanager
async def micropython_stand(cards: int) -> AsyncIterator[Stand]:
    # the launcher is not gone, either, when it has to wait for a processor
    patient = patch.object(caller_end, "ANSWER_S", process.PATIENCE_S)
    async with process.launcher(cards, PATIENT_LEASE_MS) as (path, feeder):
        with patient:
            launcher = await connect(at_serial(path), "contract")
            stand = SerialStand(launcher, feeder)
            yield stand
            await launcher.close()
            await stand.ended()


@asynccontextmanager
async def pico_stand(
    folder: Path, cards: int, seats: int = 0, relay: Path | None = None
) -> AsyncIterator[Turning]:
    """``relay``: the socket at which a relay makes the Pico's line reachable; None: none does."""
    pins = WIRED
    if seats:
        pins = msgspec.structs.replace(
            WIRED, turntable=msgspec.structs.replace(TURNING, seats=seats)
        )
    with pico(folder, cards, pins, SEED) as (cable, bench):
        async with bench.living():
            between = Relay(partial(dial, cable.path))
            if relay is None:
                launcher = await connect(at_serial(cable.path), "contract")
            else:
                await between.start(relay)
                launcher = await connect(at_socket(relay), "contract")
            stand = PicoStand(launcher, bench)
            yield stand
            await launcher.close()
            await stand.ended()
            if relay is not None:
                await between.close()
