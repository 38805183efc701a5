"""The faults of the world, each placed by the seed: what breaks, and when it is right again."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from controller.journal.journal import Journal

if TYPE_CHECKING:
    from tests.world.loop import Process
    from tests.world.scene import World

MOST_STEPS = 250
"""A program dies after so many of its steps at most."""
STALL_S = (0.3, 3.0)
PAUSE_S = 1.5
DURING_HITS = 0.5
"""Share of faults that wait until cards come: for machines that is when most goes wrong."""
A_HIT_S = 0.5
OF_SCALE = ("scale silent", "scale drifts", "somebody leans on it")
DRIFT_G_PER_S = 0.05
"""At most: some eight times what `rollerdeck bench scale` accepts, two cards in ten minutes."""


class Faults:
    """Places one fault after the other until the world is calm."""

    def __init__(self, world: World) -> None:
        self._world = world
        kinds: dict[str, tuple[Callable[[], Awaitable[None]], int]] = {
            "referee killed": (self._kill_referee, 3),
            "driver killed": (self._kill_driver, 3),
            "power cut": (self._cut_power, 2),
            "power cut before a commit": (lambda: self._cut_at_commit(False), 2),
            "power cut after a commit": (lambda: self._cut_at_commit(True), 3),
            "referee stopped": (self._stop_referee, 1),
            "link cut": (self._cut_link, 2),
            "line silent": (self._silence_line, 4),
            "disk stalls": (self._stall_disk, 1),
            "disk full": (lambda: self._refuse_entries("max_page_count = 1"), 1),
            "disk read-only": (lambda: self._refuse_entries("query_only = 1"), 1),
            "clock step": (self._step_clock, 1),
            "jam": (lambda: self._mechanism("jam"), 3),
            "slip": (lambda: self._mechanism("slip"), 2),
            "double feed": (self._double_feed, 1),
            "cover": (lambda: self._mechanism("cover"), 2),
            "empty hopper": (self._empty, 2),
            "motor fault": (lambda: self._mechanism("motor_fault"), 1),
        }
        club = world.club
        if club is not None:
            kinds |= {
                "publisher killed": (lambda: self._burn(lambda: club.publisher), 3),
                "hub killed": (lambda: self._burn(lambda: club.hub), 3),
                "broker away": (self._stop_broker, 3),
                "publisher set up anew": (self._set_up_publisher, 2),
                "club cut at a result": (self._cut_club, 3),
            }
        if world.machine.scale is not None:
            kinds |= {
                "double feed": (self._double_feed, 4),  # what the beam cannot see
                "scale silent": (self._silence_scale, 2),
                "scale drifts": (self._let_scale_drift, 2),
                "somebody leans on it": (self._lean_on_scale, 3),
            }
        chosen = world.random.sample(sorted(kinds), k=world.random.randint(3, 8))
        self._kinds = {name: kinds[name] for name in chosen}

    async def live(self) -> None:
        """Place faults."""
        world, random = self._world, self._world.random
        while True:
            await asyncio.sleep(random.expovariate(1 / PAUSE_S))
            if random.random() < DURING_HITS:
                await self._wait_for_cards()
            if world.calm:
                return
            (name,) = random.choices(
                list(self._kinds), [weight for _, weight in self._kinds.values()]
            )
            if name in world.cut.without:
                continue
            world.fault(name)
            await self._kinds[name][0]()

    async def _kill_referee(self) -> None:
        life = self._world.referee.life
        if life is not None and not life.process.dead:
            life.process.fuse = self._world.random.randrange(MOST_STEPS)
            await self._wait_for_death(lambda: life.process.dead)

    async def _kill_driver(self) -> None:
        process = self._world.machine.process
        if process is not None and not process.dead:
            process.fuse = self._world.random.randrange(MOST_STEPS // 5)
            await self._wait_for_death(lambda: process.dead)

    async def _cut_power(self) -> None:
        """Both programs are gone in the same moment."""
        life, world = self._world.referee.life, self._world
        if life is None or life.process.dead:
            return
        life.process.on_death.append(world.machine.kill)
        life.process.fuse = world.random.randrange(MOST_STEPS)
        await self._wait_for_death(lambda: life.process.dead)

    async def _cut_at_commit(self, after: bool) -> None:
        """The power goes before one of the next commits, or after it and before its answer."""
        world, life = self._world, self._world.referee.life
        if life is None or life.process.dead:
            return
        left = world.random.randrange(4)

        def around(work: Callable[..., Any], done: bool) -> bool:
            nonlocal left
            if getattr(work, "__func__", None) is not Journal._write or done is not after:
                return True
            left -= 1
            if left >= 0:
                return True
            world.loop.around_work = lambda work, done: True
            world.say("power", f"is cut {'after' if after else 'before'} a commit")
            world.referee.kill()
            world.machine.kill()
            return False

        world.loop.around_work = around
        await self._wait_for_death(lambda: life.process.dead)
        world.loop.around_work = lambda work, done: True

    async def _burn(self, program: Callable[[], Process | None]) -> None:
        process = program()
        if process is not None and not process.dead:
            process.fuse = self._world.random.randrange(MOST_STEPS)
            await self._wait_for_death(lambda: process.dead)

    async def _stop_broker(self) -> None:
        random, club = self._world.random, self._world.club
        assert club is not None
        club.broker.fail(random.uniform(*STALL_S), forgets=random.random() < 0.3)

    async def _cut_club(self) -> None:
        """Publisher and hub are gone in the moment in which the next result is sent."""
        club = self._world.club
        assert club is not None
        club.broker.at_result = club.kill

    async def _set_up_publisher(self) -> None:
        assert self._world.club is not None
        self._world.club.set_up_anew()

    async def _stop_referee(self) -> None:
        await self._world.referee.stop()

    async def _cut_link(self) -> None:
        self._world.machine.cut_lines()

    async def _silence_line(self) -> None:
        now_s = self._world.loop.time()
        self._world.machine.silent_until_s = now_s + self._world.random.uniform(*STALL_S)

    async def _stall_disk(self) -> None:
        loop = self._world.loop
        until_s = loop.time() + self._world.random.uniform(*STALL_S)
        loop.stalled_until_s = until_s

    async def _refuse_entries(self, pragma: str) -> None:
        for_s = self._world.random.uniform(*STALL_S)
        self._world.referee.refuse_entries(for_s, pragma)
        await asyncio.sleep(for_s)
        self._world.referee.mend_disk()

    async def _step_clock(self) -> None:
        self._world.clock_ahead_s += self._world.random.uniform(-90_000, 90_000)

    async def _mechanism(self, name: str) -> None:
        """Something goes wrong in the launcher; somebody puts it right."""
        self._world.machine.act("fault", name=name, on=True)
        self._world.wrong.add(name)
        await asyncio.sleep(self._world.random.uniform(0.2, 4))
        self._world.put_right()

    async def _double_feed(self) -> None:
        self._world.machine.doubted = True
        await self._mechanism("double_feed")

    async def _silence_scale(self) -> None:
        assert self._world.machine.scale is not None
        self._world.machine.scale.answer(False)
        await asyncio.sleep(self._world.random.uniform(*STALL_S))
        self._world.machine.scale.answer(True)

    async def _let_scale_drift(self) -> None:
        assert self._world.machine.scale is not None
        drift = self._world.random.uniform(-DRIFT_G_PER_S, DRIFT_G_PER_S)
        self._world.machine.scale.drift_g_per_s = drift
        await asyncio.sleep(self._world.random.uniform(*STALL_S))
        self._world.machine.scale.drift_g_per_s = 0.0

    async def _lean_on_scale(self) -> None:
        assert self._world.machine.scale is not None
        self._world.machine.board.now_us()
        self._world.machine.scale.hand(round(self._world.random.uniform(*STALL_S) * 1e6))

    async def _empty(self) -> None:
        self._world.machine.act("unload")
        self._world.wrong.add("empty")

    async def _wait_for_cards(self) -> None:
        """Wait, for a while, until cards come, and then for a moment of that hit."""
        for _ in range(60):
            self._world.machine.board.now_us()
            if self._world.machine.rig.core.ejecting:
                await asyncio.sleep(self._world.random.uniform(0, A_HIT_S))
                return
            await asyncio.sleep(0.05)

    async def _wait_for_death(self, dead: Callable[[], bool]) -> None:
        """Wait for it, at most a while: a program that has nothing to do takes no steps."""
        for _ in range(40):
            await asyncio.sleep(0.1)
            if dead():
                return
