"""A journal's file: creating its tables, upgrading them, and giving copies their own identity."""

from __future__ import annotations

import re
import secrets
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from controller.journal.durable import begin_private

SCHEMA = 4
"""The current format. A journal in a later format is not opened. Format 1 lacks the secret from
which the games' seeds are made, and gets one when a referee opens it. Since format 3 games can
follow later versions of the rules; a referee that knows only format 2 would play them by version
1. Since format 4 an entry has the fingerprint of the request that made it; older entries have
none."""

_SINCE_PRINTS = 4
"""The first format with fingerprints."""

SECRET = re.compile("[0-9a-f]{64}")
"""The journal's secret, as text."""

_TABLES = f"""
PRAGMA user_version = {SCHEMA};
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE entry (
  seq INTEGER PRIMARY KEY,
  game INTEGER NOT NULL,
  kind TEXT NOT NULL,
  body TEXT NOT NULL,
  key TEXT UNIQUE,
  wall_s INTEGER NOT NULL,
  print TEXT
);
"""

INSERT = "INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?)"
Row = tuple[int, int, str, str, str | None, int, str | None]
"""Of the table ``entry``: seq, game, kind, body as JSON, key, wall_s, print."""


def columns(version: int) -> str:
    """What to select from ``entry`` in a journal of that format, for a ``Row``."""
    fingerprint = "print" if version >= _SINCE_PRINTS else "NULL AS print"
    return f"seq, game, kind, body, key, wall_s, {fingerprint}"


def lay(path: Path, rows: Iterable[Row] = ()) -> None:
    """Write a new journal with its own identity, and close it.

    The caller renames it afterwards, so that a power cut leaves a whole journal or none.
    """
    path.unlink(missing_ok=True)
    begin_private(path)
    with closing(sqlite3.connect(path)) as db:
        db.executescript(f"BEGIN; {_TABLES} COMMIT;")
        with db:
            db.execute("INSERT INTO meta VALUES ('id', ?)", (secrets.token_hex(8),))
            db.execute("INSERT INTO meta VALUES ('secret', ?)", (_new_secret(),))
            db.executemany(INSERT, rows)
        # Last, because SQLite may fail to merge a write-ahead log at the end and not say so.
        db.execute("PRAGMA journal_mode = WAL")


def make_its_own(db: sqlite3.Connection) -> None:
    """Give a copy of a journal its own identity and secret.

    The launcher tells hits apart by their journal's identity. And a seed that becomes known in one
    journal must not be the seed of a later game in the other.
    """
    with db:
        db.execute("UPDATE meta SET value = ? WHERE name = 'id'", (secrets.token_hex(8),))
        db.execute("UPDATE meta SET value = ? WHERE name = 'secret'", (_new_secret(),))


def _new_secret() -> str:
    """256 bits of the system's randomness."""
    return secrets.token_hex(32)


def upgrade(db: sqlite3.Connection) -> None:
    """Convert a journal to the current format in one transaction. Raises sqlite3.Error."""
    (found,) = db.execute("PRAGMA user_version").fetchone()
    if found == SCHEMA:
        return
    with db:
        db.execute("BEGIN IMMEDIATE")
        if found < 2:
            db.execute("INSERT INTO meta VALUES ('secret', ?)", (_new_secret(),))
        if found < _SINCE_PRINTS:
            db.execute("ALTER TABLE entry ADD COLUMN print TEXT")
        db.execute(f"PRAGMA user_version = {SCHEMA}")
