"""The journal: what happened, in order, on disk before anybody is told.

SQLite, written by one thread, one transaction an entry, synced before it is acknowledged. Entries
are only ever added. Nothing reads the wall time but people.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec

from controller.base.errors import NOT_SO, WRONG_USAGE, Trouble
from controller.base.outside import decode
from controller.journal.durable import sync
from controller.journal.lock import take
from controller.journal.schema import kept_before, schema_of, upgrade
from controller.journal.tables import INSERT, SCHEMA, SECRET, Row, lay

T = TypeVar("T")

Kind = Literal["game", "intent", "withdrawn", "command", "opened", "deleted", "restored", "gap"]
"""``game``: one begins. ``intent``: a hit may be armed now. ``withdrawn``: it was disarmed, and
never begun. ``command``: the rules took it. ``opened``: the launcher's cover was. ``deleted``: a
past game is no longer listed. ``restored``: it is again. ``gap``: what came next is lost."""


class Entry(msgspec.Struct, frozen=True):
    """One line of the journal."""

    seq: int
    """From 1, without a gap."""
    game: int
    """Which game of this journal, from 1."""
    kind: Kind
    body: dict[str, Any]
    key: str | None = None
    """The caller's idempotency key, once only in a journal."""
    wall_s: int = 0
    """When, in seconds since 1970 by this machine's clock, which may be wrong: for people only."""


class NotSaved(Exception):
    """The disk did not take an entry, so nothing happened; its message is a sentence."""


class Gap(Trouble):
    """A journal is damaged, but can be read up to there."""

    def __init__(self, trouble: Trouble, kept: int) -> None:
        """``kept``: so many entries stand before the damage, at least one."""
        super().__init__(str(trouble), trouble.exit_code)
        self.kept = kept


@dataclass(frozen=True, slots=True)
class Contents:
    """What a journal holds: its random identity, and every entry."""

    id: str
    entries: tuple[Entry, ...]


def read_entries(path: Path) -> Contents:
    """Read a journal from outside, also while a referee writes it; it is not altered.

    Raises ``Trouble`` (exit code 1) where it is damaged, with what is wrong and what to do;
    ``Gap`` where entries before the damage can be read.
    """
    return Contents(*fold_entries(path, tuple))


def fold_entries(path: Path, fold: Callable[[Iterator[Entry]], T]) -> tuple[str, T]:
    """Of a journal of any length: its identity, and what ``fold`` makes of its entries.

    They come one at a time. Raises like ``read_entries``, ``Gap`` where ``fold`` reaches it.
    """
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
            return _identity(path, db), fold(_checked(path, db))
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise _unreadable(path, error) from None


def read_game(path: Path, number: int) -> tuple[Entry, ...]:
    """The entries of one game of a journal, read from outside; empty: it has no such game.

    Raises ``Trouble`` like ``read_entries``, but looks at no other game.
    """
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
            return tuple(_entries(path, db, "WHERE game = ?", number))
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise _unreadable(path, error) from None


def look_through(path: Path) -> None:
    """See that a journal is sound as far as SQLite can tell: pages, numbers, every body JSON.

    It does so by itself, while other threads of Python run. Raises ``Trouble`` (exit code 1).
    """
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
            _identity(path, db)
            (found,) = db.execute("PRAGMA quick_check(1)").fetchone()
            if found != "ok":
                raise _damaged(path, f"cannot be read as a journal ({found})")
            last, entries, readable = db.execute(
                "SELECT coalesce(max(seq), 0), count(*), count(nullif(json_valid(body), 0)) "
                "FROM entry"
            ).fetchone()
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise _unreadable(path, error) from None
    if last != entries:
        raise _damaged(path, f"has {entries} entries up to entry {last}")
    if readable != entries:
        raise _damaged(path, "has an entry that cannot be read")


class Journal:
    """A journal that this process, and no other, writes."""

    def __init__(self, path: Path, lock: int, db: sqlite3.Connection, name: str) -> None:
        self.path = path
        self.id = name
        (self.last_seq,) = db.execute("SELECT coalesce(max(seq), 0) FROM entry").fetchone()
        self._secret = _secret_of(db)
        self._lock = lock
        self._db = db
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="journal")

    @classmethod
    def open(cls, path: Path) -> tuple[Journal, tuple[Entry, ...]]:
        """Open or begin the journal at ``path``; returns it and what it already holds.

        Raises as ``open_as``.
        """
        return cls.open_as(path, tuple)

    @classmethod
    def open_as(cls, path: Path, fold: Callable[[Iterator[Entry]], T]) -> tuple[Journal, T]:
        """Open or begin the journal at ``path``; returns it and what ``fold`` makes of its entries.

        Raises ``Trouble``: another referee has it or it cannot be written (exit code 2); it is
        damaged (exit code 1), and then it is left exactly as it was found.
        """
        lock = take(path)
        try:
            if not path.exists():
                draft = path.with_name(path.name + ".new")
                lay(draft)
                draft.replace(path)
                sync(path.parent)
            name, folded = fold_entries(path, fold)
            db = _open(path)
        except (sqlite3.Error, OSError) as error:
            os.close(lock)
            raise Trouble(
                f"The journal {path} cannot be written ({error}); "
                "make room or allow it, or name another with --journal.",
                WRONG_USAGE,
            ) from None
        except BaseException:
            os.close(lock)
            raise
        return cls(path, lock, db, name), folded

    async def add(
        self, game: int, kind: Kind, body: Mapping[str, Any], key: str | None = None
    ) -> Entry:
        """Write one entry; returns when it is on disk.

        Raises ``NotSaved`` where the disk refuses; then there is no such entry. One caller at a
        time: the numbering is the caller's order.
        """
        entry = Entry(self.last_seq + 1, game, kind, dict(body), key, int(time.time()))
        await asyncio.get_running_loop().run_in_executor(self._writer, self._write, entry)
        return entry

    async def find(self, key: str) -> int | None:
        """Number of the entry with this key, if there is one. Raises ``NotSaved``: the disk fails.

        Asked of the disk: all keys of all games would fill the memory of a small machine.
        """
        return await asyncio.get_running_loop().run_in_executor(self._writer, self._find, key)

    async def answer(self) -> None:
        """Ask the disk for a sync, after all that is being written; returns when it has spoken."""
        await asyncio.get_running_loop().run_in_executor(self._writer, self._sync)

    def seed(self, game: int) -> bytes:
        """The secret of a game's draws, 32 bytes: there is one for each number, and no choice."""
        return hmac.digest(self._secret, game.to_bytes(8, "big"), hashlib.sha256)

    def close(self) -> None:
        """Finish what is being written and let go of the file."""
        self._writer.shutdown(wait=True)
        self._db.close()
        os.close(self._lock)

    def _sync(self) -> None:
        with suppress(OSError):  # an error is an answer; what cannot be written says so itself
            os.fsync(self._lock)  # beside the journal; a second handle on that would drop its locks

    def _find(self, key: str) -> int | None:
        try:
            found = self._db.execute("SELECT seq FROM entry WHERE key = ?", (key,)).fetchone()
        except sqlite3.Error as error:
            raise NotSaved(
                f"The journal could not be read ({error}), so nothing happened; {_advice(error)}."
            ) from error
        return found[0] if found else None

    def _write(self, entry: Entry) -> None:
        try:
            with self._db:  # commits, or takes it back
                self._db.execute(INSERT, row_of(entry))
        except sqlite3.Error as error:
            raise NotSaved(
                f"The journal could not be written ({error}), so nothing happened; "
                f"{_advice(error)}."
            ) from error
        self.last_seq = entry.seq


def row_of(entry: Entry) -> Row:
    """How an entry is written."""
    body = msgspec.json.encode(entry.body).decode()
    return entry.seq, entry.game, entry.kind, body, entry.key, entry.wall_s


def _advice(error: sqlite3.Error) -> str:
    """What people can do about a disk that took nothing."""
    primary = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if primary == sqlite3.SQLITE_IOERR:
        return (
            "try again, and if that does not help, copy the games to another disk with "
            "`rollerdeck backup`"
        )
    if primary == sqlite3.SQLITE_READONLY:
        return "see why this disk is read-only, and try again"
    return "make room on the disk and try again"


def _secret_of(db: sqlite3.Connection) -> bytes:
    (secret,) = db.execute("SELECT value FROM meta WHERE name = 'secret'").fetchone()
    return bytes.fromhex(secret)


def _open(path: Path) -> sqlite3.Connection:
    """Connect for writing, to a journal as this Rollerdeck writes it."""
    db = sqlite3.connect(path, check_same_thread=False)
    try:
        db.execute("PRAGMA synchronous = FULL")
        upgrade(path, db)
    except BaseException:
        db.close()
        raise
    return db


def _identity(path: Path, db: sqlite3.Connection) -> str:
    version = schema_of(db)
    if version > SCHEMA:
        kept = kept_before(path)
        back = f", or go back with `rollerdeck restore {kept} --journal {path}`" if kept else ""
        raise Trouble(
            f"The journal {path} was written by a newer Rollerdeck (schema {version}, this one "
            f"knows {SCHEMA}); install that one{back}, or name another with --journal.",
            NOT_SO,
        )
    if version < 1:
        raise _damaged(path, "is a database, but not a journal")
    meta: dict[str, str] = dict(db.execute("SELECT name, value FROM meta"))
    if "id" not in meta:
        raise _damaged(path, "has lost its identity")
    if version > 1 and not SECRET.fullmatch(meta.get("secret", "")):
        raise _damaged(path, "has lost the secret of its games")
    return meta["id"]


def _checked(path: Path, db: sqlite3.Connection) -> Iterator[Entry]:
    """Every entry, as long as they are numbered without a gap."""
    last = 0
    try:
        for entry in _entries(path, db):
            if entry.seq != last + 1:
                raise _damaged(path, f"has no entry {last + 1} but an entry {entry.seq}")
            last = entry.seq
            yield entry
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise _gap(_unreadable(path, error), last) from None
    except Trouble as trouble:
        raise _gap(trouble, last) from None


def _entries(path: Path, db: sqlite3.Connection, which: str = "", *values: int) -> Iterator[Entry]:
    columns = "seq, game, kind, body, key, wall_s"
    rows = db.execute(f"SELECT {columns} FROM entry {which} ORDER BY seq", values)  # noqa: S608 - our own words
    for seq, game, kind, body, key, wall_s in rows:
        try:
            raw = {"seq": seq, "game": game, "kind": kind, "key": key, "wall_s": wall_s}
            yield msgspec.convert(raw | {"body": decode(body)}, Entry)
        except (msgspec.MsgspecError, TypeError):
            raise _damaged(path, f"has an entry {seq} that cannot be read") from None


def _gap(trouble: Trouble, kept: int) -> Trouble:
    return Gap(trouble, kept) if kept else trouble


def _unreadable(path: Path, error: Exception) -> Trouble:
    return _damaged(path, f"cannot be read as a journal ({error})")


def _damaged(path: Path, what: str) -> Trouble:
    return Trouble(
        f"The journal {path} {what}; it was left as it is: "
        "put a backup in its place, or begin another with --journal.",
        NOT_SO,
    )
