"""Requests by which devices get seats, give them up, and show their players."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import Response

from controller.base.errors import Refused
from controller.network.way_in import WayIn
from controller.seats.roster import AvatarChosen
from controller.table.context import RequestInfo
from controller.table.table import Table
from controller.web.answers import json
from controller.web.operation import cookie_of, secret_of
from controller.web.requests import MAX_GAME_DIGITS, action_of, info_of, read, settled
from controller.web.seat_operations import (
    Answer,
    Ask,
    Asked,
    Avatar,
    ByPinOrLink,
    Claim,
    Claimed,
    Hosting,
    Me,
    NewCode,
    Nothing,
    OneDevice,
    SeatCode,
)

T = TypeVar("T")

COOKIE_S = 400 * 24 * 3600
"""Browsers keep a cookie no longer than 400 days. Each page that is opened renews it."""

KEPT_CLAIMS = 64
"""How many answered claims are remembered, because a code is worth nothing the second time."""


class SeatsSite:
    """Answers the requests of ``SEATS``: one method for each, by its name."""

    def __init__(self, table: Table, way_in: WayIn) -> None:
        """Seat people at this table, which is found at ``way_in``."""
        self._table = table
        self._seating = table.seating
        self._way_in = way_in
        self._under_way: dict[tuple[str, str | None, str | None], asyncio.Task[Any]] = {}
        self._one_answer = asyncio.Lock()

    async def me(self, request: Request) -> Response:
        """Say who asks."""
        sender, seating = action_of(request).sender, self._seating
        me = Me(
            sender.role,
            seating.access,
            sender.device,
            sender.player,
            sender.own_only,
            seating.has_pin,
        )
        answer = json(me)
        secret = secret_of(request, seating.journal)
        if sender.device is not None and secret is not None:
            self._hand_over(secret, request, answer)
        return answer

    async def seat_code(self, request: Request) -> Response:
        """Make a code."""
        asked = await read(request, SeatCode)
        if isinstance(asked.player, str):
            code, seconds = self._seating.code(settled(asked.player), own_only=asked.own_only)
        elif asked.own_only:
            raise Refused("bad_request", "refusal.whose_phone")
        else:
            code, seconds = self._seating.table_code()
        way = await asyncio.to_thread(self._way_in.way_to, f"/seat#{code}")
        address, rows = way or (None, None)
        return json(NewCode(code, seconds, address, rows))

    async def claim(self, request: Request) -> Response:
        """Give a seat."""
        claim = await read(request, Claim)
        info = await info_of(request)
        secret = secret_of(request, self._seating.journal)
        if claim.code and not claim.ticket:
            player = settled(claim.player) if isinstance(claim.player, str) else None
            work = self._seating.claim(claim.code, player, secret, info)
        elif claim.ticket and not claim.code and not claim.player:
            work = self._seating.claim_by_ticket(claim.ticket, secret, info)
        else:
            raise Refused("bad_request", "refusal.code_or_ticket")
        admission = self._seating.claimed(info)
        if admission is not None:
            work.close()
        else:
            admission = await self._once(request, info, work)
        answer = json(Claimed(admission.device, admission.player))
        self._hand_over(admission.secret, request, answer)
        return answer

    async def host(self, request: Request) -> Response:
        """Make a table screen."""
        credentials = await read(request, ByPinOrLink)
        info = await info_of(request)
        secret = secret_of(request, self._seating.journal)
        if credentials.pin and not credentials.link:
            work = self._seating.host_by_pin(credentials.pin, secret, info)
        elif credentials.link and not credentials.pin:
            work = self._seating.host_by_link(credentials.link, secret, info)
        else:
            raise Refused("bad_request", "refusal.pin_or_link")
        admission = await self._once(request, info, work)
        answer = json(Hosting(admission.device))
        self._hand_over(admission.secret, request, answer)
        return answer

    async def ask(self, request: Request) -> Response:
        """Let somebody wait for the table's answer."""
        asked = await read(request, Ask)
        info = await info_of(request)

        async def work() -> Asked:
            waits = self._seating.ask(asked.do, asked.player, info)
            return Asked(waits.number, waits.ticket)

        return json(await self._once(request, info, work()))

    async def answer(self, request: Request) -> Response:
        """Answer who waits."""
        answer = await read(request, Answer)
        number = _request_of(request)
        info = await info_of(request)
        async with self._one_answer:  # two table screens may answer at the same time
            self._table.permit(info.action)
            waits = self._seating.request(number, yes=answer.yes)
            if waits is not None:
                if answer.yes:
                    await self._table.command(waits.command(answer.score), info)
                self._seating.answer(number, yes=answer.yes)
        return json(Nothing())

    async def sign_out(self, request: Request) -> Response:
        """Take a role away."""
        wanted = await read(request, OneDevice)
        await self._seating.sign_out(wanted.device, await info_of(request))
        return json(Nothing())

    async def avatar(self, request: Request) -> Response:
        """Show a player differently."""
        wanted = await read(request, Avatar)
        chosen = AvatarChosen(wanted.player, wanted.colour, wanted.emoji)
        await self._seating.show_as(chosen, await info_of(request))
        return json(Nothing())

    def _hand_over(self, secret: str, request: Request, answer: Response) -> None:
        """Give the device the secret that it sends from now on."""
        answer.set_cookie(
            cookie_of(self._seating.journal),
            secret,
            max_age=COOKIE_S,
            path="/",
            secure=request.url.scheme == "https",
            httponly=True,
            samesite="strict",
        )

    async def _once(self, request: Request, info: RequestInfo, work: Coroutine[Any, Any, T]) -> T:
        """Do what a request asks, and give who repeats it from the same address the same answer.

        A secret is known to nobody but its device, so the journal cannot answer.
        """
        key = request.headers.get("idempotency-key")
        if key is None or info.stamp is None:
            return await work
        once = key, info.stamp.print, info.address
        if once in self._under_way:
            work.close()
        elif any((key, info.address) == (other, at) for other, _, at in self._under_way):
            work.close()
            raise Refused("key_reused", "refusal.key_reused")
        else:
            if len(self._under_way) >= KEPT_CLAIMS:
                del self._under_way[next(iter(self._under_way))]
            self._under_way[once] = asyncio.create_task(work)
        try:
            answer: T = await asyncio.shield(self._under_way[once])
            return answer
        except Exception:  # nothing happened, so the same key may ask again
            self._under_way.pop(once, None)
            raise


def _request_of(request: Request) -> int:
    """The number of the request in the address. Raises ``Refused``."""
    digits = request.path_params["request"]
    if not digits.isascii() or not digits.isdigit() or len(digits) > MAX_GAME_DIGITS:
        raise Refused("no_such_request", "refusal.no_such_request")
    return int(digits)
