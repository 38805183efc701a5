"""A journal of an earlier or a later Rollerdeck: upgraded, kept as it was before, found again."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

from controller.base.paths import backups_of
from controller.journal import tables
from controller.journal.durable import sync
from controller.journal.tables import SCHEMA

_KEPT = re.compile(r"schema-(\d+)\.sqlite3")


def schema_of(db: sqlite3.Connection) -> int:
    """Which format an open journal has."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    return int(version)


def upgrade(path: Path, db: sqlite3.Connection) -> None:
    """Bring an earlier journal up to date, all at once; how it was is kept with its backups.

    Raises ``OSError`` or ``sqlite3.Error`` where the disk refuses; it is as it was then.
    """
    found = schema_of(db)
    if found == SCHEMA:
        return
    _keep(db, backups_of(path) / f"schema-{found}.sqlite3")
    tables.upgrade(db)


def is_newer(path: Path) -> bool:
    """Say whether a newer Rollerdeck wrote this journal. Raises ``sqlite3.Error``: it is none."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
        return schema_of(db) > SCHEMA


def kept_before(path: Path) -> Path | None:
    """Find how a journal was before the upgrade that it came too far with; None: not kept."""
    folder = backups_of(path)
    try:
        found = [(one, _KEPT.fullmatch(one.name)) for one in folder.iterdir()]
    except OSError:
        return None
    fit = {int(match[1]): one for one, match in found if match and int(match[1]) <= SCHEMA}
    return fit[max(fit)] if fit else None


def _keep(db: sqlite3.Connection, target: Path) -> None:
    """Copy a journal to a place of its own; a copy of an earlier upgrade gives way at once."""
    target.parent.mkdir(mode=0o700, exist_ok=True)
    draft = target.with_name(target.name + ".new")
    draft.unlink(missing_ok=True)
    with closing(sqlite3.connect(draft)) as copy:
        db.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")
    sync(draft)
    draft.replace(target)
    sync(target.parent)
