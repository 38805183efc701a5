"""The journal: what happened, in order, on disk before anybody is told.

SQLite, written by one thread, one transaction an entry, synced before it is acknowledged. Entries
are only ever added. Nothing reads the wall time but people.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import os
import re
import secrets
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import msgspec

from controller.durable import sync
from controller.errors import NOT_SO, WRONG_USAGE, Trouble
from controller.journal_lock import take

SCHEMA = 2
"""Counts up when the format changes; a journal of a later one is left alone. An earlier one, 1,
lacks the secret that games' seeds come from, and gets it when a referee opens it."""

SECRET = re.compile("[0-9a-f]{64}")
"""How the journal's secret is written."""

_TABLES = f"""
PRAGMA user_version = {SCHEMA};
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE entry (
  seq INTEGER PRIMARY KEY,
  game INTEGER NOT NULL,
  kind TEXT NOT NULL,
  body TEXT NOT NULL,
  key TEXT UNIQUE,
  wall_s INTEGER NOT NULL
);
"""

_INSERT = "INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?)"

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

    def __init__(self, trouble: Trouble, kept: tuple[Entry, ...]) -> None:
        """``kept``: every entry before the damage, at least one."""
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
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
            return _check(path, db)
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


class Journal:
    """A journal that this process, and no other, writes."""

    def __init__(self, path: Path, lock: int, db: sqlite3.Connection, contents: Contents) -> None:
        self.path = path
        self.id = contents.id
        self.last_seq = len(contents.entries)
        self._secret = _secret_of(db)
        self._lock = lock
        self._db = db
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="journal")

    @classmethod
    def open(cls, path: Path) -> tuple[Journal, tuple[Entry, ...]]:
        """Open or begin the journal at ``path``; returns it and what it already holds.

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
            contents = read_entries(path)
            db = _connect(path)
            _upgrade(db)
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
        return cls(path, lock, db, contents), contents.entries

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

    def _write(self, entry: Entry) -> None:
        try:
            with self._db:  # commits, or takes it back
                self._db.execute(_INSERT, _row(entry))
        except sqlite3.Error as error:
            raise NotSaved(
                f"The journal could not be written ({error}), so nothing happened; "
                f"{_advice(error)}."
            ) from error
        self.last_seq = entry.seq


def _row(entry: Entry) -> tuple[int, int, str, str, str | None, int]:
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


def lay(path: Path, entries: Iterable[Entry] = ()) -> None:
    """Write a journal that is nobody's yet, with a name of its own, and close it again.

    To be renamed, so that a power cut leaves none, or a whole one.
    """
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as db:
        db.executescript(f"BEGIN; {_TABLES} COMMIT;")
        with db:
            db.execute("INSERT INTO meta VALUES ('id', ?)", (secrets.token_hex(8),))
            db.execute("INSERT INTO meta VALUES ('secret', ?)", (_new_secret(),))
            db.executemany(_INSERT, map(_row, entries))
        # last: what a log still holds when it is closed is folded in, or not, without a word
        db.execute("PRAGMA journal_mode = WAL")


def make_its_own(db: sqlite3.Connection) -> None:
    """Tell a copy of a journal from the one that it is a copy of, from now on.

    The launcher knows hits by their journal's name; and seeds that come to light in one game must
    not be those of another that is still to be played.
    """
    with db:
        db.execute("UPDATE meta SET value = ? WHERE name = 'id'", (secrets.token_hex(8),))
        db.execute("UPDATE meta SET value = ? WHERE name = 'secret'", (_new_secret(),))


def _new_secret() -> str:
    """256 bits of the system's randomness."""
    return secrets.token_hex(32)


def _secret_of(db: sqlite3.Connection) -> bytes:
    (secret,) = db.execute("SELECT value FROM meta WHERE name = 'secret'").fetchone()
    return bytes.fromhex(secret)


def _upgrade(db: sqlite3.Connection) -> None:
    """Bring a journal of schema 1 up to date, all at once."""
    if db.execute("PRAGMA user_version").fetchone() == (SCHEMA,):
        return
    with db:
        db.execute("BEGIN IMMEDIATE")
        db.execute("INSERT INTO meta VALUES ('secret', ?)", (_new_secret(),))
        db.execute(f"PRAGMA user_version = {SCHEMA}")


def _connect(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, check_same_thread=False)
    db.execute("PRAGMA synchronous = FULL")
    return db


def _check(path: Path, db: sqlite3.Connection) -> Contents:
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version > SCHEMA:
        raise Trouble(
            f"The journal {path} was written by a newer Rollerdeck (schema {version}, this one "
            f"knows {SCHEMA}); install that one, or name another with --journal.",
            NOT_SO,
        )
    if version not in (1, SCHEMA):
        raise _damaged(path, "is a database, but not a journal")
    meta: dict[str, str] = dict(db.execute("SELECT name, value FROM meta"))
    if "id" not in meta:
        raise _damaged(path, "has lost its identity")
    if version == SCHEMA and not SECRET.fullmatch(meta.get("secret", "")):
        raise _damaged(path, "has lost the secret of its games")
    entries: list[Entry] = []
    try:
        for entry in _entries(path, db):
            if entry.seq != len(entries) + 1:
                raise _damaged(path, f"has no entry {len(entries) + 1} but an entry {entry.seq}")
            entries.append(entry)
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise _gap(_unreadable(path, error), entries) from None
    except Trouble as trouble:
        raise _gap(trouble, entries) from None
    return Contents(meta["id"], tuple(entries))


def _entries(path: Path, db: sqlite3.Connection, which: str = "", *values: int) -> Iterator[Entry]:
    columns = "seq, game, kind, body, key, wall_s"
    rows = db.execute(f"SELECT {columns} FROM entry {which} ORDER BY seq", values)  # noqa: S608 - our own words
    for seq, game, kind, body, key, wall_s in rows:
        try:
            raw = {"seq": seq, "game": game, "kind": kind, "key": key, "wall_s": wall_s}
            yield msgspec.convert(raw | {"body": msgspec.json.decode(body)}, Entry)
        except (msgspec.MsgspecError, TypeError, RecursionError):
            raise _damaged(path, f"has an entry {seq} that cannot be read") from None


def _gap(trouble: Trouble, kept: list[Entry]) -> Trouble:
    return Gap(trouble, tuple(kept)) if kept else trouble


def _unreadable(path: Path, error: Exception) -> Trouble:
    return _damaged(path, f"cannot be read as a journal ({error})")


def _damaged(path: Path, what: str) -> Trouble:
    return Trouble(
        f"The journal {path} {what}; it was left as it is: "
        "put a backup in its place, or begin another with --journal.",
        NOT_SO,
    )
