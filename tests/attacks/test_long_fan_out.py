"""Pages without end listen, and half of them never read: nobody else is to notice."""

from __future__ import annotations

import asyncio
import os
import select
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import psutil
import pytest

from controller.daemon.door import MAX_OPEN, MAX_PER_ADDRESS
from controller.web.streams import AT_ONCE, Hub
from tests.attacks.evening_out import People, configured, lost
from tests.worlds.house import House, knock

FOR_S = float(os.environ.get("FAN_OUT_S", "60"))
LOAD = 10
COMES_AGAIN_S = 0.01
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
    newest = [b"first"]
    hub = Hub(lambda: newest[-1])
    heard: list[list[bytes]] = []

    async def page() -> None:
        mine: list[bytes] = []
        heard.append(mine)
        async for event in hub.listen():
            mine.append(event)

    pages = [asyncio.create_task(page()) for _ in range(100 * AT_ONCE)]
    await asyncio.sleep(0)
    for number in range(50):
        newest.append(b"%d" % number)
        hub.table(newest[-1])
        await asyncio.sleep(0)
    hub.close()
    await asyncio.gather(*pages)
    assert all(mine[-2] == b"49" for mine in heard)
    assert sum(map(len, heard)) < 100 * AT_ONCE * 10


class Pages:
    """Browsers that listen: as many as are admitted and more, half of which never read.

    Who is sent away or dropped comes again.
    """

    def __init__(self, port: int) -> None:
        self._port = port
        self._over = threading.Event()
        self._inside: dict[int, tuple[int, socket.socket]] = {}
        self._lines = select.poll()
        self.came = 0

    def listen(self) -> None:
        """Until it is over."""
        for nth in range(MAX_OPEN + MAX_PER_ADDRESS):
            self._come(nth)
        while not self._over.is_set():
            for file, _ in self._lines.poll(100):
                nth, page = self._inside[file]
                if _deaf(nth) or _gone(page):
                    self._lines.unregister(file)
                    del self._inside[file]
                    page.close()
                    self._over.wait(COMES_AGAIN_S)
                    self._come(nth)
        for _, page in self._inside.values():
            page.close()

    def _come(self, nth: int) -> None:
        page = knock(self._port, f"127.0.0.{70 + nth % 5}")
        with suppress(OSError):
            page.sendall(b"GET /api/events HTTP/1.1\r\nHost: x\r\n\r\n")
        self._inside[page.fileno()] = nth, page
        # one that does not read hears only that it was dropped
        self._lines.register(page, select.POLLRDHUP if _deaf(nth) else select.POLLIN)
        self.came += 1

    @contextmanager
    def listening(self) -> Iterator[None]:
        thread = threading.Thread(target=self.listen)
        thread.start()
        try:
            yield
        finally:
            self._over.set()
            thread.join()


def _deaf(nth: int) -> bool:
    """Every other page."""
    return nth % 2 == 1


def _gone(page: socket.socket) -> bool:
    """Read what is there; whether the other side has hung up."""
    try:
        return page.recv(1 << 16) == b""
    except OSError:
        return True


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
    people, pages = People(house), Pages(house.port)
    with (
        house.play(*configured(house.folder)) as referee,
        pages.listening(),
        busy_machine(),
        people.at_the_table(),
    ):
        me = psutil.Process(referee.process.pid)
        time.sleep(FOR_S / 4)
        before = me.memory_info().rss
        people.waits_s.clear()
        time.sleep(FOR_S * 3 / 4)
        grown = me.memory_info().rss - before
        leases = lost(house)
        waits_s = sorted(people.waits_s)
    p50_ms, p99_ms = (waits_s[len(waits_s) * share // 100] * 1000 for share in (50, 99))
    print(
        f"\n{pages.came} pages came, {people.hits} hits, {people.broken_off} broken off, "
        f"{leases} leases lost; {len(waits_s)} answers, p50 {p50_ms:.0f} ms, p99 {p99_ms:.0f} ms, "
        f"longest {waits_s[-1] * 1000:.0f} ms; {grown:+} bytes of memory beside {before}"
    )
    assert leases == 0
    assert people.refused == []
    assert people.hits > 0
    assert grown < FLAT_BYTES
    assert p99_ms <= P99_S * 1000
