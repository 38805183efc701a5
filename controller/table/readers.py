"""Readers at the table: devices that see which card was laid.

Nothing of it is loaded before a reader is paired, because most tables have none.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from controller.base.errors import Refused
from controller.decks.face_up import Numbers
from controller.games.book import Book
from controller.seats.roster import Device
from controller.table.actions import Actions
from controller.table.context import Change, TableContext
from controller.table.rate_limit import RateLimits
from controller.table.staleness import Tag, refuse_other_game

if TYPE_CHECKING:
    from controller.decks.deck import Deck
    from controller.decks.deck_store import DeckStore, IconStore
    from controller.sightings.memory import Question
    from controller.sightings.queue import Answer, SightingQueue, SightingReport
    from controller.sightings.reader_book import Figure, Health
    from controller.sightings.simulated import FaultName, SimulatedDevice

QUESTION_NUMBER_BITS = 32
"""Of the first question's number: small enough for JavaScript to count exactly."""

AT_ONCE = 30
EVERY_S = 0.25
"""A reader may report so many cards quickly, and then one in this time."""


class Readers:
    """The readers that are paired, and what they see."""

    def __init__(self, book: Book, actions: Actions, context: TableContext) -> None:
        """Readers of this journal's table."""
        self._book = book
        self._actions = actions
        self._context = context
        self._queue: SightingQueue | None = None
        self._decks: DeckStore | None = None
        self._icons: IconStore | None = None
        self._simulated: SimulatedDevice | None = None
        self._limits = RateLimits(context.clock, AT_ONCE, EVERY_S)
        self._silence_timers: dict[int, asyncio.TimerHandle] = {}

    @property
    def paired(self) -> tuple[Device, ...]:
        """The devices that are readers."""
        devices = self._book.record.roster.devices
        return tuple(device for device in devices if device.admitted.role == "reader")

    def open_queue(self) -> SightingQueue | None:
        """What takes their sightings, made for the first of them; None: there is no reader."""
        if self._simulated is None and not self.paired:
            self._queue = None  # until another reader is paired, people tap what waited there
        elif self._queue is None:
            self._queue = self._new_queue()
        return self._queue

    @property
    def simulated(self) -> SimulatedDevice | None:
        """The simulated reader; None: nobody has laid a card under one yet."""
        return self._simulated

    @property
    def is_undecided(self) -> bool:
        """Whether later cards wait until people answer a question about a card."""
        return self.blocking is not None

    @property
    def blocking(self) -> Question | None:
        """The question for whose answer later cards wait; None: they need not wait."""
        queue = self.open_queue()
        return None if queue is None else queue.memory.blocking

    @property
    def question_by(self) -> str | None:
        """Whose card people are asked about; None: nobody's alone."""
        queue = self.open_queue()
        question = None if queue is None else queue.question
        return None if question is None else question.by

    def refuse_flood(self, device: int) -> None:
        """Count one more report of a reader. Raises ``Refused`` if it reports too many."""
        self._limits.refuse(str(device))
        self._limits.count(str(device))

    async def see(self, report: SightingReport) -> Answer:
        """Carry out what a reader's report means. Raises ``Refused`` or ``NotSaved``."""
        return await self._paired_queue().see(report)

    async def lay(self, card: str, fault: FaultName) -> None:
        """Somebody lays a card under the simulated reader. Raises ``Refused`` or ``NotSaved``."""
        from controller.sightings.simulated import SimulatedDevice

        if self._simulated is None:
            self._simulated = SimulatedDevice(self._context.rng)
        await self._simulated.lay(self._paired_queue(), self._decks_of_table(), card, fault)

    async def answer(self, number: int, *, yes: bool) -> None:
        """Carry out people's answer to the question with this number.

        Raises ``Refused`` or ``NotSaved``.
        """
        await self._paired_queue().answer(number, yes=yes)

    def choose(self, player: str | None) -> None:
        """Begin to count a player's hand; None: whose turn it is to count. Raises ``Refused``."""
        state = self._book.record.state
        if player is not None and state is not None:
            seat = state.position.find(player)
            if seat is None:
                values = {"player": player}
                raise Refused("unknown_player", "refusal.not_at_the_table", values)
            player = state.position.name(seat)
        self._paired_queue().choose(player)
        self._context.on_change(Change.SIGHTINGS)

    async def update(self) -> bool:
        """Judge the cards that waited. True: there are new entries. Raises ``NotSaved``."""
        queue, seq = self.open_queue(), self._book.record.seq
        if queue is None:
            return False
        await queue.update()
        if self._icons is not None:
            await self._icons.save()
        return self._book.record.seq != seq

    def numbers_for(self, command: object) -> Numbers:
        """The numbers of the cards that somebody's command shows, as far as they were seen."""
        queue = self.open_queue()
        return () if queue is None else queue.numbers_for(command)

    def learn(self, command: Mapping[str, Any], numbers: Numbers) -> None:
        """Remember which icon a number card has: somebody has played it and said so.

        ``numbers``: of the cards that the command shows; empty if they were not seen.
        """
        state = self._book.record.state
        number = numbers[-1] if numbers else None
        if state is None or number is None or command["do"] != "play":
            return
        setup = state.position.setup
        if "icon" in setup.card(command["card"]).kind.takes:
            icons = self._icon_store()
            icons.learn(setup.edition, number, command.get("icon", ""))

    def health_of(self, device: int) -> Health:
        """How a reader is now. Raises ``Refused`` if no reader is paired."""
        return self._paired_queue().health.of(device, self._context.clock())

    def report_health(
        self, device: int, kind: str | None, key: str, values: Mapping[str, Figure]
    ) -> None:
        """Take a reader's report of its health. ``kind``: None if it does not say what it is.

        Raises ``Refused`` if no reader is paired.
        """
        from controller.sightings.reader_book import VALID_S

        health = self._paired_queue().health
        health.keep_only(frozenset(device.number for device in self.paired))
        if kind is not None:
            health.set_kind(device, kind)
        if device in self._silence_timers:
            self._silence_timers.pop(device).cancel()
        timer = asyncio.get_running_loop().call_later(VALID_S, self._fall_silent, device)
        self._silence_timers[device] = timer
        if health.report(device, key, values, self._context.clock()):
            self._context.on_change(Change.SIGHTINGS)

    def is_stale(self, tag: Tag | None) -> bool:
        """Whether a command was taken back since somebody saw the table with this tag.

        ``tag``: None if they do not say which table they saw.
        """
        record = self._book.record
        if tag is None:
            return False
        newest = Tag(self._book.id, record.seq)
        if refuse_other_game(tag, newest, record.begun_by) is not None:
            return True
        undo_seqs = (moment.seq for moment in record.moments if moment.done.key == "done.undo")
        return any(seq > tag.seq for seq in undo_seqs)

    def stop(self) -> None:
        """Cancel all timers."""
        for timer in self._silence_timers.values():
            timer.cancel()
        self._silence_timers = {}

    def _fall_silent(self, device: int) -> None:
        self._silence_timers.pop(device, None)
        self._context.on_change(Change.SIGHTINGS)

    def _paired_queue(self) -> SightingQueue:
        queue = self.open_queue()
        if queue is None:
            raise Refused("no_reader", "refusal.no_reader")
        return queue

    def _decks_of_table(self) -> tuple[Deck, ...]:
        """All decks of the table. Raises ``Refused``."""
        from controller.decks.deck_store import DeckStore

        if self._decks is None:
            self._decks = DeckStore(self._book.path)
        decks = self._decks.all()
        if self._simulated is None:
            return decks
        from controller.sightings.simulated import with_boxes

        state = self._book.record.state
        return with_boxes(decks, None if state is None else state.position.setup.edition)

    def _new_queue(self) -> SightingQueue:
        from controller.sightings.queue import SightingQueue

        async def do(command: Mapping[str, Any], numbers: Numbers) -> int:
            return await self._actions.command(dict(command), numbers=numbers)

        return SightingQueue(
            lambda: self._book.record,
            do,
            self._decks_of_table,
            self._context.clock,
            confirm=self._context.confirms_cards,
            question_number=self._context.rng.getrandbits(QUESTION_NUMBER_BITS),
            icons=self._icon_store(),
        )

    def _icon_store(self) -> IconStore:
        from controller.decks.deck_store import IconStore

        if self._icons is None:
            self._icons = IconStore(self._book.path, self._decks_of_table)
        return self._icons
