"""The referee of the world: journal, table and web application, as in the daemon."""

from __future__ import annotations

import asyncio
import sqlite3
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from controller.base.clock import this_boot
from controller.base.config import AccessPoint
from controller.base.paths import wire_of
from controller.daemon.wire_trace import WireTrace
from controller.games.book import Book
from controller.games.record import Record
from controller.games.start_up import open_journal
from controller.journal.journal import Journal
from controller.journal.schema import Identity
from controller.network.way_in import WayIn
from controller.seats.host import make_link
from controller.seats.roster import Access
from controller.table.context import Change, TableContext
from controller.table.hit import Draw, draw_by_profile
from controller.table.table import Table
from controller.web.evenings.name_removal import forget_here
from controller.web.http import Site
from controller.web.past import read_here
from firmware_bridge.client import RemoteLauncher, SessionOptions
from hardware.launcher import LauncherEvent, LauncherGone
from hardware.profile_table import Rows
from tests.world.games import lay_box
from tests.world.loop import Process
from tests.world.machine import Machine, WorldControl
from tests.world.reader import lay_decks

if TYPE_CHECKING:
    from tests.world.scene import World

WAY_IN = WayIn("0.0.0.0", 80, AccessPoint())
MOST_PAGES = 2**32 - 2
TURN_S = 1
"""By the turn clock, times are up all the time: no entry may come of it."""
SAVING_S = 1.0
"""Entries that were refused are told so within this time."""


class Referee:
    """A journal that lasts, and a daemon that comes and goes."""

    def __init__(self, world: World, machine: Machine, folder: Path) -> None:
        self.world = world
        self.machine = machine
        self.path = folder / "journal.sqlite3"
        self.access: Access = world.random.choice(("open", "open", "seats"))
        self.refuses_until_s = 0.0
        """Until then the disk may refuse entries."""
        self.cooldown_s = world.random.choice((0.0, 0.0, 0.7))
        self.draw: Draw = draw_by_profile
        self.custom: Rows = ()
        self.lives = 0
        self.life: Life | None = None
        identity = world.random.randbytes(40).hex()
        self._identity = Identity(identity[:16], identity[16:])
        lay_box(self.path)
        lay_decks(self.path)

    @property
    def up(self) -> bool:
        """Whether it answers requests."""
        return self.life is not None and not self.life.process.dead and self.life.ready.is_set()

    def start(self) -> None:
        """Start the daemon."""
        self.lives += 1
        process = Process(f"referee {self.lives}")
        self.life = Life(process, asyncio.Event())
        self.world.loop.create_task(self._live(self.life), context=process.context())

    def link(self) -> str:
        """A link that makes a device a table screen, as ``rollerdeck host link`` makes it."""
        return make_link(self.path, self.world.loop.time, self.world.random, this_boot())

    def refuse_entries(self, for_s: float, pragma: str) -> None:
        """Let the disk take no entries, by a setting of SQLite that lets it fail as such a disk."""
        if self.up and self.life is not None:
            self.refuses_until_s = self.world.loop.time() + for_s + SAVING_S
            self._set(pragma)

    def mend_disk(self) -> None:
        """The disk takes entries again."""
        self.refuses_until_s = min(self.refuses_until_s, self.world.loop.time() + SAVING_S)
        self._set("query_only = 0")
        self._set(f"max_page_count = {MOST_PAGES}")

    def _set(self, pragma: str) -> None:
        db = None if self.life is None or self.life.process.dead else self.life.db
        if db is not None:
            db.execute(f"PRAGMA {pragma}")

    def kill(self) -> None:
        """End the daemon in the middle of whatever it does."""
        if self.life is not None:
            self.life.process.die()

    async def stop(self) -> None:
        """Stop the daemon as a service manager does."""
        life = self.life
        if life is not None and self.up:
            life.ready.clear()
            life.site.end()
            await life.table.stop()
            await life.launcher.close()
            life.trace.save()
            life.process.die()

    @property
    def wire(self) -> bytes:
        """What is kept of the launcher's events."""
        if self.up and self.life is not None:
            self.life.trace.save()
        file = wire_of(self.path)
        return file.read_bytes() if file.exists() else b""

    async def _live(self, life: Life) -> None:
        world, random = self.world, Random(self.world.random.getrandbits(64))
        journal, record = open_journal(
            self.path, world.complain, lambda: self._identity, world.wall_clock
        )
        life.journal = journal
        life.process.on_death.append(journal.close)
        world.opened(record)
        book = Book(journal, record)
        line = self.machine.line
        life.launcher = await self._connect(life.process, f"referee {journal.id}", line, random)
        control = WorldControl(self.machine)

        def changed(change: Change) -> None:
            world.changed()
            life.site.changed(change)

        def heard(event: LauncherEvent) -> None:
            world.promises.weights.heard(event)
            life.trace.heard(event)

        life.trace = WireTrace(self.path, world.wall_clock)
        context = TableContext(
            on_change=changed,
            on_launcher_event=heard,
            access=self.access,
            fill_hopper=control.fill,
            cooldown_s=self.cooldown_s,
            turn_clock_s=TURN_S,
            draw=self.draw,
            custom=self.custom,
            clock=world.loop.time,
            rng=random,
        )
        life.table = Table(book, life.launcher, context)
        life.site = Site(life.table, control, WAY_IN, read=read_here, forget=forget_here)
        await life.table.start()
        world.promises.weights.refilled()
        life.ready.set()
        world.say("referee", f"serves, with {record.seq} entries")
        await asyncio.gather(
            life.table.handle_events(),
            life.table.retry_failed(),
            life.table.arm_after_cooldown(),
            life.table.turn_timer.run(),
            life.trace.keep(),
        )

    async def _connect(
        self, process: Process, caller: str, line: Any, random: Random
    ) -> RemoteLauncher:
        options = SessionOptions(below=random.randrange)
        while True:  # as a service manager does, that starts it again and again
            try:
                return await RemoteLauncher.take(
                    lambda: self.machine.dial(process),
                    "the world",
                    caller,
                    options,
                    armed_lease=line.ends_with_caller,
                )
            except LauncherGone:
                await asyncio.sleep(0.5)


@dataclass
class Life:
    """One life of the daemon."""

    process: Process
    ready: asyncio.Event
    journal: Journal = field(init=False)
    launcher: RemoteLauncher = field(init=False)
    trace: WireTrace = field(init=False)
    table: Table = field(init=False)
    site: Site = field(init=False)

    @property
    def db(self) -> sqlite3.Connection | None:
        """The journal's connection; None: it is not open."""
        return self.journal._db if hasattr(self, "journal") else None

    @property
    def record(self) -> Record:
        """What it says the journal comes to."""
        return self.table.record
