"""Reads a backup that anybody may have made: only rows, each of them bounded, in a bounded time.

The file's own schema decides nothing. A trigger, a view or a virtual table runs when somebody reads
or writes the table of that name, so nothing but rows of plain tables is taken from it.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from controller.base.errors import NOT_SO, Trouble
from controller.base.outside import one_line
from controller.journal.entry import Entry
from controller.journal.opening import closed_if_it_fails
from controller.journal.reading import OF_NO_GAME, Damaged, checked, identity, unreadable

FIRST_S = 3.0
"""How long a backup may take before its first entry. A sentence follows within two seconds."""

EACH_S = 0.02
"""How much longer it may take with each entry. The slowest Pi needs a tenth of this."""

MAX_ROW_BYTES = 1 << 20
"""The longest entry that Rollerdeck wrote itself has a sixteenth of this."""

MAX_KEY_CHARS = 200
MAX_PRINT_CHARS = 64
LAST_WALL_S = 1 << 37
"""In 4,300 years. A later day cannot be shown everywhere."""

_STEPS = 10_000
"""SQLite looks at the clock after so many of its instructions: some microseconds each."""


@dataclass
class _Patience:
    """How much longer a file may take. Each entry earns some time."""

    clock: Callable[[], float]
    entries: int = 0
    begun_s: float = field(init=False)

    def __post_init__(self) -> None:
        self.begun_s = self.clock()

    def over(self) -> bool:
        """Whether it took too long."""
        return self.clock() - self.begun_s > FIRST_S + EACH_S * self.entries


def foreign_entries(
    path: Path, clock: Callable[[], float] = time.process_time
) -> Generator[Entry, None, None]:
    """Every entry of a backup; close it, which closes the file, in the thread that took entries.

    The time is this process's own, so that a busy machine or a slow disk refuses no good backup.

    Raises ``Trouble`` (exit code 1) if it is damaged, if it holds anything but a journal's tables,
    or if it takes too long. The time of whoever takes the entries counts, too. (Exit code 2) if its
    disk refuses that it is read, or another program uses it.
    """
    patience = _Patience(clock)
    try:
        with closing(_connect(path, patience)) as db:
            for name in ("meta", "entry"):
                if not _is_plain(db, name):
                    raise refused(path, f"has no plain table “{name}”")
            identity(path, db)
            games = of_game = 0
            for entry in checked(path, db):
                games += entry.kind == "game"
                if entry.kind in ("game", "draws"):  # has the table from here on
                    of_game = games if entry.kind == "game" else OF_NO_GAME
                _refuse_unbounded(path, entry, of_game)
                yield entry
                patience.entries += 1
                if patience.over():
                    raise _too_slow(path)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        trouble = unreadable(path, error)
        if not isinstance(trouble, Damaged):
            raise trouble from None
        raise refused(path, f"cannot be read as a journal ({one_line(error)})") from None
    except Damaged as damaged:
        raise (_too_slow(path) if patience.over() else refused(path, damaged.problem)) from None


def _connect(path: Path, patience: _Patience) -> sqlite3.Connection:
    file = f"{path.absolute().as_uri()}?mode=ro"
    with closed_if_it_fails(sqlite3.connect(file, uri=True)) as db:
        db.set_progress_handler(patience.over, _STEPS)
        db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_ROW_BYTES)
        # What SQLite's authors recommend for files of others.
        db.execute("PRAGMA trusted_schema = OFF")
        db.execute("PRAGMA cell_size_check = ON")
    return db


def _is_plain(db: sqlite3.Connection, name: str) -> bool:
    """Whether it is a table with rows of its own, and no column is computed when it is read."""
    rows = "SELECT count(*) FROM sqlite_master WHERE lower(name) = ? AND type = 'table'"
    (tables,) = db.execute(f"{rows} AND rootpage > 0", (name,)).fetchone()
    hidden = f"SELECT count(*) FROM pragma_table_xinfo('{name}') WHERE hidden"  # noqa: S608 - our own words
    (computed,) = db.execute(hidden).fetchone()
    return (tables, computed) == (1, 0)


def _refuse_unbounded(path: Path, entry: Entry, of_game: int) -> None:
    """Raise ``Trouble`` for what no referee writes. ``of_game``: the game that has the table."""
    right = (
        entry.game == of_game
        and 0 <= entry.wall_s <= LAST_WALL_S
        and len(entry.key or "") <= MAX_KEY_CHARS
        and len(entry.print or "") <= MAX_PRINT_CHARS
        and (entry.kind != "intent" or _may_be_hit(entry))
    )
    if not right:
        raise refused(path, f"has an entry {entry.seq} that no referee writes")


def _may_be_hit(entry: Entry) -> bool:
    """Hits are numbered from 1, and each of them has an intent before its number rises."""
    number = entry.body.get("hit")
    return isinstance(number, int) and number <= entry.seq


def _too_slow(path: Path) -> Trouble:
    return refused(path, "takes too long to read, as no backup of Rollerdeck does")


def refused(path: Path, problem: str) -> Trouble:
    """That a backup is not restored, and why."""
    return Trouble(f"The backup {path} {problem}; nothing was restored: name another one.", NOT_SO)
