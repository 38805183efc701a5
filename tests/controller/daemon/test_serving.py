"""The web server of a referee: it waits for its end, and dates each answer when it is asked."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from email.utils import parsedate_to_datetime
from pathlib import Path
from time import time

import h11
import httpx
import pytest
import uvicorn
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from controller.base.config import Config, Referee
from controller.base.service_manager import ServiceManager
from controller.daemon.door import Door, listen
from controller.daemon.serve import GOODBYE_S, serve
from controller.daemon.server import Server
from controller.daemon.wire_trace import read_trace
from controller.games.book import Book
from controller.games.journal_replay import replay
from controller.journal.journal import Journal
from controller.network.certificate import Certificate, read_certificate
from controller.network.way_in import WayIn
from controller.seats import host
from controller.table.table import SHUTDOWN_TIMEOUT_S
from hardware.launcher import FaultsChanged
from tests.attacks.wire import wired
from tests.certificates import make
from tests.worlds.evening import GAME, LauncherThere

pytestmark = pytest.mark.looptime


async def test_it_ends_when_it_is_told_and_does_not_look_for_that_again_and_again() -> None:
    server = Server(uvicorn.Config(PlainTextResponse("hello")), ServiceManager({}, 0))
    serving = asyncio.create_task(server.main_loop())
    await asyncio.sleep(1000.03)
    assert not serving.done()
    told_s = asyncio.get_running_loop().time()
    server.end()
    await serving
    assert asyncio.get_running_loop().time() == told_s


async def addressed(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer with the address that a request is taken to come from."""
    await PlainTextResponse(scope["client"][0])(scope, receive, send)


@pytest.mark.parametrize("forwarded", ["203.0.113.7", "nobody", "\xff", "1, 2, 3", ""])
async def test_who_asks_is_not_told_by_a_header(forwarded: str) -> None:
    connection, wire = wired(addressed, "127.0.0.1")
    head = f"GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {forwarded}\r\n\r\n"
    connection.data_received(head.encode("latin-1"))
    await asyncio.sleep(0.1)
    assert wire.sent.startswith(b"HTTP/1.1 200 ")
    assert wire.sent.endswith(b"127.0.0.1")


async def test_an_answer_bears_the_date_of_its_request() -> None:
    connection, wire = wired(PlainTextResponse("hello"))
    connection.data_received(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    await asyncio.sleep(0.1)
    reading = h11.Connection(h11.CLIENT)
    reading.send(h11.Request(method="GET", target="/", headers=[("host", "x")]))
    reading.receive_data(wire.sent)
    answer = reading.next_event()
    assert isinstance(answer, h11.Response)
    (date,) = [value for name, value in answer.headers if name == b"date"]
    assert abs(parsedate_to_datetime(date.decode()).timestamp() - time()) < 60


class HangingLauncher(LauncherThere):
    """It arms, and never answers when it is to disarm."""

    async def disarm(self) -> bool:
        await asyncio.Event().wait()
        raise AssertionError


class Serving:
    """A referee in this event loop, at whose table a hit is armed."""

    def __init__(self, port: int, end: Callable[[], Awaitable[float]]) -> None:
        self.port = port
        self.end = end
        """Tells it to end; how long that takes."""

    async def page(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A page that has read its first table."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(b"GET /api/events HTTP/1.1\r\nHost: x\r\n\r\n")
        await reader.readuntil(b"event: table")
        return reader, writer


@asynccontextmanager
async def serving(
    folder: Path,
    launcher: LauncherThere,
    certificate: Certificate | None = None,
    *,
    wire_trace: bool = False,
) -> AsyncIterator[Serving]:
    journal, entries = Journal.open(folder / "journal")
    book = Book(journal, replay(entries, folder / "journal"))
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    # entries are counted by a real clock, on which all these tests take a moment
    referee = Referee(breath_ms=0, entries_a_minute=1_000_000, wire_trace=wire_trace)
    config = Config(referee=referee)
    with listen("127.0.0.1", 0) as door:
        port = door.getsockname()[1]
        way_in = WayIn("127.0.0.1", port, config.access_point, certificate)
        manager = ServiceManager({}, 0)
        task = asyncio.create_task(
            serve(door, book, launcher, None, config, way_in, stop, manager, print)
        )

        async def end() -> float:
            began_s = loop.time()
            stop.set()
            async with asyncio.timeout(60):
                await task
            return loop.time() - began_s

        try:
            async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as web:
                (await web.post("/api/games", json=GAME)).raise_for_status()
                turn_up = {"do": "turn_up", "card": "red-5"}
                (await web.post("/api/commands", json=turn_up)).raise_for_status()
            yield Serving(port, end)
        finally:
            stop.set()
            await task
            journal.close()


@pytest.mark.parametrize("wanted", [False, True])
async def test_what_the_launcher_tells_is_kept_only_where_that_is_wanted(
    tmp_path: Path, wanted: bool
) -> None:
    launcher = LauncherThere()
    async with serving(tmp_path, launcher, wire_trace=wanted) as referee:
        launcher.repeat(FaultsChanged(()))
        await launcher.heard()
        await referee.end()
    told = [told.name for told in read_trace(tmp_path / "journal")]
    assert told == (["started", "faults"] if wanted else [])


async def test_the_door_is_told_of_a_table_screen_and_of_no_stranger(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known: list[tuple[str, int]] = []
    monkeypatch.setattr(Door, "know", lambda _, client: known.append(client))
    async with serving(tmp_path, LauncherThere()) as referee:
        url = f"http://127.0.0.1:{referee.port}"
        async with httpx.AsyncClient(base_url=url, timeout=60) as web:
            await web.get("/api/table")
            assert known == []
            host.set_pin(tmp_path / "journal", "2580")
            (await web.post("/api/host", json={"pin": "2580"})).raise_for_status()
            assert known == []
            await web.get("/api/table")
            assert [address for address, _ in known] == ["127.0.0.1"]


async def test_it_ends_at_once_with_eleven_pages_open(tmp_path: Path) -> None:
    async with serving(tmp_path, LauncherThere()) as referee:
        pages = [await referee.page() for _ in range(11)]
        assert await referee.end() < GOODBYE_S
        for reader, writer in pages:
            said = await reader.read()
            assert said.endswith(b"event: bye\ndata: {}\n\n\r\n0\r\n\r\n")
            writer.close()


async def test_it_ends_within_a_second_with_a_launcher_that_hangs(tmp_path: Path) -> None:
    async with serving(tmp_path, HangingLauncher()) as referee:
        _, writer = await referee.page()
        assert SHUTDOWN_TIMEOUT_S <= await referee.end() < 1.0
        writer.close()


@pytest.mark.thorough
async def test_it_ends_within_a_second_with_a_page_that_does_not_read(tmp_path: Path) -> None:
    async with serving(tmp_path, LauncherThere()) as referee:
        with socket.socket() as deaf:
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            deaf.setblocking(False)
            await asyncio.get_running_loop().sock_connect(deaf, ("127.0.0.1", referee.port))
            await asyncio.get_running_loop().sock_sendall(
                deaf, b"GET /api/events HTTP/1.1\r\nHost: x\r\n\r\n"
            )
            async with httpx.AsyncClient(timeout=60) as web:
                for score in range(60):
                    scores = {"do": "set", "scores": {"Ann": score}}
                    url = f"http://127.0.0.1:{referee.port}/api/commands"
                    (await web.post(url, json=scores)).raise_for_status()
            assert await referee.end() < 1.0


async def test_it_ends_within_a_second_with_a_handshake_that_does_not_end(tmp_path: Path) -> None:
    pair = make(tmp_path, "DNS:table.test")
    certificate = read_certificate(str(pair.certificate), str(pair.key))
    async with serving(tmp_path, LauncherThere(), certificate) as referee:
        _, silent = await asyncio.open_connection("127.0.0.1", referee.port)
        _, writer = await referee.page()
        assert await referee.end() < 1.0
        writer.close()
        silent.close()
