"""Takes the names out of a group's games on disk: in the journal, its copies and its backups.

This is the one exception to a journal that only grows. The group is marked before anything is
replaced, and each file is replaced as a whole, so that a power cut leaves the old file or the new
one; the next start finishes what was begun. A journal keeps its identity and its numbers.
"""

from __future__ import annotations

import glob
import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import msgspec

from controller.base.errors import NOT_SO, WRONG_USAGE, Refused, Trouble
from controller.base.paths import backups_of, groups_of, settings_of
from controller.evenings.groups import Group, read_groups, write_groups
from controller.evenings.neutral import Forgotten, look, without_names
from controller.evenings.settings_store import forget_group
from controller.games.index import delete_index, one_at_a_time
from controller.games.journal_replay import replay
from controller.journal.durable import begin_private, sync
from controller.journal.entry import Entry, row_of
from controller.journal.lock import locked
from controller.journal.opening import read_only
from controller.journal.reading import fold_entries
from controller.journal.schema import has_prints, merge_log
from controller.words import say

DRAFT = ".new"
"""How the name of a file ends that is not yet in its place."""


def draft_of(path: Path) -> Path:
    """Where a file is written before it takes the place of another one."""
    return path.with_name(path.name + DRAFT)


def journal_draft(journal: Path) -> Path:
    """Where a journal is written anew before it takes the place of the old one."""
    return draft_of(Path(os.path.realpath(journal)))


def draft_journal(journal: Path, group_id: str, referee: int | None = None) -> None:
    """Write the journal without the names of a group's games beside it, as ``journal_draft``.

    The rules have accepted every entry of it. Raises ``Trouble``; then there is no such file, or it
    is not of this call. ``referee``: the process that waits for it; None: this one.

    The lock is not held until the draft is put in the journal's place. It need not be: one referee
    has the journal, it asks for one draft at a time, and no process of an earlier one begins any.
    """
    groups = read_groups(groups_of(journal))
    group = next((candidate for candidate in groups if candidate.id == group_id), None)
    if group is None:
        raise Trouble(f"There is no group {group_id}.", NOT_SO)
    draft = journal_draft(journal)
    with one_at_a_time(journal):
        if referee not in (None, os.getppid()):
            raise Trouble("The referee that asked for it has ended: ask the one that runs.", NOT_SO)
        try:
            _draft(Path(os.path.realpath(journal)), draft, groups, group)
            fold_entries(draft, lambda entries: replay(entries, journal))
        except BaseException:
            draft.unlink(missing_ok=True)
            raise


def rewrite_copies(journal: Path, group_id: str) -> tuple[str, ...]:
    """Take the names out of all copies and backups beside a journal; delete the index.

    Returns the names of files that cannot be read: they may still hold names. Raises ``Trouble``.
    """
    groups = read_groups(groups_of(journal))
    group = next((candidate for candidate in groups if candidate.id == group_id), None)
    unreadable = []
    with one_at_a_time(journal):
        delete_index(journal)
        if group is None:
            return ()
        for copy in _copies(journal):
            try:
                _rewrite_copy(copy, groups, group)
            except (OSError, sqlite3.OperationalError) as error:
                raise _unwritable(copy, error) from None
            except (Trouble, sqlite3.DatabaseError, KeyError, TypeError):  # it is damaged
                unreadable.append(copy.name)
    return tuple(unreadable)


def finish(journal: Path) -> None:
    """Go on with what a power cut interrupted. Raises ``Trouble``.

    No referee uses the journal meanwhile.
    """
    if not journal.is_file():
        return
    try:
        going = [group for group in read_groups(groups_of(journal)) if group.going]
    except Refused:
        return  # the page says that the file of groups cannot be read
    for group in going:
        with locked(journal):
            real = Path(os.path.realpath(journal))
            try:
                draft_journal(journal, group.id)
                with closing(sqlite3.connect(real)) as db:
                    merge_log(real, db)
                draft_of(real).replace(real)
                sync(real.parent)
                rewrite_copies(journal, group.id)
                forget_group(settings_of(journal), group.id)
                groups = read_groups(groups_of(journal))
                write_groups(
                    groups_of(journal), tuple(other for other in groups if other.id != group.id)
                )
            except (OSError, sqlite3.Error) as error:
                raise _unwritable(journal, error) from None
            except Refused as refused:
                raise Trouble(say(refused.key, refused.values), WRONG_USAGE) from None


def _copies(journal: Path) -> Iterator[Path]:
    """Copies beside the journal and among its backups, without unfinished ones, which go."""
    folder = backups_of(journal)
    for unfinished in folder.glob(f"*{DRAFT}"):
        unfinished.unlink(missing_ok=True)
    yield from sorted(folder.glob("*.sqlite3"))
    real = Path(os.path.realpath(journal))
    for copy in sorted(real.parent.glob(f"{glob.escape(real.name)}.before-*")):
        if copy.name.rpartition("-")[2].isdecimal():
            yield copy


def _rewrite_copy(copy: Path, groups: tuple[Group, ...], group: Group) -> None:
    draft = draft_of(copy)
    try:
        if _draft(copy, draft, groups, group):
            with closing(sqlite3.connect(copy)) as db:
                merge_log(copy, db)
            draft.replace(copy)
            sync(copy.parent)
    finally:
        draft.unlink(missing_ok=True)


def _draft(path: Path, draft: Path, groups: tuple[Group, ...], group: Group) -> int:
    """Write a journal or a copy of one without the names, in its own format and under its own ID.

    Returns how many entries are different.
    """
    draft.unlink(missing_ok=True)
    begin_private(draft)
    with (
        closing(read_only(path)) as source_db,
        closing(sqlite3.connect(draft)) as draft_db,
    ):
        (mode,) = source_db.execute("PRAGMA journal_mode").fetchone()
        source_db.backup(draft_db)
        draft_db.execute("PRAGMA journal_mode = DELETE")
    _, forgotten = fold_entries(draft, lambda entries: look(entries, groups, group))
    _, changed = fold_entries(draft, lambda entries: tuple(_changed(entries, forgotten)))
    with closing(sqlite3.connect(draft)) as db:
        db.execute("PRAGMA secure_delete = ON")
        prints = ", print = NULL" if has_prints(db) else ""
        with db:
            db.executemany(f"UPDATE entry SET body = ?{prints} WHERE seq = ?", changed)  # noqa: S608 - our own words
        db.execute("VACUUM")  # what is no longer used may still hold names
        if mode == "wal":
            db.execute("PRAGMA journal_mode = WAL")
    sync(draft)
    return len(changed)


def _changed(entries: Iterator[Entry], forgotten: Forgotten) -> Iterator[tuple[str, int]]:
    """The new body and the number of each entry that is different."""
    for entry in entries:
        after = without_names(entry, forgotten)
        if after is not entry:
            yield row_of(after)[3], entry.seq


def _unwritable(path: Path, error: Exception) -> Trouble:
    reason = getattr(error, "strerror", None) or error
    return Trouble(
        f"{path} cannot be rewritten ({reason}); make room or allow it, and try again.", WRONG_USAGE
    )


def main(journal: str, group: str, part: str, referee: str) -> int:
    """Do one of the two parts for a referee, named by its process's number.

    Writes the copies that are left, as JSON.
    """
    with suppress(OSError):  # where a sandbox forbids it, it is one process among others
        os.nice(19)
    try:
        unreadable: tuple[str, ...] = ()
        if part == "journal":
            draft_journal(Path(journal), group, int(referee))
        else:
            unreadable = rewrite_copies(Path(journal), group)
    except Refused as refused:
        print(say(refused.key, refused.values), file=sys.stderr)
        return NOT_SO
    except (Trouble, OSError, sqlite3.Error) as trouble:
        print(trouble, file=sys.stderr)
        return NOT_SO
    sys.stdout.buffer.write(msgspec.json.encode(unreadable))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
