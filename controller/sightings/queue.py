"""The queue of sightings: taken one after the other, each once, and none is lost.

`judging.py` and `updating.py` decide; the queue carries out what they say.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

import rules
from controller.base.errors import Refused
from controller.decks.deck import Deck, SharedNumber, decks_for
from controller.decks.deck_store import IconStore
from controller.decks.face_up import FaceUpNumbers, Numbers
from controller.games.record import Record
from controller.sightings import hands
from controller.sightings.judging import answer, judge, judge_first, question_of, wait
from controller.sightings.memory import (
    MOST_WAITING,
    GameView,
    Question,
    ReaderMemory,
    Sighting,
    Verdict,
)
from controller.sightings.reader_book import HealthBook, Meaning, Sessions
from controller.sightings.updating import GameChange, numbers_for, update
from rules.game import refuse_well_formed

MOST_AGE_S = 60.0
"""A sighting that is older is stale; meanwhile people have tapped the card."""

BUSY = "launcher_busy"

Do = Callable[[Mapping[str, Any], Numbers], Awaitable[object]]
"""Carries out a command. Raises ``Refused`` or ``NotSaved``; then nothing has changed."""


Decks = Callable[[], Iterable[Deck]]
"""All decks of the table. May raise ``Refused``."""


@dataclass(frozen=True, slots=True)
class SightingReport:
    """What a reader reports."""

    device: int
    """The number of the reader's device."""
    session: str
    """A process that starts anew begins another session."""
    number: int
    """Of the report, in its session."""
    card: int | None
    """The number of the card; None: the reader could not read it."""
    deck: str | None
    """The ID of its deck; None: the reader does not know it."""
    age_s: float
    """How long ago the card was seen."""
    kind: str
    """Of the reader: ``scanner``, ``camera`` or ``simulated``."""
    stale: bool
    """A command was taken back since the reader knew the table."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a report."""

    meaning: Meaning
    card: str | None = None
    """The notation of the card; None: it is not known."""
    by: str | None = None
    """Whose card it is; None: nobody's alone."""


class SightingQueue:
    """Takes sightings and carries out what they mean.

    Its methods are called one after the other, never at once.
    """

    def __init__(
        self,
        record: Callable[[], Record],
        do: Do,
        decks: Decks,
        clock: Callable[[], float],
        *,
        confirm: bool,
        question_number: int = 0,
        icons: IconStore | None = None,
    ) -> None:
        """``clock``: seconds, monotonic. ``confirm``: the table is asked before each play.

        ``question_number``: the number before that of the first question. With another one after a
        restart, nobody's late answer is taken for the answer to another question.
        """
        self.memory = ReaderMemory(question_number=question_number)
        self.health = HealthBook()
        self._record = record
        self._do = do
        self._decks = decks
        self._clock = clock
        self._confirm = confirm
        self._icons = icons
        self._sessions: Sessions[Answer] = Sessions()
        self._last_record: Record | None = None
        self._undone_s = float("-inf")
        self._game: tuple[Record, GameView] | None = None

    def read_game(self) -> GameView | None:
        """The game at the moment, made once for each record; None: there is none."""
        record = self._record()
        if record.state is None:
            return None
        if self._game is None or self._game[0] is not record:
            game = GameView(
                record.state.position,
                cache(partial(rules.legal, record.state)),
                record.face_up,
                _before_the_last_play(record.face_up_history),
                record.next_hand is not None,
                self._icon_of,
                self._confirm,
            )
            self._game = record, game
        return self._game[1]

    async def see(self, report: SightingReport) -> Answer:
        """Take a report. A repeated one gets the same answer again.

        Raises ``Refused`` if reports are missing before it, and ``NotSaved``.
        """
        repeated = self._sessions.repeated(report.device, report.session, report.number)
        if repeated is not None:
            return repeated
        self.health.set_kind(report.device, report.kind)
        self._catch_up()
        reply = await self._judge(report)
        await self.update()
        if reply.meaning == "waits" and report.card in self._record().face_up.numbers:
            reply = replace(reply, meaning="played", by=self._record().undoable[-1].by)
        self._sessions.store(report.device, report.session, report.number, reply)
        return reply

    async def answer(self, number: int, *, yes: bool) -> None:
        """Carry out people's answer to the question with this number.

        Raises ``Refused`` or ``NotSaved``; then the question is still open.
        """
        self._catch_up()
        question = question_of(self.memory, number)
        verdict = answer(self.memory, question, yes=yes)
        if verdict.proposal is not None:
            await self._do(verdict.proposal.command, verdict.proposal.numbers)
        self.memory = verdict.memory
        await self.update()

    def choose(self, player: str | None) -> None:
        """Begin to count a player's hand, from nothing; None: whose turn it is to count.

        Raises ``Refused`` if no hand is to be counted, or not this player's.
        """
        self._catch_up()
        game = self.read_game()
        if game is None or game.position.stage != "count":
            raise Refused("wrong_phase", "refusal.no_hand_to_count", {}, "COM-16")
        if player is not None:
            count = {"do": "count", "player": player, "points": 0}
            if (refusal := refuse_well_formed(rules.State(game.position), count)) is not None:
                raise Refused(refusal.code, refusal.key, refusal.values, refusal.clause)
        self.memory = hands.choose(self.memory, player)

    async def update(self) -> None:
        """Take in what has changed, and judge the cards that waited for it. Raises ``NotSaved``."""
        for _ in range(MOST_WAITING + 1):
            self._catch_up()
            memory, game = self.memory, self.read_game()
            if not memory.waiting or game is None:
                return
            verdict = judge_first(game, memory)
            if verdict is None:
                return
            if not await self._carry_out(verdict, memory.waiting[0]):
                self.memory = replace(self.memory, waiting=memory.waiting)
                return

    def numbers_for(self, command: object) -> Numbers:
        """The numbers of the cards that somebody's command shows, as far as they were seen."""
        self._catch_up()
        return numbers_for(self.memory, command)

    def counting(self) -> tuple[str, int, int] | None:
        """Whose hand is counted, the points laid so far, and its size; None: no hand is."""
        game = self.read_game()
        player = None if game is None else hands.player_of(game, self.memory)
        if game is None or player is None:
            return None
        return player, hands.points_of(game, self.memory), hands.hand_size_of(game, player)

    @property
    def question(self) -> Question | None:
        """What people are asked; None: nothing."""
        return self.memory.question

    async def _judge(self, report: SightingReport) -> Answer:
        """Judge a new report, and carry out what follows. Raises ``NotSaved``."""
        seen_s = self._clock() - report.age_s
        game = self.read_game()
        if game is None:
            return Answer("nothing_on")
        if self._is_stale(report, seen_s):
            return Answer("stale")
        card = None if report.card is None else self._card_of(game, report.card, report.deck)
        if report.card is not None and card is None:
            return Answer("unknown_card")
        sighting = Sighting(report.card, card, seen_s)
        verdict = judge(game, self.memory, sighting)
        before = self.memory
        if await self._carry_out(verdict, sighting):
            by, proposal = verdict.by, verdict.proposal
            refused = proposal is not None and self.memory.notice is not verdict.memory.notice
            return Answer("no_fit" if refused else verdict.meaning, card, by)
        late = wait(before, sighting)
        self.memory = late.memory
        return Answer(late.meaning, card)

    def _is_stale(self, report: SightingReport, seen_s: float) -> bool:
        return report.stale or report.age_s > MOST_AGE_S or seen_s < self._undone_s

    async def _carry_out(self, verdict: Verdict, sighting: Sighting) -> bool:
        """Do what follows from ``sighting``. False: cards are coming, so nothing was done yet.

        If it is refused for another reason, people get a notice. Raises ``NotSaved``.
        """
        proposal, before = verdict.proposal, self.memory
        self.memory = verdict.memory
        if proposal is None:
            return True
        try:
            await self._do(proposal.command, proposal.numbers)
        except Refused as refused:
            if refused.code == BUSY:
                self.memory = before
                return False
            reason = {"key": refused.key, "values": dict(refused.values)}
            card = sighting.card
            self.memory = verdict.memory.notify("sighting.refused", card=card, why=reason)
        except BaseException:
            self.memory = before
            raise
        else:
            if proposal.command["do"] == "play":
                played = verdict.sighting or sighting
                self.memory = replace(self.memory, last_play_s=played.at_s)
        return True

    def _card_of(self, game: GameView, number: int, deck: str | None) -> str | None:
        """The notation of the card with this number; None: the game has none, and a notice says so.

        ``deck``: the ID of its deck; None: any deck of the edition.
        """
        setup = game.position.setup
        try:
            decks = [*self._decks()]
        except Refused as refused:
            reason = {"key": refused.key, "values": dict(refused.values)}
            self.memory = self.memory.notify("sighting.decks_unreadable", why=reason)
            return None
        edition = setup.edition.id
        fitting = decks_for(setup.edition, (box for box in decks if deck in (None, box.id)))
        fitting = [box for box in fitting if number in box.numbers]
        cards = {box.card_of(number) for box in fitting}
        if len(cards) == 1 and cards <= setup.deck.keys():
            return cards.pop()
        if len(cards) > 1:
            shared = SharedNumber(fitting[0].id, fitting[1].id, number).refusal
            reason = {"key": shared.key, "values": dict(shared.values)}
            self.memory = self.memory.notify("sighting.decks_unreadable", why=reason)
            return None
        if decks:
            self.memory = self.memory.notify("sighting.other_deck", card_number=number)
        else:
            notified = self.memory.notify("sighting.no_deck", card_number=number, edition=edition)
            self.memory = notified
        return None

    def _icon_of(self, number: int) -> str | None:
        """The icon on a number card; None: it is not known."""
        state = self._record().state
        if self._icons is None or state is None:
            return None
        return self._icons.of(state.position.setup.edition, number)

    def _catch_up(self) -> None:
        """Update the memory if the game has changed since the last call."""
        record, previous = self._record(), self._last_record
        if record is previous:
            return
        self._last_record = record
        game = self.read_game()
        if previous is None or previous.state is None:
            return
        if game is None:  # a session of draws has taken the table
            self.memory = self.memory.without_game()
            return
        moments = [moment for moment in record.moments if moment.seq > previous.seq]
        undone = any(moment.done.key == "done.undo" for moment in moments)
        now_s = self._clock()
        if undone:
            self._undone_s = now_s
            self._forget_icons(game, previous.face_up.numbers - record.face_up.numbers)
        before = previous.state.position if record.begun_by == previous.begun_by else None
        change = GameChange(before, previous.face_up, undone, now_s)
        self.memory = update(game, self.memory, change)

    def _forget_icons(self, game: GameView, undone: Iterable[int]) -> None:
        if self._icons is not None:
            for number in undone:
                self._icons.forget(game.position.setup.edition, number)


def _before_the_last_play(history: tuple[FaceUpNumbers, ...]) -> FaceUpNumbers | None:
    """What lay there before the last command, if that laid cards on others that were seen."""
    if len(history) < 2:
        return None
    before, now = history[-2:]
    return before if 0 < len(before.pile) < len(now.pile) else None
