"""Requests about cards drawn without a game."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from controller.base.errors import Refused, Trouble
from controller.table.actions import unreadable
from controller.table.context import StartOptions
from controller.table.table import Table
from controller.web.answers import json
from controller.web.draws.draw_operations import AskedDraw, CancelledDraw, NewDraws
from controller.web.operation import Done
from controller.web.past import PastGames
from controller.web.requests import info_of, number_of, read, read_nothing, settled


class DrawsSite:
    """Answers the requests of ``DRAWS``: one method for each, by its name."""

    def __init__(self, table: Table, past: PastGames) -> None:
        """Draw at this table. ``past`` reads sessions that are not on it any more."""
        self._table = table
        self._past = past

    async def begin_draws(self, request: Request) -> Response:
        """Begin a session."""
        start = await read(request, NewDraws)
        options = StartOptions(settled(start.words), start.commitment or None)
        info = await info_of(request, dated=True)
        return self._done(await self._table.drawing.begin(options, info))

    async def ask_draw(self, request: Request) -> Response:
        """Let the next press give somebody cards."""
        asked = await read(request, AskedDraw)
        info = await info_of(request, dated=True)
        player = settled(asked.player)
        return self._done(await self._table.drawing.ask(player, asked.cards, info))

    async def cancel_draw(self, request: Request) -> Response:
        """Give nobody the cards of a hit."""
        cancelled = await read(request, CancelledDraw)
        info = await info_of(request)
        return self._done(await self._table.drawing.cancel(cancelled.hit, info))

    async def end_draws(self, request: Request) -> Response:
        """End the session."""
        await read_nothing(request)
        info = await info_of(request, dated=True)
        return self._done(await self._table.drawing.end(info))

    async def draws(self, request: Request) -> Response:
        """One session, also one that is over for long."""
        number, record = number_of(request.path_params["session"]), self._table.record
        content = b""
        if number is not None and 1 <= number <= record.sessions:
            newest = record.draws is not None and number == record.sessions
            try:
                content = await self._past.read(number, "draws", record.seq if newest else None)
            except Trouble as trouble:
                raise unreadable(number, trouble) from None
        if not content:
            raise Refused("no_such_draws", "refusal.no_such_draws", {"session": number or 0})
        return Response(content, media_type="application/json")

    def _done(self, seq: int) -> Response:
        return json(Done(seq, self._table.change_before(seq)))
