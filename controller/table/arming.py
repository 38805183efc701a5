"""Keeps the launcher armed for the hit that is due, and brings every hit to its end once.

The order is everything: intent on disk, then armed; count on disk, then told. Where the launcher,
the link or this process was away, the launcher is asked, and where it cannot know, the table.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

import rules
from controller.base.errors import Refused
from controller.games import fairness
from controller.games.book import Book
from controller.games.entries import Begun, Intent, Measured, Said
from controller.journal.journal import NotSaved
from controller.table.gestures import Gestures
from controller.table.hit import Hit, Stage, counted, presser_and_owner
from hardware.launcher import (
    CardLeft,
    Fault,
    FaultsChanged,
    HitEnded,
    HitResult,
    Launcher,
    LauncherEvent,
    LauncherGone,
    LinkChanged,
    Traced,
)
from hardware.profiles import Past, profile_of

Draw = Callable[[Begun, int, Past], int]
"""Cards that a hit of a game gives, by its number in that game and the hits before it."""


def draw_by_profile(begun: Begun, nth: int, past: Past) -> int:
    """The draw that a game's seed, words and profile give; the same whenever it is asked for."""
    profile = profile_of(begun.profile, begun.custom)
    words = begun.seal.words if begun.seal else ""
    return fairness.draw(bytes.fromhex(begun.seed), words, profile, nth, past)


class Arming:
    """The one hit on its way. Its methods are called one after the other, never at once."""

    def __init__(self, book: Book, launcher: Launcher, draw: Draw) -> None:
        self.hit: Hit | None = None
        self.owes_retry = False
        """The disk or the launcher did not take something: call ``settle`` again after a while."""
        self._book = book
        self._launcher = launcher
        self._draw = draw
        self._gestures = Gestures(launcher)
        self._untaken: HitResult | None = None

    async def resume(self) -> None:
        """After a start: find out what became of the hit under way, and arm what is due."""
        record = self._book.record
        if record.intent is not None and record.untouched:
            self.hit = Hit(record.intent, Stage.ARMED, away=True)
        await self.settle()

    async def settle(self) -> None:
        """Bring to its end what was left open, and arm what is due."""
        self.owes_retry = False
        if self._untaken is not None:
            await self._take(self._untaken)
        elif self._launcher.link_up:
            await self._reconcile()
        await self.tend()

    async def tend(self) -> None:
        """Arm the hit that is due, if there is one and it can be armed now (LCH-9)."""
        await self._gestures.make(self._book.record)
        if self.hit is None:
            try:
                self.hit = await self._due()
            except NotSaved:
                self.owes_retry = True
        hit = self.hit
        if hit is None or hit.stage not in (Stage.WAITING, Stage.BROKEN):
            return
        if not self._launcher.link_up:
            return
        self.hit = hit.armed()  # before it is said: the word may arrive and its answer not
        try:
            known = await self._launcher.arm(hit.number, hit.intent.requested)
        except LauncherGone:
            self.owes_retry = True
            return
        if known is not None and known.complete:
            await self._take(known)
            await self.tend()
        elif known is not None:
            self.hit = hit.halted(known)

    async def withdraw(self) -> None:
        """Take the armed hit back before something else is done. Raises ``Refused``: too late."""
        hit = self.hit
        if hit is None or (hit.stage is Stage.WAITING and not hit.pressed):
            return
        if hit.pressed or hit.stage is not Stage.ARMED:
            raise _busy(hit, self._launcher.link_up)
        await self._disarm(hit)
        self.hit = hit.waiting()

    def drop(self) -> None:
        """Forget the hit, which has ended or has been withdrawn; ``tend`` finds the next one."""
        self.hit = self._untaken = None

    def countable(self, number: int) -> Hit:
        """The hit that the table may count now. Raises ``Refused``."""
        hit = self.hit
        away = not self._launcher.link_up
        if hit is None or hit.number != number or not (away or self._given_up(hit)):
            raise _not_waiting(number)
        return hit

    def deniable(self, number: int) -> None:
        """See that nothing is known against a hit's not having begun. Raises ``Refused``."""
        hit = self.hit
        if hit is None or hit.number != number or hit.stage is not Stage.CONFIRM:
            raise _not_waiting(number)
        if hit.out:
            raise Refused("nothing_to_confirm", "cards_came", {"hit": number})

    async def give_up(self) -> None:
        """See that the launcher gives no more for a hit that is counted by the table."""
        hit = self.hit
        if hit is not None and hit.stage is Stage.ARMED and self._launcher.link_up:
            await self._disarm(hit)
            self.hit = hit.broken(hit.out)

    async def hear(self, event: LauncherEvent) -> bool:
        """Take in what the launcher says; True: there is a new entry."""
        seq = self._book.record.seq
        hit = self.hit
        if isinstance(event, HitEnded):
            await self._ended(event.result)
        elif isinstance(event, FaultsChanged):
            if Fault.COVER_OPEN in event.faults:
                await self._opened()
            await self._faults_changed(bool(event.faults))
        elif isinstance(event, LinkChanged):
            self._gestures.forget()
            if event.up:
                await self.settle()
        elif hit is None or isinstance(event, Traced):
            pass  # nothing of ours; and who runs a table asks for no trace
        elif isinstance(event, CardLeft):
            if event.hit == hit.number:
                self.hit = hit.running(event.nth)
        elif event.hit == hit.number:
            self.hit = replace(hit.running(), away=False)
        elif event.hit is None and hit.stage is Stage.ARMED:
            await self.settle()  # the launcher had dropped it, as after a lapse of the lease
        return self._book.record.seq != seq

    async def _due(self) -> Hit | None:
        """The hit that may be pressed now, its intent on disk."""
        record = self._book.record
        if record.state is None or record.begun is None:
            return None
        pending = record.intent
        number = pending.hit if pending else record.last_hit + 1
        view = rules.view(record.state)
        if (name := record.next_hand) is not None:
            hand = view["hands"][name]
            intent = Intent(number, hand, hand, name, name, hand=True)
        elif (people := presser_and_owner(record.state)) is not None:
            # the draw belongs to the hit's number: whoever presses it, nothing is rolled again
            draw = record.state.position.dealt
            if draw is None and pending is not None and not pending.hand:
                draw = pending.draw
            if draw is None:
                draw = self._draw(record.begun, len(record.finished) + 1, record.past)
            intent = Intent(number, draw, min(draw, view["launcher"]), *people)
        else:
            return None
        if self._book.unsaved or not record.untouched or intent != pending:
            await self._book.intend(intent)
        return Hit(intent)

    def _given_up(self, hit: Hit) -> bool:
        """Whether the launcher alone will not bring this hit to its end."""
        if hit.stage is Stage.WAITING:
            return bool(self._launcher.faults)
        return hit.stage in (Stage.BROKEN, Stage.CONFIRM) or (
            hit.stage is Stage.ARMED and hit.pressed
        )

    async def _disarm(self, hit: Hit) -> None:
        """Disarm a hit that is armed. Raises ``Refused`` where that is too late or unknown."""
        try:
            free = await self._launcher.disarm()
            # A short hit can be over by now, its end on the way to us.
            known = await self._launcher.result(hit.number) if free else None
        except LauncherGone:
            raise Refused("no_launcher", "maybe_pressed", {"hit": hit.number}) from None
        if not free or (known is not None and _moved(hit, known)):
            self.hit = hit.running()
            raise _busy(self.hit, there=True)

    async def _opened(self) -> None:
        """Begin the fixed sequence anew (the other profiles do not mind)."""
        record = self._book.record
        if record.begun is None or record.begun.profile != "sequence" or not record.past.presses:
            return
        with suppress(NotSaved):  # then it goes on as it was
            await self._book.open()

    async def _faults_changed(self, latched: bool) -> None:
        hit = self.hit
        if latched and hit is not None and hit.stage is Stage.ARMED:
            with suppress(Refused):
                await self._disarm(hit)
                self.hit = hit.broken(hit.out) if hit.pressed else hit.waiting()
        await self.tend()

    async def _ended(self, result: HitResult) -> None:
        hit = self.hit
        if hit is None or result.hit != hit.number:
            return  # in the journal already
        if result.complete:
            await self._take(result)
            await self.tend()
            return
        self.hit = hit.broken(result.delivered)
        if result.fault is None:
            await self.tend()

    async def _take(self, result: HitResult) -> None:
        """A measured count is the game's: once, and not before it is on disk."""
        hit = self.hit
        assert hit is not None
        state = self._book.record.state
        assert state is not None
        command = counted(hit.intent, state, result.delivered, result.sticking)
        measured = Measured(
            hit.intent.requested,
            result.uncertain,
            result.fault,
            card_times_ms=result.card_times_ms,
        )
        try:
            applied = self._book.judge(command)
            await self._book.say(Said(command, hit.number, measured), applied)
        except Refused:  # more than the deck has: a count that only people can put right
            self.hit = hit.unknown(result.delivered)
        except NotSaved:
            self.hit = hit.running(result.delivered)
            self._untaken = result
            self.owes_retry = True
        else:
            self.drop()

    async def _reconcile(self) -> None:
        """Ask the launcher what became of the hit that it was given."""
        hit = self.hit
        if hit is None or hit.stage is Stage.CONFIRM:
            return
        if hit.stage is Stage.WAITING and not hit.pressed:
            return
        try:
            known = await self._launcher.result(hit.number)
            forgotten = known is None and not await self.remembers()
        except LauncherGone:
            self.owes_retry = True
            return
        if known is None:
            self.hit = hit.unknown() if forgotten or hit.pressed else hit.waiting()
        elif known.complete:
            await self._take(known)
        elif known.fault or known.delivered:
            self.hit = hit.broken(known.delivered)
        else:
            # Not begun, or its first card is not out yet; arming it again does for both.
            self.hit = replace(hit, stage=Stage.WAITING)

    async def remembers(self) -> bool:
        """Whether the launcher still knows an earlier hit of this journal. May raise."""
        last = self._book.record.last_measured
        return last > 0 and await self._launcher.result(last) is not None


def _moved(hit: Hit, known: HitResult) -> bool:
    """Whether more has happened to a hit than we have heard."""
    if known.complete or known.delivered > hit.out:
        return True
    return known.fault is not None and not hit.pressed


BUSY = {
    Stage.CONFIRM: "count_first",
    Stage.BROKEN: "hit_broke_off",
    Stage.ARMED: "hit_has_begun",
}
"""What holds up everything else, by the stage of the hit."""


def _busy(hit: Hit, there: bool) -> Refused:
    key = BUSY.get(hit.stage, "cards_are_coming") if there else "launcher_away"
    return Refused("launcher_busy", key, {"hit": hit.number}, "LCH-9")


def _not_waiting(number: int) -> Refused:
    return Refused("nothing_to_confirm", "not_waiting", {"hit": number})
