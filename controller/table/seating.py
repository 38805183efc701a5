"""Gives devices their seats, takes them away, and knows who sends a request."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from controller.base.errors import Refused
from controller.base.event_log import note
from controller.games.book import Book
from controller.seats import host
from controller.seats.avatars import refuse_avatar
from controller.seats.codes import VALID_S, Codes
from controller.seats.roster import (
    MOST_DEVICES,
    Admitted,
    AdmittedRole,
    AvatarChosen,
    Roster,
    Who,
    hash_of,
)
from controller.seats.tries import Tries
from controller.seats.waiting import Request, Waiting, Wish
from controller.table.surroundings import Asking, Change, Surroundings
from rules.commands.types import is_name

Turn = Callable[[Asking, Callable[[], Coroutine[Any, Any, int]]], Coroutine[Any, Any, int]]
"""Runs one request alone, and returns the number of its entry."""


@dataclass(frozen=True, slots=True)
class Admission:
    """A device that was admitted, and the secret that it sends from now on."""

    device: int
    player: str | None
    secret: str


class Seating:
    """Who sits where. Every method may raise ``Refused``; then nothing has changed."""

    def __init__(self, book: Book, around: Surroundings, turn: Turn) -> None:
        """Seat players by this journal; ``turn`` writes into it."""
        self.access = around.access
        self._book = book
        self._turn = turn
        self._lots = around.lots
        self._clock = around.clock
        self._codes = Codes(around.clock, around.lots)
        self._waiting = Waiting(around.lots)
        self._paces = around.entry_paces
        self._changed = around.changed
        self._pins = Tries(around.clock, host.MOST_TRIES, host.MOST_TOGETHER, host.TRIES_S)
        self._hashing = asyncio.Lock()

    @property
    def roster(self) -> Roster:
        """The devices that are admitted now."""
        return self._book.record.roster

    @property
    def journal(self) -> str:
        """The identity of the journal, which every device's secret belongs to."""
        return self._book.id

    def who(self, secret: str | None) -> Who:
        """Who sends this secret; None: none was sent."""
        return self.roster.who(secret, self.access)

    def code(self, player: str, *, own_only: bool) -> tuple[str, int]:
        """A code for a player's seat, and for how many seconds it is valid."""
        return self._codes.give(self._known(player), own_only=own_only), VALID_S

    def reader_code(self) -> tuple[str, int]:
        """A code with which one reader is paired, and for how many seconds it is valid."""
        return self._codes.give(None), VALID_S

    async def claim(self, code: str, secret: str | None, asking: Asking) -> Admission:
        """Give the seat that a code is for to whoever sends ``secret``, or to a new device."""
        pairing = self._codes.take(code, asking.address)
        role: AdmittedRole = "seat" if pairing.player is not None else "reader"
        try:
            return await self._admit(role, pairing.player, pairing.own_only, secret, asking)
        except Refused:
            self._codes.give_back(code, pairing)
            raise

    async def claim_by_ticket(self, ticket: str, secret: str | None, asking: Asking) -> Admission:
        """Give the seat of who has joined to the device that asked for it."""
        player = self._waiting.take(ticket)
        try:
            return await self._admit("seat", player, False, secret, asking)
        except Refused:
            self._waiting.give_back(ticket, player)
            raise

    @property
    def requests(self) -> tuple[Request, ...]:
        """Who waits for the table's yes, the longest first."""
        return self._waiting.all

    def ask(self, do: Wish, player: str, asking: Asking) -> Request:
        """Let somebody wait for the table's yes."""
        state = self._book.record.state
        if state is None:
            raise Refused("wrong_phase", "refusal.no_game", {}, "COM-3")
        seat = state.position.find(player)
        if do == "leave":
            player = self._known(player)
        elif seat is not None:
            values = {"player": state.position.name(seat)}
            raise Refused("bad_member", "refusal.already_seated", values, "TBL-3")
        elif not is_name(player):
            raise Refused("bad_request", "refusal.no_name")
        self._paces.refuse(asking.address)
        request = self._waiting.ask(do, player, asking.address)
        self._paces.done(asking.address)
        self._changed(Change.REQUESTS)
        return request

    def request(self, number: int, *, yes: bool) -> Request | None:
        """The request that waits; None: it was answered the same way already."""
        request = self._waiting.find(number)
        if request is None and self._waiting.was(number) is not yes:
            raise Refused("no_such_request", "refusal.no_such_request")
        return request

    def answer(self, number: int, *, yes: bool) -> None:
        """The table has answered; after a yes, the rules have been told."""
        self._waiting.answer(number, yes=yes)
        self._changed(Change.REQUESTS)

    @property
    def has_pin(self) -> bool:
        """Whether there is a host's PIN."""
        return host.has_pin(self._book.path)

    async def host_by_pin(self, pin: str, secret: str | None, asking: Asking) -> Admission:
        """Make a device a table screen, because somebody there knows the PIN."""
        device = self.roster.held_by(secret)
        is_table = device is not None and device.admitted.role == "table"
        self._pins.refuse(asking.address, trusted=is_table)
        if not self.has_pin:
            raise Refused("no_pin", "refusal.no_pin")
        if not host.is_pin(pin):
            values = {"least": host.SHORTEST_PIN, "most": host.LONGEST_PIN}
            raise Refused("wrong_pin", "refusal.pin_of_digits", values)
        self._pins.wrong(asking.address)  # until it is known to be right: many may come at once
        with _readable():
            async with self._hashing:  # of the threads, the journal needs all but one
                right = await asyncio.to_thread(host.is_the_pin, self._book.path, pin)
        if not right:
            note("wrong_pin", "Somebody entered a wrong PIN.", logging.WARNING)
            raise Refused("wrong_pin", "refusal.wrong_pin")
        self._pins.right(asking.address)
        return await self._admit("table", None, False, secret, asking)

    async def host_by_link(self, link: str, secret: str | None, asking: Asking) -> Admission:
        """Make a device a table screen, because it opened a link that was made for it."""
        with _readable():
            used = host.use_link(self._book.path, link, self._clock, host.this_boot())
        if used is None:
            raise Refused("no_such_code", "refusal.no_such_link")
        try:
            return await self._admit("table", None, False, secret, asking)
        except Refused:
            host.give_link_back(self._book.path, used)
            raise

    async def sign_out(self, number: int, asking: Asking) -> int:
        """Take a device's role away. Returns the entry's number."""

        async def work() -> int:
            if self.roster.device(number) is None:
                raise Refused("no_such_device", "refusal.no_such_device", {"device": number})
            return await self._book.sign_out(number, asking.stamp)

        return await self._turn(asking, work)

    async def show_as(self, chosen: AvatarChosen, asking: Asking) -> int:
        """Show a player with a colour and an emoji. Returns the entry's number."""
        refuse_avatar(chosen.colour, chosen.emoji)
        known = AvatarChosen(self._known(chosen.player), chosen.colour, chosen.emoji)
        return await self._turn(asking, lambda: self._book.show_as(known, asking.stamp))

    async def _admit(
        self,
        role: AdmittedRole,
        player: str | None,
        own_only: bool,
        secret: str | None,
        asking: Asking,
    ) -> Admission:
        """Admit a device. One that is admitted keeps its number and its rights.

        Its secret is new: who has learned the one before gains no rights with it.
        """
        mine = f"{self._lots.getrandbits(128):032x}"
        number = 0

        async def work() -> int:
            nonlocal number, role, player
            known = self.roster.held_by(secret)
            if known is None and len(self.roster.devices) >= MOST_DEVICES:
                values = {"most": MOST_DEVICES}
                raise Refused("too_many_devices", "refusal.too_many_devices", values)
            if role == "reader" and known is not None and known.admitted.role != "reader":
                raise Refused("no_such_code", "refusal.code_of_reader")
            number = known.number if known else self.roster.last + 1
            if known is not None and "reader" not in (role, known.admitted.role):
                # a table screen can be a player's phone as well
                role = known.admitted.role if role == "seat" else role
                player = player or known.player
            return await self._book.admit(
                Admitted(number, role, player, own_only, hash_of(mine), self.journal)
            )

        await self._turn(asking, work)
        return Admission(number, player, mine)

    def _known(self, name: str) -> str:
        """A player's name as at the table; where no game is on, any name that a player can have."""
        state = self._book.record.state
        if state is not None:
            seat = state.position.find(name)
            if seat is not None:
                return state.position.name(seat)
        phones = self.roster.phones(name)
        if phones and phones[0].player is not None:
            return phones[0].player
        if state is not None and state.position.phase != "game_over":
            raise Refused("unknown_player", "refusal.not_at_the_table", {"player": name})
        if not is_name(name):
            raise Refused("bad_request", "refusal.no_name")
        return name


@contextmanager
def _readable() -> Iterator[None]:
    """Say that a file of the host cannot be read or removed. Raises ``Refused``."""
    try:
        yield
    except OSError as error:
        note("host_unreadable", f"A file of the host cannot be used: {error}.", logging.ERROR)
        raise Refused("no_pin", "refusal.host_unreadable") from None
