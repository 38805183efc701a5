"""A hub in this process, at a broker, with tables that pretend."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Any

import msgspec

from controller.base.mqtt import Hub as HubConfig
from controller.club.broker import Broker
from controller.club.hub.hub import Hub
from controller.club.hub.result_store import Store, StoredResult
from controller.club.hub.scoreboard import Board, Summary, Tile
from controller.club.publisher import Publisher
from controller.club.publisher_store import PublisherStore
from tests.controller.club.broker import USERS, Mosquitto
from tests.controller.club.table import PretendedTable
from tests.processes import PATIENCE_S

SEALED = Path(__file__).with_name("sealed.jsonl")
"""A finished game, exported by a referee: twelve hits, all draws in order."""


def quiet(event: str, sentence: str, level: int = logging.INFO, **fields: object) -> None:
    assert sentence.endswith(".")


class Running:
    """A hub that runs."""

    def __init__(self, store: Store, board: Board) -> None:
        self.store, self.board = store, board
        self.ahead_s = 0
        """By how much a test has moved the hub's clock."""

    @property
    def results(self) -> list[StoredResult]:
        return self.store.results()

    @property
    def proofs(self) -> list[str]:
        return [one.proof for one in self.results]

    @property
    def committed(self) -> int:
        """How many commitments it has."""
        with closing(sqlite3.connect(self.store.file)) as db:
            (count,) = db.execute("SELECT count(*) FROM commitment").fetchone()
        return int(count)

    @property
    def summary(self) -> Summary:
        """What is shown beside the tables."""
        summary = self.board.whole().summary
        assert summary is not None
        return summary

    @property
    def said(self) -> list[str]:
        return [one.key for one in self.summary.said]

    def tile(self, name: str = "table-1") -> Tile | None:
        return next((one for one in self.board.whole().tables if one.id == name), None)

    async def until(self, holds: Callable[[], Any]) -> None:
        """Wait until something holds."""
        async with asyncio.timeout(PATIENCE_S):
            while not holds():  # noqa: ASYNC110 - other processes decide it
                await asyncio.sleep(0.005)


@asynccontextmanager
async def hub(mosquitto: Mosquitto, file: Path, password: str = "") -> AsyncIterator[Running]:
    tls = {"tls": True, "authority": str(mosquitto.pair.certificate)} if mosquitto.pair else {}
    access = {"host": "localhost", "port": mosquitto.port, "user": "hub", **tls}
    config = msgspec.convert(access, HubConfig)
    store, board = Store(file), Board()
    broker = Broker(config, password or USERS["hub"])
    there = Running(store, board)

    def clock() -> float:
        return time.time() + there.ahead_s

    running = asyncio.create_task(
        Hub(broker.connected, store, board, lambda: None, quiet, clock).run()
    )
    try:
        yield there
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
        store.close()


@asynccontextmanager
async def publisher(
    mosquitto: Mosquitto, table: PretendedTable, file: Path, user: str = "table-1"
) -> AsyncIterator[PublisherStore]:
    kept = PublisherStore(file)
    broker = Broker(mosquitto.config(user), USERS[user])
    one = Publisher(
        *(table, "http://table", broker.connected, kept, user, "en", quiet), with_names=True
    )
    running = asyncio.create_task(one.run())
    try:
        yield kept
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running


def sealed_table(scenario: str | None = None, edition: str = "attack") -> PretendedTable:
    """A table whose game has begun, with a seal that its scenario keeps."""
    table = PretendedTable()
    table.edition = edition
    table.scenario = scenario or SEALED.read_text()
    line = next(one for one in table.scenario.splitlines() if one.startswith("# fairness "))
    table.sealed = msgspec.json.decode(line.removeprefix("# fairness "))["seal"]
    table.hits = 0
    table.begun_s = int(time.time()) - 60
    return table


def play_on(table: PretendedTable, hits: int = 12) -> None:
    """Some hits."""
    table.hits = hits
    table.say("ruling.hits", player="Bo", n=3)


def end(table: PretendedTable) -> None:
    """The game is over."""
    table.phase = "game_over"
    table.say("ruling.game_won", names=["Cy"], n=1)


def begin_another(table: PretendedTable) -> None:
    """Another game begins, with a commitment that is not yet proved by anything."""
    table.past.insert(0, table.games[0] | {"on_table": False})
    table.game, table.phase, table.hits = table.game + 1, "play", 0
    table.begun_s += 30
    table.sealed = None
    table.say("log.game", names=["Ann", "Bo", "Cy"])
