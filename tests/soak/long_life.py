"""Years of play through one referee, in hours: what it holds at the beginning and at the end.

The referee and the simulator are real processes. Every answer is checked. In between pages come
and go, and the line to the launcher is cut, so that it has to be taken anew.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from tests.processes import PATIENCE_S, Running, free_port

COMMANDS_A_GAME = 200
COMMANDS_A_RECONNECT = 100
"""Every other reconnect is a page's, every other the launcher's."""
GAME = {"edition": "attack", "players": ["Ann", "Bo", "Cy"], "dealer": "Ann"}
TURN = ({"do": "play", "by": "Bo", "card": "red-3"}, {"do": "undo"})


@dataclass(frozen=True, slots=True)
class Held:
    """What the referee's process holds."""

    commands: int
    reconnects: int
    rss_mib: float
    descriptors: int
    threads: int
    journal_mib: float

    def __str__(self) -> str:
        return (
            f"{self.commands:9,} commands, {self.reconnects:6,} reconnects: "
            f"{self.rss_mib:6.1f} MiB resident, {self.descriptors} descriptors, "
            f"{self.threads} threads; journal {self.journal_mib:.1f} MiB"
        )


class Line:
    """Stands between the referee and the launcher, and can be cut."""

    def __init__(self, here: Path, there: Path) -> None:
        self._here, self._there = here, there
        self._carrying: set[asyncio.Task[None]] = set()
        self.ends: set[asyncio.Transport] = set()
        self.opened = 0

    async def open(self) -> asyncio.AbstractServer:
        return await asyncio.get_running_loop().create_unix_server(self._near, self._here)

    def cut(self) -> None:
        for end in list(self.ends):
            end.abort()

    def _near(self) -> _End:
        self.opened += 1
        near = _End(self)
        task = asyncio.create_task(self._carry(near))
        self._carrying.add(task)
        task.add_done_callback(self._carrying.discard)
        return near

    async def _carry(self, near: _End) -> None:
        loop = asyncio.get_running_loop()
        _, far = await loop.create_unix_connection(lambda: _End(self), str(self._there))
        far.join(near)
        near.join(far)


class _End(asyncio.Protocol):
    """What comes in here goes out at the other end, in the same turn of the loop."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._other: _End | None = None
        self._early = b""

    def join(self, other: _End) -> None:
        self._other = other
        if self._transport.is_closing():
            other.leave()
        else:
            other.write(self._early)

    def write(self, data: bytes) -> None:
        self._transport.write(data)

    def leave(self) -> None:
        self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._line.ends.add(transport)

    def data_received(self, data: bytes) -> None:
        if self._other is None:
            self._early += data
        else:
            self._other.write(data)

    def connection_lost(self, error: Exception | None) -> None:
        self._line.ends.discard(self._transport)
        if self._other is not None:
            self._other.leave()


async def _hang_up(writer: asyncio.StreamWriter) -> None:
    writer.transport.abort()
    with suppress(OSError):
        await writer.wait_closed()


class People:
    """Who plays, over one kept connection."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._asked = 0
        self.waited = 0
        """Requests that had to be said again, because a busy machine had lost the launcher."""

    async def arrive(self) -> None:
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)

    async def post(self, path: str, body: object) -> None:
        """A request that must be taken, once the launcher is there if it has to be."""
        async with asyncio.timeout(PATIENCE_S):
            while not await self._posted(path, body):
                self.waited += 1
                await asyncio.sleep(0.02)

    async def _posted(self, path: str, body: object) -> bool:
        self._asked += 1
        data = json.dumps(body).encode()
        found = await self._ask(
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            f"Idempotency-Key: {self._asked:032x}\r\nContent-Length: {len(data)}\r\n\r\n".encode()
            + data
        )
        assert found.get("code") in (None, "no_launcher"), (body, found)
        return "seq" in found

    async def link_is_up(self) -> bool:
        """Whether the referee holds its launcher."""
        health = await self._ask(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        return bool(health["link"] == "up")

    async def _ask(self, request: bytes) -> dict[str, object]:
        self._writer.write(request)
        head = await self._reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        answer = await self._reader.readexactly(length)
        found: dict[str, object] = json.loads(answer)
        return found

    async def look_in(self) -> None:
        """A page that is opened, read up to its first table, and left without a word."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        writer.write(b"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        await reader.readuntil(b"event: table")
        await _hang_up(writer)

    async def leave(self) -> None:
        await _hang_up(self._writer)


async def live(folder: Path, commands: int, looks: tuple[int, ...]) -> AsyncIterator[Held]:
    """So many commands; what the referee holds as each of ``looks`` is reached."""
    port, socket, proxied = free_port(), folder / "s", folder / "p"
    journal = folder / "games" / "journal.sqlite3"
    proxied.with_name("p.hand").symlink_to(folder / "s.hand")
    with Running(folder, "simulator", "--socket", str(socket)) as simulator:
        simulator.until(lambda: Path(f"{socket}.hand").exists(), "socket")
        line = Line(proxied, socket)
        async with await line.open():
            config = folder / "many.toml"
            config.write_text("[referee]\ngames_an_hour = 1000000\nentries_a_minute = 1000000\n")
            options = [
                *("--config", str(config), "--host", "127.0.0.1", "--port", str(port)),
                *("--journal", str(journal)),
            ]
            with Running(folder, "play", "--socket", str(proxied), *options) as referee:
                people = People(port)
                await _until_there(people, referee)
                process = psutil.Process(referee.process.pid)
                for number in range(commands):
                    if number % COMMANDS_A_GAME == 0:
                        await people.post("/api/games", GAME)
                        await people.post("/api/commands", {"do": "turn_up", "card": "red-5"})
                    await people.post("/api/commands", TURN[number % 2])
                    if number % COMMANDS_A_RECONNECT == COMMANDS_A_RECONNECT - 1:
                        await _reconnect(line, people, number // COMMANDS_A_RECONNECT % 2 == 0)
                    if number + 1 in looks:
                        reconnects = (number + 1) // COMMANDS_A_RECONNECT
                        yield _held(process, number + 1, reconnects, journal)
                await people.leave()
                assert referee.end() == 0, referee.said


async def _until_there(people: People, referee: Running) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while True:
            assert referee.process.poll() is None, referee.said
            with suppress(OSError):
                await people.arrive()
                return
            await asyncio.sleep(0.01)


async def _reconnect(line: Line, people: People, page: bool) -> None:
    if page:
        await people.look_in()
        return
    before = line.opened
    line.cut()
    async with asyncio.timeout(PATIENCE_S):
        while line.opened == before or not await people.link_is_up():  # noqa: ASYNC110
            await asyncio.sleep(0.005)


def _held(process: psutil.Process, commands: int, reconnects: int, journal: Path) -> Held:
    with process.oneshot():
        return Held(
            commands,
            reconnects,
            process.memory_info().rss / (1 << 20),
            process.num_fds(),
            process.num_threads(),
            journal.stat().st_size / (1 << 20),
        )
