"""Opens a journal to read it, also where its disk is full or cannot be written.

To read a journal, SQLite makes a small file beside it. A disk that refuses this says nothing about
the journal.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

from controller.base.errors import WRONG_USAGE, Trouble

FULL_BYTES = 64 * 1024
"""A disk with less room than this is full: SQLite needs half of it to begin."""
IN_MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of our own is made in it
_REFUSES = frozenset(
    {sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM}
)
_OTHERS_USE = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL})
_KEYS = {sqlite3.SQLITE_FULL: "disk.full", sqlite3.SQLITE_READONLY: "disk.read_only"}
_DAMAGED_DISK = frozenset(
    {"SQLITE_IOERR_READ", "SQLITE_IOERR_SHORT_READ", "SQLITE_IOERR_CORRUPTFS"}
)
"""A part of the journal is lost: these are errors of the journal, too."""


def disk_refuses(error: Exception) -> bool:
    """Whether an error says that a disk takes nothing, and nothing about the journal."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_IOERR:
        return getattr(error, "sqlite_errorname", "") not in _DAMAGED_DISK
    return code in _REFUSES


def in_use(error: Exception) -> bool:
    """Whether an error says that another program keeps everybody else out meanwhile."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in _OTHERS_USE


def disk_problem_key(error: Exception, path: Path) -> str:
    """The catalogue key of what is wrong with the disk of ``path``, which refused something."""
    with suppress(OSError):
        disk = os.statvfs(Path(os.path.realpath(path)).parent)
        if disk.f_flag & os.ST_RDONLY:
            return "disk.read_only"
        if disk.f_bavail * disk.f_frsize < FULL_BYTES:
            return "disk.full"
    primary = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return _KEYS.get(primary, "disk.failing")


WORDS = {
    "disk.full": "its disk is full",
    "disk.read_only": "its disk is read-only",
    "disk.failing": "its disk refuses it",
}
"""The same for a command line, as a part of a sentence."""


def read_only(path: Path) -> sqlite3.Connection:
    """Open a journal to read it. Raises ``sqlite3.Error``, or ``Trouble`` without room for a copy.

    A journal on a disk that takes nothing is copied to another folder, which is gone as soon as the
    copy is open.
    """
    try:
        return _connected(path, "mode=ro")
    except sqlite3.DatabaseError as error:
        if not (disk_refuses(error) and path.is_file() and os.access(path, os.R_OK)):
            raise
        return _elsewhere(path, error)


def _elsewhere(path: Path, refused: sqlite3.Error) -> sqlite3.Connection:
    real = Path(os.path.realpath(path))
    log, rollback = (real.with_name(real.name + end) for end in ("-wal", "-journal"))
    if rollback.exists():  # half a transaction, which only SQLite can take back
        raise refused
    if not log.exists() or log.stat().st_size == 0:
        return _connected(real, "immutable=1")
    for folder in _folders():
        with (
            suppress(OSError, sqlite3.Error),
            TemporaryDirectory(dir=folder, ignore_cleanup_errors=True) as scratch,
        ):
            before = _stamps(real, log)
            copy = Path(scratch) / real.name
            shutil.copyfile(real, copy)
            shutil.copyfile(log, copy.with_name(log.name))
            if _stamps(real, log) != before:
                continue
            return _connected(copy, "mode=ro")
    raise Trouble(
        f"{path} cannot be read where it is, because {WORDS[disk_problem_key(refused, real)]} "
        f"({refused}), and nowhere else is room for a copy: make room in {gettempdir()}.",
        WRONG_USAGE,
    )


def _folders() -> Iterator[str]:
    with suppress(FileNotFoundError):
        yield gettempdir()
    yield str(IN_MEMORY)


def _stamps(*files: Path) -> list[tuple[int, int]]:
    return [(file.stat().st_mtime_ns, file.stat().st_size) for file in files]


def _connected(path: Path, how: str) -> sqlite3.Connection:
    with closed_if_it_fails(sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True)) as db:
        db.execute("PRAGMA schema_version").fetchone()  # SQLite opens the files with this
    return db


@contextmanager
def closed_if_it_fails(db: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """Close a connection if it cannot be set up, for the caller then never gets it."""
    try:
        yield db
    except BaseException:
        db.close()
        raise
