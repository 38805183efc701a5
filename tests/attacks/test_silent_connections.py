"""Somebody in the same Wi-Fi opens connections and says nothing, or says it very slowly."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path

import h11
import psutil
import pytest
from starlette.types import Receive, Scope, Send

from controller.daemon.door import MAX_PER_ADDRESS, Door
from controller.daemon.server import MAX_HEAD_BYTES, READ_S, REQUEST_S, Connection
from tests.attacks.evening_out import CROWD, People, configured, lost
from tests.attacks.wire import Wire, wired
from tests.processes import PATIENCE_S
from tests.worlds.house import House, knock


@pytest.fixture
def door() -> Iterator[Door]:
    with Door(socket.create_server(("127.0.0.1", 0), backlog=16), 6, 4, 0) as door:
        door.setblocking(False)
        yield door


class Crowd(ExitStack):
    """Connections to a door, and what the door lets in."""

    def __init__(self, door: Door) -> None:
        super().__init__()
        self._door = door

    def come(self, address: str) -> socket.socket:
        return self.enter_context(knock(self._door.getsockname()[1], address))

    def let_in(self) -> list[socket.socket]:
        found = []
        while True:
            try:
                found.append(self.enter_context(self._door.accept()[0]))
            except ConnectionAbortedError:
                continue
            except BlockingIOError:
                return found


TRIES = 3


def is_over(line: socket.socket) -> bool:
    line.settimeout(PATIENCE_S)
    try:
        return line.recv(1) == b""
    except TimeoutError:
        return False
    except OSError:
        return True


def test_one_address_gets_only_its_share_of_the_connections(door: Door) -> None:
    with Crowd(door) as crowd:
        came = [crowd.come(CROWD) for _ in range(5)]
        inside = crowd.let_in()
        assert len(inside) == 4
        assert is_over(came[4])
        other = crowd.come("127.0.0.1")
        inside[0].close()
        crowd.come(CROWD)
        assert len(crowd.let_in()) == 2, "somebody else, and one in place of the one that left"
        other.sendall(b"x")


def test_a_full_house_takes_room_from_who_has_most(door: Door) -> None:
    with Crowd(door) as crowd:
        oldest = crowd.come(CROWD)
        for address in (CROWD, CROWD, CROWD, "127.0.0.2", "127.0.0.3"):
            crowd.come(address)
        assert len(crowd.let_in()) == 6
        newcomer = crowd.come("127.0.0.4")
        assert len(crowd.let_in()) == 1
        assert is_over(oldest)
        newcomer.sendall(b"x")
        for address in ("127.0.0.5", "127.0.0.6"):
            crowd.come(address)
            assert len(crowd.let_in()) == 1
        turned_away = crowd.come("127.0.0.7")
        assert crowd.let_in() == [], "by now each address has one"
        assert is_over(turned_away)


def test_strangers_who_hold_every_connection_lock_no_admitted_device_out() -> None:
    with (
        Door(socket.create_server(("127.0.0.1", 0), backlog=16), 6, 4, 2) as door,
        Crowd(door) as crowd,
    ):
        door.setblocking(False)
        strangers = [crowd.come(f"127.0.0.{nth}") for nth in range(2, 8)]
        assert len(crowd.let_in()) == 6
        browsers = []
        for nth in (10, 11):
            browser = crowd.come(f"127.0.0.{nth}")
            assert len(crowd.let_in()) == 1
            door.know(browser.getsockname())
            browsers.append(browser)
        assert is_over(strangers[4]) and is_over(strangers[5])
        turned_away = crowd.come("127.0.0.12")
        assert crowd.let_in() == [], "the share is used, and the first four strangers stay"
        assert is_over(turned_away)
        for one in (*strangers[:4], *browsers):
            one.sendall(b"x")
        browsers[0].close()
        door_side = next(iter(door._inside["127.0.0.10"]))
        door_side.close()
        newcomers = [crowd.come(f"127.0.0.{nth}") for nth in (13, 14)]
        assert len(crowd.let_in()) == 2
        assert is_over(newcomers[0]), "in the share, a stranger stays until the next one comes"
        newcomers[1].sendall(b"x")


def test_an_address_with_too_many_loses_a_stranger_first() -> None:
    with (
        Door(socket.create_server(("127.0.0.1", 0), backlog=16), 3, 3, 0) as door,
        Crowd(door) as crowd,
    ):
        door.setblocking(False)
        browser, *strangers = (crowd.come(CROWD) for _ in range(3))
        assert len(crowd.let_in()) == 3
        door.know(browser.getsockname())
        crowd.come("127.0.0.3")
        assert len(crowd.let_in()) == 1
        assert is_over(strangers[0])
        browser.sendall(b"x")


async def answer(scope: Scope, receive: Receive, send: Send) -> None:
    """An application that reads its request and says yes."""
    while (await receive())["more_body"]:
        pass
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body"})


def connected() -> tuple[Connection, Wire]:
    return wired(answer)


GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\n"


@pytest.mark.looptime
@pytest.mark.parametrize("said", [b"G", GET[:20], POST[:-1], POST, POST + b"{"])
async def test_a_request_that_does_not_come_is_not_waited_for(said: bytes) -> None:
    connection, wire = connected()
    began_s = asyncio.get_running_loop().time()
    if said[:-1]:
        connection.data_received(said[:-1])
    await asyncio.sleep(REQUEST_S - 1)
    connection.data_received(said[-1:])  # one that dribbles gains nothing
    assert wire.aborted_at_s is None
    await asyncio.sleep(2)
    assert wire.aborted_at_s == pytest.approx(began_s + REQUEST_S)


@pytest.mark.looptime
async def test_whoever_asks_in_time_is_answered_again_and_again() -> None:
    connection, wire = connected()
    for _ in range(5):
        connection.data_received(POST + b"{")
        await asyncio.sleep(REQUEST_S / 3)
        connection.data_received(b"}\n")
        await asyncio.sleep(REQUEST_S / 3)
    assert wire.aborted_at_s is None
    assert wire.sent.count(b"204") == 5


@pytest.mark.looptime
async def test_a_page_that_does_not_read_is_dropped() -> None:
    connection, wire = connected()
    connection.data_received(GET)
    connection.pause_writing()
    await asyncio.sleep(READ_S - 1)
    connection.resume_writing()
    connection.pause_writing()
    await asyncio.sleep(READ_S - 1)
    assert wire.aborted_at_s is None
    await asyncio.sleep(2)
    assert wire.aborted_at_s is not None


async def test_a_head_that_never_ends_is_refused_before_it_fills_the_memory() -> None:
    connection, wire = connected()
    connection.data_received(GET[:20] + b"X: " + b"x" * MAX_HEAD_BYTES)
    assert wire.sent.startswith(b"HTTP/1.1 400")
    assert connection.conn.our_state in (h11.MUST_CLOSE, h11.CLOSED, h11.ERROR, h11.DONE)
    assert wire.aborted_at_s is not None


class Newcomers(threading.Thread):
    """They come, ask, and leave, one after the other, until it is over."""

    def __init__(self, house: House) -> None:
        super().__init__()
        self._port = house.port
        self.over = threading.Event()
        self.waits_s: list[float] = []
        self.answers: set[int] = set()

    def run(self) -> None:
        while not self.over.is_set():
            began_s = time.monotonic()
            line = HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE_S)
            line.request("GET", "/healthz")
            self.answers.add(line.getresponse().status)
            line.close()
            self.waits_s.append(time.monotonic() - began_s)

    @contextmanager
    def coming(self) -> Iterator[None]:
        """As long as this lasts."""
        self.start()
        try:
            yield
        finally:
            self.over.set()
            self.join()


def attack(house: House, connections: int, for_s: float, *, timed: bool) -> list[str]:
    """Silent connections of one address, again and again, while people play and others come.

    Returns what anybody else noticed. ``timed``: also how long people wait, which depends on the
    machine.
    """
    people, newcomers = People(house), Newcomers(house)
    with (
        house.play(*configured(house.folder)) as referee,
        people.at_the_table(),
        newcomers.coming(),
    ):
        me = psutil.Process(referee.process.pid)
        began_s = time.monotonic()
        while (took_s := time.monotonic() - began_s) < for_s or not people.hits:
            with ExitStack() as silent:
                for _ in range(connections):
                    silent.enter_context(knock(house.port, CROWD))
                time.sleep(0.2)
                assert me.num_fds() < MAX_PER_ADDRESS + 60
            if took_s > for_s + PATIENCE_S:
                break
        leases = lost(house)
        lines = referee.said.splitlines()
    noticed = {
        f"{leases} leases lost": timed and leases > 0,
        f"nobody's hit was counted within {PATIENCE_S} s": not people.hits,
        f"refused: {people.refused}": bool(people.refused),
        f"newcomers got {newcomers.answers}": newcomers.answers != {200},
        "somebody waited for a second": timed and max(people.waits_s + newcomers.waits_s) >= 1.0,
        f"the log has {len(lines)} lines": len(lines) > 20 + people.hits,
    }
    return [what for what, true in noticed.items() if true]


def unnoticed(folder: Path, connections: int, for_s: float) -> list[list[str]]:
    """What was noticed in each of a few tries, up to one in which nobody noticed anything.

    A busy machine makes people wait, and costs leases by itself; nothing hides an attack that does.
    """
    tries: list[list[str]] = []
    for nth in range(TRIES):
        (one := folder / str(nth)).mkdir()
        house = House(one)
        tries.append(attack(house, connections, for_s, timed=True))
        for left in house.simulators():
            left.terminate()
            left.wait(10)
        if not tries[-1]:
            break
    return tries


@pytest.mark.thorough
def test_300_silent_connections_of_one_address_keep_nobody_out(house: House) -> None:
    assert attack(house, 300, 0.5, timed=False) == []


@pytest.mark.soak
def test_300_silent_connections_of_one_address_keep_nobody_waiting(tmp_path: Path) -> None:
    assert unnoticed(tmp_path, 300, 0.5)[-1] == []


@pytest.mark.soak
def test_a_burst_of_1900_silent_connections_again_and_again(tmp_path: Path) -> None:
    assert unnoticed(tmp_path, 1900, 30.0)[-1] == []
