"""A hub at a broker that pretends: what it does when too much comes, or when its disk is full."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from controller.club.broker import BrokerGone, Heard
from controller.club.hub import hub as hub_module
from controller.club.hub.hub import Hub
from controller.club.hub.result_store import Store
from controller.club.hub.scoreboard import LOST_BROKER, MOST_TABLES, SHOWN, TWICE, Board, Complaints
from controller.club.messages import Message
from tests.processes import PATIENCE_S

COMMITMENT = (
    b'{"source":"aa","game":1,"begun_s":5,"hits":0,"seal":{"commitment":"%s","profile_hash":"%s",'
    b'"words":"","receipt":"%s"}}' % (b"a" * 64, b"b" * 64, b"c" * 64)
)


class Line:
    """A connection to no broker."""

    def __init__(self) -> None:
        self.coming: asyncio.Queue[Heard] = asyncio.Queue()
        self.published: list[str] = []

    async def publish(self, message: Message) -> None:
        self.published.append(message.topic)

    async def subscribe(self, topic: str) -> None:
        pass

    async def heard(self) -> AsyncIterator[Heard]:
        while True:
            yield await self.coming.get()

    def say(self, topic: str, payload: bytes) -> None:
        self.coming.put_nowait(Heard(f"rollerdeck/{topic}", payload, False))

    async def until(self, times: int, topic: str) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while self.published.count(topic) < times:  # noqa: ASYNC110 - threads decide it
                await asyncio.sleep(0.005)


@asynccontextmanager
async def hub(store: Store, board: Board, *, away: bool = False) -> AsyncIterator[Line]:
    """``away``: no broker answers."""
    line = Line()

    @asynccontextmanager
    async def connected() -> AsyncIterator[Line]:
        if away:
            raise BrokerGone("It is away.")
        yield line

    def note(event: str, sentence: str, level: int = logging.INFO, **fields: object) -> None:
        pass

    one = Hub(connected, store, board, lambda: None, note, lambda: 1_790_000_000.0)
    running = asyncio.create_task(one.run())
    try:
        yield line
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running


@pytest.fixture
def store(tmp_path: Path) -> Any:
    found = Store(tmp_path / "hub.sqlite3")
    yield found
    found.close()


async def test_tables_are_greeted_again_after_something_could_not_be_written(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A commitment that met a full disk was never sent again."""
    monkeypatch.setattr(hub_module, "AGAIN_S", 0.01)
    whole = store.keep

    def full(*told: Any, **more: Any) -> Any:
        monkeypatch.setattr(store, "keep", whole)
        raise sqlite3.OperationalError("database or disk is full")

    async with hub(store, Board()) as line:
        line.say("t/status", b"online")
        await line.until(1, "rollerdeck/t/hub")
        monkeypatch.setattr(store, "keep", full)
        line.say("t/commitment/1", COMMITMENT)
        await line.until(2, "rollerdeck/t/hub")


async def test_a_hub_without_a_broker_says_so(store: Store) -> None:
    board = Board()
    async with hub(store, board, away=True), asyncio.timeout(PATIENCE_S):
        while (summary := board.whole().summary) is None or not summary.said:  # noqa: ASYNC110
            await asyncio.sleep(0.005)
    assert [one.key for one in summary.said] == [LOST_BROKER]


async def test_a_table_that_comes_back_is_greeted_again(store: Store) -> None:
    """A table that was made to forget its hub never heard of it again while the hub ran."""
    async with hub(store, Board()) as line:
        for times in (1, 2):
            line.say("t/status", b"online")
            line.say("t/launcher", b"{}")
            line.say("t/status", b"offline")
            await line.until(times, "rollerdeck/t/hub")


async def test_tables_are_greeted_again_after_too_much_came_to_be_written(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_module, "AGAIN_S", 0.01)
    monkeypatch.setattr(hub_module, "MOST_WAITING", 0)
    async with hub(store, Board()) as line:
        line.say("t/commitment/1", COMMITMENT)
        await line.until(2, "rollerdeck/t/hub")


async def test_names_that_are_made_up_are_neither_greeted_nor_complained_of_without_end(
    store: Store,
) -> None:
    board = Board()
    async with hub(store, board) as line:
        line.say("last/status", b"online")
        await line.until(1, "rollerdeck/last/hub")
        for number in range(MOST_TABLES + 50):
            line.say(f"made-up-{number}/state", b"{")
            line.say(f"made-up-{number}/status", b"online")
        line.say("last/status", b"offline")
        async with asyncio.timeout(PATIENCE_S):
            while any(one.table == "last" and one.online for one in board.whole().tables):  # noqa: ASYNC110
                await asyncio.sleep(0.005)
        await line.until(1, f"rollerdeck/made-up-{MOST_TABLES - 2}/hub")
        assert sum(one.endswith("/hub") for one in line.published) == MOST_TABLES
        summary = board.whole().summary
        assert summary is not None and len(summary.said) == SHOWN


def test_what_is_wrong_with_the_hall_is_shown_before_what_single_tables_send() -> None:
    now = [0.0]
    complaints = Complaints(lambda: now[0])
    for number in range(10):
        assert complaints.add("hall.no_sense", f"t{number}")
    assert not complaints.add("hall.no_sense", "t0")
    complaints.add(TWICE, "t9")
    complaints.add("hall.full")
    assert [one.key for one in complaints.shown()] == ["hall.full", TWICE, *["hall.no_sense"] * 3]
    assert complaints.end("hall.full") and not complaints.end("hall.full")
    now[0] = 15 * 60
    assert complaints.shown() == [] and complaints.add("hall.no_sense", "t0")


async def test_the_file_is_read_and_tidied_beside_the_event_loop(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slow disk stopped everything: no page was told anything meanwhile."""
    threads: dict[str, set[int]] = {}

    def note(name: str) -> None:
        real = getattr(store, name)

        def noted(*told: Any) -> Any:
            threads.setdefault(name, set()).add(threading.get_ident())
            return real(*told)

        monkeypatch.setattr(store, name, noted)

    for name in ("results", "drop_old_events", "drop_sources"):
        note(name)
    async with hub(store, Board()), asyncio.timeout(PATIENCE_S):
        while len(threads) < 3:  # noqa: ASYNC110 - threads decide it
            await asyncio.sleep(0.005)
    assert all(threading.get_ident() not in ones for ones in threads.values())
