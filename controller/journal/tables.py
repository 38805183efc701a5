"""A journal's file: its tables, laid down whole, brought up to date, told from its copies."""

from __future__ import annotations

import re
import secrets
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

SCHEMA = 3
"""Counts up when the format changes; a journal of a later one is left alone. Format 1 lacks the
secret that games' seeds come from, and gets it when a referee opens it. Format 3 has games by later
rules than version 1, which a referee that knows only format 2 would play by the wrong rules."""

SECRET = re.compile("[0-9a-f]{64}")
"""How the journal's secret is written."""

_TABLES = f"""
PRAGMA user_version = {SCHEMA};
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE entry (
  seq INTEGER PRIMARY KEY,
  game INTEGER NOT NULL,
  kind TEXT NOT NULL,
  body TEXT NOT NULL,
  key TEXT UNIQUE,
  wall_s INTEGER NOT NULL
);
"""

INSERT = "INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?)"
Row = tuple[int, int, str, str, str | None, int]
"""Of the table ``entry``: seq, game, kind, body as JSON, key, wall_s."""


def lay(path: Path, rows: Iterable[Row] = ()) -> None:
    """Write a journal that is nobody's yet, with a name of its own, and close it again.

    To be renamed, so that a power cut leaves none, or a whole one.
    """
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as db:
        db.executescript(f"BEGIN; {_TABLES} COMMIT;")
        with db:
            db.execute("INSERT INTO meta VALUES ('id', ?)", (secrets.token_hex(8),))
            db.execute("INSERT INTO meta VALUES ('secret', ?)", (_new_secret(),))
            db.executemany(INSERT, rows)
        # last: what a log still holds when it is closed is folded in, or not, without a word
        db.execute("PRAGMA journal_mode = WAL")


def make_its_own(db: sqlite3.Connection) -> None:
    """Tell a copy of a journal from the one that it is a copy of, from now on.

    The launcher knows hits by their journal's name; and seeds that come to light in one game must
    not be those of another that is still to be played.
    """
    with db:
        db.execute("UPDATE meta SET value = ? WHERE name = 'id'", (secrets.token_hex(8),))
        db.execute("UPDATE meta SET value = ? WHERE name = 'secret'", (_new_secret(),))


def _new_secret() -> str:
    """256 bits of the system's randomness."""
    return secrets.token_hex(32)


def upgrade(db: sqlite3.Connection) -> None:
    """Bring an earlier journal up to date, all at once. Raises sqlite3.Error."""
    (found,) = db.execute("PRAGMA user_version").fetchone()
    if found == SCHEMA:
        return
    with db:
        db.execute("BEGIN IMMEDIATE")
        if found < 2:
            db.execute("INSERT INTO meta VALUES ('secret', ?)", (_new_secret(),))
        db.execute(f"PRAGMA user_version = {SCHEMA}")
