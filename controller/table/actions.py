"""What each request does at the table, once it is its turn."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress
from math import ceil
from typing import Any

from msgspec import structs

import rules
from controller.base.errors import Refused, Trouble
from controller.base.event_log import note
from controller.decks.face_up import Numbers
from controller.games import fairness, hands
from controller.games.book import Book, by_the_rules, nothing
from controller.games.entries import (
    Begun,
    CommandBody,
    CountDetails,
    Deal,
    Deleted,
    GoesOn,
    Restored,
    Withdrawn,
)
from controller.seats.confusables import refuse_confusable, refuse_confusable_newcomer
from controller.table.arming import Arming
from controller.table.context import INTERNAL_REQUEST, RequestInfo, StartOptions, TableContext
from controller.table.staleness import Tag, refuse_beaten, refuse_other_game, refuse_stale
from hardware.launcher import LauncherGone
from hardware.profiles import Profile, ProfileName, profile_of
from rules import COMMANDS, Applied, CommandType, Refusal

CARDS_FOR_DRAWS = 60
"""A simulated launcher holds so many while cards are drawn without a game."""


class Actions:
    """Carries out requests, one method for each. `Table` calls them one after the other.

    Every method may raise ``Refused`` or ``NotSaved``; then nothing has changed.
    """

    def __init__(self, book: Book, arming: Arming, context: TableContext) -> None:
        """``book``: the journal of the games. ``arming``: of the launcher."""
        self._book = book
        self._arming = arming
        self._context = context
        self.profile_name: ProfileName = context.profile
        """Hit profile of new games and draws. Set it only between two requests."""

    @property
    def profile(self) -> Profile:
        """The hit profile of that name."""
        return profile_of(self.profile_name, self._context.custom)

    @property
    def commitment(self) -> str:
        """The code under which the draws of the next game are sealed."""
        return fairness.commitment(self._next_seed(), self.profile)

    async def new_game(self, game: Any, info: RequestInfo, options: StartOptions) -> int:
        """Begin a game. Returns the entry's number."""
        self.refuse_other_game(info)
        self._arming.refuse_busy()
        setup = rules.read_setup(game)
        if isinstance(setup, Refusal):
            raise by_the_rules(setup)
        refuse_confusable(setup.players)
        if setup.dealer is None and options.dealer_by == "draw":
            setup = structs.replace(setup, dealer=self._drawn_dealer(setup.players, options.words))
            game = {**game, "dealer": setup.dealer}
        game_object = {name: value for name, value in game.items() if name != "rules"}
        seal = self._seal(options)
        self.refuse_too_soon()
        await self._arming.withdraw()
        begun = self._begun(game_object, seal, options.deal, setup.rules)
        seq = await self._book.write(begun, rules.start(setup), info.stamp)
        self._count_game()
        if self._book.record.next_hand is not None:
            await self.load()
        return seq

    async def play_on(self, number: int, info: RequestInfo, options: StartOptions) -> int:
        """Go on with a game that was left, under a new seal. Returns the entry's number.

        Its old seed was published when it was left. Nobody can leave a game in the middle of a hit,
        so there are no cards that came and were not counted.
        """
        self.refuse_other_game(info)
        self._arming.refuse_busy()
        self._refuse_not_left(number)
        seal = self._seal(options)
        self.refuse_too_soon()
        try:
            unfinished = await self._book.where_left(number)
        except Trouble as trouble:
            raise unreadable(number, trouble) from None
        if unfinished is None:
            raise Refused("not_left", "refusal.is_over", {"game": number})
        await self._arming.withdraw()
        goes_on = GoesOn(number, unfinished.past.presses, unfinished.past.dry)
        before = unfinished.begun
        begun = self._begun(before.game, seal, before.deal, before.rules, goes_on)
        seq = await self._book.write(begun, unfinished, info.stamp)
        self._count_game()
        await self.load()  # another game has used the launcher
        return seq

    def _drawn_dealer(self, players: Sequence[str], words: str) -> str:
        """Who of the players of the game that begins next deals first."""
        seed = self._next_seed()
        return players[fairness.draw_dealer(seed, words, self.profile, len(players))]

    def _seal(self, options: StartOptions) -> fairness.Seal:
        """The seal of the draws of the game that begins next.

        Raises ``Refused`` if the players saw another commitment.
        """
        seed = self._next_seed()
        return fairness.seal_of_next(seed, self.profile, options.words, options.commitment)

    def _begun(
        self,
        game: dict[str, Any],
        seal: fairness.Seal,
        deal: Deal,
        version: int,
        goes_on: GoesOn | None = None,
    ) -> Begun:
        """The journal's entry of the game that begins next."""
        seed, context = self._next_seed().hex(), self._context
        boot = context.boot_without_clock()
        return Begun(
            game, seed, self.profile_name, context.custom, seal, deal, version, goes_on, boot
        )

    def _count_game(self) -> None:
        """Count the game that has begun, and forget the hit of the one before."""
        self._context.game_limit.count()
        self._arming.forget()

    def _refuse_not_left(self, number: int) -> None:
        """Raise ``Refused`` if this game is none that was left and can go on."""
        record = self._book.record
        if record.has_on_table(number):
            raise Refused("on_the_table", "refusal.still_played", {"game": number})
        if number in record.deleted or not 1 <= number <= record.number:
            raise Refused("no_such_game", "refusal.no_such_game", {"game": number})
        if number in record.taken_up:
            values = {"game": number, "later": record.taken_up[number]}
            raise Refused("not_left", "refusal.taken_up", values)

    def _judge(self, command: Any, kind: CommandType | None) -> Applied:
        """What the rules say of a command. Raises ``Refused`` if they refuse it."""
        try:
            return self._book.judge(command)
        except Refused as refused:
            if kind is None or not kind.call or refused.code != "too_late":
                raise
            raise refuse_beaten(command, self._book.record.moments) or refused from None

    @property
    def tag(self) -> Tag:
        """The tag of the table as it is."""
        return Tag(self._book.id, self._book.record.seq)

    def refuse_other_game(self, info: RequestInfo) -> None:
        """Raise ``Refused`` if its sender saw another game or session on the table."""
        if info.tag is None:
            return
        refused = refuse_other_game(info.tag, self.tag, self._book.record.begun_by)
        if refused is not None:
            raise refused

    def refuse_too_soon(self) -> None:
        """Raise ``Refused`` if games and sessions begin too often."""
        if (wait_s := self._context.game_limit.wait_s) > 0:
            raise Refused("too_soon", "refusal.too_many_games", {"n": ceil(wait_s)})

    def _refuse_stale(self, kind: CommandType | None, command: Any, info: RequestInfo) -> None:
        self.refuse_other_game(info)
        moments = self._book.record.moments
        if info.tag is None or kind is None or not moments:
            return
        refused = refuse_stale(kind.depends, command, info.tag.seq, moments)
        if refused is not None:
            raise refused

    def _next_seed(self) -> bytes:
        return self._book.seed(self._book.record.number + 1)

    async def command(
        self, command: Any, info: RequestInfo = INTERNAL_REQUEST, numbers: Numbers = ()
    ) -> int:
        """Carry out a command of the rules. Returns the entry's number.

        ``numbers``: those of the cards that it shows, where a reader has seen them.
        """
        kind, state = type_of(command), self._book.record.state
        self._refuse_stale(kind, command, info)
        if kind is not None and kind.measured:
            raise Refused("measured_only", "refusal.measured_hit")
        if kind is not None and kind.do == "draw" and state and state.position.dealt is not None:
            raise Refused("measured_only", "refusal.measured_draw")
        self._arming.refuse_busy()
        applied = self._judge(command, kind)
        if kind is not None and kind.do == "join" and state is not None:
            names = [seat.name for seat in state.position.seats if not seat.has_left]
            refuse_confusable_newcomer(applied.command["player"], names)
        await self._arming.withdraw()
        body = CommandBody(dict(applied.command), seen=numbers)
        loads = kind is not None and kind.loads
        due = nothing if loads else self._arming.next_intent  # first the cards, then the hit
        seq = await self._book.write(body, applied, info.stamp, due)
        self._arming.forget()
        if loads:
            await self.load()
        return seq

    async def confirm(self, number: int, cards: int, info: RequestInfo) -> int:
        """Take the table's count of a hit. Returns the entry's number."""
        hit = self._arming.hit_to_count(number)
        owed = self._arming.owed
        measured = CountDetails(hit.intent.requested, confirmed=True)
        body, outcome = self._arming.judge_count(hit, measured, cards)
        await self._arming.stop_feeding()
        seq = await self._book.write(body, outcome, info.stamp, self._arming.next_intent)
        self._arming.after_count(owed)
        return seq

    async def unpressed(self, number: int, info: RequestInfo) -> int:
        """Take the table's word that nobody pressed for a hit. Returns the entry's number."""
        self._arming.refuse_denial(number)
        seq = await self._book.write(Withdrawn(), stamp=info.stamp)
        self._arming.forget()
        return seq

    async def delete_game(self, number: int, info: RequestInfo) -> int:
        """Remove a past game from the list. Returns the entry's number."""
        record = self._book.record
        if record.has_on_table(number):
            raise Refused("on_the_table", "refusal.on_the_table", {"game": number})
        if number in record.deleted or not 1 <= number <= record.number:
            raise Refused("no_such_game", "refusal.no_such_game", {"game": number})
        return await self._book.write(Deleted(number), stamp=info.stamp)

    async def restore_game(self, number: int, info: RequestInfo) -> int:
        """Put a deleted game back on the list. Returns the entry's number."""
        if number not in self._book.record.deleted:
            raise Refused("no_such_game", "refusal.not_deleted", {"game": number})
        return await self._book.write(Restored(number), stamp=info.stamp)

    async def load(self) -> None:
        """Let the simulated launcher hold as many cards as the rules count."""
        record, fill = self._book.record, self._context.fill_hopper
        if fill is None:
            return
        with suppress(LauncherGone):
            if record.drawing is not None:
                await fill(CARDS_FOR_DRAWS)
            elif record.state is not None:
                await fill(hands.loaded(record.state, record.undealt))


def type_of(command: Any) -> CommandType | None:
    """The rules' description of a command by its ``do``; None: there is no such command."""
    do = command.get("do") if isinstance(command, dict) else None
    return COMMANDS.get(do) if isinstance(do, str) else None


def unreadable(number: int, trouble: Trouble) -> Refused:
    """The refusal because a past game cannot be read. Logs why."""
    note("game_unreadable", str(trouble), logging.ERROR, game=number)
    return Refused("unreadable", "refusal.unreadable", {"game": number})
