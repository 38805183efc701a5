"""A Pico's plug pulled in the middle of hits: what its host knows afterwards, beside the truth.

Half of the time the Pico has a supply of its own and lives on, half of the time it gets its power
from the plug, and starts anew.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from typing import Protocol

from firmware_bridge.client import RemoteLauncher
from hardware.launcher import CardLeft, LauncherEvent, LinkChanged
from tests.micropython.stages import stage
from tests.micropython.workbench import PicoBench

COUNT = 8
LONGEST_US = 1_200_000
"""From the press; by then a hit of so many cards is over."""
SHORTEST_OUT_US, LONGEST_OUT_US = 50_000, 8_000_000
"""A loose plug, and one that somebody has to look for: by then a host asks no more often."""
STILL_US = 600_000
"""Longer than the motor ever rests in the middle of a hit."""
BACK_WITHIN_S = 2.0
PATIENCE_S = 10.0
"""So long a link may stay away before the test gives up; it fails long before."""


class Plug(Protocol):
    """A USB plug: in, and out of the socket."""

    async def put_in(self) -> None:
        """Where it is out."""

    async def pull_out(self) -> None:
        """Where it is in, whatever is under way."""


class Unplugging:
    """One Pico, one host, and what came of it all."""

    def __init__(self, bench: PicoBench, plug: Plug, launcher: RemoteLauncher) -> None:
        self._bench = bench
        self._plug = plug
        self._launcher = launcher
        self._told: list[LauncherEvent] = []
        self.worst_s = 0.0
        """The longest that it took until the host had its launcher again."""
        self._stages: Counter[str] = Counter()
        self._outcomes: Counter[str] = Counter()
        self._flagged = 0
        self._rightly = 0

    async def listen(self) -> None:
        """Hear the launcher until it is let go."""
        async for event in self._launcher.events():
            self._told.append(event)

    async def hit(self, hit: int, after_us: int, out_us: int, lives_on: bool) -> None:
        """One hit, whose plug is pulled so long after the press and is out for so long."""
        bench = self._bench
        bench.rig.load(COUNT)
        bench.begin_hit()
        began = len(bench.motor_runs)
        self._told.clear()
        assert await self._launcher.arm(hit, COUNT) is None
        bench.touch(lambda rig: rig.tap(40_000))
        await bench.pass_us(after_us)
        self._stages[stage(bench, began, COUNT)] += 1
        await self._plug.pull_out()
        if not lives_on:
            bench.power_off()
        await bench.pass_us(out_us)
        await self._back(lives_on)
        runs = -1
        while bench.motor_on or runs != len(bench.motor_runs):
            runs = len(bench.motor_runs)
            await bench.pass_us(STILL_US)
        await self._judge(hit, lives_on)
        # a card that sticks out is taken
        bench.touch(lambda rig: rig.pull())
        await bench.pass_us(STILL_US)
        assert await self._launcher.clear_faults() == ()

    async def _back(self, lives_on: bool) -> None:
        """Put the plug in, and see how long it takes until the host has its launcher again."""
        loop = asyncio.get_running_loop()
        start_s = loop.time()
        if not lives_on:
            self._bench.power_on()
        await self._plug.put_in()
        deadline_s = start_s + PATIENCE_S
        await self._bench.until(lambda: self._launcher.link_up or loop.time() > deadline_s)
        self.worst_s = max(self.worst_s, loop.time() - start_s)

    async def _judge(self, hit: int, lives_on: bool) -> None:
        """What the host is told of a hit, beside the truth."""
        result = await self._launcher.result(hit)
        up = [event for event in self._told if isinstance(event, LinkChanged) and event.up]
        assert [event.restarted for event in up] == [not lives_on]
        heard = sum(isinstance(event, CardLeft) and event.hit == hit for event in self._told)
        if not lives_on:
            # it knows that it cannot know, and of how many at least: the table counts
            assert result is None
            out = self._bench.cards_of_hit()
            assert heard <= out + self._bench.rig.card_in_mouth, (heard, out)
            self._note("forgotten, and said so", flagged=True, missed=heard < out)
            return
        assert result is not None
        out = self._bench.cards_of_hit() + result.sticking
        assert heard <= result.delivered <= out <= result.delivered + result.uncertain, (
            result,
            out,
        )
        assert result.complete or result.fault == "LINK_LOST", result
        how = "complete" if result.complete else "broken off, and counted"
        self._note(how, flagged=result.uncertain > 0, missed=result.delivered < out)

    def _note(self, outcome: str, flagged: bool, missed: bool) -> None:
        self._outcomes[outcome] += 1
        self._flagged += flagged
        self._rightly += flagged and missed

    def report(self, seed: int) -> str:
        """What came of it."""
        outcomes = ", ".join(f"{count} {what}" for what, count in self._outcomes.items())
        return "\n".join(
            [
                f"\nunplugged {self._stages.total()} times, seed {seed}, at these stages:",
                *(f"  {count:4d}  {stage}" for stage, count in sorted(self._stages.items())),
                f"of these hits: {outcomes}",
                f"counts flagged: {self._flagged}, {self._rightly} of them missed a card",
                f"the link was back after {self.worst_s:.2f} s at most "
                f"(promised: {BACK_WITHIN_S:.0f} s)",
            ]
        )


async def unplug_often(
    bench: PicoBench, plug: Plug, launcher: RemoteLauncher, seed: int, times: int
) -> None:
    """Pull it at spread moments of hits, and print what came of that; the launcher is let go."""
    scatter = random.Random(seed)
    moments = [round(LONGEST_US * (nth + scatter.random()) / times) for nth in range(times)]
    scatter.shuffle(moments)
    here = Unplugging(bench, plug, launcher)
    listening = asyncio.create_task(here.listen())
    for hit, after_us in enumerate(moments, 1):
        # as many short ones as long ones
        out_us = round(SHORTEST_OUT_US * (LONGEST_OUT_US / SHORTEST_OUT_US) ** scatter.random())
        await here.hit(hit, after_us, out_us, bool(hit % 2))
    await launcher.close()
    await listening
    print(here.report(seed))
    assert here.worst_s <= BACK_WITHIN_S
