"""Copies of a journal, by SQLite's own backup: whole, whatever is being written meanwhile."""

from __future__ import annotations

import os
import sqlite3
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TypeVar

from controller.base.errors import WRONG_USAGE, Trouble
from controller.games.replay import replay
from controller.journal.durable import sync
from controller.journal.journal import Gap, fold_entries, look_through
from controller.journal.lock import locked
from controller.journal.tables import make_its_own

T = TypeVar("T")


def back_up(journal: Path, target: Path) -> int:
    """Copy a journal, also one that is being written; returns how many games the copy holds.

    Raises ``Trouble``: ``target`` is there already or cannot be written (exit code 2); the
    journal is damaged (exit code 1). What is at ``target`` in the end is whole, or nothing is.
    """
    return _copy(journal, target, _games)


def keep(journal: Path, target: Path) -> None:
    """As ``back_up``, of a journal whose every entry this process took, and while it plays on.

    SQLite alone looks through the copy: to put years of games to the rules once more would hold
    up the one on the table, as two threads of Python never run at once.
    """
    _copy(journal, target, look_through)


def restore(source: Path, journal: Path) -> tuple[int, Path | None]:
    """Put a backup in a journal's place; returns its games, and where what was there is kept.

    Raises ``Trouble``: a referee is running, or something cannot be read or written (exit code
    2); the backup is damaged (exit code 1). A power cut leaves the old journal or the new one.
    """
    if not source.is_file():
        raise Trouble(f"There is no file {source}: name a backup.", WRONG_USAGE)
    games = _games(source)
    with locked(journal):
        real = Path(os.path.realpath(journal))
        with _draft(source, real, "WAL") as draft:
            kept = set_aside(real, draft) if real.exists() else None
            draft.replace(real)
    return games, kept


def _copy(journal: Path, target: Path, look: Callable[[Path], T]) -> T:
    """Copy a journal that ``look`` finds nothing wrong with; returns what it says."""
    if target.exists():
        raise Trouble(f"{target} is there already: name another file.", WRONG_USAGE)
    with _draft(journal, target, "DELETE") as draft:
        found = look(draft)
        draft.rename(target)
    return found


@contextmanager
def _draft(source: Path, target: Path, mode: str) -> Iterator[Path]:
    """A copy on disk beside ``target``, to be renamed; what is left of it afterwards goes."""
    draft = target.with_name(target.name + ".new")
    try:
        draft.unlink(missing_ok=True)
        with (
            closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as there,
            closing(sqlite3.connect(draft)) as here,
        ):
            there.backup(here)
            # Without a log, which is folded in, or not, without a word when it is closed.
            here.execute("PRAGMA journal_mode = DELETE")
            make_its_own(here)
            here.execute(f"PRAGMA journal_mode = {mode}")
        sync(draft)
        yield draft
        sync(target.parent)
    except (OSError, sqlite3.Error) as error:
        why = getattr(error, "strerror", None) or error
        raise Trouble(
            f"{target} cannot be written ({why}); make room or allow it, or name another.",
            WRONG_USAGE,
        ) from None
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def set_aside(real: Path, draft: Path) -> Path:
    """Give a journal that is to be replaced a name of its own; the new one gets its owner.

    Returns that name. Raises OSError.
    """
    with suppress(Trouble, sqlite3.Error):
        with suppress(Gap):
            fold_entries(real, lambda entries: deque(entries, maxlen=0))
        with closing(sqlite3.connect(real)) as db:  # which moves what is beside it into it
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    number = 1
    while (kept := real.with_name(f"{real.name}.before-{number}")).exists():
        number += 1
    owner = real.stat()
    with suppress(PermissionError):
        os.chown(draft, owner.st_uid, owner.st_gid)
        draft.chmod(owner.st_mode & 0o777)
    os.link(real, kept)
    for end in ("-wal", "-shm"):
        with suppress(FileNotFoundError):
            real.with_name(real.name + end).rename(kept.with_name(kept.name + end))
    # or the new one could be found beside the log of the old one
    sync(real.parent)
    return kept


def _games(path: Path) -> int:
    """How many games a journal holds, each of which the rules take."""
    _, record = fold_entries(path, lambda entries: replay(entries, path))
    return record.number
