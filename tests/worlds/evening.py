"""A table over a launcher in virtual time. Referee, launcher, link and disk can each be lost."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import rules
from controller.base import config
from controller.base.errors import Refused
from controller.games.book import Book
from controller.games.entries import Begun, DrawsBegun
from controller.games.journal_replay import replay
from controller.journal.entry import Entry
from controller.journal.journal import Journal
from controller.journal.reading import read_entries
from controller.journal.schema import Identity
from controller.network.way_in import WayIn
from controller.seats.roster import Access
from controller.table.context import Change, TableContext
from controller.table.hit import draw_by_profile
from controller.table.rate_limit import unlimited, unlimited_each
from controller.table.table import Table
from controller.words import say
from hardware.launcher import (
    ButtonInUse,
    HitEnded,
    HitResult,
    LauncherEvent,
    LauncherGone,
    LinkChanged,
    Reason,
)
from hardware.profiles import Past
from tests.hardware.mock import MockLauncher

GAME = {"edition": "attack", "players": ["Ann", "Bo", "Cy"], "dealer": "Ann"}
PLAY = {"do": "play", "by": "Bo", "card": "red-3"}
USUAL_DRAW = 3
OWN_WIFI = WayIn("0.0.0.0", 80, config.AccessPoint("Rollerdeck", "deal me in", show_password=True))
"""A table that is its own network, so that its address is always the same."""


PATIENCE_S = 90


async def until(holds: Callable[[], bool]) -> None:
    """Let everybody else go on until something is so. The disk's thread has its own time."""
    async with asyncio.timeout(PATIENCE_S):
        while not holds():  # noqa: ASYNC110 - no event tells of all that is waited for here
            await asyncio.sleep(0)


class Killed(BaseException):
    """The referee's process is gone, at this very line."""


class LauncherThere(MockLauncher):
    """The mock launcher at the end of a link that can be cut, with a referee that may be away."""

    def __init__(self, cards: int = 90, seats: int = 0) -> None:
        super().__init__(seed=7, cards=cards, seats=seats)
        self.before_arm: Callable[[], None] = lambda: None
        self.armings: list[tuple[int, int]] = []
        self.sticking = 0
        """How many cards of the next hit stay in the mouth, by its count."""
        self._up = True
        self._idle = False
        self._deaf = asyncio.Event()
        self._deaf.set()

    @property
    def link_up(self) -> bool:
        return self._up

    async def events(self) -> AsyncIterator[LauncherEvent]:
        while True:
            self._idle = self._happened.empty()
            event = await self._happened.get()
            self._idle = False
            await self._deaf.wait()
            assert event is not None
            yield event

    async def heard(self) -> None:
        """Return when the referee has taken in everything."""
        await until(lambda: self._idle and self._happened.empty())

    async def arm(
        self, hit: int, count: int, presses: int | None = None
    ) -> HitResult | ButtonInUse | None:
        self._open()
        self.before_arm()
        self.armings.append((hit, count))
        return await super().arm(hit, count, presses)

    def _read(self, event: tuple[int, int, int, int]) -> LauncherEvent:
        read = super()._read(event)
        if not self.sticking or not isinstance(read, HitEnded):
            return read
        sticking, self.sticking = self.sticking, 0
        return HitEnded(replace(read.result, sticking=sticking))

    def repeat(self, *events: LauncherEvent) -> None:
        """Say something, as after a reconnect."""
        for event in events:
            self._happened.put_nowait(event)

    def held_back(self, back: bool) -> None:
        """Hold the launcher's words back on their way, or let them arrive."""
        if back:
            self._deaf.clear()
        else:
            self._deaf.set()

    def press_until(self, cards: int) -> None:
        """Press, and stop the world when so many cards more have left the mouth."""
        target = self.rig.cards_left + cards
        self.rig.tap()
        while self.rig.cards_left < target:
            self.go_on()

    def go_on(self) -> None:
        """Let the next thing happen."""
        at_us = self.rig.next_event_us()
        assert at_us is not None
        self._step(at_us)

    def finish(self) -> None:
        """Run until nothing moves, and a little longer."""
        self._run_until_still()
        self._step(self.rig.now_us + 300_000)

    def set_cover(self, opened: bool) -> None:
        """Open the cover, or close it."""
        self.rig.set_fault("cover", opened)
        self._took_effect()
        self._step(self.rig.now_us + 300_000)

    def unjam(self) -> None:
        """Somebody takes the wedged card out."""
        self.rig.set_fault("jam", False)
        self._step(self.rig.now_us + 300_000)

    def lapse(self) -> None:
        """The referee has been silent for longer than the lease."""
        self.rig.core.drop_lease(self.rig.ticks_us)
        self._took_effect()

    def cut(self) -> None:
        """The link is lost."""
        self.lapse()
        self._up = False
        self.repeat(LinkChanged(False, Reason("launcher.hung_up")))

    def mend(self) -> None:
        """It is back, and has lost nothing."""
        self._up = True
        self.repeat(LinkChanged(True))

    def referee_died(self) -> None:
        """What a launcher makes of it: the lease is gone, and so is who would hear its words."""
        self.lapse()
        self._run_until_still()
        self._step(self.rig.now_us + 300_000)
        while not self._happened.empty():
            self._happened.get_nowait()
        self._up = True
        self.before_arm = lambda: None

    def _open(self) -> None:
        if not self._up:
            raise LauncherGone("launcher.hung_up")


class Evening:
    """A journal and a launcher that last, and a referee that comes and goes."""

    def __init__(self, folder: Path, draws: Mapping[int, int] | None = None) -> None:
        self.path = folder / "journal.sqlite3"
        self.launcher = LauncherThere()
        self.drawn = config.LauncherConfig()
        self.draws = draws or {}
        self.breath_s = 0.0
        self.turn_clock_s = 0
        self.game_limit = unlimited()
        self.request_limits = unlimited_each()
        self.access: Access = "open"
        self.clock: Callable[[], float] = lambda: 0.0
        """By which codes and links last."""
        self.confirms_cards = False
        self.fair = False
        """Draw as a referee does, and not what the test says."""
        self.secret = "5e" * 32
        """Of a new journal: the same game then has the same draws in each run of the tests."""
        self.rolled: list[int] = []
        self.boot = ""
        """What new games note as the start of the machine; empty: its clock is right."""
        self.filled: list[int] = []
        self.told: list[Change] = []
        self.changed: Callable[[Change], None] = self.told.append
        self.heard: Callable[[LauncherEvent], None] = lambda event: None
        self._minding: list[asyncio.Task[None]] = []

    async def open(self) -> Table:
        """Start the referee."""
        self.journal, entries = Journal.open(self.path, self._identity)
        book = Book(self.journal, replay(entries, self.path))
        context = TableContext(
            self.drawn.profile,
            self.drawn.custom,
            draw=self._draw,
            on_change=lambda change: self.changed(change),
            on_launcher_event=self.heard,
            fill_hopper=lambda cards: self.fill(cards),
            cooldown_s=self.breath_s,
            turn_clock_s=self.turn_clock_s,
            game_limit=self.game_limit,
            request_limits=self.request_limits,
            access=self.access,
            clock=lambda: self.clock(),
            boot_without_clock=lambda: self.boot,
            confirms_cards=self.confirms_cards,
        )
        self.table = Table(book, self.launcher, context)
        await self.table.start()
        self._minding = [
            asyncio.create_task(self.table.handle_events()),
            asyncio.create_task(self.table.retry_failed()),
            asyncio.create_task(self.table.arm_after_cooldown()),
            asyncio.create_task(self.table.turn_timer.run()),
        ]
        return self.table

    async def die(self) -> None:
        """The referee is killed: nothing that it holds in memory is left."""
        await self._end()
        self.launcher.referee_died()

    async def restart(self) -> Table:
        """Killed, and started again."""
        await self.die()
        return await self.open()

    async def close(self) -> None:
        """The referee is stopped as it should be."""
        await self.table.stop()
        await self._end()

    async def _end(self) -> None:
        for task in self._minding:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        self._minding = []
        self.journal.close()

    async def fill(self, cards: int) -> None:
        self.filled.append(cards)

    async def begin(self, top: str = "red-5") -> Table:
        """Open, and play up to the first turn: Bo's."""
        table = await self.open()
        await table.new_game(GAME)
        await table.command({"do": "turn_up", "card": top})
        return table

    async def open_cover(self) -> None:
        """Somebody opens the cover, closes it, and clears the fault."""
        for opened in (True, False):
            self.launcher.set_cover(opened)
            await self.launcher.heard()
        await self.launcher.clear_faults()
        await self.launcher.heard()

    async def press(self) -> None:
        """One press, to its end."""
        self.launcher.press()
        await self.launcher.heard()

    def entries(self, kind: str) -> list[Entry]:
        return [entry for entry in read_entries(self.path).entries if entry.kind == kind]

    def hits(self) -> list[tuple[int, int]]:
        """Number and cards of every hit in the journal."""
        return [
            (entry.body["hit"], entry.body["command"]["cards"])
            for entry in self.entries("command")
            if entry.body["command"]["do"] == "hit"
        ]

    @property
    def state(self) -> dict[str, Any]:
        found = self.table.record.state
        assert found is not None
        return rules.view(found)

    def hit_is_due(self) -> bool:
        return self.table.hit is not None

    def balanced(self) -> bool:
        """Whether the journal has every card that truly left."""
        return sum(cards for _, cards in self.hits()) == self.launcher.rig.cards_left

    def _identity(self) -> Identity:
        return Identity.new()._replace(secret=self.secret)

    def _draw(self, begun: Begun | DrawsBegun, hit: int, past: Past) -> int:
        self.rolled.append(hit)
        if self.fair:
            return draw_by_profile(begun, hit, past)
        return self.draws.get(hit, USUAL_DRAW)


async def refusal(asked: Any) -> tuple[str, str]:
    """Code and sentence of a request that must be refused."""
    try:
        answer = await asked
    except Refused as refused:
        return refused.code, say(refused.key, refused.values)
    raise AssertionError(f"taken, as entry {answer}")


def wrong(table: Table) -> str:
    """What a table says is wrong, as a sentence; empty: nothing."""
    return say(table.problem.key, table.problem.values) if table.problem else ""


def make_old(path: Path) -> None:
    """What the version before sealed draws left behind."""
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("DELETE FROM meta WHERE name = 'secret'")
        db.execute("PRAGMA user_version = 1")
        db.execute("ALTER TABLE entry DROP COLUMN print")
        db.execute("UPDATE entry SET body = json_remove(body, '$.seal') WHERE kind = 'game'")


def fill_up(evening: Evening) -> None:
    """No statement that writes is let through any more, as on a disk that is full."""
    evening.journal._written().execute("PRAGMA query_only = ON")


def make_room(evening: Evening) -> None:
    evening.journal._written().execute("PRAGMA query_only = OFF")
