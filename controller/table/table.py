"""The table: one game, one launcher, one journal.

The table handles one request or event of the launcher at a time, and answers a request when its
entry is on disk.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

from controller.base.errors import Refused
from controller.base.metrics import Metrics
from controller.games.book import Book
from controller.games.entries import Withdrawn
from controller.games.journal_replay import recompute_draws
from controller.games.moments import until
from controller.games.record import Record
from controller.journal.journal import NotSaved
from controller.seats.rights import RequestedAction, Situation
from controller.table.actions import Actions, type_of
from controller.table.arming import Arming
from controller.table.context import (
    DEFAULT_START_OPTIONS,
    INTERNAL_REQUEST,
    UNRESTRICTED,
    Change,
    RequestInfo,
    StartOptions,
    TableContext,
)
from controller.table.deciding import is_unarmed
from controller.table.drawing import Drawing
from controller.table.hit import DueHit, HitStage
from controller.table.rate_limit import RateLimits
from controller.table.readers import Readers
from controller.table.seating import Seating
from controller.table.staleness import Tag
from controller.table.turns.turn_clock import Wait, wait_of
from controller.table.turns.turn_timer import TurnTimer
from controller.table.weighed_counts import Scale
from hardware.launcher import (
    Fault,
    FaultsChanged,
    Launcher,
    LauncherEvent,
    LauncherGone,
    LinkChanged,
    Reason,
    Weighed,
)
from hardware.profiles import Profile, ProfileName

if TYPE_CHECKING:
    from controller.sightings.queue import Answer as SightingAnswer
    from controller.sightings.queue import SightingReport
    from controller.sightings.simulated import FaultName

T = TypeVar("T")

LOST = Reason("log.lost")
"""What the table is told after a gap in the journal."""

RETRY_S = 2.0
"""Pause before trying again what the disk refused or the launcher did not answer."""

SHORTEST_REST_S = 0.001
"""The shortest rest of the button: clocks cannot tell a shorter one from none."""

SHUTDOWN_TIMEOUT_S = 0.2
"""How long ``stop`` waits for a launcher that does not answer; its lease runs out before."""


class Table:
    """Plays the game that the journal holds."""

    def __init__(self, book: Book, launcher: Launcher, context: TableContext) -> None:
        """Call ``start`` next.

        Keep ``handle_events``, ``retry_failed``, ``arm_after_cooldown`` and ``turn_timer.run``
        running.
        """
        self.launcher = launcher
        self._book = book
        book.metrics = context.metrics
        self.turn_timer = TurnTimer(
            context.turn_clock_s, self._wait, lambda: self._context.on_change(Change.CLOCK)
        )
        context = replace(context, on_change=self._clocked(context.on_change))
        self._context = context
        self._arming = Arming(
            book,
            launcher,
            context.draw,
            context.cooldown_s,
            _now_s,
            lambda: self.readers.is_undecided,
        )
        self._actions = Actions(book, self._arming, context)
        self.drawing = Drawing(book, self._arming, self._actions, context, self._run_alone)
        self.seating = Seating(book, context, self._run_alone)
        self.readers = Readers(book, self._actions, context)
        self.scale = Scale(book, self._arming, launcher)
        self._link_problem: Reason | None = None
        self._lock = asyncio.Lock()
        self._hit_changed = asyncio.Condition(self._lock)
        self._call_lock = asyncio.Lock()
        self._retry_due = asyncio.Event()
        self._cooldown_began = asyncio.Event()
        self._rest_changed = asyncio.Event()
        self._closed = False
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def record(self) -> Record:
        """The journal's games in their newest state."""
        return self._book.record

    @property
    def journal(self) -> Path:
        """The journal's file."""
        return self._book.path

    @property
    def metrics(self) -> Metrics:
        """What happened since the referee started."""
        return self._context.metrics

    @property
    def request_limits(self) -> RateLimits:
        """Limits how often the requests of an address may be written into the journal."""
        return self._context.request_limits

    @property
    def clock(self) -> Callable[[], float]:
        """Seconds, monotonic."""
        return self._context.clock

    @property
    def rng(self) -> Random:
        """Unpredictable."""
        return self._context.rng

    @property
    def profile(self) -> Profile:
        """The hit profile of new games."""
        return self._actions.profile

    @property
    def tag(self) -> Tag:
        """The tag of the table as it is."""
        return self._actions.tag

    def change_before(self, seq: int) -> int | None:
        """The entry that changed the game last before entry ``seq``; None: it is not known."""
        seen_count = until(self.record.moments, seq - 1)
        return self.record.moments[seen_count - 1].seq if seen_count else None

    @property
    def commitment(self) -> str:
        """The code under which the draws of the next game are sealed."""
        return self._actions.commitment

    @property
    def hit(self) -> DueHit | None:
        """The hit that is due; None: there is none."""
        return self._arming.hit

    @property
    def is_saved(self) -> bool:
        """Whether the newest entry is on disk."""
        return not self._book.unsaved

    @property
    def problem(self) -> Reason | None:
        """What is wrong besides the launcher's faults; None: nothing."""
        lost = LOST if self.record.lost else None
        return self._book.unsaved or lost or (None if self.launcher.link_up else self._link_problem)

    async def start(self) -> None:
        """Find out what became of a hit that was under way, and arm what is due."""
        async with self._lock:
            recompute_draws(self.record)  # before a launcher waits
            with suppress(LauncherGone):
                # After the last command the hopper may not have been filled, unless a hit was due.
                if not self.record.untouched or not await self._arming.launcher_remembers():
                    await self._actions.load()
            await self._arming.resume()
            await self.scale.ask_for_weight()
            self._wake_waiting()
            self.turn_timer.update()

    async def handle_events(self) -> None:
        """Handle the launcher's events until ``stop``, or until it sends no more."""
        async for event in self.launcher.events():
            async with self._lock:
                if self._closed:
                    return
                await self._handle(event)

    async def retry_failed(self) -> None:
        """Try again what the disk refused or the launcher did not answer, until ``stop``."""
        while True:
            await self._retry_due.wait()
            await asyncio.sleep(RETRY_S)
            async with self._lock:
                if self._closed:
                    return
                self._retry_due.clear()
                seq_before = self.record.seq
                await self._book.try_again()
                await self._arming.resolve()
                await self._update_readers()
                await self._update_scale()
                self._wake_waiting()
                self._notify(self.record.seq != seq_before)

    async def arm_after_cooldown(self) -> None:
        """Arm hits for which the button had to rest, until ``stop``."""
        while True:
            await self._cooldown_began.wait()
            with suppress(TimeoutError):
                async with asyncio.timeout(max(self._arming.cooldown_left_s or 0, SHORTEST_REST_S)):
                    await self._rest_changed.wait()
            self._rest_changed.clear()
            async with self._lock:
                if self._closed:
                    return
                self._cooldown_began.clear()
                seq_before, hit = self.record.seq, self.hit
                await self._arming.update()
                self._wake_waiting()
                if self.hit != hit:
                    self._notify(self.record.seq != seq_before)

    async def stop(self) -> None:
        """Finish what is under way, disarm, and accept nothing more."""
        async with self._lock:
            self._closed = True
            self.readers.stop()
            self._hit_changed.notify_all()
            with suppress(LauncherGone, Refused, NotSaved, TimeoutError):
                async with asyncio.timeout(SHUTDOWN_TIMEOUT_S):
                    await self._arming.withdraw()
                if self.record.untouched:
                    # so that the next start does not have to ask whether somebody pressed
                    await self._book.write(Withdrawn())

    async def new_game(
        self,
        game: Any,
        info: RequestInfo = INTERNAL_REQUEST,
        options: StartOptions = DEFAULT_START_OPTIONS,
    ) -> int:
        """Begin a game. Returns the entry's number. Raises ``Refused``."""
        return await self._run_alone(info, lambda: self._actions.new_game(game, info, options))

    async def play_on(
        self,
        number: int,
        info: RequestInfo = INTERNAL_REQUEST,
        options: StartOptions = DEFAULT_START_OPTIONS,
    ) -> int:
        """Go on with a game that was left. Returns the entry's number. Raises ``Refused``."""
        return await self._run_alone(info, lambda: self._actions.play_on(number, info, options))

    async def command(self, command: Any, info: RequestInfo = INTERNAL_REQUEST) -> int:
        """Carry out a command. Returns the entry's number. Raises ``Refused``.

        A call (UNO, caught) is accepted while cards are coming and judged when they are out,
        because the press came first. Calls keep their order.
        """
        kind = type_of(command)
        if kind is not None and kind.call:
            return await self._shielded(self._run_call(command, info))

        async def done() -> int:
            numbers = self.readers.numbers_for(command)
            seq = await self._actions.command(command, info, numbers)
            self.readers.learn(command, numbers)
            return seq

        return await self._run_alone(info, done)

    async def report_sighting(
        self, report: SightingReport, info: RequestInfo = INTERNAL_REQUEST
    ) -> SightingAnswer:
        """Carry out what a reader's report means. Raises ``Refused``."""
        return await self._shielded(self._run_sighting(info, lambda: self.readers.see(report)))

    async def lay(self, card: str, fault: FaultName, info: RequestInfo = INTERNAL_REQUEST) -> None:
        """Lay a card under the simulated reader. Raises ``Refused``."""
        await self._shielded(self._run_sighting(info, lambda: self.readers.lay(card, fault)))

    async def answer_question(
        self, number: int, info: RequestInfo = INTERNAL_REQUEST, *, yes: bool
    ) -> None:
        """Carry out people's answer to the question with this number. Raises ``Refused``."""
        work = self._run_sighting(info, lambda: self.readers.answer(number, yes=yes))
        await self._shielded(work)

    async def confirm(self, number: int, cards: int, info: RequestInfo = INTERNAL_REQUEST) -> int:
        """Take the table's count of a hit. Returns the entry's number. Raises ``Refused``."""
        return await self._run_alone(info, lambda: self._actions.confirm(number, cards, info))

    async def unpressed(self, number: int, info: RequestInfo = INTERNAL_REQUEST) -> int:
        """Take the table's word that nobody pressed for a hit, and arm it again.

        Returns the entry's number. Raises ``Refused``.
        """
        return await self._run_alone(info, lambda: self._actions.unpressed(number, info))

    async def delete_game(self, number: int, info: RequestInfo = INTERNAL_REQUEST) -> int:
        """Remove a past game from the list. Returns the entry's number. Raises ``Refused``."""
        return await self._run_alone(info, lambda: self._actions.delete_game(number, info))

    async def restore_game(self, number: int, info: RequestInfo = INTERNAL_REQUEST) -> int:
        """Put a deleted game back on the list. Returns the entry's number. Raises ``Refused``."""
        return await self._run_alone(info, lambda: self._actions.restore_game(number, info))

    def refuse_game_on(self) -> None:
        """Raise ``Refused`` while a game is being played or cards are drawn."""
        if self.record.drawing is not None:
            raise Refused("game_on", "refusal.draws_on")
        state = self.record.state
        if state is not None and state.position.phase != "game_over":
            raise Refused("game_on", "refusal.game_on")

    async def read_draft(self, draft: Path) -> Record:
        """The games in a file that may take the journal's place. Raises ``Trouble``."""
        return await self._book.read_draft(draft)

    async def rewrite(
        self, draft: Path, record: Record, mark: Callable[[], Coroutine[Any, Any, None]]
    ) -> bool:
        """Put a file with the same entries, but other names, in the journal's place.

        ``record``: what it says. ``mark`` runs before, when nothing else can come in between.
        Returns False, and changes nothing, if the journal has grown since. Raises ``Refused``.
        """
        async with self._lock:
            if self._closed:
                raise Refused("stopping", "refusal.stopping")
            self.refuse_game_on()
            if record.seq != self.record.seq:
                return False
            await mark()
            try:
                await self._book.replace(draft, record)
            except NotSaved as unsaved:
                raise Refused("not_saved", unsaved.reason.key, unsaved.reason.values) from None
            self._context.on_change(Change.ENTRY)
            return True

    async def check_responsive(self) -> None:
        """Return when the table has had a turn and the disk has answered, as for a command."""
        async with self._lock:
            await self._book.answer()

    def permit(self, action: RequestedAction) -> None:
        """Raise ``Refused`` if this may not be done at the moment.

        Its device may have been signed out, or got another seat, since the request began.
        """
        action = self.seating.as_it_is_now(action)
        action.refuse_if_never_allowed()
        # the intent: where the disk refuses something, a hit is due that the launcher does not have
        state, undoable, intent = self.record.state, self.record.undoable, self.record.intent
        position = state.position if state else None
        last_by = undoable[-1].by if undoable else None
        due = None if intent is None else (intent.hit, (intent.by, intent.owner))
        action.refuse_if_not_allowed_now(
            Situation(position, last_by, due, self.readers.question_by)
        )

    async def use_profile(self, profile: ProfileName) -> None:
        """Give the games and draws that begin from now on this hit profile."""
        async with self._lock:  # not between a seal and its entry
            self._actions.profile_name = profile
        self._context.on_change(Change.SETTINGS)

    def rest_button_for(self, cooldown_s: float) -> None:
        """Let the button rest so long before the next press counts; 0: not at all."""
        self._arming.rest_button_for(cooldown_s)
        self._rest_changed.set()  # a rest that has begun may be over now

    def refuse_press_in_cooldown(self) -> None:
        """Before a press on a page: raise ``Refused`` while the button has to rest."""
        self._arming.refuse_press_in_cooldown()

    async def clear_faults(self) -> tuple[Fault, ...]:
        """Clear the launcher's faults. Returns those that remain.

        Raises ``Refused`` if a cause is still there, or if the launcher is away.
        """
        try:
            remaining = await self.launcher.clear_faults()
        except LauncherGone as gone:
            raise Refused("no_launcher", gone.reason.key, gone.reason.values) from None
        if remaining:
            raise Refused("still_there", "refusal.still_there", {"fault": remaining[0].value})
        return remaining

    async def tare(self, action: RequestedAction = UNRESTRICTED) -> None:
        """Weigh the empty launcher: people say that it holds no card. Raises ``Refused``."""
        self.permit(action)
        if not self.scale.is_present:
            raise Refused("no_scale", "refusal.no_scale")
        try:
            async with self._lock:
                self.permit(action)
                self._arming.refuse_busy()
                await self.launcher.tare()
                await self.scale.ask_for_weight()
                self._notify(new_entry=False)
        except LauncherGone as gone:
            raise Refused("no_launcher", gone.reason.key, gone.reason.values) from None

    async def _run_alone(
        self, info: RequestInfo, work: Callable[[], Coroutine[Any, Any, int]]
    ) -> int:
        """Run one request alone, and to its end even if the caller has given up."""
        return await self._shielded(self._in_turn(info, work))

    async def _shielded(self, request: Coroutine[Any, Any, T]) -> T:
        task = asyncio.create_task(request)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def _in_turn(
        self, info: RequestInfo, work: Callable[[], Coroutine[Any, Any, int]]
    ) -> int:
        async with self._lock:
            try:
                if (seq := await self._book.answered(info.stamp)) is not None:
                    return seq
                if self._closed:
                    raise Refused("stopping", "refusal.stopping")
                self.permit(info.action)
                self._context.request_limits.refuse(info.address)
                seq = await work()
                self._context.request_limits.count(info.address)
            except NotSaved as unsaved:
                raise self._not_saved(unsaved) from None
            await self._update_readers()
            await self._arming.update()
            await self._update_scale()
            self._wake_waiting()
            self._context.on_change(Change.ENTRY)
            return seq

    async def _run_sighting(
        self, info: RequestInfo, work: Callable[[], Coroutine[Any, Any, T]]
    ) -> T:
        """Run a request about a card that was seen, alone."""
        async with self._lock:
            if self._closed:
                raise Refused("stopping", "refusal.stopping")
            self.permit(info.action)
            self._context.request_limits.refuse(info.address)
            seq_before = self.record.seq
            try:
                result = await work()
            except NotSaved as unsaved:
                raise self._not_saved(unsaved) from None
            finally:
                if self.record.seq != seq_before:
                    self._context.request_limits.count(info.address)
                await self._arming.update()
                self._wake_waiting()
                self._context.on_change(Change.SIGHTINGS)
            return result

    async def _update_readers(self) -> None:
        """Judge the cards that waited for what has just happened."""
        try:
            await self.readers.update()
        except NotSaved as unsaved:
            self._not_saved(unsaved)

    async def _update_scale(self) -> bool:
        """Judge what the scale has weighed. Returns whether there is a new entry."""
        try:
            new = await self.scale.update()
        except NotSaved as unsaved:
            self._not_saved(unsaved)
            return False
        if new:
            await self._update_readers()
            await self._arming.update()
        return new

    def _not_saved(self, unsaved: NotSaved) -> Refused:
        """The refusal after the disk refused an entry; it is tried again.

        The hit was disarmed before. It stays so until its intent is on disk.
        """
        if self.hit is not None and is_unarmed(self.hit):
            self._arming.forget()
        self._retry_due.set()
        self._context.on_change(Change.LAUNCHER)
        return Refused("not_saved", unsaved.reason.key, unsaved.reason.values)

    async def _run_call(self, command: Any, info: RequestInfo) -> int:
        """Run a call once no cards are coming. Returns the entry's number. Raises ``Refused``."""
        async with self._call_lock:
            while True:
                async with self._hit_changed:
                    await self._hit_changed.wait_for(lambda: not self._cards_are_coming)
                try:
                    return await self._in_turn(info, lambda: self._actions.command(command, info))
                except Refused:
                    # Another press was quicker than the call.
                    if not self._cards_are_coming:
                        raise

    @property
    def _cards_are_coming(self) -> bool:
        """Whether a hit is running and will end by itself."""
        running = self.hit is not None and self.hit.stage is HitStage.RUNNING
        return running and self.launcher.link_up and not self._book.unsaved and not self._closed

    async def _handle(self, event: LauncherEvent) -> None:
        """Handle one event of the launcher."""
        self._context.metrics.heard(event)
        self._context.on_launcher_event(event)
        if isinstance(event, LinkChanged):
            self._link_problem = event.reason
            if event.restarted:
                await self._actions.load()
        if isinstance(event, Weighed):
            await self._handle_weighed(event)
            return
        if isinstance(event, FaultsChanged) and Fault.COVER_OPEN in event.faults:
            self.scale.cover_opened()
        new = await self._arming.handle(event)
        if new:
            await self._update_readers()
            await self._arming.update()
        if isinstance(event, LinkChanged) and event.up:
            await self.scale.ask_for_weight()
        new = await self._update_scale() or new
        self._wake_waiting()
        self._notify(new)

    async def _handle_weighed(self, weighed: Weighed) -> None:
        """Handle a weight. It may correct a hand, or ask the table about one."""
        doubts = self.scale.doubts
        self.scale.handle(weighed)
        new = await self._update_scale()
        self._wake_waiting()
        asks = self.scale.doubts != doubts
        self._context.on_change(Change.WEIGHED if asks and not new else Change.LAUNCHER)
        if new:
            self._notify(new)

    def _clocked(self, on_change: Callable[[Change], None]) -> Callable[[Change], None]:
        """``on_change``, but the turn clock hears of a change before anybody else."""

        def changed(change: Change) -> None:
            self.turn_timer.update()
            on_change(change)

        return changed

    def _wait(self) -> Wait | None:
        """For whom the table waits."""
        return wait_of(
            self.record,
            self.hit,
            self.readers.blocking,
            launcher_ready=self.launcher.link_up and not self.launcher.faults,
            interrupted=not self.is_saved or bool(self.scale.doubts),
        )

    def _notify(self, new_entry: bool) -> None:
        self._context.on_change(Change.ENTRY if new_entry else Change.LAUNCHER)

    def _wake_waiting(self) -> None:
        """Wake calls that wait for the end of a hit, and the tasks that retry or arm."""
        self._hit_changed.notify_all()
        if self._arming.needs_retry or self._book.is_closed:
            self._retry_due.set()
        if self._arming.cooldown_left_s is not None:
            self._cooldown_began.set()


def _now_s() -> float:
    return asyncio.get_running_loop().time()
