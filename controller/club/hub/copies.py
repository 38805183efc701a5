"""Copies of a hub's file: backup, restore, and export for other programs."""

from __future__ import annotations

import csv
import fcntl
import io
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import msgspec

from controller.base.errors import NOT_SO, WRONG_USAGE, Trouble
from controller.club.hub.hub_file import become_new, in_words, open_to_read
from controller.club.hub.result_store import Store, StoredResult
from controller.club.hub.standings import once
from controller.journal.durable import PRIVATE, begin_private, make_folder, sync
from controller.journal.opening import disk_refuses, in_use

COLUMNS = ("table", "game", "begun_s", "edition", "rounds", "hits", "proof", "player", "points")


@contextmanager
def alone(file: Path) -> Iterator[None]:
    """Be the only hub with this file. Raises ``Trouble`` (exit code 2)."""
    with in_words(file):
        make_folder(file.parent)
        beside = file.with_name(f"{file.name}.lock")
        lock = os.open(beside, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, PRIVATE)
        _give_to_hub(lock, file)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Trouble(
                f"A hub runs with {file}: stop it first, or name another file with hub.file.",
                WRONG_USAGE,
            ) from None
        yield
    finally:
        os.close(lock)


def _give_to_hub(target: Path | int, file: Path) -> None:
    """What root makes beside a hub's file, the hub's user has to open, too."""
    if os.geteuid() == 0:
        owner = file.parent.stat()
        os.chown(target, owner.st_uid, owner.st_gid)


def back_up(file: Path, target: Path) -> int:
    """Copy a hub's file, also while the hub runs. Returns how many results the copy holds.

    Raises ``Trouble``. In the end ``target`` is a whole copy or does not exist.
    """
    if not file.is_file():
        raise Trouble(f"There is no hub's file {file}: run the hub first.", WRONG_USAGE)
    if target.exists():
        raise Trouble(f"{target} is there already: name another file.", WRONG_USAGE)
    with _draft(target) as draft:
        _copy(file, draft)
        draft.rename(target)
        sync(target.parent)
    return _count(target)


def restore(source: Path, file: Path) -> tuple[int, Path | None]:
    """Replace a hub's file by a backup. Returns its results, and where the old file is kept.

    The hub gets a new ID, so that the tables send it everything that came since. Raises
    ``Trouble`` if a hub runs, or if it is no backup of one.
    """
    if not source.is_file():
        raise Trouble(f"There is no file {source}: name a backup.", WRONG_USAGE)
    with alone(file), _draft(file) as draft:
        _copy(source, draft)
        previous = None
        if file.exists():
            # a damaged file is what a backup is for
            with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(file)) as old:
                old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            previous = _free_name(file)
            os.link(file, previous)
        for end in ("-wal", "-shm"):
            beside = file.with_name(file.name + end)
            if previous is None:
                beside.unlink(missing_ok=True)
            elif beside.exists():  # it could not be merged: the newest results are there
                beside.replace(previous.with_name(previous.name + end))
        _give_to_hub(draft, file)
        draft.replace(file)
        sync(file.parent)
    return _count(file), previous


def as_json(store: Store) -> str:
    """Every result that holds."""
    return msgspec.json.format(msgspec.json.encode(once(store.results()))).decode() + "\n"


def boxes_as_json(store: Store) -> str:
    """Every box of a house, by the ID of its edition."""
    return msgspec.json.format(msgspec.json.encode(store.boxes())).decode() + "\n"


def as_csv(store: Store) -> str:
    """A line for each player of each result that holds."""
    out = io.StringIO()
    lines = csv.writer(out)
    lines.writerow((*COLUMNS, "won"))
    for result in once(store.results()):
        lines.writerows(_rows(result))
    return out.getvalue()


def _rows(result: StoredResult) -> Iterator[tuple[object, ...]]:
    for name, points in result.scores.items():
        # a program for tables would take it for a formula
        safe = f"'{name}" if name[:1] in "=+-@\t\r" else name
        game = (result.table, result.game, result.begun_s, result.edition)
        figures = (result.rounds, result.hits, result.proof)
        yield (*game, *figures, safe, points, int(name in result.winners))


def _copy(source: Path, draft: Path) -> None:
    begin_private(draft)
    with in_words(source):
        opened = open_to_read(source)
    with closing(opened) as source_db, closing(sqlite3.connect(draft)) as draft_db:
        if not _is_copied(source_db, draft_db):
            raise Trouble(f"{source} is damaged: name another backup.", NOT_SO)
        draft_db.execute("PRAGMA journal_mode = DELETE")
        become_new(draft_db)
    sync(draft)


def _is_copied(source: sqlite3.Connection, draft: sqlite3.Connection) -> bool:
    """Copy a file. False: it is damaged. Raises SQLite's error if the disk refuses."""
    try:
        source.backup(draft)
        return bool(draft.execute("PRAGMA quick_check").fetchone() == ("ok",))
    except sqlite3.DatabaseError as error:
        if disk_refuses(error) or in_use(error):
            raise
        return False


@contextmanager
def _draft(target: Path) -> Iterator[Path]:
    draft = target.with_name(f"{target.name}.new")
    try:
        with in_words(target):
            draft.unlink(missing_ok=True)
            yield draft
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def _free_name(file: Path) -> Path:
    number = 1
    while (path := file.with_name(f"{file.name}.before-{number}")).exists():
        number += 1
    return path


def _count(file: Path) -> int:
    with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as db:
        (count,) = db.execute("SELECT count(*) FROM result WHERE NOT taken_back").fetchone()
    return int(count)
