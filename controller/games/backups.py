"""Copies of a journal, made by SQLite's own backup, so that they are whole at any time.

An automatic backup is made when a game begins, and only the newest are kept.
"""

from __future__ import annotations

import asyncio
import os
import re
import sqlite3
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TypeVar

from controller.base.errors import WRONG_USAGE, Trouble
from controller.base.paths import backups_of
from controller.games.journal_replay import replay, steps
from controller.games.record import Record
from controller.journal.durable import begin_private, make_private, sync
from controller.journal.entry import Entry, row_of
from controller.journal.foreign import foreign_entries, refused
from controller.journal.lock import locked
from controller.journal.opening import read_only
from controller.journal.reading import Gap, fold_entries, look_through, unreadable
from controller.journal.schema import Row, lay, make_its_own

T = TypeVar("T")

GROWN = 50
"""A backup is due when the journal has grown by a fiftieth since the last one. That is every game
at first, and every few evenings with a journal of years, so that backups never write much more
than the journal itself."""

MOST_BYTES = 128 * 1024 * 1024
"""Of all copies together; but the newest is kept however long it is."""

_NAME = re.compile(r"games-(\d{6,})\.sqlite3")


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


class Backups:
    """Copies a journal when a game has begun, and deletes all but the newest copies.

    It copies at no other time, so that a referee that restarts again and again does not replace
    good copies. Copies are numbered, because the clock may be wrong and a restored journal may be
    shorter than the one before it. The newest copy from before the referee started stays as long
    as it runs, whatever others begin meanwhile.
    """

    def __init__(
        self,
        journal: Path,
        max_copies: int,
        game: int,
        say: Callable[[str], None],
        most_bytes: int = MOST_BYTES,
        quiet: asyncio.Lock | None = None,
    ) -> None:
        """Keep at most ``max_copies`` copies of ``journal``, whose newest game is ``game``.

        With 0 no copies are made. ``say`` gets a sentence if a copy could not be made. All copies
        together have at most ``most_bytes``, as far as there is one to spare. Whoever holds
        ``quiet`` keeps copies from being made.
        """
        self.folder = backups_of(journal)
        self._journal = journal
        self._max_copies = max_copies
        self._game = game
        self._say = say
        self._most_bytes = most_bytes
        self._before: int | None = None
        self._looked = False
        self._copied = 0
        self._due = asyncio.Event()
        self._quiet = quiet or asyncio.Lock()

    def look(self, game: int, entries: int) -> None:
        """Take note of the game on the table and the number of entries in the journal."""
        if game != self._game:
            self._game = game
            if (entries - self._copied) * GROWN >= self._copied:
                self._copied = entries
                self._due.set()

    async def make(self) -> None:
        """Make a backup whenever one is due, for as long as the referee runs."""
        while True:
            await self._due.wait()
            await self.make_one()

    @property
    def due(self) -> bool:
        """Whether a backup is due."""
        return self._due.is_set()

    async def make_one(self) -> None:
        """Make a backup now."""
        self._due.clear()
        if self._max_copies:
            async with self._quiet:
                await asyncio.to_thread(self._make)

    def _make(self) -> None:
        try:
            self.folder.mkdir(mode=0o700, exist_ok=True)
            newest = max(self._numbers(), default=None)
            if not self._looked:
                self._before, self._looked = newest, True
            keep(self._journal, self._file((newest or 0) + 1))
            self._thin_out()  # only once the new one is on disk
        except (OSError, Trouble) as trouble:
            self._say(f"No backup was made in {self.folder}: {trouble}")

    def _thin_out(self) -> None:
        """Delete the oldest copies, as far as there are too many or too much of them."""
        numbers = self._numbers()
        stays = {numbers[-1], self._before if self._max_copies > 1 else None}
        spare = [number for number in numbers if number not in stays]
        sizes = {number: self._file(number).stat().st_size for number in numbers}
        for number in spare:
            if len(sizes) <= self._max_copies and sum(sizes.values()) <= self._most_bytes:
                return
            self._file(number).unlink()
            del sizes[number]

    def _numbers(self) -> list[int]:
        matches = (_NAME.fullmatch(file.name) for file in self.folder.iterdir())
        return sorted(int(match[1]) for match in matches if match)

    def _file(self, number: int) -> Path:
        return self.folder / f"games-{number:06}.sqlite3"
