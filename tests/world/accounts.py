"""What the world books by itself, beside the referee, and what must come to the same."""

from __future__ import annotations

import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from controller.games.backups import keep
from controller.games.doubts import Doubt
from controller.games.entries import Body, DrawAsked, DrawCounted, DrawsBegun
from controller.games.record import Record
from controller.journal.entry import Entry
from controller.seats.roster import SignedOut
from rules.names import same

if TYPE_CHECKING:
    from tests.world.scene import World


class Accounts:
    """Seats that were taken away, cards that were drawn, doubts before each command."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._signed_out: set[int] = set()
        self._asked = ""
        self._drawn: Counter[str] = Counter()
        """The cards of each person in the newest session of draws."""
        self._game = 0
        self._seq = 0
        self._doubts: dict[int, tuple[Doubt, ...]] = {}
        """By the number of commands of this game that are not undone."""

    def entry(self, entry: Entry, body: Body) -> None:
        """Book one entry, in the order in which they are on disk."""
        match body:
            case SignedOut():
                self._signed_out.add(body.device)
            case DrawsBegun():
                self._drawn.clear()
            case DrawAsked():
                self._asked = same(body.player)
            case DrawCounted():
                self._drawn[self._asked] += body.cards
        if entry.key is not None and self._world.referee.access == "seats":
            tap = self._world.taps[int(entry.key.rpartition("\n")[2], 16)]
            self._world.promise(
                tap.device not in self._signed_out,
                f"entry {entry.seq} is of device {tap.device}, which had been signed out",
            )

    def changed(self, record: Record) -> None:
        """The referee has a new record: after an undo, the doubts are those of before."""
        new = [moment for moment in record.moments if moment.seq > self._seq]
        if record.begun_by != self._game or len(new) > 1:
            self._doubts.clear()
        self._game, self._seq = record.begun_by, record.seq
        depth = len(record.undoable)
        if new and new[-1].done.key == "done.undo":
            before = self._doubts.get(depth, record.doubts)
            self._world.promise(
                record.doubts == before, f"after an undo {record.doubts} is in doubt, not {before}"
            )
        self._doubts[depth] = record.doubts

    def tally(self, record: Record) -> None:
        """What a session of draws shows of each person, where every entry is booked."""
        if record.draws is not None:
            shown = {same(line.player): line.cards for line in record.draws.tally}
            self._world.promise(
                shown == self._drawn, f"the draws show {shown}, and {dict(self._drawn)} were drawn"
            )

    def backup(self) -> None:
        """A copy has every entry."""
        path = self._world.referee.path
        copy = path.with_name("copy.sqlite3")
        keep(path, copy)
        self._world.promise(_rows(copy) == _rows(path), "a backup has other entries")


def _rows(path: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as db:
        return db.execute("SELECT * FROM entry ORDER BY seq").fetchall()
