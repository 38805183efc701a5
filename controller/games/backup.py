"""Copies of a journal, made by SQLite's own backup, so that they are whole at any time."""

from __future__ import annotations

import os
import sqlite3
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TypeVar

from controller.base.errors import WRONG_USAGE, Trouble
from controller.games.record import Record
from controller.games.replay import replay, steps
from controller.journal.durable import begin_private, make_private, sync
from controller.journal.entry import Entry, row_of
from controller.journal.foreign import foreign_entries, refused
from controller.journal.lock import locked
from controller.journal.opening import read_only
from controller.journal.reading import Gap, fold_entries, look_through, unreadable
from controller.journal.tables import Row, lay, make_its_own

T = TypeVar("T")


def back_up(journal: Path, target: Path) -> int:
    """Copy a journal, also while it is written. Returns how many games the copy holds.

    Raises ``Trouble`` if ``target`` exists or cannot be written (exit code 2), or if the journal
    is damaged (exit code 1). In the end ``target`` is a whole copy or does not exist.
    """
    return _copy(journal, target, _games)


def keep(journal: Path, target: Path) -> None:
    """Copy a journal while this process goes on playing; it has accepted every entry itself.

    SQLite alone copies and checks, without the interpreter's lock, so a thread can do it beside the
    game on the table. Putting years of games to the rules again would hold the lock. The thread
    must not have a low priority: whoever waited for the lock would wait for the whole machine.
    """
    _copy(journal, target, look_through)


def restore(source: Path, journal: Path) -> tuple[int, Path | None]:
    """Replace a journal by a backup. Returns the backup's games, and where the old journal is kept.

    Only rows are taken from the backup, into tables of our own, and the rules accept each command
    first. Raises ``Trouble`` if a referee is running or something cannot be read or written (exit
    code 2), or if the backup is damaged or is none (exit code 1). A power cut leaves the old
    journal or the new.
    """
    if not source.is_file():
        raise Trouble(f"There is no file {source}: name a backup.", WRONG_USAGE)
    with locked(journal):
        real = Path(os.path.realpath(journal))
        with _draft(real) as draft:
            games = _lay_rows(source, draft)
            sync(draft)
            replaced = set_aside(real, draft) if real.exists() else None
            draft.replace(real)
            sync(real.parent)
    return games, replaced


def _lay_rows(source: Path, draft: Path) -> int:
    """Write a journal with the entries of a backup. Returns how many games it holds."""
    record = Record()

    def rows(entries: Iterator[Entry]) -> Iterator[Row]:
        nonlocal record
        for entry, record in steps(entries, source):  # noqa: B007 - the last stays
            yield row_of(entry)

    try:
        # where a row is refused, nobody takes the rest; SQLite wants to be closed in this thread
        with closing(foreign_entries(source)) as entries:
            lay(draft, rows(entries))
    except sqlite3.IntegrityError:
        raise refused(source, "has two entries with the same key") from None
    return record.played


def _copy(journal: Path, target: Path, look: Callable[[Path], T]) -> T:
    """Copy a journal, checked by ``look``. Returns what ``look`` returns."""
    if target.exists():
        raise Trouble(f"{target} is there already: name another file.", WRONG_USAGE)
    with closing(_source(journal)) as source, _draft(target) as draft:
        begin_private(draft)
        with closing(sqlite3.connect(draft)) as copy:
            source.backup(copy)
            # Without a write-ahead log: SQLite may fail to merge one at the end and not say so.
            copy.execute("PRAGMA journal_mode = DELETE")
            make_its_own(copy)
        sync(draft)
        result = look(draft)
        draft.rename(target)
        sync(target.parent)
    return result


def _source(journal: Path) -> sqlite3.Connection:
    """A journal that is to be copied. Raises ``Trouble`` that names it, and not the copy."""
    try:
        return read_only(journal)
    except sqlite3.Error as error:
        raise unreadable(journal, error) from None


@contextmanager
def _draft(target: Path) -> Iterator[Path]:
    """A file beside ``target`` for the caller to write and rename. It is removed if it is not."""
    draft = target.with_name(target.name + ".new")
    try:
        draft.unlink(missing_ok=True)
        yield draft
    except (OSError, sqlite3.Error) as error:
        reason = getattr(error, "strerror", None) or error
        raise Trouble(
            f"{target} cannot be written ({reason}); make room or allow it, or name another.",
            WRONG_USAGE,
        ) from None
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def set_aside(real: Path, draft: Path) -> Path:
    """Rename a journal that will be replaced, and give the new one the same owner.

    Returns the new name of the old journal. Raises OSError.
    """
    with suppress(Trouble, sqlite3.Error):
        with suppress(Gap):
            fold_entries(real, lambda entries: deque(entries, maxlen=0))
        with closing(sqlite3.connect(real)) as db:  # merges its log into it
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    number = 1
    while (aside := real.with_name(f"{real.name}.before-{number}")).exists():
        number += 1
    make_private(real)
    owner = real.stat()
    with suppress(PermissionError):
        os.chown(draft, owner.st_uid, owner.st_gid)
    os.link(real, aside)
    for end in ("-wal", "-shm"):
        with suppress(FileNotFoundError):
            real.with_name(real.name + end).rename(aside.with_name(aside.name + end))
    # Otherwise a power cut could leave the new journal beside the old one's log.
    sync(real.parent)
    return aside


def _games(path: Path) -> int:
    """How many games a journal holds. Raises ``Trouble`` if the rules refuse one of them."""
    _, record = fold_entries(path, lambda entries: replay(entries, path))
    return record.played
