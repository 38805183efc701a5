"""The table: one game, one launcher, one journal.

The table deals with one request or event of the launcher at a time, and answers a request when its
entry is on disk.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from controller.base.errors import Refused
from controller.base.metrics import Metrics
from controller.games.book import Book
from controller.games.moments import until
from controller.games.record import Record
from controller.journal.journal import NotSaved
from controller.seats.rights import Deed, Scene
from controller.table.actions import Actions, type_of
from controller.table.arming import Arming
from controller.table.deciding import is_free
from controller.table.hit import DueHit, HitStage
from controller.table.pace import Paces
from controller.table.readers import Readers
from controller.table.seating import Seating
from controller.table.staleness import Tag
from controller.table.surroundings import NO_WISHES, PLAIN, Asking, Change, Surroundings, Wishes
from controller.table.weighing.scale import Scale
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

if TYPE_CHECKING:
    from controller.sightings.desk import Answer as SightingAnswer
    from controller.sightings.desk import Sighting
    from controller.sightings.laying import FaultName

T = TypeVar("T")

LOST = Reason("log.lost")
"""What the table is told after a gap in the journal."""

RETRY_S = 2.0
"""Pause before trying again what the disk or the launcher did not take."""

SHORTEST_REST_S = 0.001
"""For less than this the button does not rest: clocks cannot tell it from nothing."""

FAREWELL_S = 0.2
"""How long the end waits for a launcher that does not answer; its lease runs out before."""


class Table:
    """Plays the game that the journal holds."""

    def __init__(self, book: Book, launcher: Launcher, around: Surroundings) -> None:
        """Take over. Call ``start`` next; keep ``follow``, ``retry`` and ``breathe`` running."""
        self.launcher = launcher
        self._book = book
        book.metrics = around.metrics
        self._around = around
        self._arming = Arming(
            book, launcher, around.draw, around.breath_s, _now_s, lambda: self.readers.undecided
        )
        self._actions = Actions(book, self._arming, around)
        self.seating = Seating(book, around, self._alone)
        self.readers = Readers(book, self._actions, around)
        self.scale = Scale(book, self._arming, launcher)
        self._link_why: Reason | None = None
        self._lock = asyncio.Lock()
        self._moved = asyncio.Condition(self._lock)
        self._calling = asyncio.Lock()
        self._again = asyncio.Event()
        self._resting = asyncio.Event()
        self._closed = False
        self._under_way: set[asyncio.Task[Any]] = set()

    @property
    def record(self) -> Record:
        """The game as it stands."""
        return self._book.record

    @property
    def journal(self) -> Path:
        """The journal's file."""
        return self._book.path

    @property
    def metrics(self) -> Metrics:
        """What happened since the referee started."""
        return self._around.metrics

    @property
    def entry_paces(self) -> Paces:
        """How often the requests of an address may be written down."""
        return self._around.entry_paces

    @property
    def tag(self) -> Tag:
        """What somebody has seen who has seen everything up to now."""
        return self._actions.tag

    def before(self, seq: int) -> int | None:
        """The entry that changed the game last before entry ``seq``; None: it is not known."""
        known = until(self.record.moments, seq - 1)
        return self.record.moments[known - 1].seq if known else None

    @property
    def commitment(self) -> str:
        """The code under which the draws of the next game are sealed."""
        return self._actions.commitment

    @property
    def hit(self) -> DueHit | None:
        """The hit that is due."""
        return self._arming.hit

    @property
    def saved(self) -> bool:
        """Whether the disk took the last entry."""
        return not self._book.unsaved

    @property
    def why(self) -> Reason | None:
        """What is wrong, beyond the launcher's faults; None: nothing."""
        lost = LOST if self.record.lost else None
        return self._book.unsaved or lost or (None if self.launcher.link_up else self._link_why)

    async def start(self) -> None:
        """Find out what became of a hit that was under way, and arm what is due."""
        async with self._lock:
            with suppress(LauncherGone):
                # After the last command the hopper may not have been filled, unless a hit was due.
                if not self.record.untouched or not await self._arming.remembers():
                    await self._actions.load()
            await self._arming.resume()
            await self.scale.look()
            self._look()

    async def follow(self) -> None:
        """Deal with the launcher's events for as long as there are any."""
        async for event in self.launcher.events():
            async with self._lock:
                if self._closed:
                    return
                await self._hear(event)

    async def retry(self) -> None:
        """Try again what the disk or the launcher did not take. Never returns."""
        while True:
            await self._again.wait()
            await asyncio.sleep(RETRY_S)
            async with self._lock:
                if self._closed:
                    return
                self._again.clear()
                before = self.record.seq
                await self._arming.settle()
                await self._follow_readers()
                await self._follow_scale()
                self._look()
                self._tell(self.record.seq != before)

    async def breathe(self) -> None:
        """Arm the hit for which the button had to rest. Never returns."""
        while True:
            await self._resting.wait()
            await asyncio.sleep(max(self._arming.rests_for_s or 0, SHORTEST_REST_S))
            async with self._lock:
                if self._closed:
                    return
                self._resting.clear()
                before, hit = self.record.seq, self.hit
                await self._arming.tend()
                self._look()
                if self.hit != hit:
                    self._tell(self.record.seq != before)

    async def stop(self) -> None:
        """Finish what is under way, disarm, and accept nothing more."""
        async with self._lock:
            self._closed = True
            self.readers.stop()
            self._moved.notify_all()
            with suppress(LauncherGone, Refused, NotSaved, TimeoutError):
                async with asyncio.timeout(FAREWELL_S):
                    await self._arming.withdraw()
                if self.record.untouched:
                    # so that the next start does not have to ask whether somebody pressed
                    await self._book.withdraw()

    async def new_game(self, game: Any, asking: Asking = PLAIN, wishes: Wishes = NO_WISHES) -> int:
        """Begin a game. Returns the entry's number. Raises ``Refused``."""
        return await self._alone(asking, lambda: self._actions.new_game(game, asking, wishes))

    async def play_on(self, number: int, asking: Asking = PLAIN, wishes: Wishes = NO_WISHES) -> int:
        """Go on with a game that was left. Returns the entry's number. Raises ``Refused``."""
        return await self._alone(asking, lambda: self._actions.play_on(number, asking, wishes))

    async def command(self, command: Any, asking: Asking = PLAIN) -> int:
        """Do a command. Returns the entry's number. Raises ``Refused``.

        A call (UNO, caught) is accepted while cards are coming and judged when they are out,
        because the press came first. Calls keep their order.
        """
        kind = type_of(command)
        if kind is not None and kind.call:
            return await self._shielded(self._call(command, asking))

        async def done() -> int:
            numbers = self.readers.numbers_for(command)
            seq = await self._actions.command(command, asking, numbers)
            self.readers.learn(command, numbers)
            return seq

        return await self._alone(asking, done)

    async def sight(self, said: Sighting, asking: Asking = PLAIN) -> SightingAnswer:
        """Deal with a card that a reader has seen. Raises ``Refused``."""
        return await self._shielded(self._watched(asking, lambda: self.readers.see(said)))

    async def lay(self, card: str, fault: FaultName, asking: Asking = PLAIN) -> None:
        """Somebody lays a card under the simulated reader. Raises ``Refused``."""
        await self._shielded(self._watched(asking, lambda: self.readers.lay(card, fault)))

    async def answer_question(self, number: int, asking: Asking = PLAIN, *, yes: bool) -> None:
        """People answer a question about a card that a reader has seen. Raises ``Refused``."""
        work = self._watched(asking, lambda: self.readers.answer(number, yes=yes))
        await self._shielded(work)

    async def confirm(self, number: int, cards: int, asking: Asking = PLAIN) -> int:
        """Take the table's count of a hit. Returns the entry's number. Raises ``Refused``."""
        return await self._alone(asking, lambda: self._actions.confirm(number, cards, asking))

    async def unpressed(self, number: int, asking: Asking = PLAIN) -> int:
        """The table says that nobody pressed for a hit; arm it again.

        Returns the entry's number. Raises ``Refused``.
        """
        return await self._alone(asking, lambda: self._actions.unpressed(number, asking))

    async def delete_game(self, number: int, asking: Asking = PLAIN) -> int:
        """Remove a past game from the list. Returns the entry's number. Raises ``Refused``."""
        return await self._alone(asking, lambda: self._actions.delete_game(number, asking))

    async def restore_game(self, number: int, asking: Asking = PLAIN) -> int:
        """Put a deleted game back on the list. Returns the entry's number. Raises ``Refused``."""
        return await self._alone(asking, lambda: self._actions.restore_game(number, asking))

    def refuse_game_on(self) -> None:
        """Return if no game is being played. Raises ``Refused``."""
        state = self.record.state
        if state is not None and state.position.phase != "game_over":
            raise Refused("game_on", "refusal.game_on")

    async def read_draft(self, draft: Path) -> Record:
        """What a file says that may take the journal's place. Raises ``Trouble``."""
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
                raise Refused("not_saved", unsaved.why.key, unsaved.why.values) from None
            self._around.changed(Change.ENTRY)
            return True

    async def answer(self) -> None:
        """Wait for a turn and for the disk's answer, as a command does."""
        async with self._lock:
            await self._book.answer()

    def permit(self, deed: Deed) -> None:
        """Return if this may be done at the moment. Raises ``Refused``."""
        state, undoable, hit = self.record.state, self.record.undoable, self.hit
        position = state.position if state else None
        last_by = undoable[-1].by if undoable else None
        due = None if hit is None else (hit.number, (hit.intent.by, hit.intent.owner))
        deed.refuse_now(Scene(position, last_by, due, self.readers.pending_by))

    def touch(self) -> None:
        """Somebody presses on a page. Raises ``Refused`` while the button has to rest."""
        self._arming.touch()

    async def clear_faults(self) -> tuple[Fault, ...]:
        """Clear the launcher's faults. Raises ``Refused`` if a cause is still there."""
        try:
            left = await self.launcher.clear_faults()
        except LauncherGone as gone:
            raise Refused("no_launcher", gone.why.key, gone.why.values) from None
        if left:
            raise Refused("still_there", "refusal.still_there", {"fault": left[0].value})
        return left

    async def tare(self) -> None:
        """People say that the launcher holds no card. Raises ``Refused``."""
        if not self.scale.there:
            raise Refused("no_scale", "refusal.no_scale")
        try:
            async with self._lock:
                self._arming.refuse_busy()
                await self.launcher.tare()
                await self.scale.look()
                self._tell(new_entry=False)
        except LauncherGone as gone:
            raise Refused("no_launcher", gone.why.key, gone.why.values) from None

    async def _alone(self, asking: Asking, work: Callable[[], Coroutine[Any, Any, int]]) -> int:
        """Run one request alone, and to its end even if the caller has given up."""
        return await self._shielded(self._in_turn(asking, work))

    async def _shielded(self, request: Coroutine[Any, Any, T]) -> T:
        task = asyncio.create_task(request)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return await asyncio.shield(task)

    async def _in_turn(self, asking: Asking, work: Callable[[], Coroutine[Any, Any, int]]) -> int:
        async with self._lock:
            try:
                if (seq := await self._book.answered(asking.stamp)) is not None:
                    return seq
                if self._closed:
                    raise Refused("stopping", "refusal.stopping")
                self.permit(asking.deed)
                self._around.entry_paces.refuse(asking.address)
                seq = await work()
                self._around.entry_paces.done(asking.address)
            except NotSaved as unsaved:
                raise self._not_saved(unsaved) from None
            await self._follow_readers()
            await self._arming.tend()
            await self._follow_scale()
            self._look()
            self._around.changed(Change.ENTRY)
            return seq

    async def _watched(self, asking: Asking, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Deal with a card that was seen, or with an answer about one, when nothing else is."""
        async with self._lock:
            if self._closed:
                raise Refused("stopping", "refusal.stopping")
            self.permit(asking.deed)
            self._around.entry_paces.refuse(asking.address)
            before = self.record.seq
            try:
                found = await work()
            except NotSaved as unsaved:
                raise self._not_saved(unsaved) from None
            finally:
                if self.record.seq != before:
                    self._around.entry_paces.done(asking.address)
                await self._arming.tend()
                self._look()
                self._around.changed(Change.SIGHTINGS)
            return found

    async def _follow_readers(self) -> None:
        """Deal with the cards that waited for what has just happened."""
        try:
            await self.readers.follow()
        except NotSaved as unsaved:
            self._not_saved(unsaved)

    async def _follow_scale(self) -> bool:
        """Deal with what the scale has said. True: there is a new entry."""
        try:
            new = await self.scale.follow()
        except NotSaved as unsaved:
            self._not_saved(unsaved)
            return False
        if new:
            await self._follow_readers()
            await self._arming.tend()
        return new

    def _not_saved(self, unsaved: NotSaved) -> Refused:
        """The disk refused an entry.

        The hit was disarmed before. It stays so until the disk takes its intent again.
        """
        if self.hit is not None and is_free(self.hit):
            self._arming.drop()
        self._again.set()
        self._around.changed(Change.LAUNCHER)
        return Refused("not_saved", unsaved.why.key, unsaved.why.values)

    async def _call(self, command: Any, asking: Asking) -> int:
        async with self._calling:
            while True:
                async with self._moved:
                    await self._moved.wait_for(lambda: not self._cards_come)
                try:
                    return await self._in_turn(
                        asking, lambda: self._actions.command(command, asking)
                    )
                except Refused:
                    # Another press was quicker than the call.
                    if not self._cards_come:
                        raise

    @property
    def _cards_come(self) -> bool:
        """A hit is running and will end by itself."""
        running = self.hit is not None and self.hit.stage is HitStage.RUNNING
        return running and self.launcher.link_up and not self._book.unsaved and not self._closed

    async def _hear(self, event: LauncherEvent) -> None:
        self._around.metrics.heard(event)
        self._around.heard(event)
        if isinstance(event, LinkChanged):
            self._link_why = event.why
            if event.restarted:
                await self._actions.load()
        if isinstance(event, Weighed):
            await self._weighed(event)
            return
        if isinstance(event, FaultsChanged) and Fault.COVER_OPEN in event.faults:
            self.scale.opened()
        new = await self._arming.hear(event)
        if new:
            await self._follow_readers()
            await self._arming.tend()
        if isinstance(event, LinkChanged) and event.up:
            await self.scale.look()
        new = await self._follow_scale() or new
        self._look()
        self._tell(new)

    async def _weighed(self, word: Weighed) -> None:
        """The scale has said something. It may put a hand right, or ask the table about one."""
        doubts = self.scale.doubts
        self.scale.hear(word)
        new = await self._follow_scale()
        self._look()
        asks = self.scale.doubts != doubts
        self._around.changed(Change.WEIGHED if asks and not new else Change.LAUNCHER)
        if new:
            self._tell(new)

    def _tell(self, new_entry: bool) -> None:
        self._around.changed(Change.ENTRY if new_entry else Change.LAUNCHER)

    def _look(self) -> None:
        self._moved.notify_all()
        if self._arming.owes_retry:
            self._again.set()
        if self._arming.rests_for_s is not None:
            self._resting.set()


def _now_s() -> float:
    return asyncio.get_running_loop().time()
