"""Gives devices their seats, takes them away, and finds out who sends a request."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from controller.base.clock import this_boot
from controller.base.errors import Refused
from controller.base.event_log import note
from controller.games.book import Book
from controller.seats import host
from controller.seats.codes import VALID_S, GuessLimit, PairingCodes
from controller.seats.join_requests import JoinRequests, Request, RequestKind
from controller.seats.rights import RequestedAction
from controller.seats.roster import (
    MOST_DEVICES,
    Admitted,
    AdmittedRole,
    AvatarChosen,
    Device,
    Roster,
    Sender,
    SignedOut,
    hash_of,
    refuse_avatar,
)
from controller.table.context import Change, RequestInfo, TableContext
from rules.commands.types import is_name
from rules.names import same

Turn = Callable[[RequestInfo, Callable[[], Coroutine[Any, Any, int]]], Coroutine[Any, Any, int]]
"""Runs one request alone, and returns the number of its entry."""


@dataclass(frozen=True, slots=True)
class Admission:
    """A device that was admitted, and the secret that it sends from now on."""

    device: int
    player: str | None
    secret: str


class Seating:
    """Who sits where. Every method may raise ``Refused``; then nothing has changed."""

    def __init__(self, book: Book, context: TableContext, turn: Turn) -> None:
        """Seat players by the journal of ``book``; ``turn`` writes into it."""
        self.access = context.access
        self._book = book
        self._turn = turn
        self._rng = context.rng
        self._clock = context.clock
        self._codes = PairingCodes(context.clock, context.rng)
        self._requests = JoinRequests(context.rng)
        self._limits = context.request_limits
        self._on_change = context.on_change
        self._pin_limit = GuessLimit(
            context.clock, host.MOST_TRIES, host.MOST_TOGETHER, host.TRIES_S
        )
        self._hashing = asyncio.Lock()

    @property
    def roster(self) -> Roster:
        """The devices that are admitted now."""
        return self._book.record.roster

    @property
    def journal(self) -> str:
        """The identity of the journal, which every device's secret belongs to."""
        return self._book.id

    def sender_of(self, secret: str | None) -> Sender:
        """The sender of a request with this secret; None: it has none."""
        return self.roster.sender_of(secret, self.access)

    def as_it_is_now(self, action: RequestedAction) -> RequestedAction:
        """The action with the role that its device has now."""
        number = action.sender.device
        if number is None:
            return action
        return replace(action, sender=self.roster.sender_now(number, self.access))

    def table_code(self) -> tuple[str, int]:
        """The code by which any phone takes a free seat, and for how many seconds it is valid."""
        return self._codes.issue_tables()

    def code(self, player: str, *, own_only: bool) -> tuple[str, int]:
        """A new code for a player's seat, and for how many seconds it is valid."""
        return self._codes.issue(self._name_of(player), own_only=own_only), VALID_S

    def reader_code(self) -> tuple[str, int]:
        """A new code that pairs one reader, and for how many seconds it is valid."""
        return self._codes.issue(None), VALID_S

    async def claim(
        self, code: str, player: str | None, secret: str | None, info: RequestInfo
    ) -> Admission:
        """Give the seat that a code is for to whoever sends ``secret``, or to a new device.

        ``player``: whose seat it takes by the table's code, if no other device has it.
        """
        grant = self._codes.redeem(code, info.address)
        if grant.is_tables:
            if player is None:
                raise Refused("no_name", "refusal.whose_seat")
            name = self._name_of(player)
            new = self._claimed_secret(info)
            admission = await self._admit(
                "seat", name, False, secret, info, if_free=True, new_secret=new
            )
            self._codes.count_use(code)
            return admission
        role: AdmittedRole = "seat" if grant.player is not None else "reader"
        try:
            if player is not None:
                raise Refused("bad_request", "refusal.code_of_one")
            new = self._claimed_secret(info)
            return await self._admit(
                role, grant.player, grant.own_only, secret, info, new_secret=new
            )
        except Refused:
            self._codes.restore(code, grant)
            raise

    def claimed(self, info: RequestInfo) -> Admission | None:
        """What the same claim got before, from the same address; None: it was not made.

        Its answer may have been lost, and the referee restarted: codes and tickets do not last.
        """
        secret = self._claimed_secret(info)
        device = self.roster.device_with(secret)
        if secret is None or device is None:
            return None
        return Admission(device.number, device.player, secret)

    def _claimed_secret(self, info: RequestInfo) -> str | None:
        """The secret that this claim gives; None: it has no key, and cannot be repeated.

        Nobody can compute it who does not know the journal's secret. It depends on key, content and
        address, which are those of the device that made the claim.
        """
        if info.stamp is None or info.stamp.print is None or info.address is None:
            return None
        key = info.stamp.key.rpartition("\n")[2]  # before it was seated, the device had no number
        return self._book.device_secret(f"{info.address}\n{info.stamp.print}\n{key}")

    async def claim_by_ticket(
        self, ticket: str, secret: str | None, info: RequestInfo
    ) -> Admission:
        """Give the seat of who has joined to the device that asked for it."""
        player = self._requests.redeem(ticket)
        try:
            new = self._claimed_secret(info)
            return await self._admit("seat", player, False, secret, info, new_secret=new)
        except Refused:
            self._requests.restore(ticket, player)
            raise

    @property
    def requests(self) -> tuple[Request, ...]:
        """The requests that wait for the table's answer, the oldest first."""
        return self._requests.all

    def ask(self, do: RequestKind, player: str, info: RequestInfo) -> Request:
        """Ask the table to let a player join or leave."""
        state = self._book.record.state
        if state is None:
            raise Refused("wrong_phase", "refusal.no_game", {}, "COM-3")
        seat = state.position.find(player)
        if do == "leave":
            player = self._name_of(player)
        elif seat is not None:
            values = {"player": state.position.name(seat)}
            raise Refused("bad_member", "refusal.already_seated", values, "TBL-3")
        elif not is_name(player):
            raise Refused("bad_request", "refusal.no_name")
        self._limits.refuse(info.address)
        request = self._requests.add(do, player, info.address)
        self._limits.count(info.address)
        self._on_change(Change.REQUESTS)
        return request

    def request(self, number: int, *, yes: bool) -> Request | None:
        """The request that waits under this number; None: it has got the same answer already."""
        request = self._requests.find(number)
        if request is None and self._requests.answer_of(number) is not yes:
            raise Refused("no_such_request", "refusal.no_such_request")
        return request

    def answer(self, number: int, *, yes: bool) -> None:
        """Note the table's answer. After a yes, the rules have accepted the command."""
        self._requests.answer(number, yes=yes)
        self._on_change(Change.REQUESTS)

    @property
    def has_pin(self) -> bool:
        """Whether there is a host's PIN."""
        return host.has_pin(self._book.path)

    async def host_by_pin(self, pin: str, secret: str | None, info: RequestInfo) -> Admission:
        """Make a device a table screen, because somebody there knows the PIN."""
        device = self.roster.device_with(secret)
        is_table = device is not None and device.admitted.role == "table"
        self._pin_limit.refuse(info.address, trusted=is_table)
        if not self.has_pin:
            raise Refused("no_pin", "refusal.no_pin")
        if not host.is_pin(pin):
            values = {"least": host.SHORTEST_PIN, "most": host.LONGEST_PIN}
            raise Refused("wrong_pin", "refusal.pin_of_digits", values)
        # wrong until it is known to be right: many may come at once
        self._pin_limit.count_wrong(info.address)
        with _host_file_errors():
            async with self._hashing:  # of the threads, the journal needs all but one
                right = await asyncio.to_thread(host.matches_pin, self._book.path, pin)
        if not right:
            note("wrong_pin", "Somebody entered a wrong PIN.", logging.WARNING)
            raise Refused("wrong_pin", "refusal.wrong_pin")
        self._pin_limit.discard_last(info.address)
        return await self._admit("table", None, False, secret, info)

    async def host_by_link(self, link: str, secret: str | None, info: RequestInfo) -> Admission:
        """Make a device a table screen, because it opened a link that was made for it."""
        with _host_file_errors():
            stored_link = host.redeem_link(self._book.path, link, self._clock, this_boot())
        if stored_link is None:
            raise Refused("no_such_code", "refusal.no_such_link")
        try:
            return await self._admit("table", None, False, secret, info)
        except Refused:
            host.restore_link(self._book.path, stored_link)
            raise

    async def sign_out(self, number: int, info: RequestInfo) -> int:
        """Take a device's role away. Returns the entry's number."""

        async def work() -> int:
            if self.roster.device(number) is None:
                raise Refused("no_such_device", "refusal.no_such_device", {"device": number})
            return await self._book.write(SignedOut(number), stamp=info.stamp)

        return await self._turn(info, work)

    async def show_as(self, chosen: AvatarChosen, info: RequestInfo) -> int:
        """Show a player with a colour and an emoji. Returns the entry's number."""
        refuse_avatar(chosen.colour, chosen.emoji)
        avatar = AvatarChosen(self._name_of(chosen.player), chosen.colour, chosen.emoji)
        return await self._turn(info, lambda: self._book.write(avatar, stamp=info.stamp))

    async def _admit(
        self,
        role: AdmittedRole,
        player: str | None,
        own_only: bool,
        secret: str | None,
        info: RequestInfo,
        *,
        if_free: bool = False,
        new_secret: str | None = None,
    ) -> Admission:
        """Admit a device. One that is admitted keeps its number and its rights.

        Its secret is new: who has learned the one before gains no rights with it. ``new_secret``:
        one that is given again where the request is repeated; None: any. ``if_free``:
        only where no other device has the player's seat, and no player of the game has this device.
        A child's phone stays one then.
        """
        given_secret = new_secret or f"{self._rng.getrandbits(128):032x}"
        number = 0

        async def work() -> int:
            nonlocal number, role, player, own_only
            device = self.roster.device_with(secret)
            if if_free and player is not None:
                self._refuse_other_seat(device, player)
                own_only = device is not None and device.admitted.own_only
            if device is None and len(self.roster.devices) >= MOST_DEVICES:
                values = {"most": MOST_DEVICES}
                raise Refused("too_many_devices", "refusal.too_many_devices", values)
            if role == "reader" and device is not None and device.admitted.role != "reader":
                raise Refused("no_such_code", "refusal.code_of_reader")
            number = device.number if device else self.roster.last_number + 1
            if device is not None and "reader" not in (role, device.admitted.role):
                # a table screen can be a player's phone as well
                role = device.admitted.role if role == "seat" else role
                player = player or device.player
            return await self._book.write(
                Admitted(number, role, player, own_only, hash_of(given_secret), self.journal)
            )

        await self._turn(info, work)
        return Admission(number, player, given_secret)

    def _refuse_other_seat(self, device: Device | None, player: str) -> None:
        """Refuse a seat that another device has, or that a device leaves in the middle of a game.

        Raises ``Refused``.
        """
        if set(self.roster.phones(player)) - {device}:
            raise Refused("seat_taken", "refusal.seat_taken", {"player": player})
        state = self._book.record.state
        if state is None or state.position.phase == "game_over":
            return
        own = device.player if device is not None else None
        if own is not None and same(own) != same(player) and state.position.find(own) is not None:
            raise Refused("seat_taken", "refusal.plays_already", {"player": own})

    def _name_of(self, name: str) -> str:
        """A player's name as at the table; where no game is on, any name that a player can have.

        Raises ``Refused`` for any other name.
        """
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
def _host_file_errors() -> Iterator[None]:
    """Turn an OSError of a file of the host into ``Refused``, and log it."""
    try:
        yield
    except OSError as error:
        note("host_unreadable", f"A file of the host cannot be used: {error}.", logging.ERROR)
        raise Refused("no_pin", "refusal.host_unreadable") from None
