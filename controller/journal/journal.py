"""The journal: what happened, in order, on disk before anybody is told.

It is an SQLite database. One thread writes it, with one transaction for each entry, which is synced
before it is acknowledged. Entries are only added, never changed. The wall time is for people only.
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
from hardware.launcher import Reason

T = TypeVar("T")

Kind = Literal["game", "intent", "withdrawn", "command", "opened", "deleted", "restored", "gap"]
"""``game``: a game begins. ``intent``: a hit may be armed from now on. ``withdrawn``: that hit was
disarmed and has not begun. ``command``: the rules accepted it. ``opened``: the launcher's cover was
opened. ``deleted``, ``restored``: a past game is removed from the list, or put back. ``gap``: the
entries that came next are lost."""


class Entry(msgspec.Struct, frozen=True):
    """One line of the journal."""

    seq: int
    """From 1, without a gap."""
    game: int
    """The number of the game in this journal, from 1."""
    kind: Kind
    body: dict[str, Any]
    key: str | None = None
    """The caller's idempotency key; a journal has each key once."""
    wall_s: int = 0
    """Seconds since 1970 by this machine's clock, which may be wrong; for people only."""


class NotSaved(Exception):
    """The disk did not take an entry, so nothing happened."""

    def __init__(self, key: str, error: sqlite3.Error) -> None:
        """``key``: the catalogue's entry that says what to do."""
        name = getattr(error, "sqlite_errorname", type(error).__name__)
        super().__init__(key, name)
        self.why = Reason(key, {"error": name})


class Gap(Trouble):
    """A journal is damaged, but the entries before the damage can be read."""

    def __init__(self, trouble: Trouble, kept: int) -> None:
        """``kept``: the number of entries before the damage, at least one."""
        super().__init__(str(trouble), trouble.exit_code)
        self.kept = kept


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of a journal: its random identity and every entry."""

    id: str
    entries: tuple[Entry, ...]


def read_entries(path: Path) -> Contents:
    """Read a journal without changing it, also while a referee writes it.

    Raises ``Trouble`` (exit code 1) if it is damaged, with what is wrong and what to do; ``Gap``
    if entries before the damage can be read.
    """
    return Contents(*fold_entries(path, tuple))


def fold_entries(path: Path, fold: Callable[[Iterator[Entry]], T]) -> tuple[str, T]:
    """The identity of a journal, and what ``fold`` makes of its entries.

    The entries are read one at a time, so a journal can have any length. Raises like
    ``read_entries``; ``Gap`` when ``fold`` reaches the damage.
    """
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
            return _identity(path, db), fold(_checked(path, db))
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise _unreadable(path, error) from None


def read_game(path: Path, number: int) -> tuple[Entry, ...]:
    """The entries of one game of a journal; empty: it has no such game.

    Raises ``Trouble`` like ``read_entries``, but reads no other game.
    """
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
            return tuple(_entries(path, db, "WHERE game = ?", number))
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise _unreadable(path, error) from None


def look_through(path: Path) -> None:
    """Let SQLite check a journal: its pages, the numbers of entries, and that bodies are JSON.

    Other threads of Python run meanwhile. Raises ``Trouble`` (exit code 1).
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
    """A journal that only this process writes."""

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
        """Open or create the journal at ``path``. Returns it and its entries.

        Raises like ``open_as``.
        """
        return cls.open_as(path, tuple)

    @classmethod
    def open_as(cls, path: Path, fold: Callable[[Iterator[Entry]], T]) -> tuple[Journal, T]:
        """Open or create a journal. Returns it and what ``fold`` makes of its entries.

        Raises ``Trouble`` if another referee has it or it cannot be written (exit code 2), or if
        it is damaged (exit code 1); then it is left exactly as it was found.
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
        """Write one entry. Returns when it is on disk.

        Raises ``NotSaved`` if the disk refuses; then there is no such entry. One caller at a
        time, because entries are numbered in the order of the calls.
        """
        entry = Entry(self.last_seq + 1, game, kind, dict(body), key, int(time.time()))
        await asyncio.get_running_loop().run_in_executor(self._writer, self._write, entry)
        return entry

    async def find(self, key: str) -> int | None:
        """The number of the entry with this key, if there is one. Raises ``NotSaved``.

        It is looked up on disk, because the keys of all games would fill a small machine's memory.
        """
        return await asyncio.get_running_loop().run_in_executor(self._writer, self._find, key)

    async def answer(self) -> None:
        """Ask the disk for a sync, after what is being written. Returns when it has answered."""
        await asyncio.get_running_loop().run_in_executor(self._writer, self._sync)

    def seed(self, game: int) -> bytes:
        """The secret of a game's draws, 32 bytes; a number always has the same one."""
        return hmac.digest(self._secret, game.to_bytes(8, "big"), hashlib.sha256)

    def close(self) -> None:
        """Finish what is being written and close the file."""
        self._writer.shutdown(wait=True)
        self._db.close()
        os.close(self._lock)

    def _sync(self) -> None:
        with suppress(OSError):  # an error is an answer, too
            os.fsync(self._lock)  # a second handle on the journal would drop SQLite's locks

    def _find(self, key: str) -> int | None:
        try:
            found = self._db.execute("SELECT seq FROM entry WHERE key = ?", (key,)).fetchone()
        except sqlite3.Error as error:
            raise NotSaved("disk.unreadable", error) from error
        return found[0] if found else None

    def _write(self, entry: Entry) -> None:
        try:
            with self._db:  # commits or rolls back
                self._db.execute(INSERT, row_of(entry))
        except sqlite3.Error as error:
            raise NotSaved(_what_fails(error), error) from error
        self.last_seq = entry.seq


def row_of(entry: Entry) -> Row:
    """An entry as a row of the table."""
    body = msgspec.json.encode(entry.body).decode()
    return entry.seq, entry.game, entry.kind, body, entry.key, entry.wall_s


def _what_fails(error: sqlite3.Error) -> str:
    """The key for what people are told of a disk that does not take an entry."""
    primary = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if primary == sqlite3.SQLITE_IOERR:
        return "disk.failing"
    if primary == sqlite3.SQLITE_READONLY:
        return "disk.read_only"
    return "disk.full"


def _secret_of(db: sqlite3.Connection) -> bytes:
    (secret,) = db.execute("SELECT value FROM meta WHERE name = 'secret'").fetchone()
    return bytes.fromhex(secret)


def _open(path: Path) -> sqlite3.Connection:
    """Connect for writing to a journal in the current format."""
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
    """Every entry. Raises ``Gap`` at the first one that is missing or cannot be read."""
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
