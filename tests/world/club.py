"""A club in the world: a broker in memory, the publisher of the table, and a hub."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import msgspec

from controller.club import messages
from controller.club.broker import BrokerGone, Heard, Line
from controller.club.hub.hub import Hub
from controller.club.hub.result_store import Store
from controller.club.hub.scoreboard import Board
from controller.club.messages import Message
from controller.club.publisher import Publisher
from controller.club.publisher_store import PublisherStore
from controller.club.reconnecting import Connect
from controller.readers.http_client import Headers, Response, Unreachable
from tests.world.loop import Process
from tests.world.network import Lost, line_by_line

if TYPE_CHECKING:
    from tests.world.scene import World

TABLE = "table-1"
PUBLISHER = ("192.168.4.90", 4000)
ON_ITS_WAY_S = (0.0005, 0.02)


class WorldBroker:
    """Passes messages on, and keeps those that are retained, as long as it runs."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._lines: list[_Line] = []
        self._retained: dict[str, bytes] = {}
        self.down_until_s = 0.0
        self.at_result: Callable[[], None] | None = None
        """Called once, when the next result comes in, before it is passed on."""

    def connect_as(self, process: Process, will: Message | None) -> Connect:
        """How a process connects. ``will``: what is published if it goes without a goodbye."""

        @asynccontextmanager
        async def connected() -> AsyncIterator[Line]:
            await self._world.pause(*ON_ITS_WAY_S)
            if self._world.loop.time() < self.down_until_s:
                raise BrokerGone("The broker is away.")
            line = _Line(self, self._world, will)
            self._lines.append(line)
            process.on_death.append(line.cut)
            try:
                yield line
            finally:
                line.close()

        return connected

    def fail(self, for_s: float, *, forgets: bool) -> None:
        """End all connections, and take no new ones for a while."""
        self.down_until_s = self._world.loop.time() + for_s
        for line in list(self._lines):
            line.cut()
        if forgets:
            self._retained.clear()

    def take(self, message: Message) -> None:
        """Keep a message if it is retained, and pass it on."""
        if self.at_result is not None and "/result/" in message.topic:
            at_result, self.at_result = self.at_result, None
            at_result()
        if message.retain and message.payload:
            self._retained[message.topic] = message.payload
        elif message.retain:
            self._retained.pop(message.topic, None)
        for line in self._lines:
            line.hear(Heard(message.topic, message.payload, retain=False))

    def retained(self, pattern: str) -> list[Heard]:
        """What is retained under these topics."""
        return [
            Heard(topic, payload, retain=True)
            for topic, payload in self._retained.items()
            if _fits(topic, pattern)
        ]

    def drop(self, line: _Line) -> None:
        """A connection has ended."""
        if line in self._lines:
            self._lines.remove(line)


class _Line:
    """See ``Line``."""

    def __init__(self, broker: WorldBroker, world: World, will: Message | None) -> None:
        self._broker = broker
        self._world = world
        self._will = will
        self._patterns: list[str] = []
        self._heard: asyncio.Queue[Heard | None] = asyncio.Queue()
        self._open = True

    async def publish(self, message: Message) -> None:
        """See ``Line``. The acknowledgement can get lost."""
        await self._pass()
        self._broker.take(message)
        await self._pass()

    async def subscribe(self, topic: str) -> None:
        """See ``Line``."""
        await self._pass()
        self._patterns.append(topic)
        for heard in self._broker.retained(topic):
            self._heard.put_nowait(heard)

    async def heard(self) -> AsyncIterator[Heard]:
        """See ``Line``."""
        while (heard := await self._heard.get()) is not None:
            yield heard
        raise BrokerGone("The broker hung up.")

    def hear(self, heard: Heard) -> None:
        """A message has come to the broker."""
        if any(_fits(heard.topic, pattern) for pattern in self._patterns):
            self._heard.put_nowait(heard)

    def cut(self) -> None:
        """The connection ends without a goodbye."""
        if self._open:
            self.close()
            if self._will is not None:
                self._broker.take(self._will)

    def close(self) -> None:
        """The connection ends."""
        self._open = False
        self._broker.drop(self)
        self._heard.put_nowait(None)

    async def _pass(self) -> None:
        await self._world.pause(*ON_ITS_WAY_S)
        if not self._open:
            raise BrokerGone("The broker hung up.")


class WorldHttp:
    """A program's client of the referee."""

    def __init__(self, world: World, address: tuple[str, int]) -> None:
        self._world = world
        self._address = address

    async def request(
        self, method: str, path: str, headers: Headers, body: bytes = b""
    ) -> Response:
        """See ``HttpClient``."""
        try:
            content, sent = msgspec.Raw(body) if body else None, dict(headers)
            answer = await self._world.network.ask(self._address, method, path, content, sent)
        except Lost:
            raise Unreachable("it hung up") from None
        return Response(answer.status, dict(answer.headers), answer.body)

    async def stream(self, path: str, headers: Headers) -> AsyncIterator[bytes]:
        """See ``HttpClient``."""
        async for line in line_by_line(self._world, self._address, path):
            yield line
        raise Unreachable("it hung up")


class Club:
    """Broker, publisher and hub; a service manager starts the two programs again."""

    def __init__(self, world: World, folder: Path) -> None:
        self._world = world
        self._folder = folder
        self._random = Random(world.random.getrandbits(64))
        self.broker = WorldBroker(world)
        self.publisher: Process | None = None
        self.hub: Process | None = None
        self.store: Store | None = None

    async def live(self) -> None:
        """Start both programs, and again whenever they are dead."""
        while True:
            if self.publisher is None or self.publisher.dead:
                self.publisher = Process("publisher")
                self._start(self.publisher, self._publish(self.publisher))
            if self.hub is None or self.hub.dead:
                self.hub = Process("hub")
                self._start(self.hub, self._keep(self.hub))
            await asyncio.sleep(0.5)

    def _start(self, process: Process, life: object) -> None:
        self._world.loop.create_task(life, context=process.context())

    async def _publish(self, process: Process) -> None:
        will = messages.status(TABLE, online=False)
        await Publisher(
            WorldHttp(self._world, PUBLISHER),
            "the world",
            self.broker.connect_as(process, will),
            PublisherStore(self._folder / "published.json"),
            TABLE,
            "en",
            quiet,
            with_names=True,
            new_source=lambda: self._random.randbytes(8).hex(),
        ).run()

    async def _keep(self, process: Process) -> None:
        self.store = Store(self._folder / "hub.sqlite3")
        process.on_death.append(self.store.close)
        await Hub(
            self.broker.connect_as(process, None),
            self.store,
            Board(),
            lambda: None,
            quiet,
            self._world.wall_clock,
        ).run()

    def kill(self) -> None:
        """End both programs in the middle of whatever they do."""
        for process in (self.publisher, self.hub):
            if process is not None:
                process.die()

    def set_up_anew(self) -> None:
        """Somebody installs the publisher again: it knows nothing of what it has published.

        Not while a result is on its way: without its seal, the hub could not tell it from another.
        """
        published = PublisherStore(self._folder / "published.json").read()
        if not published.acknowledged or published.results.keys() != published.acknowledged.keys():
            return
        if self.publisher is not None:
            self.publisher.die()
        for file in self._folder.glob("published*.json"):
            file.unlink()


def _fits(topic: str, pattern: str) -> bool:
    """Whether a topic is one of those that a subscription names (MQTT 5.0, 4.7.1)."""
    levels, wanted = topic.split("/"), pattern.split("/")
    if wanted[-1] == "#":
        levels, wanted = levels[: len(wanted) - 1], wanted[:-1]
    return len(levels) == len(wanted) and all(
        want in ("+", level) for level, want in zip(levels, wanted, strict=True)
    )


def quiet(event: str, sentence: str, level: int = logging.INFO, **fields: object) -> None:
    """What the programs tell their owners is looked at by other tests."""
