"""What each request does at the table, once it is its turn."""

from __future__ import annotations

from contextlib import suppress
from math import ceil
from typing import Any

import rules
from controller.base.errors import Refused, Trouble
from controller.decks.lying import Numbers
from controller.games import fairness, opening
from controller.games.book import Book, by_the_rules, nothing
from controller.games.entries import Begun, CountDetails, Deal, GoesOn, Said
from controller.games.shelf import taken_up
from controller.table.alike import refuse_alike, refuse_twin
from controller.table.arming import Arming
from controller.table.hit import counted
from controller.table.refusals import unreadable
from controller.table.staleness import Tag, refuse_beaten, refuse_other_game, refuse_stale
from controller.table.surroundings import PLAIN, Asking, Surroundings, Wishes
from hardware.launcher import LauncherGone
from hardware.profiles import profile_of
from rules import COMMANDS, Applied, CommandType, Refusal


class Actions:
    """One method for each request. `Table` calls them one after the other, never at once.

    Every method may raise ``Refused`` or ``NotSaved``; then nothing has changed.
    """

    def __init__(self, book: Book, arming: Arming, around: Surroundings) -> None:
        """Act on this journal and this launcher."""
        self._book = book
        self._arming = arming
        self._around = around

    @property
    def commitment(self) -> str:
        """The code under which the draws of the next game are sealed."""
        profile = profile_of(self._around.profile, self._around.custom)
        return fairness.commitment(self._next_seed(), profile)

    async def new_game(self, game: Any, asking: Asking, wishes: Wishes) -> int:
        """Begin a game. Returns the entry's number."""
        self._refuse_other_game(asking)
        self._arming.refuse_busy()
        setup = rules.read_setup(game)
        if isinstance(setup, Refusal):
            raise by_the_rules(setup)
        refuse_alike(setup.players)
        played = {name: value for name, value in game.items() if name != "rules"}
        seal = self._seal(wishes)
        self._refuse_too_soon()
        await self._arming.withdraw()
        begun = self._begun(played, seal, wishes.deal, setup.rules)
        seq = await self._book.begin(begun, rules.start(setup), asking.stamp)
        self._count_game()
        if self._book.record.next_hand is not None:
            await self.load()
        return seq

    async def play_on(self, number: int, asking: Asking, wishes: Wishes) -> int:
        """Go on with a game that was left, under a new seal. Returns the entry's number.

        Its old seed was published when it was left. Nobody can leave a game in the middle of a hit,
        so there are no cards that came and were not counted.
        """
        self._refuse_other_game(asking)
        self._arming.refuse_busy()
        self._refuse_not_left(number)
        seal = self._seal(wishes)
        self._refuse_too_soon()
        try:
            left = await self._book.where_left(number)
        except Trouble as trouble:
            raise unreadable(number, trouble) from None
        if left is None:
            raise Refused("not_left", "refusal.is_over", {"game": number})
        await self._arming.withdraw()
        goes_on = GoesOn(number, left.past.presses, left.past.dry)
        before = left.begun
        begun = self._begun(before.game, seal, before.deal, before.rules, goes_on)
        seq = await self._book.go_on(begun, left, asking.stamp)
        self._count_game()
        await self.load()  # another game has used the launcher
        return seq

    def _seal(self, wishes: Wishes) -> fairness.Seal:
        """What binds the draws of the game that begins next. Raises ``Refused``."""
        profile = profile_of(self._around.profile, self._around.custom)
        seal = fairness.seal(self._next_seed(), profile, wishes.words)
        if wishes.commitment not in (None, seal.commitment):
            code = fairness.short(seal.commitment)
            raise Refused("other_seal", "refusal.other_seal", {"code": code})
        return seal

    def _begun(
        self,
        game: dict[str, Any],
        seal: fairness.Seal,
        deal: Deal,
        version: int,
        goes_on: GoesOn | None = None,
    ) -> Begun:
        """The game that begins next."""
        seed, around = self._next_seed().hex(), self._around
        return Begun(game, seed, around.profile, around.custom, seal, deal, version, goes_on)

    def _count_game(self) -> None:
        """Another game is on the table now."""
        self._around.game_pace.done()
        self._arming.drop()

    def _refuse_not_left(self, number: int) -> None:
        """Return if this game can go on. Raises ``Refused`` if not."""
        record = self._book.record
        if record.begun is not None and number == record.number:
            raise Refused("on_the_table", "refusal.still_played", {"game": number})
        found = next((game for game in record.shelf if game.number == number), None)
        if found is None or number in record.deleted:
            raise Refused("no_such_game", "refusal.no_such_game", {"game": number})
        if found.over:
            raise Refused("not_left", "refusal.is_over", {"game": number})
        later = taken_up(record.games)
        if number in later:
            values = {"game": number, "later": later[number]}
            raise Refused("not_left", "refusal.taken_up", values)

    def _judge(self, command: Any, kind: CommandType | None) -> Applied:
        """Put a command to the rules. Raises ``Refused``."""
        try:
            return self._book.judge(command)
        except Refused as refused:
            if kind is None or not kind.call or refused.code != "too_late":
                raise
            raise refuse_beaten(command, self._book.record.moments) or refused from None

    @property
    def tag(self) -> Tag:
        """What somebody has seen who has seen everything."""
        return Tag(self._book.id, self._book.record.seq)

    def _refuse_other_game(self, asking: Asking) -> None:
        if asking.saw is None:
            return
        refused = refuse_other_game(asking.saw, self.tag, self._book.record.begun_by)
        if refused is not None:
            raise refused

    def _refuse_too_soon(self) -> None:
        if (wait_s := self._around.game_pace.wait_s) > 0:
            raise Refused("too_soon", "refusal.too_many_games", {"n": ceil(wait_s)})

    def _refuse_stale(self, kind: CommandType | None, command: Any, asking: Asking) -> None:
        self._refuse_other_game(asking)
        moments = self._book.record.moments
        if asking.saw is None or kind is None or not moments:
            return
        refused = refuse_stale(kind.depends, command, asking.saw.seq, moments)
        if refused is not None:
            raise refused

    def _next_seed(self) -> bytes:
        return self._book.seed(self._book.record.number + 1)

    async def command(self, command: Any, asking: Asking = PLAIN, seen: Numbers = ()) -> int:
        """Do a command of the rules. Returns the entry's number.

        ``seen``: the numbers of the cards that it shows, where a reader has seen them.
        """
        kind, state = type_of(command), self._book.record.state
        self._refuse_stale(kind, command, asking)
        if kind is not None and kind.measured:
            raise Refused("measured_only", "refusal.measured_hit")
        if kind is not None and kind.do == "draw" and state and state.position.dealt is not None:
            raise Refused("measured_only", "refusal.measured_draw")
        self._arming.refuse_busy()
        applied = self._judge(command, kind)
        if kind is not None and kind.do == "join" and state is not None:
            there = [seat.name for seat in state.position.seats if not seat.gone]
            refuse_twin(applied.command["player"], there)
        await self._arming.withdraw()
        said = Said(dict(applied.command), seen=seen)
        loads = kind is not None and kind.loads
        due = nothing if loads else self._arming.due  # first the cards, then the hit
        seq = await self._book.say(said, applied, asking.stamp, due)
        self._arming.drop()
        if loads:
            await self.load()
        return seq

    async def confirm(self, number: int, cards: int, asking: Asking) -> int:
        """Take the table's count of a hit. Returns the entry's number."""
        hit = self._arming.countable(number)
        assert self._book.record.state is not None
        command = counted(hit.intent, self._book.record.state, cards)
        owed = self._book.record.state.position.owed
        applied = self._book.judge(command)
        await self._arming.give_up()
        measured = CountDetails(hit.intent.requested, confirmed=True)
        said = Said(command, number, measured)
        seq = await self._book.say(said, applied, asking.stamp, self._arming.due)
        self._arming.counted(owed)
        return seq

    async def unpressed(self, number: int, asking: Asking) -> int:
        """Take the table's word that nobody pressed for a hit. Returns the entry's number."""
        self._arming.deniable(number)
        seq = await self._book.withdraw(asking.stamp)
        self._arming.drop()
        return seq

    async def delete_game(self, number: int, asking: Asking) -> int:
        """Remove a past game from the list. Returns the entry's number."""
        record = self._book.record
        if record.begun is not None and number == record.number:
            raise Refused("on_the_table", "refusal.on_the_table", {"game": number})
        if number in record.deleted or number not in {game.number for game in record.shelf}:
            raise Refused("no_such_game", "refusal.no_such_game", {"game": number})
        return await self._book.delete(number, asking.stamp)

    async def restore_game(self, number: int, asking: Asking) -> int:
        """Put a deleted game back on the list. Returns the entry's number."""
        if number not in self._book.record.deleted:
            raise Refused("no_such_game", "refusal.not_deleted", {"game": number})
        return await self._book.restore(number, asking.stamp)

    async def load(self) -> None:
        """Let the simulated launcher hold as many cards as the rules count."""
        state = self._book.record.state
        if self._around.loader is not None and state is not None:
            with suppress(LauncherGone):
                await self._around.loader.fill(opening.loaded(state, self._book.record.undealt))


def type_of(command: Any) -> CommandType | None:
    """What the rules know of a command by its ``do``; None: there is no such command."""
    do = command.get("do") if isinstance(command, dict) else None
    return COMMANDS.get(do) if isinstance(do, str) else None
