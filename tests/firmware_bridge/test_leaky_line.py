"""Frames that get lost on the way, in virtual time: each request is done once, each event told."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from firmware_bridge.client import RemoteLauncher
from firmware_bridge.simulator import start_simulator
from firmware_bridge.simulator_control import SimulatorControl
from hardware.launcher import CardLeft, HitEnded, LauncherEvent, LinkChanged, Pressed

pytestmark = pytest.mark.looptime
LOST_PCT = 3


class Leak(asyncio.StreamWriter):
    """A writer that now and then loses a piece."""

    def __init__(self, whole: asyncio.StreamWriter, random: Random) -> None:
        self._whole = whole
        self._random = random
        self.lost = 0

    def write(self, data: bytes | bytearray | memoryview) -> None:
        if self._random.randrange(100) < LOST_PCT:
            self.lost += 1
        else:
            self._whole.write(data)

    def close(self) -> None:
        self._whole.close()

    def __del__(self) -> None:
        """The writer that it stands for looks after itself."""


class LeakyReader(asyncio.StreamReader):
    """A reader on which whole lines get lost."""

    def __init__(self, whole: asyncio.StreamReader, random: Random) -> None:
        super().__init__()
        self._whole = whole
        self._random = random
        self.lost = 0

    async def read(self, n: int = -1) -> bytes:
        line = await self._whole.readline()
        if line and self._random.randrange(100) < LOST_PCT:
            self.lost += 1
            return b"\n"
        return line


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(one, marks=pytest.mark.thorough) for one in range(1, 5))]
)
async def test_a_line_that_loses_frames_loses_no_hit_and_no_event(
    tmp_path: Path, seed: int
) -> None:
    path = tmp_path / "launcher.sock"
    random = Random(seed)
    leaks: list[Leak | LeakyReader] = []

    async def dial() -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_unix_connection(str(path))
        leaks.extend([LeakyReader(reader, random), Leak(writer, random)])
        return leaks[-2], leaks[-1]  # type: ignore[return-value]

    simulator = await start_simulator(path, 100, seed=3)
    try:
        launcher = await RemoteLauncher.take(dial, str(path), "table")
        told: list[LauncherEvent] = []

        async def listen() -> None:
            async for event in launcher.events():
                told.append(event)

        listening = asyncio.create_task(listen())
        control = SimulatorControl(path)
        for hit in range(1, 9):
            assert await launcher.arm(hit, 3) is None
            await control.press(hold_ms=40)
            await asyncio.sleep(5)
        await launcher.close()
        await listening
        truth = await control.truth()
    finally:
        await simulator.close()
    assert sum(leak.lost for leak in leaks) > 10
    assert [event for event in told if isinstance(event, LinkChanged) and event.up] == []
    assert [event.hit for event in told if isinstance(event, Pressed)] == list(range(1, 9))
    ended = [event.result for event in told if isinstance(event, HitEnded)]
    assert [result.hit for result in ended] == list(range(1, 9))
    assert sum(result.delivered for result in ended) == truth.cards_left == 24
    assert len([event for event in told if isinstance(event, CardLeft)]) == 24
