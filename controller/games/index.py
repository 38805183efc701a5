"""The index beside a journal: what a start, the list of games and statistics need of past games.

It is never the truth: it can be deleted at any time, and is made anew from the journal. A game gets
into it once another one has begun, because then it changes no more. A session of draws advances
nothing: its entries are read until the next game begins. Names that are taken out of a
journal are the exception, and delete the index (`controller.evenings.forgetting`).
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TypeVar

import msgspec

from controller.base.errors import NOT_SO, WRONG_USAGE, Trouble
from controller.base.outside import decode
from controller.base.paths import index_of
from controller.games.record import LogLine, Record
from controller.games.shelf import GameSummary
from controller.journal.durable import BESIDE, begin_private
from controller.journal.entry import Entry
from controller.journal.opening import disk_refuses
from controller.journal.reading import SPARE_MEMORY, Place, place_of
from controller.seats.roster import Roster

T = TypeVar("T")

VERSION = 2
"""Of what a start and the list of games read. What another version wrote is made anew."""

_TABLES = """
CREATE TABLE IF NOT EXISTS reach (
  what TEXT PRIMARY KEY, version INTEGER NOT NULL, at TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS game (
  number INTEGER PRIMARY KEY, summary TEXT NOT NULL, figures TEXT NOT NULL
);
"""
"""``reach``: up to which entry the summaries and the figures go, each with its version."""

_SUMMARIES, _FIGURES = "summaries", "figures"


class Unusable(Trouble):
    """The index is missing or damaged, or its disk refuses something."""

    def __init__(self, journal: Path, error: Exception) -> None:
        """``error``: what has failed."""
        super().__init__(f"The index of {journal} cannot be used ({error}).", NOT_SO)
        self.refused = disk_refuses(error)
        """The disk takes nothing now, which says nothing about the index."""


class Past(msgspec.Struct, frozen=True):
    """What an entry that begins a game leaves as it was."""

    at: Place
    """The last entry before it."""
    number: int
    """Of the last game before it."""
    taken_up: Mapping[int, int]
    deleted: frozenset[int]
    log: tuple[LogLine, ...]
    last_hit: int
    last_measured: int
    last_weighed: int
    presses: int
    sessions: int
    roster: Roster

    @classmethod
    def of(cls, identity: str, entry: Entry, record: Record) -> Past:
        """What stays of the record after an entry of the journal with this identity."""
        return cls(
            place_of(identity, entry),
            record.number,
            record.taken_up,
            record.deleted,
            record.log,
            record.last_hit,
            record.last_measured,
            record.last_weighed,
            record.presses,
            record.sessions,
            record.roster,
        )

    def record(self) -> Record:
        """The record after ``at``, without the games before it."""
        return Record(
            seq=self.at.seq,
            number=self.number,
            taken_up=self.taken_up,
            deleted=self.deleted,
            log=self.log,
            last_hit=self.last_hit,
            last_measured=self.last_measured,
            last_weighed=self.last_weighed,
            presses=self.presses,
            sessions=self.sessions,
            roster=self.roster,
        )


class Index:
    """An open index. Every method raises ``Unusable``."""

    def __init__(self, journal: Path, db: sqlite3.Connection) -> None:
        """``db``: its tables may be missing."""
        self._journal = journal
        self._db = db
        with self._usable():
            db.executescript(_TABLES)

    def summaries_reach(self) -> Past | None:
        """Up to where the summaries go; None: nowhere."""
        with self._usable():
            return _reach(self._db, _SUMMARIES, VERSION)

    def figures_reach(self, version: int) -> Past | None:
        """Up to where figures of this version go; None: nowhere."""
        summaries = self.summaries_reach()
        with self._usable():
            return _reach(self._db, _FIGURES, version) if summaries else None

    def figures(self, kind: type[T]) -> list[T]:
        """The figures of each game, in order. ``kind``: what they are."""
        with self._usable():
            rows = self._db.execute("SELECT figures FROM game ORDER BY number")
            return [msgspec.json.decode(figures, type=kind) for (figures,) in rows]

    def clear(self) -> None:
        """Forget everything, because it is of another journal."""
        with self._usable(), self._db:
            self._db.executescript("DELETE FROM reach; DELETE FROM game;")

    def add(self, games: Iterable[tuple[GameSummary, str]], past: Past, version: int) -> None:
        """Add the next games, each with its figures of this version. ``past``: after them."""
        before = self.summaries_reach()
        at = msgspec.json.encode(past).decode()
        rows = [(game.number, msgspec.json.encode(game).decode(), text) for game, text in games]
        with self._usable(), self._db:
            self._db.executemany("INSERT OR REPLACE INTO game VALUES (?, ?, ?)", rows)
            put = "INSERT OR REPLACE INTO reach VALUES (?, ?, ?)"
            self._db.execute(put, (_FIGURES, version, at))
            if before is None or before.at.seq < past.at.seq:
                self._db.execute(put, (_SUMMARIES, VERSION, at))

    @contextmanager
    def _usable(self) -> Iterator[None]:
        with _usable(self._journal):
            yield


def read_past(journal: Path) -> Past | None:
    """Where a start begins to read; None: there is no index that can be used."""
    if not journal.name:  # "/" has no file beside it
        return None
    with suppress(Unusable), _reading(journal) as db:
        return _reach(db, _SUMMARIES, VERSION)
    return None


def read_summaries(journal: Path, before: int, limit: int) -> list[GameSummary]:
    """The last ``limit`` games with a number below ``before``, in order. Raises ``Unusable``."""
    with _reading(journal) as db:
        past = _reach(db, _SUMMARIES, VERSION)
        if past is None or past.number < before - 1:
            raise LookupError(f"it does not reach game {before - 1}")
        rows = db.execute(
            "SELECT summary FROM game WHERE number < ? ORDER BY number DESC LIMIT ?",
            (before, limit),
        )
        return [msgspec.convert(decode(summary), GameSummary) for (summary,) in rows][::-1]


def with_index(journal: Path, work: Callable[[Index], T]) -> T:
    """What ``work`` makes of the index of a journal, which it may bring up to date.

    A damaged index is made anew. Where the disk takes nothing, ``work`` gets a copy in memory.
    Raises ``Trouble`` if the folder cannot be locked.
    """
    with one_at_a_time(journal):
        try:
            return _with_file(journal, work)
        except Unusable as unusable:
            if not unusable.refused:
                with suppress(OSError, Unusable):
                    delete_index(journal)
                    return _with_file(journal, work)
        with closing(sqlite3.connect(":memory:")) as memory:
            with suppress(Unusable), _reading(journal) as db:
                db.backup(memory)
            return work(Index(journal, memory))


def delete_index(journal: Path) -> None:
    """Delete the index of a journal. Nobody writes it meanwhile. Raises ``OSError``."""
    file = index_of(journal)
    for end in BESIDE:
        file.with_name(file.name + end).unlink(missing_ok=True)


@contextmanager
def one_at_a_time(journal: Path) -> Iterator[None]:
    """Wait until nobody else writes the index of a journal, or takes names out of its files.

    A process of a referee that was killed can still be at it. Raises ``Trouble`` if the folder
    cannot be locked.
    """
    path = Path(os.path.realpath(journal)).parent
    try:
        folder = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError as error:
        raise _unlockable(path, error) from None
    try:
        try:
            fcntl.flock(folder, fcntl.LOCK_EX)
        except OSError as error:
            raise _unlockable(path, error) from None
        yield
    finally:
        os.close(folder)


def _unlockable(folder: Path, error: OSError) -> Trouble:
    return Trouble(
        f"The folder {folder} cannot be locked ({error.strerror}): allow it, and try again.",
        WRONG_USAGE,
    )


def _with_file(journal: Path, work: Callable[[Index], T]) -> T:
    file = index_of(journal)
    with _usable(journal):
        with suppress(FileExistsError):
            begin_private(file)
        db = sqlite3.connect(file)
    with closing(db):
        return work(Index(journal, db))


@contextmanager
def _reading(journal: Path) -> Iterator[sqlite3.Connection]:
    # mode=rw makes no file, and takes back half a transaction of a writer that was cut off
    uri = f"{index_of(journal).absolute().as_uri()}?mode=rw"
    with _usable(journal), closing(sqlite3.connect(uri, uri=True)) as db:
        db.execute(SPARE_MEMORY)
        yield db


@contextmanager
def _usable(journal: Path) -> Iterator[None]:
    """Raise ``Unusable`` for whatever a damaged or missing index leads to."""
    try:
        yield
    except (sqlite3.Error, OSError, LookupError, ValueError, msgspec.MsgspecError) as error:
        raise Unusable(journal, error) from None


def _reach(db: sqlite3.Connection, what: str, version: int) -> Past | None:
    asked = "SELECT at FROM reach WHERE what = ? AND version = ?"
    row = db.execute(asked, (what, version)).fetchone()
    return None if row is None else msgspec.convert(decode(row[0]), Past, str_keys=True)
