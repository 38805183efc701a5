"""The network between people's devices and the referee: requests, answers and streams get lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextvars import Context
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from tests.world.referee import Life
    from tests.world.scene import World

HOST = b"table.local"
CUT_BEFORE, ANSWER_LOST = 0.02, 0.04
"""Shares of requests that never arrive, and whose answer never comes, while the net is bad."""


class Lost(Exception):
    """The connection broke; nobody knows what became of the request."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return msgspec.json.decode(self.body)


def scope_of(method: str, path: str, headers: dict[str, str], client: tuple[str, int]) -> Any:
    """A request as a web server gives it to the application."""
    pairs = [(name.encode(), value.encode()) for name, value in headers.items()]
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(b"host", HOST), *pairs],
        "client": client,
        "server": ("table.local", 80),
    }


class Network:
    """Carries requests from devices to the life of the referee that is on now."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.bad = True
        """Whether requests and answers get lost."""

    async def ask(
        self,
        client: tuple[str, int],
        method: str,
        path: str,
        body: Any = None,
        headers: dict[str, str] | None = None,
    ) -> Answer:
        """Send a request, return its answer. Raises ``Lost``."""
        world, random = self.world, self.world.random
        world.counts["requests"] += 1
        await asyncio.sleep(random.uniform(0.001, 0.03))
        if not world.referee.up:
            await asyncio.sleep(0.05)
            raise Lost
        fate = random.random() if self.bad else 1.0
        if fate < CUT_BEFORE:
            world.fault("request cut")
            raise Lost
        life = world.referee.life
        assert life is not None
        arrived: asyncio.Future[Answer | None] = world.loop.create_future()
        scope = scope_of(method, path, headers or {}, client)
        content = b"" if body is None else msgspec.json.encode(body)
        loses = fate < CUT_BEFORE + ANSWER_LOST
        serving = _serve(world, life, scope, content, arrived, loses)
        world.loop.create_task(serving, context=life.process.context())
        life.process.on_death.append(lambda: _settle(arrived, None))
        answer = await arrived
        if answer is None:
            raise Lost
        return answer


async def _serve(
    world: World,
    life: Life,
    scope: Any,
    content: bytes,
    arrived: asyncio.Future[Answer | None],
    loses: bool,
) -> None:
    status, headers, parts = 500, {}, []
    sent = False

    async def receive() -> Any:
        nonlocal sent
        if sent:
            await world.loop.create_future()  # the connection stays open
        sent = True
        return {"type": "http.request", "body": content, "more_body": False}

    async def send(message: Any) -> None:
        nonlocal status, headers
        if message["type"] == "http.response.start":
            status = message["status"]
            headers = {name.decode(): value.decode() for name, value in message["headers"]}
        else:
            parts.append(message.get("body", b""))

    try:
        await life.site.app(scope, receive, send)
    except Exception as error:  # the application answers everything
        world.promise(False, f"{scope['method']} {scope['path']} ended in {error!r}")
    answer = Answer(status, headers, b"".join(parts))
    world.answered(scope, content, answer)
    if loses:
        world.fault("answer lost")
    world.loop.call_later(
        world.random.uniform(0.001, 0.03),
        _settle,
        arrived,
        None if loses else answer,
        context=Context(),
    )


def _settle(arrived: asyncio.Future[Answer | None], answer: Answer | None) -> None:
    if not arrived.done():
        arrived.set_result(answer)


class Stream:
    """The events that one page listens to, as they reach it."""

    def __init__(self, world: World, client: tuple[str, int]) -> None:
        self.world = world
        self.client = client
        self.table: dict[str, Any] | None = None
        self.log: list[dict[str, Any]] = []
        self.in_flight = 0
        self.asleep = False
        """The page reads nothing; what is written to it waits."""
        self.open = False
        self.opened_s = 0.0
        self._life: Life | None = None
        self._gone = asyncio.Event()
        self._awake = asyncio.Event()
        self._arrives_s = 0.0

    def start(self) -> None:
        """Open it, if the referee is there."""
        referee = self.world.referee
        if referee.up and referee.life is not None:
            self._life, self.open = referee.life, True
            self.opened_s = self.world.loop.time()
            self._life.process.on_death.append(self._broke)
            serving = self._serve(self._life)
            self.world.loop.create_task(serving, context=self._life.process.context())

    def close(self) -> None:
        """The page is closed."""
        self.open = False
        self._gone.set()
        self._awake.set()

    def sleep(self, asleep: bool) -> None:
        """The device falls asleep, or wakes up."""
        self.asleep = asleep
        if asleep:
            self._awake.clear()
        else:
            self._awake.set()

    def _broke(self) -> None:
        self.open = False

    async def _serve(self, life: Life) -> None:
        asked = False

        async def receive() -> Any:
            nonlocal asked
            if asked:
                await self._gone.wait()
                return {"type": "http.disconnect"}
            asked = True
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Any) -> None:
            body = message.get("body")
            if body:
                if self.asleep:
                    await self._awake.wait()
                self.in_flight += 1
                loop = self.world.loop
                arrives_s = loop.time() + self.world.random.uniform(0.001, 0.02)
                self._arrives_s = max(arrives_s, self._arrives_s)
                loop.call_at(self._arrives_s, self._arrive, body, context=Context())

        await life.site.app(scope_of("GET", "/api/events", {}, self.client), receive, send)
        self.open = False

    def _arrive(self, body: bytes) -> None:
        self.in_flight -= 1
        head, _, data = body.rpartition(b"data: ")
        name = head.rpartition(b"event: ")[2].strip()
        if name == b"table":
            self._take_table(msgspec.json.decode(data))
        elif name == b"launcher" and self.table is not None:
            launcher = msgspec.json.decode(data)
            tag, clock = launcher.pop("tag"), launcher.pop("clock")
            if tag == self.table["tag"]:
                self.table |= {"launcher": launcher, "clock": clock}
        elif name == b"bye":
            self.open = False

    def _take_table(self, table: dict[str, Any]) -> None:
        known = [line for line in self.log if line["seq"] <= table["log_after"]]
        self.log = [*known, *table["log"]]
        self.table = table


async def line_by_line(world: World, client: tuple[str, int], path: str) -> AsyncIterator[bytes]:
    """The lines of a response that does not end, until the referee is gone or was not there."""
    life = world.referee.life
    if life is None or not world.referee.up:
        return
    lines: asyncio.Queue[bytes | None] = asyncio.Queue()
    gone = asyncio.Event()

    async def receive() -> Any:
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        for line in message.get("body", b"").splitlines():
            lines.put_nowait(line)

    async def serve() -> None:
        await life.site.app(scope_of("GET", path, {}, client), receive, send)
        lines.put_nowait(None)

    life.process.on_death.append(lambda: lines.put_nowait(None))
    world.loop.create_task(serve(), context=life.process.context())
    try:
        while (line := await lines.get()) is not None:
            yield line
    finally:
        gone.set()


@dataclass
class Tap:
    """One request that changes something, however often it is sent."""

    path: str
    body: Any
    key: str
    seq: int | None = None
    """The number of its entry; None: nobody has acknowledged it."""
    may: bool = True
    """Whether its device has a right to it."""
    device: int = 0
    """Number of its device, if that has a seat."""
    headers: dict[str, str] = field(default_factory=dict)
