"""Keeps the launcher armed for the hit that is due, and brings every hit to its end once.

The order matters: an intent is on disk before the launcher is armed, and a count is on disk before
anybody is told. After the launcher, the link or this process was away, the launcher is asked what
happened. If it cannot know, the table is asked.

`deciding.py` decides; this file carries the decisions out.
"""

from __future__ import annotations

from contextlib import suppress

from controller.base.errors import Refused
from controller.games.book import Book
from controller.games.entries import CountDetails, Said
from controller.journal.journal import NotSaved
from controller.table.deciding import (
    ArmAnswer,
    Decision,
    DisarmAnswer,
    ResultAnswer,
    Then,
    decide,
    is_free,
    may_be_counted,
)
from controller.table.due import Draw, due_intent
from controller.table.gestures import Gestures
from controller.table.hit import DueHit, HitStage, counted
from hardware.launcher import (
    Fault,
    FaultsChanged,
    HitResult,
    Launcher,
    LauncherEvent,
    LauncherGone,
    LinkChanged,
)
from hardware.profiles import profile_of


class Arming:
    """The hit that is due. Call one method after the other, never two at the same time."""

    def __init__(self, book: Book, launcher: Launcher, draw: Draw) -> None:
        self.hit: DueHit | None = None
        self.owes_retry = False
        """The disk or the launcher did not take something; call ``settle`` again after a while."""
        self._book = book
        self._launcher = launcher
        self._draw = draw
        self._gestures = Gestures(launcher)
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
        if self.hit is None:
            try:
                self.hit = await self._intend()
            except NotSaved:
                self.owes_retry = True
        hit = self.hit
        if hit is None or hit.stage not in (HitStage.WAITING, HitStage.BROKEN):
            return
        if not self._launcher.link_up:
            return
        self.hit = hit.armed()  # before the request, which may arrive although its answer does not
        try:
            answer = ArmAnswer(await self._launcher.arm(hit.number, hit.intent.requested))
        except LauncherGone:
            self.owes_retry = True
        else:
            await self._carry_out(decide(self.hit, answer))

    async def hear(self, event: LauncherEvent) -> bool:
        """Take in what the launcher says; True: there is a new entry."""
        seq = self._book.record.seq
        if isinstance(event, LinkChanged):
            self._gestures.forget()
            if event.up:
                await self.settle()
        else:
            if isinstance(event, FaultsChanged) and Fault.COVER_OPEN in event.faults:
                await self._opened()
            await self._carry_out(decide(self.hit, event))
        return self._book.record.seq != seq

    def refuse_busy(self) -> None:
        """Return if nobody has pressed for the hit that is due. Raises ``Refused`` if not."""
        hit = self.hit
        if hit is None or is_free(hit):
            return
        if hit.pressed or hit.stage is not HitStage.ARMED:
            raise _busy(hit, self._launcher.link_up)

    async def withdraw(self) -> None:
        """Disarm the hit before something else is done. Raises ``Refused`` if it is too late."""
        self.refuse_busy()
        hit = self.hit
        if hit is not None and not is_free(hit):
            await self._disarm(hit)

    async def give_up(self) -> None:
        """Make sure that the launcher gives no more cards for a hit that the table counts."""
        hit = self.hit
        if hit is not None and hit.stage is HitStage.ARMED and self._launcher.link_up:
            await self._disarm(hit)

    def drop(self) -> None:
        """Forget the hit, which has ended or was withdrawn; ``tend`` finds the next one."""
        self.hit = self._unbooked = None

    def countable(self, number: int) -> DueHit:
        """The hit that the table may count now. Raises ``Refused``."""
        hit, link_up = self.hit, self._launcher.link_up
        if hit is None or hit.number != number:
            raise _not_waiting(number)
        if not may_be_counted(hit, link_up, bool(self._launcher.faults)):
            raise _not_waiting(number)
        return hit

    def deniable(self, number: int) -> None:
        """Return if this hit may not have begun, as far as is known. Raises ``Refused`` if not."""
        hit = self.hit
        if hit is None or hit.number != number or hit.stage is not HitStage.CONFIRM:
            raise _not_waiting(number)
        if hit.out:
            raise Refused("nothing_to_confirm", "refusal.cards_came", {"hit": number})

    async def remembers(self) -> bool:
        """Whether the launcher remembers an earlier hit of this journal. May raise."""
        last = self._book.record.last_measured
        return last > 0 and await self._launcher.result(last) is not None

    async def _carry_out(self, decision: Decision) -> None:
        """Carry a decision out."""
        self.hit = decision.hit
        if decision.book is not None:
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

    async def _intend(self) -> DueHit | None:
        """The hit that may be pressed now, with its intent on disk. Raises ``NotSaved``."""
        record = self._book.record
        intent = due_intent(record, self._draw)
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
            await self._carry_out(decide(hit, ResultAnswer(result, remembers)))

    async def _disarm(self, hit: DueHit) -> None:
        """Disarm an armed hit. Raises ``Refused`` if it is too late or if nobody knows."""
        try:
            free = await self._launcher.disarm()
            result = await self._launcher.result(hit.number) if free else None
        except LauncherGone:
            raise Refused("no_launcher", "refusal.maybe_pressed", {"hit": hit.number}) from None
        await self._carry_out(decide(hit, DisarmAnswer(free, result)))
        if self.hit is not None and self.hit.stage is HitStage.RUNNING:
            raise _busy(self.hit, there=True)

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
        hit, state = self.hit, self._book.record.state
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
            await self._book.say(Said(command, hit.number, measured), applied)
        except Refused:  # more cards than the deck has: only people can correct such a count
            self.hit = hit.unknown(result.delivered)
        except NotSaved:
            self.hit = hit.running(result.delivered)
            self._unbooked = result
            self.owes_retry = True
        else:
            self.drop()


BUSY = {
    HitStage.CONFIRM: "refusal.count_first",
    HitStage.BROKEN: "refusal.hit_broke_off",
    HitStage.ARMED: "refusal.hit_has_begun",
}
"""Why other commands are refused, by the stage of the hit."""


def _busy(hit: DueHit, there: bool) -> Refused:
    coming = "refusal.cards_are_coming"
    key = BUSY.get(hit.stage, coming) if there else "refusal.launcher_away"
    return Refused("launcher_busy", key, {"hit": hit.number}, "LCH-9")


def _not_waiting(number: int) -> Refused:
    return Refused("nothing_to_confirm", "refusal.not_waiting", {"hit": number})
