"""Pages without end listen, and half of them never read: nobody else is to notice."""

from __future__ import annotations

import asyncio
import os
import selectors
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

import psutil
import pytest

from controller.web.door import MOST, MOST_OF_ONE
from controller.web.streams import AT_ONCE, Hub
from tests.attacks.evening_out import People, configured, lost
from tests.controller.house import House, knock

FOR_S = float(os.environ.get("FAN_OUT_S", "60"))
LOAD = 10
P99_S = 0.1
FLAT_BYTES = 16 * 1024 * 1024
"""An event of a few KB for each page, and what Python holds back."""


async def test_between_two_handfuls_of_pages_everybody_else_has_a_turn() -> None:
    hub = Hub(lambda: b"first")
    told: list[int] = []

    async def page() -> None:
        async for _ in hub.listen():
            told[-1] += 1

    told.append(0)
    pages = [asyncio.create_task(page()) for _ in range(10 * AT_ONCE)]
    await asyncio.sleep(0)
    assert told == [10 * AT_ONCE]
    told[:] = [0]
    hub.table(b"second")
    while sum(told) < 10 * AT_ONCE:
        await asyncio.sleep(0)  # whoever waits for the loop, such as the launcher's line
        told.append(0)
    assert max(told) <= 2 * AT_ONCE
    hub.close()
    await asyncio.gather(*pages)


async def test_a_page_whose_turn_has_not_come_gets_only_the_newest() -> None:
    hub = Hub(lambda: b"first")
    heard: list[list[bytes]] = []

    async def page() -> None:
        mine: list[bytes] = []
        heard.append(mine)
        async for event in hub.listen():
            mine.append(event)

    pages = [asyncio.create_task(page()) for _ in range(100 * AT_ONCE)]
    await asyncio.sleep(0)
    for number in range(50):
        hub.table(b"%d" % number)
        await asyncio.sleep(0)
    hub.close()
    await asyncio.gather(*pages)
    assert all(mine[-2] == b"49" for mine in heard)
    assert sum(map(len, heard)) < 100 * AT_ONCE * 10


class Pages:
    """Browsers that listen: as many as are admitted, half of which never read."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._over = threading.Event()
        self._readers = selectors.DefaultSelector()
        self.came = 0

    def listen(self) -> None:
        """Until it is over; who was dropped comes again."""
        with ExitStack() as deaf:
            for nth in range(MOST + MOST_OF_ONE):
                page = self._page(f"127.0.0.{70 + nth % 5}")
                if nth % 2:
                    deaf.enter_context(page)
                else:
                    self._readers.register(page, selectors.EVENT_READ)
            while not self._over.is_set():
                for key, _ in self._readers.select(timeout=0.1):
                    assert isinstance(key.fileobj, socket.socket)
                    self._read(key.fileobj)
            for key in list(self._readers.get_map().values()):
                assert isinstance(key.fileobj, socket.socket)
                key.fileobj.close()

    def _read(self, page: socket.socket) -> None:
        gone = True
        with suppress(OSError):
            gone = page.recv(1 << 16) == b""
        if gone:
            self._readers.unregister(page)
            page.close()

    def _page(self, address: str) -> socket.socket:
        page = knock(self._port, address)
        with suppress(OSError):
            page.sendall(b"GET /api/events HTTP/1.1\r\nHost: x\r\n\r\n")
            self.came += 1
        return page

    @contextmanager
    def listening(self) -> Iterator[None]:
        thread = threading.Thread(target=self.listen)
        thread.start()
        try:
            yield
        finally:
            self._over.set()
            thread.join()


@contextmanager
def busy_machine() -> Iterator[None]:
    """So many programs that never rest."""
    idle_hands = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(LOAD)]
    try:
        yield
    finally:
        for one in idle_hands:
            one.kill()
            one.wait()


@pytest.mark.soak
def test_pages_that_never_read_cost_no_lease_no_memory_and_nobody_any_time(house: House) -> None:
    people = People(house)
    with (
        house.play(*configured(house.folder)) as referee,
        Pages(house.port).listening(),
        busy_machine(),
        people.at_the_table(),
    ):
        me = psutil.Process(referee.process.pid)
        time.sleep(FOR_S / 4)
        before = me.memory_info().rss
        people.waits_s.clear()
        time.sleep(FOR_S * 3 / 4)
        grown = me.memory_info().rss - before
        assert lost(house) == 0
        waits_s = sorted(people.waits_s)
    p99_s = waits_s[len(waits_s) * 99 // 100]
    p99 = f"p99 {p99_s * 1000:.0f} ms"
    print(f"\n{people.hits} hits, {len(waits_s)} answers, {p99}, {grown:+} bytes of memory")
    assert people.refused == []
    assert people.hits > 0
    assert grown < FLAT_BYTES
    assert p99_s <= P99_S
