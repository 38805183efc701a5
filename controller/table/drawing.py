"""Gives people cards without a game: what each request does, once it is its turn."""

from __future__ import annotations

from controller.base.errors import Refused
from controller.games import fairness
from controller.games.book import Book
from controller.games.draws import Draws
from controller.games.entries import (
    DrawAsked,
    DrawCancelled,
    DrawsBegun,
    DrawsEnded,
)
from controller.table.actions import Actions
from controller.table.arming import Arming
from controller.table.context import INTERNAL_REQUEST, RequestInfo, StartOptions, TableContext
from controller.table.hit import not_waiting
from controller.table.seating import Turn
from rules.commands.types import is_name


class Drawing:
    """Begins and ends sessions of draws. Every method may raise ``Refused``."""

    def __init__(
        self, book: Book, arming: Arming, actions: Actions, context: TableContext, turn: Turn
    ) -> None:
        """Draw with the launcher of ``arming``; ``turn`` runs one request alone."""
        self._book = book
        self._arming = arming
        self._actions = actions
        self._context = context
        self._turn = turn

    @property
    def commitment(self) -> str:
        """The code under which the draws of the next session are sealed."""
        return fairness.commitment(self._book.next_draws_seed, self._actions.profile)

    async def begin(self, options: StartOptions, info: RequestInfo = INTERNAL_REQUEST) -> int:
        """Begin a session; a game that is on the table is left. Returns the entry's number."""
        return await self._turn(info, lambda: self._begin(options, info))

    async def ask(
        self, player: str, cards: int | None, info: RequestInfo = INTERNAL_REQUEST
    ) -> int:
        """Let the next press give ``cards`` to somebody, or what the profile gives.

        Returns the entry's number.
        """
        return await self._turn(info, lambda: self._ask(player, cards, info))

    async def cancel(self, number: int, info: RequestInfo = INTERNAL_REQUEST) -> int:
        """Give nobody the cards of this hit. Returns the entry's number."""
        return await self._turn(info, lambda: self._cancel(number, info))

    async def end(self, info: RequestInfo = INTERNAL_REQUEST) -> int:
        """End the session, and publish its seed. Returns the entry's number."""
        return await self._turn(info, lambda: self._end(info))

    async def _begin(self, options: StartOptions, info: RequestInfo) -> int:
        self._actions.refuse_other_game(info)
        self._arming.refuse_busy()
        context, seed = self._context, self._book.next_draws_seed
        profile = self._actions.profile
        seal = fairness.seal_of_next(seed, profile, options.words, options.commitment)
        self._actions.refuse_too_soon()
        await self._arming.withdraw()
        number, profile_name = self._book.record.sessions + 1, self._actions.profile_name
        begun = DrawsBegun(number, seed.hex(), profile_name, context.custom, seal)
        seq = await self._book.write(begun, stamp=info.stamp)
        context.game_limit.count()
        self._arming.forget()
        await self._actions.load()
        return seq

    async def _ask(self, player: str, cards: int | None, info: RequestInfo) -> int:
        self._actions.refuse_other_game(info)
        drawing = self._drawing()
        if drawing.asked is not None:
            values = {"player": drawing.asked.player}
            raise Refused("asked_already", "refusal.draw_waits", values)
        if not is_name(player):
            raise Refused("bad_request", "refusal.no_name")
        await self._actions.load()
        asked = DrawAsked(player, cards)
        return await self._book.write(asked, stamp=info.stamp, due=self._arming.next_intent)

    async def _cancel(self, number: int, info: RequestInfo) -> int:
        intent = self._book.record.intent
        if self._drawing().asked is None or intent is None or intent.hit != number:
            raise not_waiting(number)
        await self._arming.withdraw()
        seq = await self._book.write(DrawCancelled(), stamp=info.stamp)
        self._arming.forget()
        return seq

    async def _end(self, info: RequestInfo) -> int:
        self._actions.refuse_other_game(info)
        self._drawing()
        await self._arming.withdraw()
        seq = await self._book.write(DrawsEnded(), stamp=info.stamp)
        self._arming.forget()
        return seq

    def _drawing(self) -> Draws:
        drawing = self._book.record.drawing
        if drawing is None:
            raise Refused("wrong_phase", "refusal.no_draws")
        return drawing
