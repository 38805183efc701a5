"""Somebody in the same Wi-Fi begins TLS connections and never ends them, or begins very many."""

from __future__ import annotations

import asyncio
import socket
import ssl
import threading
import time
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager, suppress
from pathlib import Path

import psutil
import pytest
import uvicorn
from uvicorn.server import ServerState

from controller.daemon.arrivals import HELLO_S, PAUSE_SHARES, Arrivals, Turns
from controller.daemon.door import Door
from controller.daemon.server import Connection
from controller.network.certificate import Certificate, read_certificate
from tests.attacks.evening_out import CROWD, People, lost
from tests.attacks.test_silent_connections import TRIES, Newcomers, answer
from tests.certificates import configured, make
from tests.processes import PATIENCE_S
from tests.worlds.evening import until
from tests.worlds.house import House, knock

NEVER_S = 3600.0
"""Longer than a test waits for anything."""
HELLO = bytes.fromhex("16030100c8010000c4")
"""The beginning of a TLS client's first message."""
GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    pair = make(tmp_path_factory.mktemp("certificate"), "DNS:table.test")
    found = read_certificate(str(pair.certificate), str(pair.key))
    assert found is not None
    return found


@asynccontextmanager
async def open_door(
    certificate: Certificate, pause_s: float = 0.0, hello_s: float = HELLO_S, most_of_one: int = 8
) -> AsyncIterator[int]:
    """A door behind which both kinds of connections are answered; its port."""
    config = uvicorn.Config(answer, log_config=None, log_level="error", ws="none")
    config.load()
    with Door(socket.create_server(("127.0.0.1", 0)), 16, most_of_one, 0) as door:
        door.setblocking(False)

        def speaks() -> asyncio.Protocol:
            return Connection(config, ServerState(), {})

        arrivals = Arrivals(door, speaks, certificate.context, pause_s, hello_s)
        accepting = asyncio.create_task(arrivals.accept())
        try:
            yield door.getsockname()[1]
        finally:
            accepting.cancel()
            await asyncio.gather(accepting, return_exceptions=True)


def trusting() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


async def ask(port: int, *, secure: bool, address: str = "127.0.0.1") -> bytes:
    reader, writer = await asyncio.open_connection(
        "127.0.0.1", port, ssl=trusting() if secure else None, local_addr=(address, 0)
    )
    writer.write(GET)
    line = await reader.readline()
    writer.close()
    return line


async def until_over(reader: asyncio.StreamReader) -> bytes:
    """What comes before the other end is done with the connection.

    A connection that is closed while something of ours is unread there ends with a reset (RFC 1122,
    4.2.2.13): over all the same.
    """
    try:
        return await asyncio.wait_for(reader.read(), PATIENCE_S)
    except ConnectionResetError:
        return b""


@pytest.mark.parametrize("secure", [False, True])
async def test_one_port_answers_both_kinds(certificate: Certificate, secure: bool) -> None:
    async with open_door(certificate) as port:
        for _ in range(3):
            assert await ask(port, secure=secure) == b"HTTP/1.1 204 No Content\r\n"


@pytest.mark.looptime
@pytest.mark.parametrize("said", [b"", HELLO[:1], HELLO, HELLO + b"\x03\x03" * 40])
async def test_a_handshake_that_does_not_end_is_not_waited_for(
    certificate: Certificate, said: bytes
) -> None:
    async with open_door(certificate) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        began_s = asyncio.get_running_loop().time()
        writer.write(said)
        assert await until_over(reader) == b""
        assert asyncio.get_running_loop().time() - began_s == pytest.approx(HELLO_S)
        writer.close()


@pytest.mark.looptime
async def test_one_byte_after_the_other_gains_nothing(certificate: Certificate) -> None:
    async with open_door(certificate) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        began_s = asyncio.get_running_loop().time()
        over = asyncio.create_task(until_over(reader))
        for byte in HELLO:
            writer.write(bytes([byte]))
            await asyncio.wait([over], timeout=HELLO_S / 4)
            if over.done():
                break
        assert await over == b""
        assert asyncio.get_running_loop().time() - began_s == pytest.approx(HELLO_S)
        writer.close()


async def test_nonsense_instead_of_a_handshake_ends_the_connection_at_once(
    certificate: Certificate,
) -> None:
    async with open_door(certificate, hello_s=NEVER_S) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"\x16" + b"\xff" * 100)
        assert len(await until_over(reader)) < 16  # at most an alert
        writer.close()


async def test_unended_handshakes_of_one_address_leave_room_for_others(
    certificate: Certificate,
) -> None:
    async with open_door(certificate, hello_s=NEVER_S) as port:
        with ExitStack() as silent:
            for said in (b"", HELLO[:1], HELLO, HELLO, b"") * 2:
                line = silent.enter_context(await asyncio.to_thread(knock, port, CROWD))
                with suppress(OSError):  # those that find no room
                    line.send(said)
            for _ in range(3):
                assert await ask(port, secure=True) == b"HTTP/1.1 204 No Content\r\n"
                assert await ask(port, secure=False) == b"HTTP/1.1 204 No Content\r\n"


async def test_a_connection_that_was_sent_away_before_it_spoke_is_closed(
    certificate: Certificate,
) -> None:
    async with open_door(certificate, hello_s=NEVER_S) as port:
        with ExitStack() as silent:
            lines = [
                silent.enter_context(await asyncio.to_thread(knock, port, address))
                for address in [CROWD] * 8 + ["127.0.0.3"] * 8
            ]
            for line in lines:
                line.setblocking(False)
            assert await ask(port, secure=True) == b"HTTP/1.1 204 No Content\r\n"
            await until(lambda: b"" in map(received, lines))


def received(line: socket.socket) -> bytes | None:
    try:
        return line.recv(1)
    except BlockingIOError:
        return None


@pytest.mark.looptime
async def test_handshakes_leave_the_event_loop_its_time_and_each_address_has_its_turn() -> None:
    turns = Turns(1.0)
    loop = asyncio.get_running_loop()
    had: list[tuple[str, float]] = []

    async def come(address: str) -> None:
        await turns.wait(address)
        had.append((address, round(loop.time() - began_s, 3)))

    began_s = loop.time()
    giving = asyncio.create_task(turns.give())
    waiting = [asyncio.create_task(come("many")) for _ in range(50)]
    await asyncio.sleep(2.5)
    waiting[3].cancel()
    waiting += [asyncio.create_task(come("few")) for _ in range(2)]
    await asyncio.wait(waiting)
    giving.cancel()
    few = [at_s for address, at_s in had if address == "few"]
    assert few == [3.0, 5.0]
    at = [at_s for _, at_s in had]
    assert at == [float(nth) for nth in range(51)]


def test_a_quarter_of_the_time_is_for_handshakes() -> None:
    assert 1 / (1 + PAUSE_SHARES) == 0.25
    assert HELLO_S == 10


class Shakers(threading.Thread):
    """They shake hands, again and again, on as many connections as they get, and say nothing."""

    def __init__(self, house: House) -> None:
        super().__init__()
        self._port = house.port
        self.over = threading.Event()
        self.met = 0

    def run(self) -> None:
        context = trusting()
        while not self.over.is_set():
            with knock(self._port, CROWD) as line, suppress(OSError):
                context.wrap_socket(line).close()
                self.met += 1


def shaken(folder: Path, for_s: float, shakers: int, *, timed: bool) -> list[str]:
    """What people at a table and newcomers notice of handshakes without end.

    ``timed``: also how long they wait, which depends on the machine.
    """
    pair = make(folder, "DNS:table.test", key=("rsa:3072",))
    house = House(folder)
    people, newcomers = People(house), Newcomers(house)
    file = configured(pair, folder / "f.toml")
    file.write_text(file.read_text() + "breath_ms = 0\n")
    attackers = [Shakers(house) for _ in range(shakers)]
    with (
        house.play("--simulate", "--config", str(file)) as referee,
        people.at_the_table(),
        newcomers.coming(),
    ):
        began_s = time.monotonic()
        for one in attackers:
            one.start()
        while time.monotonic() - began_s < for_s or not people.hits:
            time.sleep(0.05)
            if time.monotonic() - began_s > for_s + PATIENCE_S:
                break
        for one in attackers:
            one.over.set()
        spent_s = psutil.Process(referee.process.pid).cpu_times().user
        took_s = time.monotonic() - began_s
        leases = lost(house)
    for one in attackers:
        one.join()
    print(f"{sum(one.met for one in attackers)} handshakes, {spent_s:.1f} s of {took_s:.1f} s")
    waits_s = people.waits_s + newcomers.waits_s
    noticed = {
        "nobody shook hands": not any(one.met for one in attackers),
        f"{leases} leases lost": timed and leases > 0,
        f"nobody's hit was counted within {PATIENCE_S} s": not people.hits,
        f"refused: {people.refused}": bool(people.refused),
        f"newcomers got {newcomers.answers}": newcomers.answers != {200},
        f"somebody waited for {max(waits_s):.2f} s": timed and max(waits_s) >= 1.0,
    }
    return [what for what, true in noticed.items() if true]


@pytest.mark.thorough
def test_handshakes_without_end_keep_nobody_out(tmp_path: Path) -> None:
    assert shaken(tmp_path, 2.0, 3, timed=False) == []


@pytest.mark.soak
def test_handshakes_without_end_keep_nobody_waiting(tmp_path: Path) -> None:
    for nth in range(TRIES):  # a busy machine makes people wait by itself
        (folder := tmp_path / str(nth)).mkdir()
        noticed = shaken(folder, 10.0, 3, timed=True)
        if not noticed:
            break
    assert noticed == []
