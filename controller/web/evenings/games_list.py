"""Lists games, those before the last start out of the index, and keeps the index up to date."""

from __future__ import annotations

import asyncio
from bisect import bisect_left

import msgspec

from controller.base.errors import Refused, Trouble
from controller.base.event_log import note
from controller.games.index import Unusable, read_summaries
from controller.games.record import Record
from controller.games.shelf import GameSummary
from controller.table.actions import unreadable
from controller.table.table import Table
from controller.web.past import LONGEST_S, Reader
from controller.web.table_views import GAMES_AT_ONCE, PastGameView

UPDATED_AFTER = 2000
"""The index is brought up to date when at least so many entries of past games are not in it: a
start or somebody who asks for statistics reads fewer in no time.

It goes up to the beginning of a game. What was drawn without one since then is read each time."""


class GamesList:
    """The games of a table's journal."""

    def __init__(self, table: Table, read: Reader) -> None:
        """``read``: brings the index up to date."""
        self._table = table
        self._read = read
        self._one_at_a_time = asyncio.Lock()
        self._game_begun_by = 0
        self._reaches = 0
        self._due = asyncio.Event()

    async def page(self, before: int | None) -> list[PastGameView]:
        """The newest ``GAMES_AT_ONCE`` games with a number below ``before``, newest first.

        ``before``: None for the newest games of the journal. Raises ``Refused``.
        """
        record = self._table.record
        games = record.games
        first = games[0].number if games else 1
        end = len(games)
        if before is not None:
            end = bisect_left(games, before, key=lambda game: game.number)
        page = list(games[max(0, end - GAMES_AT_ONCE) : end])
        if len(page) < GAMES_AT_ONCE and first > 1:
            last = first if before is None else min(first, before)
            page = await self._indexed(last, GAMES_AT_ONCE - len(page)) + page
        return [_view(game, record) for game in reversed(page)]

    def look(self) -> None:
        """Take note that the table has changed: another game may have begun."""
        record = self._table.record
        if record.draws is None:
            self._game_begun_by = record.begun_by
        if self._game_begun_by - self._reaches > UPDATED_AFTER:
            self._due.set()

    async def keep_index(self) -> None:
        """Bring the index up to date whenever it is due, for as long as the referee runs."""
        self.look()
        while True:
            await self._due.wait()
            self._due.clear()
            self._reaches = self._game_begun_by  # if it fails, it is due a while later
            try:
                await self._update()
            except Trouble as trouble:
                note("index_not_updated", str(trouble))

    async def _indexed(self, before: int, limit: int) -> list[GameSummary]:
        """Games of the index; it is made anew if somebody has deleted it. Raises ``Refused``."""
        journal = self._table.journal
        try:
            try:
                return await asyncio.to_thread(read_summaries, journal, before, limit)
            except Unusable:
                async with asyncio.timeout(LONGEST_S):
                    await self._update()
                return await asyncio.to_thread(read_summaries, journal, before, limit)
        except TimeoutError:
            raise Refused("still_adding", "refusal.still_adding") from None
        except Trouble as trouble:
            raise unreadable(self._table.record.number, trouble) from None

    async def _update(self) -> None:
        async with self._one_at_a_time:
            await self._read(self._table.journal, 0, "index", True)


def _view(game: GameSummary, record: Record) -> PastGameView:
    return PastGameView(
        **msgspec.structs.asdict(game),
        on_table=record.has_on_table(game.number),
        deleted=game.number in record.deleted,
        goes_on_as=record.taken_up.get(game.number),
    )
