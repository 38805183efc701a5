"""A line on which everything goes wrong: what came is what was ordered, or it is flagged."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

import click
import pytest

from firmware_bridge.client import RemoteLauncher
from hardware.launcher import (
    ButtonInUse,
    CardLeft,
    Fault,
    HitResult,
    LauncherEvent,
    LauncherGone,
    LinkChanged,
)
from tests.firmware_bridge.hostile import KINDS, STAGES, Microcontroller
from tests.seeds import soak_seed

# nothing here waits for a real socket, for which looptime would idle a while before each step
pytestmark = pytest.mark.looptime(noop_cycles=0)
EJECTIONS_SHARE = 0.5
COUNTS = (1, 1, 1, 2, 2, 3, 5, 8, 12)
"""Most are over before a late copy of their order comes."""
MOST_TRIES = 60
LONGEST_HIT_S = 60.0
LONGEST_OUTAGE_S = 10.0
FEW_CARDS = 20


@dataclass
class Account:
    """What a table knows after so many hits."""

    exact: int = 0
    flagged: int = 0
    """Reported as incomplete, or by a launcher that has forgotten: the table counts."""
    cards: int = 0
    outages_s: list[float] = field(default_factory=list)


class Table:
    """A host that wants its cards, and knows of them only what it is told."""

    def __init__(self, far: Microcontroller, launcher: RemoteLauncher) -> None:
        self.account = Account()
        self._far = far
        self._launcher = launcher
        self._restarts = 0
        self._pulled = 0
        self._told: Counter[int] = Counter()
        self._newest: Counter[int] = Counter()
        self._delivered: dict[int, int] = {}
        self._down_s: float | None = None
        far.connected = True

    async def listen(self) -> None:
        """Take the launcher's word."""
        async for event in self._launcher.events():
            self._take(event)

    def _take(self, event: LauncherEvent) -> None:
        if isinstance(event, CardLeft) and event.hit > 0:
            self._told[event.hit] += 1
            assert event.nth > self._newest[event.hit], "a card was told twice"
            self._newest[event.hit] = event.nth
        elif isinstance(event, LinkChanged):
            now_s = asyncio.get_running_loop().time()
            self._far.connected = event.up
            self._restarts += event.restarted
            if event.up and self._down_s is not None:
                self.account.outages_s.append(now_s - self._down_s)
                self._down_s = None
            elif not event.up and self._down_s is None:
                self._down_s = now_s

    async def hit(self, number: int) -> None:
        """Some cards, by a press or without; what came is compared with what is known of it."""
        far = self._far
        if far.rig.cards_in_hopper < FEW_CARDS:
            far.load(100)
        count = far.random.choice(COUNTS)
        before, restarts = far.rig.cards_left - self._pulled, self._restarts
        coasted, played_back = far.coasted, far.played_back
        async with asyncio.timeout(LONGEST_HIT_S):
            if far.random.random() < EJECTIONS_SHARE:
                result = await self._eject(count)
            else:
                result = await self._press(number, count)
            await self._until(lambda: far.still and self._launcher.link_up)
            await asyncio.sleep(0.5)  # an order that is still on its way would come now
            await self._until(lambda: far.still)
        came = far.rig.cards_left - self._pulled - before
        self.account.cards += came
        coasted = far.coasted - coasted
        assert came - coasted <= count, f"{came} cards came where {count} were ordered"
        if result is None or self._restarts != restarts:
            self.account.flagged += 1
            return
        assert result.delivered <= came <= result.delivered + result.uncertain
        if result.complete:
            assert came == count
            self.account.exact += 1
        else:
            assert result.fault is not None
            self.account.flagged += 1
        if number in self._told and far.played_back == played_back:
            self._delivered[number] = result.delivered

    async def _press(self, number: int, count: int) -> HitResult | None:
        """Arm and press until all came; None: the launcher has forgotten."""
        restarts = self._restarts
        for _ in range(MOST_TRIES):
            try:
                known = await self._launcher.arm(number, count)
                if self._restarts != restarts:
                    await self._launcher.disarm()
                    return None
                assert not isinstance(known, ButtonInUse)  # no arming asks for a free button
                if known is not None and known.complete:
                    return known
                if known is not None:
                    await self._clear()
                else:
                    self._far.tap()
                    await asyncio.sleep(0.2)
                    await self._until(lambda: self._far.still)
            except LauncherGone:
                await asyncio.sleep(0.1)
                if self._restarts != restarts:
                    return None
        raise AssertionError("the hit does not come to an end")

    async def _eject(self, count: int) -> HitResult | None:
        """Eject; None: the link was lost on the way, so nobody knows how far it got."""
        for _ in range(MOST_TRIES):
            try:
                await self._clear()
                break
            except LauncherGone:
                await asyncio.sleep(0.1)
        try:
            return await self._launcher.eject(count)
        except LauncherGone:
            return None

    async def _clear(self) -> None:
        if Fault.SENSOR_BLOCKED in self._launcher.faults:
            self._pulled += self._far.pull()  # a launcher that started anew knows nothing of it
        if self._launcher.faults:
            await self._launcher.clear_faults()

    async def _until(self, so: Callable[[], bool]) -> None:
        while not so():  # noqa: ASYNC110 -- virtual time, and nobody tells that cards lie still
            await asyncio.sleep(0.05)

    def compare_cards_told(self) -> None:
        """Every card of a hit that was not forgotten was told."""
        for number, delivered in self._delivered.items():
            assert self._told[number] == delivered


async def play(
    monkeypatch: pytest.MonkeyPatch, seed: int, frames: int
) -> tuple[Microcontroller, Account]:
    far = Microcontroller(seed)
    # what the client draws itself: the same seed is to be the same course
    monkeypatch.setattr("firmware_bridge.caller_end.randbelow", far.random.randrange)
    launcher = await RemoteLauncher.take(far.dial, "the hostile line", "table")
    table = Table(far, launcher)
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(table.listen())
        number = 0
        while far.frames < frames:
            number += 1
            await table.hit(number)
        await launcher.close()
    far.close()
    table.compare_cards_told()
    assert max(table.account.outages_s, default=0) < LONGEST_OUTAGE_S
    return far, table.account


def histogram(far: Microcontroller) -> str:
    lines = ["".join([f"{'':20}", *(f"{stage:>14}" for stage in STAGES)])]
    for kind in KINDS:
        counts = [far.faults[kind, stage] for stage in STAGES]
        lines.append("".join([f"{kind:20}", *(f"{count:14}" for count in counts)]))
    return "\n".join(lines)


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(one, marks=pytest.mark.thorough) for one in range(1, 3))]
)
async def test_a_hostile_line_brings_about_no_wrong_ejection_and_no_hang(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    far, account = await play(monkeypatch, seed, 1_500)
    assert account.exact > 10
    assert sum(far.faults.values()) > 50


@pytest.mark.soak
async def test_a_hundred_thousand_frames_on_a_hostile_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seed = soak_seed(1)
    far, account = await play(monkeypatch, seed, 100_000)
    click.echo(f"\nseed {seed}: {far.frames} frames, {sum(far.faults.values())} of them hit")
    click.echo(histogram(far))
    click.echo(
        f"{account.cards} cards; {account.exact} hits exact, {account.flagged} flagged; "
        f"{far.boots - 1} reboots, {len(account.outages_s)} outages, "
        f"the longest {max(account.outages_s):.1f} s"
    )
    assert {kind for kind, _ in far.faults} == set(KINDS)
    assert {stage for _, stage in far.faults} == set(STAGES)
