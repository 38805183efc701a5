"""A hub at its broker: hears all tables, writes down what they say, and acknowledges it."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import suppress

import msgspec

from controller.club.broker import Heard, Line
from controller.club.hub.result_store import DAY_S, Store, StoredPublisher
from controller.club.hub.scoreboard import (
    FULL,
    LOST_BROKER,
    MOST_TABLES,
    NOTHING,
    OPEN_BROKER,
    OTHER_BOX,
    SAID_S,
    TWICE,
    Board,
    Complaints,
    Summary,
)
from controller.club.hub.sources import Sources, outdated
from controller.club.hub.standings import LONGEST_S, of_evening, once, records, standings
from controller.club.hub.table_messages import (
    TOPICS,
    Event,
    Launcher,
    Result,
    State,
    Status,
    TableMessage,
    UnreadableMessage,
    read,
)
from controller.club.messages import VERSION, Message, topic
from controller.club.outbox import Hello, Receipt
from controller.club.reconnecting import Connect, stay_connected
from firmware_bridge.reports import Note

AT_ONCE = 500
"""So many messages are written down together."""
MOST_WAITING = 20_000
"""So many messages wait to be written. Those beyond are dropped: results are sent again."""
TIDY_S = 600.0
"""How often old events are deleted."""
AGAIN_S = 30.0
"""So long after something could not be written, the tables are asked for it again."""
PROBED = topic("nobodys-table", "check")
"""Where the hub finds out whether the broker lets it write for a table that it is not."""


class Hub:
    """Keeps what all tables of a broker publish, as long as it runs."""

    def __init__(
        self,
        connect: Connect,
        store: Store,
        board: Board,
        changed: Callable[[], None],
        note: Note,
        clock: Callable[[], float],
        events_days: int = 30,
    ) -> None:
        """``changed`` is called when the board has changed; ``clock`` tells seconds since 1970."""
        self._connect = connect
        self._store = store
        self._board = board
        self._changed = changed
        self._note = note
        self._clock = clock
        self._events_s = events_days * DAY_S
        self._waiting: list[TableMessage] = []
        self._news = asyncio.Event()
        self._tables: set[str] = set()
        """Those that are shown, greeted and complained of: somebody could make up more."""
        self._greeted: set[str] = set()
        self._to_greet: set[str] = set()
        self._again: asyncio.TimerHandle | None = None
        """When all tables are greeted again."""
        self._sources = Sources()
        self._heard: set[StoredPublisher] = set()
        """To be written down."""
        self._version = 0
        self._complaints = Complaints(clock)
        self._summary = NOTHING
        self._looking = asyncio.Lock()
        self._guarded = False
        """The broker lets nobody write for a table but the table itself."""

    async def run(self) -> None:
        """Hear tables until cancelled. Raises ``Trouble`` if the file cannot be read."""
        self._sources = Sources(self._store.sources())
        await self._look_again()
        tidying = asyncio.create_task(self._tidy())

        def lost() -> None:
            self._complain(LOST_BROKER)

        try:
            await stay_connected(self._connect, self._serve, lost, asyncio.Event(), self._note)
        finally:
            tidying.cancel()
            await asyncio.gather(tidying, return_exceptions=True)

    async def _serve(self, line: Line) -> None:
        """Hear and write on one connection until it is lost. Raises ``BrokerGone``."""
        self._greeted.clear()
        self._to_greet.clear()
        self._waiting.clear()  # what was not written down was not acknowledged, and comes again
        self._guarded = False
        hearing = asyncio.create_task(self._hear(line))
        writing = asyncio.create_task(self._write(line))
        try:
            done, _ = await asyncio.wait((hearing, writing), return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in (hearing, writing):
                task.cancel()
            if self._again is not None:
                self._again.cancel()
                self._again = None
            await asyncio.gather(hearing, writing, return_exceptions=True)

    async def _hear(self, line: Line) -> None:
        self._content(LOST_BROKER)
        await line.subscribe(PROBED)
        await self._probe(line)
        for pattern in TOPICS:
            await line.subscribe(pattern)
        async for heard in line.heard():
            if heard.topic == PROBED:
                self._hear_probe(heard)
                continue
            try:
                message = read(heard)
            except UnreadableMessage as error:
                self._complain(error.key, error.table)
                continue
            if message is not None:
                self._take(message)

    def _take(self, message: TableMessage) -> None:
        """Show a message at once, or write it down soon."""
        if self._is_shown(message.table):
            if message.table not in self._greeted or _comes(message):
                self._greeted.add(message.table)
                self._to_greet.add(message.table)
                self._news.set()
            if isinstance(message.body, State | Event | Result) and not message.retained:
                self._hear_source(message.table, message.body.source)
            if isinstance(message.body, State | Launcher | Status):
                self._board.tell(message)
                self._changed()
        if isinstance(message.body, State | Launcher | Status):
            return
        if len(self._waiting) < MOST_WAITING:
            self._waiting.append(message)
            self._news.set()
        else:
            self._greet_again()

    def _is_shown(self, table: str) -> bool:
        if table not in self._tables and len(self._tables) < MOST_TABLES:
            self._tables.add(table)
        return table in self._tables

    def _greet_again(self) -> None:
        """Something was not written down. Tables that are greeted send again what they have."""
        if self._again is None:
            self._again = asyncio.get_running_loop().call_later(AGAIN_S, self._greet_all)

    def _greet_all(self) -> None:
        self._again = None
        self._to_greet |= self._greeted
        self._news.set()

    async def _probe(self, line: Line) -> None:
        """Find out whether the broker lets anybody write for a table that is somebody else's."""
        self._guarded = True
        await line.publish(Message(PROBED, self._store.hub.encode()))

    def _hear_probe(self, heard: Heard) -> None:
        """The broker has let the hub write for a table, so it lets everybody."""
        if heard.payload == self._store.hub.encode():
            self._guarded = False
            self._complain(OPEN_BROKER, for_s=float("inf"))

    async def _write(self, line: Line) -> None:
        """Write down what was heard, and acknowledge results."""
        while True:
            await self._news.wait()
            self._news.clear()
            greeted, self._to_greet = self._to_greet, set()
            for table in sorted(greeted):
                hello = msgspec.json.encode(Hello(VERSION, self._store.hub))
                await line.publish(Message(topic(table, "hub"), hello, retain=True))
            while self._waiting or self._heard:
                batch, self._waiting = self._waiting[:AT_ONCE], self._waiting[AT_ONCE:]
                await self._keep(line, batch)

    async def _keep(self, line: Line, batch: list[TableMessage]) -> None:
        now = int(self._clock())
        heard, self._heard = self._heard, set()
        try:
            receipts = await asyncio.to_thread(
                self._store.keep, batch, heard, now, guarded=self._guarded
            )
        except sqlite3.Error as error:
            self._greet_again()
            self._complain(FULL)
            self._note(
                "not_kept",
                f"The hub cannot write to {self._store.file} ({error}): make room. After that, the "
                "tables send all results that are missing here.",
                logging.WARNING,
            )
            return
        self._content(FULL)
        for table, edition, reason in receipts.refused:
            if self._complain(OTHER_BOX, table):
                self._note(
                    "box_not_kept",
                    f"{table} sent a box of cards with a result of {edition} that is not kept, "
                    f"because {reason}. The result counts. Look which program publishes there, and "
                    "install the same release on both.",
                    logging.WARNING,
                )
        if receipts.changed or receipts.version != self._version:
            with suppress(sqlite3.Error):  # it is tried again when the hub tidies
                await self._look_again()
        for table, game, mark in receipts.results:
            receipt = msgspec.json.encode(Receipt(self._store.hub, mark))
            await line.publish(Message(topic(table, "ack", str(game)), receipt))

    def _hear_source(self, table: str, source: str) -> None:
        """A publisher was heard. Two with the name of one table are told apart."""
        now = int(self._clock())
        heard = self._sources.hear(table, source, now)
        if heard is None:
            return
        self._heard.add(heard)
        self._news.set()
        twice = self._sources.twice(now)
        self._board.tell_apart(twice)
        for name in sorted(twice):
            self._complain(TWICE, name)

    async def _look_again(self) -> None:
        """Read the results of this evening and the boxes anew, and show them."""
        async with self._looking:  # else what was read first could be shown last
            titles, self._summary, self._version = await asyncio.to_thread(self._evening)
            self._board.name_boxes(titles)
            self._summarise()

    def _evening(self) -> tuple[Mapping[str, Mapping[str, str]], Summary, int]:
        """What is shown of the file: the titles of boxes, this evening, and its version."""
        now, version = int(self._clock()), self._store.version
        results = of_evening(self._store.results(now - LONGEST_S), now)
        games = len(once(results))
        summary = Summary(standings(results), records(results), [], games)
        return self._store.titles(), summary, version

    def _summarise(self) -> None:
        complaints = self._complaints.shown()
        self._board.summarise(msgspec.structs.replace(self._summary, said=complaints))
        self._changed()

    def _complain(self, key: str, table: str = "", for_s: float = SAID_S) -> bool:
        """Show for a while that something is wrong. Returns whether it was not known."""
        new = (not table or self._is_shown(table)) and self._complaints.add(key, table, for_s)
        if new:
            self._summarise()
        return new

    def _content(self, key: str) -> None:
        """It is not wrong any more."""
        if self._complaints.end(key):
            self._summarise()

    async def _tidy(self) -> None:
        while True:
            with suppress(sqlite3.Error):  # a full disk is told when something is written
                now = int(self._clock())
                await asyncio.to_thread(self._store.drop_old_events, now - self._events_s)
                old = outdated(await asyncio.to_thread(self._store.sources), now)
                await asyncio.to_thread(self._store.drop_sources, old)
                self._sources.drop(old)
            with suppress(sqlite3.Error):
                await self._look_again()
            await asyncio.sleep(TIDY_S)


def _comes(message: TableMessage) -> bool:
    """Whether a publisher has just connected: somebody may have made it forget this hub."""
    return isinstance(message.body, Status) and message.body.online and not message.retained
