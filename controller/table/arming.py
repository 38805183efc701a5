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
from dataclasses import replace

from controller.base.errors import Refused
from controller.base.event_log import note
from controller.games.book import Book
from controller.games.entries import Body, CommandBody, CountDetails, DrawCounted, Intent, Opened
from controller.games.record import Outcome, Record
from controller.journal.journal import NotSaved
from controller.table.cooldown import ButtonCooldown, OwedPresses
from controller.table.cues import Cues
from controller.table.deciding import (
    ArmReply,
    Decision,
    DisarmReply,
    LauncherReport,
    NextStep,
    ResultReply,
    decide,
    is_foreign,
    is_unarmed,
    may_be_counted,
)
from controller.table.hit import (
    Draw,
    DueHit,
    HitStage,
    busy,
    count_command,
    due_intent,
    not_waiting,
)
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
from rules.editions.house import MAX_CARDS
from rules.quoting import shown

FOREIGN = "The launcher reports a hit that this game does not have: the report has no effect."


class Arming:
    """Arms the hit that is due. Call one method after the other, never two at the same time."""

    def __init__(
        self,
        book: Book,
        launcher: Launcher,
        draw: Draw,
        cooldown_s: float,
        clock: Callable[[], float],
        is_undecided: Callable[[], bool] = lambda: False,
    ) -> None:
        """``clock``: seconds, monotonic. The button rests for ``cooldown_s`` between two hits.

        ``is_undecided``: whether a card was laid and people have not said yet what is played. Then
        nobody knows whose hit a press would be, and the button is dead.
        """
        self.hit: DueHit | None = None
        self.needs_retry = False
        """The disk refused or the launcher did not answer: call ``resolve`` after a while."""
        self._book = book
        self._launcher = launcher
        self._draw = draw
        self._is_undecided = is_undecided
        self._cues = Cues(launcher)
        self._clock = clock
        self._cooldown = ButtonCooldown(cooldown_s)
        self._unsaved_count: HitResult | None = None
        """A count that the disk refused."""

    def rest_button_for(self, cooldown_s: float) -> None:
        """Let the button rest so long between two hits from now on."""
        self._cooldown = replace(self._cooldown, length_s=cooldown_s)

    async def resume(self) -> None:
        """After a start: find out what became of the hit under way, and arm what is due."""
        record = self._book.record
        if record.intent is not None and record.untouched:
            self.hit = DueHit(record.intent, HitStage.ARMED, referee_was_away=True)
        await self.resolve()

    async def resolve(self) -> None:
        """Save a count that is not on disk, or ask the launcher about the hit; then ``update``."""
        self.needs_retry = False
        if self._unsaved_count is not None:
            await self._record_count(self._unsaved_count)
        elif self._launcher.link_up:
            await self._query()
        await self.update()

    async def update(self) -> None:
        """Arm the hit that is due, if it can be armed now (LCH-9)."""
        await self._cues.send(self._book.record)
        if self._is_undecided() and not (self.hit is not None and self.hit.pressed):
            with suppress(Refused):  # somebody has just pressed, or the launcher is away
                await self.withdraw()
                self.forget()
            return
        if self.hit is None:
            try:
                self.hit = await self._intend()
            except NotSaved:
                self.needs_retry = True
        hit = self.hit
        if hit is None or hit.stage not in STAGES_TO_ARM or not self._launcher.link_up:
            return
        self._cooldown = self._cooldown.for_owed(self.owed)
        is_cooling_down = self._cooldown.applies_to(hit)
        if is_cooling_down and self._cooldown.remaining_s(self._clock()) > 0:
            await self._cool_down(hit)
        else:
            await self._arm(hit, self._cooldown.presses if is_cooling_down else None)

    async def handle(self, event: LauncherEvent) -> bool:
        """Handle an event of the launcher. Returns whether there is a new entry."""
        seq = self._book.record.seq
        self._cooldown = self._cooldown.handle(event, self._clock())
        if isinstance(event, LinkChanged):
            self._cues.reset()
            if event.up:
                await self.resolve()
        elif not isinstance(event, Weighed | ScaleChanged):  # `weighed_counts.py` deals with that
            if isinstance(event, FaultsChanged) and Fault.COVER_OPEN in event.faults:
                await self._restart_presses()
            await self._carry_out(self._decide(event))
        return self._book.record.seq != seq

    def next_intent(self, record: Record) -> Intent | None:
        """The hit that may be pressed after this record; None: the button is dead."""
        return due_intent(record, self._draw)

    def refuse_busy(self) -> None:
        """Raise ``Refused`` if somebody has pressed for the hit that is due, or may have."""
        hit = self.hit
        if hit is None or is_unarmed(hit):
            return
        if hit.pressed or hit.stage is not HitStage.ARMED:
            raise busy(hit, self._launcher.link_up)

    async def withdraw(self) -> None:
        """Disarm the hit before something else is done. Raises ``Refused`` if it is too late."""
        self.refuse_busy()
        hit = self.hit
        if hit is not None and not is_unarmed(hit):
            await self._disarm(hit)

    async def stop_feeding(self) -> None:
        """Disarm a hit that the table counts, so that no more cards come. Raises ``Refused``."""
        hit = self.hit
        self._cooldown = self._cooldown.restart(self._clock())  # the hit ends now
        if hit is not None and hit.stage is HitStage.ARMED and self._launcher.link_up:
            await self._disarm(hit)

    @property
    def cooldown_left_s(self) -> float | None:
        """Seconds that the button has to rest before the hit is armed; None: no hit waits."""
        hit = self.hit
        if hit is None or hit.stage is not HitStage.COOLDOWN or not self._launcher.link_up:
            return None
        return self._cooldown.remaining_s(self._clock())

    def refuse_press_in_cooldown(self) -> None:
        """Before a press on a page: raise ``Refused`` and start the rest anew while it lasts."""
        if self.hit is not None and self.hit.stage is HitStage.COOLDOWN:
            self._cooldown = self._cooldown.restart(self._clock())
            raise Refused("launcher_busy", "refusal.breath", {}, "LCH-9")

    def after_count(self, before: OwedPresses) -> None:
        """Forget the hit, which was counted. ``before``: the presses that were owed until then."""
        self._cooldown = self._cooldown.after_count(before, self.owed)
        self.forget()

    def forget(self) -> None:
        """Forget the hit, which has ended or was withdrawn; ``update`` finds the next one."""
        self.hit = self._unsaved_count = None

    def hit_to_count(self, number: int) -> DueHit:
        """The hit with this number. Raises ``Refused`` if the table may not count it now."""
        hit, link_up = self.hit, self._launcher.link_up
        if hit is None or hit.number != number:
            raise not_waiting(number)
        if not may_be_counted(hit, link_up, bool(self._launcher.faults)):
            raise not_waiting(number)
        return hit

    def judge_count(
        self, hit: DueHit, measured: CountDetails, cards: int, sticking: int = 0
    ) -> tuple[Body, Outcome]:
        """The entry of a hit's count, and what the rules say of it. Raises ``Refused``."""
        if self._book.record.drawing is not None:
            if cards > MAX_CARDS:
                values = {"said": shown(cards), "most": MAX_CARDS}
                raise Refused("bad_count", "refusal.came_out", values, "LCH-1")
            return DrawCounted(hit.number, cards, measured), None
        state = self._book.record.state
        assert state is not None
        command = count_command(hit.intent, state, cards, sticking)
        return CommandBody(command, hit.number, measured), self._book.judge(command)

    def refuse_denial(self, number: int) -> None:
        """Raise ``Refused`` if the table cannot say that nobody pressed for this hit."""
        hit = self.hit
        if hit is None or hit.number != number or hit.stage is not HitStage.CONFIRM:
            raise not_waiting(number)
        if hit.cards_out:
            raise Refused("nothing_to_confirm", "refusal.cards_came", {"hit": number})

    async def launcher_remembers(self) -> bool:
        """Whether the launcher remembers an earlier hit of this journal.

        Raises ``LauncherGone`` if it is away.
        """
        last = self._book.record.last_measured
        return last > 0 and await self._launcher.result(last) is not None

    def _decide(self, report: LauncherReport) -> Decision:
        """Decide what follows for the hit that is due. A foreign hit changes nothing."""
        if is_foreign(self.hit, self._book.record.last_hit, report):
            note("foreign_hit", FOREIGN, logging.WARNING)
        return decide(self.hit, report)

    async def _carry_out(self, decision: Decision) -> None:
        """Carry a decision out."""
        self.hit = decision.hit
        if decision.count is not None:
            self._cooldown = self._cooldown.restart(self._clock())
            await self._record_count(decision.count)
        match decision.next_step:
            case NextStep.UPDATE:
                await self.update()
            case NextStep.QUERY:
                await self.resolve()
            case NextStep.DISARM:
                assert self.hit is not None
                with suppress(Refused):
                    await self._disarm(self.hit)
                await self.update()

    @property
    def owed(self) -> OwedPresses:
        """The presses that the rules say are due; of a session of draws, none."""
        state = self._book.record.state
        return state.position.owed if state is not None else ()

    async def _arm(self, hit: DueHit, presses: int | None) -> None:
        """Arm a hit; with ``presses`` only if the button was not pressed more often than that."""
        self.hit = hit.armed()  # before the request, which may arrive although its answer does not
        try:
            result = await self._launcher.arm(hit.number, hit.intent.requested, presses)
        except LauncherGone:
            self.needs_retry = True
            return
        if isinstance(result, ButtonInUse):
            self._cooldown = self._cooldown.in_use(result, self._clock())
        await self._carry_out(self._decide(ArmReply(result)))

    async def _cool_down(self, hit: DueHit) -> None:
        """Let the button rest before a hit is armed, unless a fault keeps it back anyway."""
        if hit.stage is HitStage.WAITING:
            try:
                await self._disarm_and_check(hit)  # after a link was lost, the launcher may have it
            except LauncherGone:
                self.needs_retry = True
                return
        if self.hit is not None and is_unarmed(self.hit):
            faults = self._launcher.faults
            self.hit = self.hit.waiting() if faults else self.hit.cooling_down()

    async def _intend(self) -> DueHit | None:
        """The hit that may be pressed now, with its intent on disk. Raises ``NotSaved``."""
        record = self._book.record
        intent = self.next_intent(record)
        if intent is None:
            return None
        if self._book.unsaved or not record.untouched or intent != record.intent:
            await self._book.write(intent)
        return DueHit(intent)

    async def _query(self) -> None:
        """Ask the launcher what became of the hit."""
        hit = self.hit
        if hit is None or is_unarmed(hit) or hit.stage is HitStage.CONFIRM:
            return
        try:
            result = await self._launcher.result(hit.number)
            remembers = result is not None or await self.launcher_remembers()
        except LauncherGone:
            self.needs_retry = True
        else:
            await self._carry_out(self._decide(ResultReply(result, remembers)))

    async def _disarm(self, hit: DueHit) -> None:
        """Disarm an armed hit. Raises ``Refused`` if somebody has pressed, or if nobody knows."""
        try:
            await self._disarm_and_check(hit)
        except LauncherGone:
            raise Refused("no_launcher", "refusal.maybe_pressed", {"hit": hit.number}) from None
        if self.hit is not None and self.hit.stage is HitStage.RUNNING:
            raise busy(self.hit, link_up=True)

    async def _disarm_and_check(self, hit: DueHit) -> None:
        """Disarm the hit, or find out that it has begun. Raises ``LauncherGone``."""
        idle = await self._launcher.disarm()
        result = await self._launcher.result(hit.number) if idle else None
        await self._carry_out(self._decide(DisarmReply(idle, result)))

    async def _restart_presses(self) -> None:
        """Count presses anew after the cover was opened, where the game's profile does so."""
        record = self._book.record
        sealed = record.sealed
        if sealed is None or not record.past.presses:
            return
        if not profile_of(sealed.profile, sealed.custom).restarts_with_cover:
            return
        with suppress(NotSaved):  # then the presses go on as before
            await self._book.write(Opened())

    async def _record_count(self, result: HitResult) -> None:
        """Write a measured count into the journal, once."""
        hit, owed = self.hit, self.owed
        assert hit is not None
        measured = CountDetails(
            hit.intent.requested,
            result.uncertain,
            result.fault,
            card_times_ms=result.card_times_ms,
        )
        try:
            body, outcome = self.judge_count(hit, measured, result.delivered, result.sticking)
            await self._book.write(body, outcome, due=self.next_intent)
        except Refused:  # more cards than the deck has: only people can correct such a count
            self.hit = hit.unknown(result.delivered)
        except NotSaved:
            self.hit = hit.running(result.delivered)
            self._unsaved_count = result
            self.needs_retry = True
        else:
            self.after_count(owed)


STAGES_TO_ARM = (HitStage.WAITING, HitStage.COOLDOWN, HitStage.BROKEN)
"""Stages of a hit that the launcher does not have, as far as is known."""
