"""Keeps the launcher armed for the hit that is due, and brings every hit to its end once.

The order matters: an intent is on disk before the launcher is armed, and a count is on disk before
anybody is told. After the launcher, the link or this process was away, the launcher is asked what
happened. If it cannot know, the table is asked.

`deciding.py` decides; this file carries the decisions out.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress

from controller.base.errors import Refused
from controller.base.event_log import note
from controller.games.book import Book
from controller.games.entries import CountDetails, Intent, Said
from controller.games.record import Record
from controller.journal.journal import NotSaved
from controller.table.breath import Breath, Entries
from controller.table.deciding import (
    ArmAnswer,
    Decision,
    DisarmAnswer,
    Known,
    ResultAnswer,
    Then,
    decide,
    is_foreign,
    is_free,
    may_be_counted,
)
from controller.table.due import Draw, due_intent
from controller.table.gestures import Gestures
from controller.table.hit import DueHit, HitStage, counted
from controller.table.refusals import busy, not_waiting
from hardware.launcher import (
    ButtonInUse,
    Fault,
    FaultsChanged,
    HitResult,
    Launcher,
    LauncherEvent,
    LauncherGone,
    LinkChanged,
    ScaleChanged,
    Weighed,
)
from hardware.profiles import profile_of

FOREIGN = "The launcher reports a hit that this game does not have: the report has no effect."


class Arming:
    """The hit that is due. Call one method after the other, never two at the same time."""

    def __init__(
        self,
        book: Book,
        launcher: Launcher,
        draw: Draw,
        breath_s: float,
        clock: Callable[[], float],
        undecided: Callable[[], bool] = lambda: False,
    ) -> None:
        """``clock``: seconds, monotonic. The button rests for ``breath_s`` between two hits.

        ``undecided``: a card was laid, and people have not said yet what is played. So nobody knows
        whose hit a press would be, and the button is dead.
        """
        self.hit: DueHit | None = None
        self.owes_retry = False
        """The disk or the launcher did not take something; call ``settle`` again after a while."""
        self._book = book
        self._launcher = launcher
        self._draw = draw
        self._undecided = undecided
        self._gestures = Gestures(launcher)
        self._clock = clock
        self._breath = Breath(breath_s)
        self._unbooked: HitResult | None = None
        """A count that the disk did not take."""

    async def resume(self) -> None:
        """After a start: find out what became of the hit under way, and arm what is due."""
        record = self._book.record
        if record.intent is not None and record.untouched:
            self.hit = DueHit(record.intent, HitStage.ARMED, away=True)
        await self.settle()

    async def settle(self) -> None:
        """Finish what was left open, and arm what is due."""
        self.owes_retry = False
        if self._unbooked is not None:
            await self._book_count(self._unbooked)
        elif self._launcher.link_up:
            await self._ask()
        await self.tend()

    async def tend(self) -> None:
        """Arm the hit that is due, if it can be armed now (LCH-9)."""
        await self._gestures.make(self._book.record)
        if self._undecided() and not (self.hit is not None and self.hit.pressed):
            with suppress(Refused):  # somebody has just pressed, or the launcher is away
                await self.withdraw()
                self.drop()
            return
        if self.hit is None:
            try:
                self.hit = await self._intend()
            except NotSaved:
                self.owes_retry = True
        hit = self.hit
        if hit is None or hit.stage not in TO_BE_ARMED or not self._launcher.link_up:
            return
        self._breath = self._breath.due(self._owed)
        rests = self._breath.applies_to(hit)
        if rests and self._breath.left_s(self._clock()) > 0:
            await self._rest(hit)
        else:
            await self._arm(hit, self._breath.presses if rests else None)

    async def hear(self, event: LauncherEvent) -> bool:
        """Take in what the launcher says; True: there is a new entry."""
        seq = self._book.record.seq
        self._breath = self._breath.heard(event, self._clock())
        if isinstance(event, LinkChanged):
            self._gestures.forget()
            if event.up:
                await self.settle()
        elif not isinstance(event, Weighed | ScaleChanged):  # `weighing/scale.py` deals with that
            if isinstance(event, FaultsChanged) and Fault.COVER_OPEN in event.faults:
                await self._opened()
            await self._carry_out(self._decide(event))
        return self._book.record.seq != seq

    def due(self, record: Record) -> Intent | None:
        """The hit that may be pressed when everything stands as the record says."""
        return due_intent(record, self._draw)

    def refuse_busy(self) -> None:
        """Return if nobody has pressed for the hit that is due. Raises ``Refused`` if not."""
        hit = self.hit
        if hit is None or is_free(hit):
            return
        if hit.pressed or hit.stage is not HitStage.ARMED:
            raise busy(hit, self._launcher.link_up)

    async def withdraw(self) -> None:
        """Disarm the hit before something else is done. Raises ``Refused`` if it is too late."""
        self.refuse_busy()
        hit = self.hit
        if hit is not None and not is_free(hit):
            await self._disarm(hit)

    async def give_up(self) -> None:
        """Make sure that the launcher gives no more cards for a hit that the table counts."""
        hit = self.hit
        self._breath = self._breath.touched(self._clock())  # the hit ends now
        if hit is not None and hit.stage is HitStage.ARMED and self._launcher.link_up:
            await self._disarm(hit)

    @property
    def rests_for_s(self) -> float | None:
        """How long the button has to rest before the hit is armed; None: no hit waits for that."""
        if self.hit is None or self.hit.stage is not HitStage.BREATH or not self._launcher.link_up:
            return None
        return self._breath.left_s(self._clock())

    def touch(self) -> None:
        """Somebody presses on a page. Raises ``Refused`` while the button has to rest."""
        if self.hit is not None and self.hit.stage is HitStage.BREATH:
            self._breath = self._breath.touched(self._clock())
            raise Refused("launcher_busy", "refusal.breath", {}, "LCH-9")

    def counted(self, before: Entries) -> None:
        """The hit was counted, when these were the entries of ``owed``: forget it."""
        self._breath = self._breath.counted(before, self._owed)
        self.drop()

    def drop(self) -> None:
        """Forget the hit, which has ended or was withdrawn; ``tend`` finds the next one."""
        self.hit = self._unbooked = None

    def countable(self, number: int) -> DueHit:
        """The hit that the table may count now. Raises ``Refused``."""
        hit, link_up = self.hit, self._launcher.link_up
        if hit is None or hit.number != number:
            raise not_waiting(number)
        if not may_be_counted(hit, link_up, bool(self._launcher.faults)):
            raise not_waiting(number)
        return hit

    def deniable(self, number: int) -> None:
        """Return if this hit may not have begun, as far as is known. Raises ``Refused`` if not."""
        hit = self.hit
        if hit is None or hit.number != number or hit.stage is not HitStage.CONFIRM:
            raise not_waiting(number)
        if hit.out:
            raise Refused("nothing_to_confirm", "refusal.cards_came", {"hit": number})

    async def remembers(self) -> bool:
        """Whether the launcher remembers an earlier hit of this journal. May raise."""
        last = self._book.record.last_measured
        return last > 0 and await self._launcher.result(last) is not None

    def _decide(self, known: Known) -> Decision:
        """Decide what follows for the hit that is due. A hit of nobody's changes nothing."""
        if is_foreign(self.hit, self._book.record.last_hit, known):
            note("foreign_hit", FOREIGN, logging.WARNING)
        return decide(self.hit, known)

    async def _carry_out(self, decision: Decision) -> None:
        """Carry a decision out."""
        self.hit = decision.hit
        if decision.book is not None:
            self._breath = self._breath.touched(self._clock())
            await self._book_count(decision.book)
        match decision.then:
            case Then.TEND:
                await self.tend()
            case Then.ASK:
                await self.settle()
            case Then.DISARM:
                assert self.hit is not None
                with suppress(Refused):
                    await self._disarm(self.hit)
                await self.tend()

    @property
    def _owed(self) -> Entries:
        state = self._book.record.state
        return state.position.owed if state is not None else ()

    async def _arm(self, hit: DueHit, presses: int | None) -> None:
        """Arm a hit; with ``presses`` only if the button was not pressed more often than that."""
        self.hit = hit.armed()  # before the request, which may arrive although its answer does not
        try:
            result = await self._launcher.arm(hit.number, hit.intent.requested, presses)
        except LauncherGone:
            self.owes_retry = True
            return
        if isinstance(result, ButtonInUse):
            self._breath = self._breath.found(result, self._clock())
        await self._carry_out(self._decide(ArmAnswer(result)))

    async def _rest(self, hit: DueHit) -> None:
        """Let the button rest before a hit is armed, unless a fault keeps it back anyway."""
        if hit.stage is HitStage.WAITING:
            try:
                await self._take_back(hit)  # after a link was lost, the launcher may have it
            except LauncherGone:
                self.owes_retry = True
                return
        if self.hit is not None and is_free(self.hit):
            faults = self._launcher.faults
            self.hit = self.hit.waiting() if faults else self.hit.breathing()

    async def _intend(self) -> DueHit | None:
        """The hit that may be pressed now, with its intent on disk. Raises ``NotSaved``."""
        record = self._book.record
        intent = self.due(record)
        if intent is None:
            return None
        if self._book.unsaved or not record.untouched or intent != record.intent:
            await self._book.intend(intent)
        return DueHit(intent)

    async def _ask(self) -> None:
        """Ask the launcher what became of the hit."""
        hit = self.hit
        if hit is None or is_free(hit) or hit.stage is HitStage.CONFIRM:
            return
        try:
            result = await self._launcher.result(hit.number)
            remembers = result is not None or await self.remembers()
        except LauncherGone:
            self.owes_retry = True
        else:
            await self._carry_out(self._decide(ResultAnswer(result, remembers)))

    async def _disarm(self, hit: DueHit) -> None:
        """Disarm an armed hit. Raises ``Refused`` if it is too late or if nobody knows."""
        try:
            await self._take_back(hit)
        except LauncherGone:
            raise Refused("no_launcher", "refusal.maybe_pressed", {"hit": hit.number}) from None
        if self.hit is not None and self.hit.stage is HitStage.RUNNING:
            raise busy(self.hit, there=True)

    async def _take_back(self, hit: DueHit) -> None:
        """Disarm the hit, or find out that it has begun. May raise ``LauncherGone``."""
        free = await self._launcher.disarm()
        result = await self._launcher.result(hit.number) if free else None
        await self._carry_out(self._decide(DisarmAnswer(free, result)))

    async def _opened(self) -> None:
        """The cover was opened: begin the presses anew, where the game's profile does so."""
        record = self._book.record
        if record.begun is None or not record.past.presses:
            return
        if not profile_of(record.begun.profile, record.begun.custom).restarts_with_cover:
            return
        with suppress(NotSaved):  # then the presses go on as before
            await self._book.open()

    async def _book_count(self, result: HitResult) -> None:
        """Write a measured count into the journal, once."""
        hit, state, owed = self.hit, self._book.record.state, self._owed
        assert hit is not None and state is not None
        command = counted(hit.intent, state, result.delivered, result.sticking)
        measured = CountDetails(
            hit.intent.requested,
            result.uncertain,
            result.fault,
            card_times_ms=result.card_times_ms,
        )
        try:
            applied = self._book.judge(command)
            await self._book.say(Said(command, hit.number, measured), applied, due=self.due)
        except Refused:  # more cards than the deck has: only people can correct such a count
            self.hit = hit.unknown(result.delivered)
        except NotSaved:
            self.hit = hit.running(result.delivered)
            self._unbooked = result
            self.owes_retry = True
        else:
            self.counted(owed)


TO_BE_ARMED = (HitStage.WAITING, HitStage.BREATH, HitStage.BROKEN)
"""Stages of a hit that the launcher does not have, as far as is known."""
