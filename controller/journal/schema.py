"""Journals of earlier and later formats: upgrade, and a copy from before the upgrade."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

from controller.base.paths import backups_of
from controller.journal import tables
from controller.journal.durable import begin_private, sync
from controller.journal.tables import SCHEMA

_KEPT = re.compile(r"schema-(\d+)\.sqlite3")


def schema_of(db: sqlite3.Connection) -> int:
    """The format of an open journal."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    return int(version)


def upgrade(path: Path, db: sqlite3.Connection) -> None:
    """Convert a journal to the current format in one transaction, and keep a copy of the old one.

    The copy is among the backups. Raises ``OSError`` or ``sqlite3.Error`` if the disk refuses;
    then the journal is unchanged.
    """
    found = schema_of(db)
    if found == SCHEMA:
        return
    _keep(db, backups_of(path) / f"schema-{found}.sqlite3")
    tables.upgrade(db)


def is_newer(path: Path) -> bool:
    """Whether a newer Rollerdeck wrote this journal. Raises ``sqlite3.Error`` if it is none."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
        return schema_of(db) > SCHEMA


def kept_before(path: Path) -> Path | None:
    """The newest copy of a journal from before an upgrade that this Rollerdeck can read, if any."""
    folder = backups_of(path)
    try:
        found = [(one, _KEPT.fullmatch(one.name)) for one in folder.iterdir()]
    except OSError:
        return None
    fit = {int(match[1]): one for one, match in found if match and int(match[1]) <= SCHEMA}
    return fit[max(fit)] if fit else None


def _keep(db: sqlite3.Connection, target: Path) -> None:
    """Copy a journal to ``target``. A copy of an earlier upgrade is replaced atomically."""
    target.parent.mkdir(mode=0o700, exist_ok=True)
    draft = target.with_name(target.name + ".new")
    draft.unlink(missing_ok=True)
    begin_private(draft)
    with closing(sqlite3.connect(draft)) as copy:
        db.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")
    sync(draft)
    draft.replace(target)
    sync(target.parent)
