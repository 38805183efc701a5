"""Many tables in a process of their own, which publish at a broker as fast as they are told.

    python -m tests.soak.hall PORT FOLDER TABLES RULINGS_A_SECOND SECONDS

Each table is a real publisher at a referee that pretends: in each game, somebody has the turn 18
times and hits twelve times. The name of who has the turn is the time, so that a scoreboard tells
how old it is. It prints what was published, as JSON.
"""

from __future__ import annotations

import asyncio
import json
import random
import resource
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from controller.base.mqtt import Mqtt
from controller.club.broker import Broker, Line
from controller.club.messages import Message
from controller.club.publisher import Publisher
from controller.club.publisher_store import PublisherStore
from tests.controller.club.hub.kit import begin_another, end, quiet, sealed_table
from tests.controller.club.table import PretendedTable

RULINGS_OF_A_GAME = 20
SETTLE_S = 120.0


class Counted:
    """A connection to the broker that counts what is published."""

    def __init__(self, line: Line, count: Callable[[], None]) -> None:
        self._line, self._count = line, count
        self.subscribe, self.heard = line.subscribe, line.heard

    async def publish(self, message: Message) -> None:
        await self._line.publish(message)
        self._count()


class Playing:
    """One table, and how far it is."""

    def __init__(self, number: int, port: int, folder: Path) -> None:
        self.name = f"table-{number}"
        self.table: PretendedTable = sealed_table()
        self.seal = self.table.sealed
        self.kept = PublisherStore(folder / f"{self.name}.json")
        access = Mqtt(host="localhost", port=port, user=self.name)
        self._broker = Broker(access, self.name)
        self.publisher = Publisher(
            *(self.table, "http://x", self._connected, self.kept, self.name, "en", quiet),
            with_names=True,
        )
        self.games = self.rulings = self.messages = 0

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[Line]:
        async with self._broker.connected() as line:
            yield Counted(line, self._count)

    def _count(self) -> None:
        self.messages += 1

    async def play(self, pause_s: float, until: float) -> None:
        await asyncio.sleep(random.random() * pause_s)
        while time.monotonic() < until:
            self.table.turn = str(time.time_ns())
            self.table.hits = min(12, self.rulings % RULINGS_OF_A_GAME)
            self.table.say("ruling.skips", player="Bo")
            self.rulings += 1
            if self.rulings % RULINGS_OF_A_GAME == 0:
                self.table.turn = "Bo"
                end(self.table)
                begin_another(self.table)
                self.table.sealed = self.seal
                self.games += 1
                self.rulings += 2
            await asyncio.sleep(pause_s)

    @property
    def settled(self) -> bool:
        published = self.kept.read()
        return (published.number, len(published.acknowledged)) == (self.rulings, self.games)


async def play(port: int, folder: Path, count: int, rate: float, seconds: float) -> None:
    playing = [Playing(number, port, folder) for number in range(1, count + 1)]
    running = []
    for one in playing:
        running.append(asyncio.create_task(one.publisher.run()))
        await asyncio.sleep(0.005)  # not all at once, for the broker's backlog
    await asyncio.sleep(2)
    before = resource.getrusage(resource.RUSAGE_SELF)
    messages = sum(one.messages for one in playing)
    start = time.monotonic()
    await asyncio.gather(*(one.play(1 / rate, start + seconds) for one in playing))
    took = time.monotonic() - start
    messages = sum(one.messages for one in playing) - messages
    after = resource.getrusage(resource.RUSAGE_SELF)
    with suppress(TimeoutError):
        async with asyncio.timeout(SETTLE_S):
            while not all(one.settled for one in playing):  # noqa: ASYNC110
                await asyncio.sleep(0.1)
    cpu_s = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(
        json.dumps(
            {
                "rulings": sum(one.rulings for one in playing),
                "messages": messages,
                "games": sum(one.games for one in playing),
                "settled": sum(one.settled for one in playing),
                "seconds": took,
                "cpu_s": cpu_s,
                "rss_mib": after.ru_maxrss / 1024,
            }
        )
    )
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)


if __name__ == "__main__":
    port, folder, count, rate, seconds = sys.argv[1:]
    asyncio.run(play(int(port), Path(folder), int(count), float(rate), float(seconds)))
