"""Publishes a table: everything that it retains whenever it is connected anew, and every ruling.

Nothing waits in memory for a broker that is away. Its state and its launcher are told as they are
when it is back; the rulings and the results that it lacks are worked out anew from what the referee
shows and from what the broker has acknowledged (``PublisherStore``). If there is a hub, only what
the hub has acknowledged needs not be published again.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from controller.club import discovery, messages
from controller.club.broker import Heard, Line
from controller.club.commands import Commanding, Commands
from controller.club.discovery import BIRTH
from controller.club.draws import Enclosed
from controller.club.following import Following, Snapshot
from controller.club.messages import Message, Names, Place, Result
from controller.club.outbox import Hello, Outbox, Receipt, Results, read, read_game
from controller.club.publisher_store import Published, PublisherStore
from controller.club.reconnecting import Connect, Twin, stay_connected
from controller.readers.http_client import HttpClient, Unreachable
from controller.words.catalogue import catalogue
from firmware_bridge.reports import Note


class Publisher:
    """Publishes one table as long as it runs."""

    def __init__(
        self,
        client: HttpClient,
        place: str,
        connect: Connect,
        store: PublisherStore,
        table: str,
        language: str,
        note: Note,
        *,
        with_names: bool = False,
        version: str | None = None,
        commands: Commands | None = None,
        new_source: Callable[[], str] = lambda: secrets.token_hex(8),
        wall_clock: Callable[[], float] = time.time,
    ) -> None:
        """``place``: the referee's address; ``table``: the table's name at the broker.

        ``version``: Rollerdeck's, for Home Assistant; None: it is told nothing. ``commands``: what
        may be asked for over the broker, by its name. ``new_source`` makes the ID that tells this
        publisher from another one with the same table's name.

        Raises ``Trouble`` if what was published cannot be read.
        """
        self._news = asyncio.Event()
        self._stop = asyncio.Event()
        self._following = Following(client, place, self._news.set, note)
        self._connect = connect
        self._store = store
        self._published = store.read()
        self._new_source, self._wall_clock = new_source, wall_clock
        self._table = table
        self._words = catalogue(language)
        self._results = Results(language, with_names=with_names)
        self._version = version
        self._commanding = Commanding(table, commands or {}, note)
        self._names = Names(language, wanted=with_names)
        self._note = note
        self._hub_messages: list[Heard] = []
        """What a hub has said and was not taken in yet."""
        self._outbox = Outbox(lambda: asyncio.get_running_loop().time())
        self._committed: tuple[int, str] | None = None
        """The game and the commitment that were published last."""
        self._retained: dict[str, bytes] = {}
        """What the broker retains, by its topics, since it was connected."""
        self._game = 0
        self._twin = Twin(table)
        self._late_until = 0
        """Rulings of entries up to this one could not be published at once."""

    async def run(self) -> None:
        """Publish until cancelled. Raises ``Trouble`` if what was published cannot be kept."""
        if not self._published.source:
            self._keep(replace(self._published, source=self._new_source()))
        following = asyncio.create_task(self._following.run())
        # Not cancelled, but stopped: it says goodbye to the broker.
        publishing = asyncio.create_task(
            stay_connected(self._connect, self._serve, lambda: None, self._stop, self._note)
        )
        try:
            await asyncio.shield(publishing)
        finally:
            self._stop.set()
            self._news.set()
            following.cancel()
            await publishing

    async def _serve(self, line: Line) -> None:
        """Publish on one connection until it is lost. Raises ``BrokerGone``."""
        with self._twin.looked_for():
            await self._tell_and_hear(line)

    async def _tell_and_hear(self, line: Line) -> None:
        self._retained.clear()
        self._outbox.empty()
        self._committed = None
        snapshot = self._following.snapshot
        self._late_until = snapshot.rulings.seq if snapshot else 0
        hearing = asyncio.create_task(self._hear(line))
        try:
            while not (hearing.done() or self._stop.is_set()):
                self._news.clear()
                await self._tell(line)
                waiting = asyncio.create_task(self._news.wait())
                await asyncio.wait(
                    (waiting, hearing),
                    # without a referee, nothing can be sent again
                    timeout=self._outbox.again_in_s if self._following.snapshot else None,
                    return_when=asyncio.FIRST_COMPLETED,
                )
                waiting.cancel()
            if hearing.done():
                hearing.result()
            else:  # a broker publishes the will only of a client that is gone without a word
                await line.publish(messages.status(self._table, online=False))
        finally:
            hearing.cancel()

    async def _hear(self, line: Line) -> None:
        """Take in what the broker says, and notice that it is gone."""
        await line.subscribe(self._twin.topic)  # before this publisher writes there
        if self._version is not None:
            await line.subscribe(BIRTH)
        await self._commanding.subscribe(line)
        await line.subscribe(self._hello)
        await line.subscribe(f"{self._receipts}+")
        async for heard in line.heard():
            if heard.topic == self._hello or heard.topic.startswith(self._receipts):
                self._hub_messages.append(heard)
                self._news.set()
            self._twin.hear(heard, self._published.source)
            self._commanding.hear(line, heard)
            # one that is retained tells of a start long ago
            if heard.topic == BIRTH and heard.payload == b"online" and not heard.retain:
                self._retained.pop(discovery.place(self._table), None)
                self._news.set()

    def _take_in(self) -> None:
        """Take in what a hub has said."""
        received, self._hub_messages = self._hub_messages, []
        published = self._published
        for heard in received:
            if heard.topic == self._hello:
                hello = read(heard.payload, Hello)
                if not heard.payload:
                    published = published.without_hub()
                elif hello is not None:
                    self._greet(hello)
                    published = published.met(hello.hub)
            else:
                receipt = read(heard.payload, Receipt)
                game = read_game(heard.topic.removeprefix(self._receipts))
                results = published.results
                if (
                    receipt
                    and receipt.hub == published.hub
                    and game is not None
                    and game in results
                ):
                    if not self._outbox.arrived(game):
                        continue
                    acknowledged = {**published.acknowledged, game: receipt.mark}
                    published = replace(published, acknowledged=acknowledged)
        self._keep(published)

    def _greet(self, hello: Hello) -> None:
        """A hub has come: tell it everything that it may lack."""
        self._outbox.empty()
        self._committed = None
        if hello.version != messages.VERSION:
            self._note(
                "other_hub",
                "The hub is of another version: install the same release on the hub and here.",
                logging.WARNING,
            )

    async def _tell(self, line: Line) -> None:
        """Publish everything that the broker does not know yet."""
        self._take_in()
        snapshot = self._following.snapshot
        await self._retain(line, messages.status(self._table, online=snapshot is not None))
        await self._retain(line, messages.origin(self._table, self._published.source))
        if snapshot is None:
            return
        if snapshot.game is not None and snapshot.game.number != self._game:
            self._game = snapshot.game.number
            self._names.begin(snapshot.game.players)
        self._names.seat(snapshot.table)
        await self._commit(line, snapshot)
        for message in self._shown(snapshot):
            await self._retain(line, message)
        await self._tell_rulings(line, snapshot)
        await self._tell_results(line, snapshot)

    def _shown(self, snapshot: Snapshot) -> Iterator[Message]:
        """What is retained of a table."""
        if self._version is not None:
            name = snapshot.table.launcher.name
            yield discovery.discovery(
                *(self._table, name, self._version, self._words), self._commanding.names
            )
        yield messages.launcher(self._table, snapshot.table.launcher, self._names, self._words)
        yield messages.state(
            *(self._table, snapshot.table, snapshot.game, self._names), self._published.source
        )

    async def _retain(self, line: Line, message: Message) -> None:
        if self._retained.get(message.topic) != message.payload:
            await line.publish(message)
            self._retained[message.topic] = message.payload

    async def _commit(self, line: Line, snapshot: Snapshot) -> None:
        """Say what the draws of the game on the table are bound to, before anybody hits."""
        game, fairness = snapshot.game, snapshot.table.fairness.game
        if game is None or fairness is None:
            return
        committed = game.number, fairness.seal.commitment
        if committed == self._committed:
            return
        source = self._published.source
        await line.publish(messages.commitment(self._table, game, fairness.seal, source))
        self._committed = committed

    async def _tell_rulings(self, line: Line, snapshot: Snapshot) -> None:
        rulings = snapshot.rulings
        published = self._published.before(snapshot.table.journal, rulings)
        new = rulings.since(published.seq)[published.part :]
        late = max(self._late_until, snapshot.caught_up)
        try:
            for ruling in new:
                game = rulings.game_of(ruling, self._game)
                place = Place(
                    *(published.number + 1, game, snapshot.begun_s(game)),
                    *(ruling.seq <= late, published.source, round(self._wall_clock(), 3)),
                )
                event = messages.event(self._table, ruling, place, self._names, self._words)
                await line.publish(event)
                part, number = published.part + 1, published.number + 1
                published = replace(published, part=part, number=number)
            if new:
                published = replace(published, seq=rulings.seq, part=0)
        finally:
            self._keep(published)

    async def _tell_results(self, line: Line, snapshot: Snapshot) -> None:
        over = self._results.of(snapshot.games)
        for number in self._outbox.in_turn({*over, *self._published.results}):
            result = over[number].result if number in over else messages.taken_back(number)
            mark = over[number].mark if number in over else result.mark
            if self._published.has(number, mark):
                self._outbox.settle(number)
            else:
                await self._send(line, result, over=number in over)

    async def _send(self, line: Line, result: Result, *, over: bool) -> None:
        """Send a result: at once if it is new, else when it is its turn.

        ``over``: it holds, so there may be draws.
        """
        new = self._published.results.get(result.game) != result.mark
        if not new and not self._outbox.may_send_again(result.game):
            return
        with_hub = self._published.hub != ""
        enclosed, is_incomplete = Enclosed(), False
        if (with_hub and over) or result.has_box:
            try:
                enclosed = await self._following.enclosed(result.game, self._stop)
            except Unreachable:  # everybody gets the result all the same
                is_incomplete = True
        if not with_hub:  # nobody else recomputes draws
            enclosed = replace(enclosed, draws=None)
        await line.publish(result.message(self._table, self._published.source, enclosed))
        if with_hub:
            self._outbox.sent(result.game, is_incomplete=is_incomplete)
        self._keep(self._published.sent(result.game, result.mark))

    @property
    def _hello(self) -> str:
        return messages.topic(self._table, "hub")

    @property
    def _receipts(self) -> str:
        return messages.topic(self._table, "ack", "")

    def _keep(self, published: Published) -> None:
        if published != self._published:
            self._store.write(published)
            self._published = published
