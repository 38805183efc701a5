"""A Pico's plug is pulled in the middle of hits: every card counted or flagged, and soon back.

In virtual time. Half of the time the Pico has a supply of its own and lives on, half of the time it
gets its power from the plug, and starts anew.
"""

from __future__ import annotations

import asyncio
import os
import random
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from firmware_bridge.client import RemoteLauncher
from firmware_bridge.serial_line import connect_serial
from hardware.launcher import LauncherEvent, LinkChanged
from tests.micropython.plug import Plug
from tests.micropython.workbench import PicoBench, pico

pytestmark = pytest.mark.looptime

COUNT = 8
LONGEST_US = 1_200_000
"""From the press; by then a hit of so many cards is over."""
STILL_US = 600_000
"""Longer than the motor ever rests in the middle of a hit."""
BACK_WITHIN_S = 2.0


class Evening:
    """One Pico, one host, and what came of it all."""

    def __init__(self, bench: PicoBench, plug: Plug, launcher: RemoteLauncher) -> None:
        self._bench = bench
        self._plug = plug
        self._launcher = launcher
        self._told: list[LauncherEvent] = []
        self.back_s: list[float] = []
        self.outcomes: Counter[str] = Counter()

    async def listen(self) -> None:
        """Hear the launcher until it is let go."""
        async for event in self._launcher.events():
            self._told.append(event)

    async def hit(self, hit: int, after_us: int, out_us: int, lives_on: bool) -> None:
        """One hit, whose plug is pulled so long after the press and is out for so long."""
        bench = self._bench
        bench.rig.load(COUNT)
        bench.begin_hit()
        assert await self._launcher.arm(hit, COUNT) is None
        bench.touch(lambda rig: rig.tap(40_000))
        await bench.pass_us(after_us)
        self._plug.pull_out()
        if not lives_on:
            bench.power_off()
        await bench.pass_us(out_us)
        self._told.clear()
        if not lives_on:
            bench.power_on()
        self._plug.put_in()
        await self._back()
        runs = -1
        while bench.motor_on or runs != len(bench.motor_runs):
            runs = len(bench.motor_runs)
            await bench.pass_us(STILL_US)
        await self._judge(hit, lives_on)
        # a card that sticks out is taken
        bench.touch(lambda rig: rig.pull())
        await bench.pass_us(STILL_US)
        assert await self._launcher.clear_faults() == ()

    async def _back(self) -> None:
        loop = asyncio.get_running_loop()
        start_s = loop.time()
        await self._bench.until(lambda: self._launcher.link_up or loop.time() > start_s + 10)
        self.back_s.append(loop.time() - start_s)

    async def _judge(self, hit: int, lives_on: bool) -> None:
        """What the host is told of a hit, beside the truth."""
        result = await self._launcher.result(hit)
        up = [event for event in self._told if isinstance(event, LinkChanged) and event.up]
        assert [event.restarted for event in up] == [not lives_on]
        if not lives_on:
            # it knows that it cannot know: the table counts
            assert result is None
            self.outcomes["forgotten, and said so"] += 1
            return
        assert result is not None
        out = self._bench.cards_of_hit() + result.sticking
        assert result.delivered <= out <= result.delivered + result.uncertain, (result, out)
        assert result.complete or result.fault == "LINK_LOST", result
        self.outcomes["complete" if result.complete else "broken off, and counted"] += 1


@asynccontextmanager
async def evening(folder: Path, seed: int) -> AsyncIterator[Evening]:
    with pico(folder, COUNT, seed=seed) as (cable, bench):
        plug = Plug(cable, folder / "launcher")
        plug.put_in()
        async with bench.living():
            launcher = await connect_serial(str(plug.path), "unplugged")
            here = Evening(bench, plug, launcher)
            listening = asyncio.create_task(here.listen())
            yield here
            await launcher.close()
            await listening
        plug.close()


async def unplug(folder: Path, seed: int, times: int) -> None:
    scatter = random.Random(seed)
    moments = [round(LONGEST_US * (nth + scatter.random()) / times) for nth in range(times)]
    scatter.shuffle(moments)
    async with evening(folder, seed) as here:
        for hit, after_us in enumerate(moments, 1):
            await here.hit(hit, after_us, scatter.randrange(50_000, 2_500_000), bool(hit % 2))
    worst_s = max(here.back_s)
    outcomes = ", ".join(f"{count} {what}" for what, count in here.outcomes.items())
    print(f"\nunplugged {times} times, seed {seed}: {outcomes}; back after {worst_s:.2f} s at most")
    assert worst_s <= BACK_WITHIN_S, here.back_s


async def test_unplugged_in_the_middle_of_hits(tmp_path: Path) -> None:
    await unplug(tmp_path, seed=1, times=4)


@pytest.mark.soak
async def test_unplugged_thirty_times(tmp_path: Path) -> None:
    await unplug(tmp_path, int(os.environ.get("SOAK_SEED", random.randrange(10**6))), times=30)
