"""The journal: what happened, in order, on disk before anybody is told.

It is an SQLite database. One thread writes it. A transaction holds one entry, or a command and the
intent that follows from it, and is synced before it is acknowledged. Entries are only added, never
changed (but see `controller.evenings.forgetting`). The wall time is for people only.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, TypeVar

from controller.base.errors import WRONG_USAGE, Trouble
from controller.journal.durable import make_private, sync
from controller.journal.entry import Entry, Kind, Stamp, row_of
from controller.journal.lock import note_address, take
from controller.journal.opening import closed_if_it_fails, disk_problem_key, disk_refuses, read_only
from controller.journal.reading import SPARE_MEMORY, Damaged, Place, fold_entries
from controller.journal.schema import (
    INSERT,
    SCHEMA,
    Identity,
    lay,
    merge_log,
    schema_of,
    update_copy,
    upgrade,
)
from hardware.launcher import Reason

T = TypeVar("T")

READER_MS = 300
"""So long another program may go on reading a journal that is to be replaced."""

LOG_PAGES = 4000
"""SQLite merges its write-ahead log into the journal when it has so many pages. A page that was
written often until then is merged once."""


class NotSaved(Exception):
    """The disk did not take an entry, so nothing happened."""

    def __init__(self, key: str, error: sqlite3.Error | OSError) -> None:
        """``key``: the catalogue's entry that says what to do."""
        name = getattr(error, "sqlite_errorname", type(error).__name__)
        super().__init__(key, name)
        self.reason = Reason(key, {"error": name})


class Journal:
    """A journal that only this process writes."""

    def __init__(
        self,
        path: Path,
        lock: int,
        db: sqlite3.Connection | None,
        name: str,
        reason: Reason | None,
        wall_clock: Callable[[], float],
    ) -> None:
        """``db``: None while the disk refuses it, and then ``reason``."""
        self.path = path
        self.id = name
        self.refused = reason
        """Why the disk refused the journal when it was opened; None: it takes entries."""
        with closed_if_it_fails(db or read_only(path)) as reading:
            (self.last_seq,) = reading.execute("SELECT coalesce(max(seq), 0) FROM entry").fetchone()
            self._secret = _secret_of(reading)
        if db is None:
            reading.close()
        self._lock = lock
        self._db = db
        self._wall_clock = wall_clock
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="journal")

    @classmethod
    def open(
        cls, path: Path, new: Callable[[], Identity] = Identity.new
    ) -> tuple[Journal, tuple[Entry, ...]]:
        """Open or create the journal at ``path``. Returns it and its entries.

        Takes and raises what ``open_as`` does.
        """
        return cls.open_as(path, tuple, new)

    @classmethod
    def open_as(
        cls,
        path: Path,
        fold: Callable[[Iterator[Entry]], T],
        new: Callable[[], Identity] = Identity.new,
        after: Place | None = None,
        wall_clock: Callable[[], float] = time.time,
    ) -> tuple[Journal, T]:
        """Open or create a journal. Returns it and what ``fold`` makes of its entries.

        ``new``: makes the identity of a journal that is created. ``after``: see ``fold_entries``.
        ``wall_clock``: seconds since 1970, for the entries.
        Raises ``Trouble`` if another
        referee has it or it cannot be written (exit code 2), or if it is damaged (exit code 1);
        then it is left exactly as it was found. On a disk that takes nothing now, it is only read,
        and ``refused`` says why: it is opened for writing as soon as the disk takes something.
        """
        lock = take(path)
        try:
            if not path.exists():
                draft = path.with_name(path.name + ".new")
                lay(draft, identity=new())
                draft.replace(path)
                sync(path.parent)
            make_private(path)
            name, folded = fold_entries(path, fold, after)
            reason = None
            try:
                db: sqlite3.Connection | None = _open(path)
            except sqlite3.OperationalError as error:
                if not _can_wait(path, error):
                    raise
                db, reason = None, NotSaved(disk_problem_key(error, path), error).reason
            return cls(path, lock, db, name, reason, wall_clock), folded
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

    async def add(
        self, game: int, kind: Kind, body: Mapping[str, Any], stamp: Stamp | None = None
    ) -> Entry:
        """Write one entry. Returns when it is on disk.

        Raises ``NotSaved`` if the disk refuses; then there is no such entry. One caller at a
        time, because entries are numbered in the order of the calls.
        """
        entry = self.next(game, kind, body, stamp)
        await self.write(entry)
        return entry

    def next(
        self,
        game: int,
        kind: Kind,
        body: Mapping[str, Any],
        stamp: Stamp | None = None,
        after: int = 0,
    ) -> Entry:
        """The entry to write next, or ``after`` so many others that are written with it."""
        key, fingerprint = (None, None) if stamp is None else (stamp.key, stamp.print)
        seq = self.last_seq + 1 + after
        return Entry(seq, game, kind, dict(body), key, int(self._wall_clock()), fingerprint)

    async def write(self, *entries: Entry) -> None:
        """Write the next entries, all of them or none. Returns when they are on disk.

        Raises and is called like ``add``.
        """
        await asyncio.get_running_loop().run_in_executor(self._writer, self._write, entries)

    async def replace(self, draft: Path) -> None:
        """Put a file with the same entries in the journal's place, and write it from now on.

        A power cut leaves the old file or the new one, each of them whole. Raises ``NotSaved`` if
        the disk refuses or another program is reading the journal; then nothing has changed.
        """
        await asyncio.get_running_loop().run_in_executor(self._writer, self._replace, draft)

    async def find(self, key: str) -> tuple[int, str | None] | None:
        """Number and fingerprint of the entry with this key, if there is one. Raises ``NotSaved``.

        It is looked up on disk, because the keys of all games would fill a small machine's memory.
        """
        return await asyncio.get_running_loop().run_in_executor(self._writer, self._find, key)

    async def try_again(self) -> bool:
        """Whether a disk that refused the journal at the start takes entries now."""
        with suppress(NotSaved):
            await asyncio.get_running_loop().run_in_executor(self._writer, self._written)
        return self.refused is None

    async def answer(self) -> None:
        """Ask the disk for a sync, after what is being written. Returns when it has answered."""
        await asyncio.get_running_loop().run_in_executor(self._writer, self._sync)

    def seed(self, game: int) -> bytes:
        """The secret of a game's draws, 32 bytes; a number always has the same one."""
        return hmac.digest(self._secret, game.to_bytes(8, "big"), hashlib.sha256)

    def seed_of_draws(self, session: int) -> bytes:
        """The secret of a session of draws, 32 bytes. No game and no other session has it."""
        return hmac.digest(self._secret, b"draws" + session.to_bytes(8, "big"), hashlib.sha256)

    def device_secret(self, request: str) -> str:
        """The secret that a device gets for a request, as hexadecimal; always the same one."""
        asked = b"device" + hashlib.sha256(request.encode("utf-8", "replace")).digest()
        return hmac.digest(self._secret, asked, hashlib.sha256).hex()[:32]

    def close(self) -> None:
        """Finish what is being written and close the file."""
        self._writer.shutdown(wait=True)
        if self._db is not None:
            # the copy is only for whoever goes back to the release before
            with suppress(sqlite3.Error, OSError):
                update_copy(self.path, self._db)
            self._db.close()
        os.close(self._lock)

    def note_address(self, host: str, port: int) -> None:
        """Note beside the journal where its page is served, for ``noted_address``."""
        with suppress(OSError):  # a full disk: then `host link` names the configured port
            note_address(self._lock, host, port)

    def _written(self) -> sqlite3.Connection:
        """The connection for writing. Raises ``NotSaved`` if the disk still refuses it."""
        if self._db is None:
            try:
                make_private(self.path)
                self._db = _open(self.path)
            except (sqlite3.Error, OSError) as error:
                raise NotSaved(disk_problem_key(error, self.path), error) from error
            self.refused = None
        return self._db

    def _sync(self) -> None:
        with suppress(OSError):  # an error is an answer, too
            os.fsync(self._lock)  # a second handle on the journal would drop SQLite's locks

    def _find(self, key: str) -> tuple[int, str | None] | None:
        question = "SELECT seq, print FROM entry WHERE key = ?"
        db = self._written()
        try:
            row: tuple[int, str | None] | None = db.execute(question, (key,)).fetchone()
        except sqlite3.Error as error:
            raise NotSaved("disk.unreadable", error) from error
        return row

    def _replace(self, draft: Path) -> None:
        real = Path(os.path.realpath(self.path))
        db = self._written()
        try:
            self._merge(real, db)
            db.close()  # before the other one is opened: it removes the log by its name
            self._db = None  # it is opened again at the next write if it cannot be opened now
            try:
                draft.replace(real)
                sync(real.parent)
            finally:
                self._written()
        except (sqlite3.Error, OSError) as error:
            raise NotSaved("disk.replacing", error) from error

    def _merge(self, real: Path, db: sqlite3.Connection) -> None:
        """Merge the log, or raise soon if another program is reading: the game must not wait."""
        (usual,) = db.execute("PRAGMA busy_timeout").fetchone()
        db.execute(f"PRAGMA busy_timeout = {READER_MS}")
        try:
            merge_log(real, db)
        finally:
            db.execute(f"PRAGMA busy_timeout = {usual}")

    def _write(self, entries: Sequence[Entry]) -> None:
        db = self._written()
        try:
            with db:  # commits or rolls back
                db.executemany(INSERT, map(row_of, entries))
        except sqlite3.Error as error:
            raise NotSaved(disk_problem_key(error, self.path), error) from error
        self.last_seq = entries[-1].seq


def _can_wait(path: Path, error: sqlite3.Error) -> bool:
    """Whether a journal that cannot be written now needs nothing but room to go on."""
    if not disk_refuses(error):
        return False
    with closing(read_only(path)) as db:
        return schema_of(db) == SCHEMA


def _secret_of(db: sqlite3.Connection) -> bytes:
    (secret,) = db.execute("SELECT value FROM meta WHERE name = 'secret'").fetchone()
    return bytes.fromhex(secret)


def _open(path: Path) -> sqlite3.Connection:
    """Connect for writing to a journal in the current format."""
    upgrade(path)
    with closed_if_it_fails(sqlite3.connect(path, check_same_thread=False)) as db:
        db.execute(SPARE_MEMORY)
        db.execute("PRAGMA synchronous = FULL")
        db.execute(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}")
        foreign = "SELECT count(*) FROM sqlite_master WHERE type NOT IN ('table', 'index')"
        if db.execute(foreign).fetchone() != (0,):
            raise Damaged(path, "has triggers or views, and no referee makes any")
        # SQLite opens a file that it may not write in silence, and says so at the first change
        db.executescript("BEGIN IMMEDIATE; DELETE FROM entry WHERE false; ROLLBACK")
    return db
