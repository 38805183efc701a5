"""An evening out of a support bundle, seen again: every entry at its time, by what made it.

Requests come through the web application, counts through the wire. What nobody can say again (a
card that a reader saw, a correction by a scale) is laid into the journal while the referee is away.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from controller.base.errors import Trouble
from controller.games.entries import (
    Begun,
    Body,
    CommandBody,
    DrawCounted,
    DrawsBegun,
    Intent,
    Withdrawn,
    body_of,
)
from controller.games.journal_replay import steps
from controller.games.record import Record
from controller.journal.entry import Entry, row_of
from controller.table.hit import HitStage
from controller.workshop.doctor.evening import RecordedEvening, fingerprint
from hardware.portable.hits import KEPT_CARD_TIMES
from hardware.profiles import Past
from tests.world.bundle import entries_of
from tests.world.entries import (
    by_hits,
    cards_shown,
    in_words,
    on_table,
    public,
    request_of,
    takes_s,
)
from tests.world.network import Answer, Stream
from tests.world.recorded import RecordedLauncher, RecordedMachine
from tests.world.scene import CARDS, EPOCH_S, World
from tests.world.wire import Line

MOST_PAUSE_S = 60.0
"""In a longer pause nobody waits for anything."""
LOOK_S = 0.05
PATIENCE_S = 5.0
"""So long after what made an entry it is on disk."""


class Watcher:
    """A page that listens all the time."""

    def __init__(self, world: World) -> None:
        self.name = "a page"
        self.stream = Stream(world, ("192.168.4.2", 40_000))


class Evening(World):
    """The world of one recorded evening."""

    def __init__(self, recorded: RecordedEvening, folder: Path) -> None:
        super().__init__(0, folder)
        self._recorded = recorded
        self._entries = entries_of(recorded, int(EPOCH_S))
        self._wire = by_hits(recorded.wire)
        self._draws: dict[tuple[int, int, int], int] = {}
        self._watcher = Watcher(self)
        self._shift = 0
        """So many entries more are in this journal: hits that were armed earlier than that evening,
        for example because a reader's question did not wait."""
        self.machine = self._launchers = RecordedMachine(self, Line(), CARDS)
        self.referee.machine, self.referee.access, self.referee.cooldown_s = self.machine, "open", 0
        self.referee.draw = self._draw
        self.network.bad = False
        self.club, self.people = None, [self._watcher]  # type: ignore[list-item]
        self.reads = any(entry.body.get("seen") for entry in self._entries)
        self._ends: str | None = None
        """Why the evening does not go on after its last record."""
        self.records = tuple(self._follow())
        self._record = Record()
        """After the entry that is made now."""

    @property
    def launcher(self) -> RecordedLauncher:
        """The launcher's program that runs now."""
        return self._launchers.launcher

    def _follow(self) -> Iterator[Record]:
        """The record after each entry of the evening."""
        before, bodies = Record(), tuple(map(body_of, self._entries))
        rows = [body.custom for body in bodies if isinstance(body, Begun | DrawsBegun)]
        self.referee.custom = next(filter(None, rows), ())
        try:
            for entry, record in steps(self._entries, Path("the evening")):
                body = bodies[entry.seq - 1]
                if isinstance(body, Intent) and not body.hand:
                    nth = len(before.finished) + 1
                    self._draws.setdefault((*on_table(before), nth), body.draw)
                yield record
                before = record
        except Trouble as trouble:
            reason = str(trouble).partition("(")[2].rpartition(");")[0]
            self._ends = f"entry {before.seq + 1} does not follow from those before: {reason}"

    def _draw(self, begun: Begun | DrawsBegun, nth: int, past: Past) -> int:
        """The cards that this hit was given on that evening."""
        return self._draws.get((*on_table(self._record), nth), 0)

    async def live(self) -> None:
        """See every entry again, and look after each."""
        self.machine.start()
        await self._start()
        at_s, before_s = 0.0, 0
        for entry, record in zip(self._entries, self.records, strict=False):
            at_s += min(max(0, self._recorded.entries[entry.seq - 1].at_s - before_s), MOST_PAUSE_S)
            before_s = self._recorded.entries[entry.seq - 1].at_s
            body, self._record = body_of(entry), record
            await asyncio.sleep(at_s - takes_s(body) - self.loop.time())
            self.promises.pages()
            self.say("evening", f"entry {entry.seq}: {in_words(entry, record)}")
            await self._again(entry, body)
            if not await self._comes(entry.seq) and isinstance(body, Intent):
                await self._lay(entry)
            await self._compare(entry, record)
            if self.broken is not None:
                break
        self.promise(self._ends is None, self._ends or "")
        if self.broken is None:
            await asyncio.sleep(1)
            await self._restart(self.referee.kill)
            self._look_at_last()
        self._watcher.stream.close()
        self.over = True

    async def _comes(self, seq: int) -> bool:
        """Wait for an entry. Returns whether it comes."""
        return await self._wait_for(lambda: self._seq >= seq + self._shift)

    @property
    def _seq(self) -> int:
        """The newest entry; 0: the referee is away."""
        life = self.referee.life
        return life.record.seq if life is not None and self.referee.up else 0

    async def _start(self) -> None:
        self.referee.start()
        self._watcher.stream = Stream(self, self._watcher.stream.client)
        assert self.referee.life is not None
        self.referee.life.process.on_death.append(self._watcher.stream.close)
        is_up = await self._wait_for(lambda: self.referee.up)
        self.promise(is_up, "the referee does not start")
        self._watcher.stream.start()

    async def _wait_for(self, holds: Callable[[], bool]) -> bool:
        """Wait until something is so, for a while. Returns whether it is."""
        until_s = self.loop.time() + PATIENCE_S
        while self.loop.time() < until_s and self.broken is None and not holds():  # noqa: ASYNC110 - costs nothing
            await asyncio.sleep(LOOK_S)
        return holds()

    # each kind of entry

    async def _again(self, entry: Entry, body: Body) -> None:
        """Let happen what made the entry."""
        match body:
            case Intent():
                return  # the referee's own
            case Withdrawn() if entry.key is None:
                await self._restart(self.referee.stop)
            case Withdrawn():
                await self._nobody_knows(pressed=False)
                await self._ask(entry, "/api/launcher/unpressed", {"hit": self._due})
            case CommandBody(hit=int()) | DrawCounted() if body.measured is not None:
                await self._count(entry, body)
            case Begun() | DrawsBegun() if entry.key is not None:
                await self._begin(entry, body)
            case _ if (request := request_of(body, self._due)) and entry.key is not None:
                await self._ask(entry, *request)
            case _ if entry.kind == "opened":
                self.launcher.latch("COVER_OPEN")
                await self._comes(entry.seq)
                self.launcher.latch()
            case _:
                await self._lay(entry)

    async def _begin(self, entry: Entry, body: Begun | DrawsBegun) -> None:
        life = self.referee.life
        assert life is not None
        await life.table.use_profile(body.profile)
        if isinstance(body, DrawsBegun):
            await self._ask(entry, "/api/draws", {})
        elif body.goes_on is not None:
            await self._ask(entry, f"/api/games/{body.goes_on.game}/play_on", {})
        else:
            await self._ask(entry, "/api/games", {**body.game_object, "deal": body.deal})

    async def _count(self, entry: Entry, body: CommandBody | DrawCounted) -> None:
        """A press comes to a count: the launcher's, or that of people."""
        hit, measured = body.hit, body.measured
        assert hit is not None and measured is not None
        if measured.confirmed and entry.key is not None:
            await self._nobody_knows(pressed=True)
            self.machine.truth[hit] = self.machine.doubts[hit] = body.cards
            await self._ask(entry, "/api/launcher/confirm", {"hit": hit, "cards": body.cards})
            return
        kept = self._wire.get(hit, [])
        if kept and kept[-1].event.get("result", {}).get("complete"):
            self.say("wire", f"the launcher tells of hit {hit} what was kept")
            if await self._wait_for(lambda: self.launcher.armed == hit):
                await self.launcher.tell(kept)
                return
        timed = len(measured.card_times_ms)
        self.promise(
            timed in (0, KEPT_CARD_TIMES, body.cards),
            f"hit {hit} was counted as {body.cards} cards on that evening, and {timed} were timed",
        )
        is_armed = await self._wait_for(lambda: self.launcher.armed == hit)
        self.promise(is_armed, f"hit {hit} is not armed")
        if is_armed:
            sticking = body.command.get("sticking", 0) if isinstance(body, CommandBody) else 0
            result = {"delivered": body.cards, "uncertain": measured.uncertain}
            told = {"sticking": sticking, "fault": measured.fault}
            times = {"card_times_ms": list(measured.card_times_ms)}
            await self.launcher.give({**result, **told, **times})

    async def _nobody_knows(self, *, pressed: bool) -> None:
        """The launcher's program starts anew, perhaps in the middle of a hit."""
        await self._wait_for(lambda: self.launcher.armed == self._due)
        if pressed:
            await self.launcher.press()
        self._launchers.forget()
        await self._wait_for(lambda: self._stage() == HitStage.CONFIRM)

    @property
    def _due(self) -> int:
        life = self.referee.life
        hit = None if life is None or not self.referee.up else life.table.hit
        return 0 if hit is None else hit.number

    async def _ask(self, entry: Entry, path: str, body: Any) -> None:
        """Say it again, as a page does."""
        tap = self.new_tap(path, body, {}, "")
        headers = {"idempotency-key": tap.key}
        answer: Answer | None = None
        for _ in range(10):
            client = self._watcher.stream.client
            answer = await self.network.ask(client, "POST", path, body, headers)
            if answer.status not in (429, 503):
                break
            await asyncio.sleep(0.5)
        assert answer is not None
        self.counts["said again"] += 1
        self.promise(
            answer.status == 200,
            f"entry {entry.seq} was accepted on that evening, and now {path} {body} is refused: "
            f"{answer.body.decode()}",
        )

    async def _lay(self, entry: Entry) -> None:
        """Put an entry into the journal while the referee is away."""
        self.counts["laid into the journal"] += 1
        for card in cards_shown(entry):
            self.laid[card] += 1
        if (weighed := entry.body.get("weighed")) is not None:
            # the scale knew better than the beam what left
            self.machine.truth[weighed["last_hit"]] += weighed["weighed"] - weighed["counted"]
            self.machine.doubted |= weighed["weighed"] != weighed["counted"]

        async def lay() -> None:
            self.referee.kill()
            with closing(sqlite3.connect(self.referee.path)) as db, db:
                (last,) = db.execute("SELECT coalesce(max(seq), 0) FROM entry").fetchone()
                row = row_of(replace(entry, seq=last + 1))
                db.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?)", row)
            self._shift = last + 1 - entry.seq

        await self._restart(lay)

    async def _restart(self, end: Callable[[], Any]) -> None:
        """The referee ends, and starts again."""
        await self._wait_for(lambda: self.referee.up)
        life = self.referee.life
        assert life is not None
        ending = end()
        if ending is not None:
            await ending
        self.promises.ended(life.record)
        await asyncio.sleep(0.1)
        await self._start()

    # promises

    async def _compare(self, entry: Entry, record: Record) -> None:
        """The entry is as it was, and comes to the same; and every promise is held."""
        seq, kept = entry.seq, self.promises.entry(entry.seq + self._shift)
        while kept is not None and kept.kind == "intent" != entry.kind:
            self._shift += 1
            await self._comes(seq)
            kept = self.promises.entry(seq + self._shift)
        self.promise(kept is not None, f"entry {seq} does not come: {in_words(entry, record)}")
        if kept is None:
            return
        self.promises.journal()
        now, then = ((one.kind, one.game, public(one.body)) for one in (kept, entry))
        self.promise(now == then, f"entry {seq} is {now} now, and was {then}")
        wanted = self._recorded.entries[seq - 1].comes_to
        self.promise(
            fingerprint(record) == wanted,
            f"the rules make something else of entry {seq} than on that evening: "
            f"{in_words(entry, record)}",
        )
        life = self.referee.life
        if life is not None and self._seq == seq + self._shift:
            self.promise(
                fingerprint(life.record) == wanted,
                f"the table stands differently after entry {seq}: {in_words(entry, life.record)}",
            )
        self.promises.hits()
