"""The desk at which sightings arrive: one after the other, each once, and nothing is lost.

`judging.py` and `following.py` decide; the desk carries out what they say.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any, Protocol

import rules
from controller.base.errors import Refused
from controller.decks.icons import Icons
from controller.decks.lying import Lying, Numbers
from controller.games.record import Record
from controller.sightings import answering, hands
from controller.sightings.following import Step, follow, numbers_for
from controller.sightings.health import HealthBook
from controller.sightings.judging import judge, judge_first, wait
from controller.sightings.meanings import Meaning
from controller.sightings.sessions import Sessions
from controller.sightings.watch import (
    MOST_WAITING,
    Pending,
    Seen,
    Stand,
    Verdict,
    Watch,
)
from rules.game import refuse_well_formed

MOST_AGE_S = 60.0
"""Who sees a card is heard for so long; meanwhile people have tapped it."""

BUSY = "launcher_busy"

Do = Callable[[Mapping[str, Any], Numbers], Awaitable[object]]
"""Carries out a command. Raises ``Refused`` or ``NotSaved``; then nothing has changed."""


class NumberedDeck(Protocol):
    """Says which card has which number."""

    @property
    def id(self) -> str:
        """What tells it from other decks."""
        ...

    @property
    def edition(self) -> str:
        """The edition that it belongs to."""
        ...

    def card_of(self, number: int) -> str | None:
        """The card with this number; None: there is none."""
        ...


Decks = Callable[[], Iterable[NumberedDeck]]
"""All decks of the table. May raise ``Refused``."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """What a reader reports."""

    device: int
    session: str
    number: int
    card: int | None
    deck: str | None
    age_s: float
    kind: str
    stale: bool
    """A command was taken back since the reader knew the table."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the reader is told."""

    meaning: Meaning
    card: str | None = None
    by: str | None = None


class Desk:
    """See above. Its methods are called one after the other, never at once."""

    def __init__(
        self,
        record: Callable[[], Record],
        do: Do,
        decks: Decks,
        clock: Callable[[], float],
        *,
        confirm: bool,
        asked: int = 0,
        icons: Icons | None = None,
    ) -> None:
        """``clock``: seconds, monotonic. ``confirm``: the table is asked before each play.

        ``asked``: the number before that of the first question. With another one after a restart,
        nobody's late answer is taken for the answer to another question.
        """
        self.watch = Watch(asked=asked)
        self.health = HealthBook()
        self._record = record
        self._do = do
        self._decks = decks
        self._clock = clock
        self._confirm = confirm
        self._icons = icons
        self._sessions: Sessions[Answer] = Sessions()
        self._followed: Record | None = None
        self._undone_s = float("-inf")
        self._stood: tuple[Record, Stand] | None = None

    @property
    def stand(self) -> Stand | None:
        """The game at the moment; None: there is none."""
        record = self._record()
        if record.state is None:
            return None
        if self._stood is None or self._stood[0] is not record:
            stand = Stand(
                record.state.position,
                cache(partial(rules.legal, record.state)),
                record.lying,
                _before_the_last_play(record.shown),
                record.next_hand is not None,
                self._icon_of,
                self._confirm,
            )
            self._stood = record, stand
        return self._stood[1]

    async def see(self, said: Sighting) -> Answer:
        """Deal with what a reader reports. Raises ``Refused`` or ``NotSaved``."""
        before = self._sessions.repeated(said.device, said.session, said.number)
        if before is not None:
            return before
        self.health.kind(said.device, said.kind)
        self._catch_up()
        answer = await self._judged(said)
        await self.follow()
        if answer.meaning == "waits" and said.card in self._record().lying.numbers:
            answer = replace(answer, meaning="played", by=self._record().undoable[-1].by)
        self._sessions.keep(said.device, said.session, said.number, answer)
        return answer

    async def answer(self, number: int, *, yes: bool) -> None:
        """People answer a question. Raises ``Refused`` or ``NotSaved``."""
        self._catch_up()
        pending = answering.pending_of(self.watch, number)
        verdict = answering.answer(self.watch, pending, yes=yes)
        if verdict.order is not None:
            await self._do(verdict.order.command, verdict.order.numbers)
        self.watch = verdict.watch
        await self.follow()

    def choose(self, player: str | None) -> None:
        """The table wants to count a player's hand, from nothing; None: whose turn it is.

        Raises ``Refused``.
        """
        self._catch_up()
        stand = self.stand
        if stand is None or stand.position.stage != "count":
            raise Refused("wrong_phase", "refusal.no_hand_to_count", {}, "COM-16")
        if player is not None:
            nothing = {"do": "count", "player": player, "points": 0}
            if (why := refuse_well_formed(rules.State(stand.position), nothing)) is not None:
                raise Refused(why.code, why.key, why.values, why.clause)
        self.watch = hands.begin(self.watch, player)

    async def follow(self) -> None:
        """Look at what has changed, and deal with the cards that waited for it."""
        for _ in range(MOST_WAITING + 1):
            self._catch_up()
            watch, stand = self.watch, self.stand
            if not watch.waiting or stand is None:
                return
            verdict = judge_first(stand, watch)
            if verdict is None:
                return
            if not await self._carry_out(verdict, watch.waiting[0]):
                self.watch = replace(self.watch, waiting=watch.waiting)
                return

    def numbers_for(self, command: object) -> Numbers:
        """The numbers of the cards that somebody's command shows, as far as they were seen."""
        self._catch_up()
        return numbers_for(self.watch, command)

    def counting(self) -> tuple[str, int, int] | None:
        """Whose hand is counted, what was laid so far is worth, and how many cards are due."""
        stand = self.stand
        player = None if stand is None else hands.player_of(stand, self.watch)
        if stand is None or player is None:
            return None
        return player, hands.points_of(stand, self.watch), hands.due_of(stand, player)

    @property
    def pending(self) -> Pending | None:
        """What people are asked."""
        return self.watch.pending

    async def _judged(self, said: Sighting) -> Answer:
        seen_s = self._clock() - said.age_s
        stand = self.stand
        if stand is None:
            return Answer("nothing_on")
        if said.stale or said.age_s > MOST_AGE_S or seen_s < self._undone_s:
            return Answer("stale")
        card = None if said.card is None else self._card_of(stand, said.card, said.deck)
        if said.card is not None and card is None:
            return Answer("unknown_card")
        seen = Seen(said.card, card, seen_s)
        verdict = judge(stand, self.watch, seen)
        before = self.watch
        if await self._carry_out(verdict, seen):
            by, order = verdict.by, verdict.order
            refused = order is not None and self.watch.last is not verdict.watch.last
            return Answer("no_fit" if refused else verdict.meaning, card, by)
        late = wait(before, seen)
        self.watch = late.watch
        return Answer(late.meaning, card)

    async def _carry_out(self, verdict: Verdict, seen: Seen) -> bool:
        """Do what follows. False: cards are coming, so nothing was done yet. Raises ``NotSaved``.

        If it is refused for another reason, people are told.
        """
        order, before = verdict.order, self.watch
        self.watch = verdict.watch
        if order is None:
            return True
        try:
            await self._do(order.command, order.numbers)
        except Refused as refused:
            if refused.code == BUSY:
                self.watch = before
                return False
            why = {"key": refused.key, "values": dict(refused.values)}
            self.watch = verdict.watch.tell("sighting.refused", card=seen.card, why=why)
        except BaseException:
            self.watch = before
            raise
        else:
            if order.command["do"] == "play":
                played = verdict.seen or seen
                self.watch = replace(self.watch, played_s=played.at_s)
        return True

    def _card_of(self, stand: Stand, number: int, deck: str | None) -> str | None:
        """The card with this number, which must be in the game; None: people were told."""
        setup = stand.position.setup
        try:
            decks = [*self._decks()]
        except Refused as refused:
            why = {"key": refused.key, "values": dict(refused.values)}
            self.watch = self.watch.tell("sighting.decks_unreadable", why=why)
            return None
        fit = [one for one in decks if one.edition == setup.edition.id and deck in (None, one.id)]
        cards = {card for one in fit if (card := one.card_of(number)) is not None}
        if len(cards) == 1 and cards <= setup.deck.keys():
            return cards.pop()
        if decks:
            self.watch = self.watch.tell("sighting.other_deck", card_number=number)
        else:
            edition = setup.edition.id
            self.watch = self.watch.tell("sighting.no_deck", card_number=number, edition=edition)
        return None

    def _icon_of(self, number: int) -> str | None:
        """The icon on a number card; None: it is not known."""
        state = self._record().state
        if self._icons is None or state is None:
            return None
        return self._icons.of(state.position.setup.edition.id, number)

    def _catch_up(self) -> None:
        """Take in what has happened to the game."""
        record, known = self._record(), self._followed
        if record is known:
            return
        self._followed = record
        stand = self.stand
        if known is None or known.state is None or stand is None:
            return
        since = [moment for moment in record.moments if moment.seq > known.seq]
        undone = any(moment.done.key == "done.undo" for moment in since)
        now_s = self._clock()
        if undone:
            self._undone_s = now_s
            for number in known.lying.numbers - record.lying.numbers:
                if self._icons is not None:
                    self._icons.forget(stand.position.setup.edition.id, number)
        before = known.state.position if record.begun_by == known.begun_by else None
        self.watch = follow(stand, self.watch, Step(before, known.lying, undone, now_s))


def _before_the_last_play(shown: tuple[Lying, ...]) -> Lying | None:
    """What lay there before the last command, if that laid cards on others that were seen."""
    if len(shown) < 2:
        return None
    before, now = shown[-2:]
    return before if 0 < len(before.pile) < len(now.pile) else None
