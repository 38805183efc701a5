"""Readers at the table: devices that see which card was laid.

Nothing of it is loaded before a reader is paired, because most tables have none.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any

from controller.base.errors import Refused
from controller.decks.lying import Numbers
from controller.games.book import Book
from controller.seats.roster import Device
from controller.table.actions import Actions
from controller.table.pace import Paces
from controller.table.staleness import Tag, refuse_other_game
from controller.table.surroundings import Change, Surroundings

if TYPE_CHECKING:
    from controller.decks.deck import Deck
    from controller.decks.icons import Icons
    from controller.decks.kept import KeptDecks
    from controller.sightings.desk import Answer, Desk, Sighting
    from controller.sightings.health import Figure, Known
    from controller.sightings.laying import FaultName, Laying

ASKED_BITS = 32
"""So many has the first question's number: small enough for JavaScript to count exactly."""

AT_ONCE = 30
EVERY_S = 0.25
"""A reader may report so many cards quickly, and then one in this time."""


class Readers:
    """The readers that are paired, and what they see."""

    def __init__(self, book: Book, actions: Actions, around: Surroundings) -> None:
        """Readers of this journal's table."""
        self._book = book
        self._actions = actions
        self._around = around
        self._desk: Desk | None = None
        self._decks: KeptDecks | None = None
        self._icons: Icons | None = None
        self._laying: Laying | None = None
        self._paces = Paces(around.clock, AT_ONCE, EVERY_S)
        self._silence: dict[int, asyncio.TimerHandle] = {}

    @property
    def paired(self) -> tuple[Device, ...]:
        """The devices that are readers."""
        devices = self._book.record.roster.devices
        return tuple(one for one in devices if one.admitted.role == "reader")

    @property
    def desk(self) -> Desk | None:
        """Where their sightings arrive; None: there is no reader."""
        if self._laying is None and not self.paired:
            self._desk = None  # until another reader is paired, people tap what waited there
        elif self._desk is None:
            self._desk = self._made()
        return self._desk

    @property
    def simulated(self) -> Laying | None:
        """The simulated reader; None: nobody has laid a card under one."""
        return self._laying

    @property
    def undecided(self) -> bool:
        """Whether a card lies there, and people have not said yet what is played."""
        desk = self.desk
        pending = None if desk is None else desk.pending
        return pending is not None and pending.blocks

    @property
    def pending_by(self) -> str | None:
        """Whose card people are asked about; None: nobody's alone."""
        desk = self.desk
        pending = None if desk is None else desk.pending
        return None if pending is None else pending.by

    def refuse_flood(self, device: int) -> None:
        """Count one more report of a reader. Raises ``Refused`` if it reports too many."""
        self._paces.refuse(str(device))
        self._paces.done(str(device))

    async def see(self, said: Sighting) -> Answer:
        """Deal with what a reader reports. Raises ``Refused`` or ``NotSaved``."""
        return await self._there().see(said)

    async def lay(self, card: str, fault: FaultName) -> None:
        """Somebody lays a card under the simulated reader. Raises ``Refused`` or ``NotSaved``."""
        from controller.sightings.laying import Laying

        if self._laying is None:
            self._laying = Laying(Random())  # noqa: S311 - it only varies how soon a card is seen
        await self._laying.lay(self._there(), self._known_decks(), card, fault)

    async def answer(self, number: int, *, yes: bool) -> None:
        """People answer a question about a card. Raises ``Refused`` or ``NotSaved``."""
        await self._there().answer(number, yes=yes)

    def choose(self, player: str | None) -> None:
        """The table wants to count a player's hand. Raises ``Refused``."""
        state = self._book.record.state
        if player is not None and state is not None:
            seat = state.position.find(player)
            if seat is None:
                values = {"player": player}
                raise Refused("unknown_player", "refusal.not_at_the_table", values)
            player = state.position.name(seat)
        self._there().choose(player)
        self._around.changed(Change.SIGHTINGS)

    async def follow(self) -> bool:
        """Deal with the cards that waited. True: there are new entries. Raises ``NotSaved``."""
        desk, seq = self.desk, self._book.record.seq
        if desk is None:
            return False
        await desk.follow()
        if self._icons is not None:
            await self._icons.save()
        return self._book.record.seq != seq

    def numbers_for(self, command: object) -> Numbers:
        """The numbers of the cards that somebody's command shows, as far as they were seen."""
        desk = self.desk
        return () if desk is None else desk.numbers_for(command)

    def learn(self, command: Mapping[str, Any], numbers: Numbers) -> None:
        """Remember which icon a number card has: somebody has played it and said so."""
        state = self._book.record.state
        number = numbers[-1] if numbers else None
        if state is None or number is None or command["do"] != "play":
            return
        setup = state.position.setup
        if "icon" in setup.card(command["card"]).kind.takes:
            icons = self._known_icons()
            icons.learn(setup.edition.id, number, command.get("icon", ""))

    def known(self, device: int) -> Known:
        """What is known of a reader."""
        return self._there().health.of(device, self._around.clock())

    def hear(self, device: int, kind: str | None, key: str, values: Mapping[str, Figure]) -> None:
        """A reader says how it is."""
        from controller.sightings.health import NEWS_S

        health = self._there().health
        health.forget_others(frozenset(one.number for one in self.paired))
        if kind is not None:
            health.kind(device, kind)
        if device in self._silence:
            self._silence.pop(device).cancel()
        again = asyncio.get_running_loop().call_later(NEWS_S, self._silent, device)
        self._silence[device] = again
        if health.hear(device, key, values, self._around.clock()):
            self._around.changed(Change.SIGHTINGS)

    def is_stale(self, saw: Tag | None) -> bool:
        """Whether something was taken back since somebody saw the table."""
        record = self._book.record
        if saw is None:
            return False
        newest = Tag(self._book.id, record.seq)
        if refuse_other_game(saw, newest, record.begun_by) is not None:
            return True
        undone = (one.seq for one in record.moments if one.done.key == "done.undo")
        return any(seq > saw.seq for seq in undone)

    def stop(self) -> None:
        """Wait for nobody any more."""
        for timer in self._silence.values():
            timer.cancel()
        self._silence = {}

    def _silent(self, device: int) -> None:
        self._silence.pop(device, None)
        self._around.changed(Change.SIGHTINGS)

    def _there(self) -> Desk:
        desk = self.desk
        if desk is None:
            raise Refused("no_reader", "refusal.no_reader")
        return desk

    def _known_decks(self) -> tuple[Deck, ...]:
        """All decks of the table. Raises ``Refused``."""
        from controller.decks.kept import KeptDecks

        if self._decks is None:
            self._decks = KeptDecks(self._book.path)
        kept = self._decks.all()
        if self._laying is None:
            return kept
        from controller.sightings.laying import with_boxes

        return with_boxes(kept)

    def _made(self) -> Desk:
        from controller.sightings.desk import Desk

        async def do(command: Mapping[str, Any], numbers: Numbers) -> int:
            return await self._actions.command(dict(command), seen=numbers)

        return Desk(
            lambda: self._book.record,
            do,
            self._known_decks,
            self._around.clock,
            confirm=self._around.confirms_cards,
            asked=self._around.lots.getrandbits(ASKED_BITS),
            icons=self._known_icons(),
        )

    def _known_icons(self) -> Icons:
        from controller.decks.icons import Icons

        if self._icons is None:
            self._icons = Icons(self._book.path, self._known_decks)
        return self._icons
