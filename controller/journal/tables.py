"""A journal's file: creating its tables, and giving copies their own identity."""

from __future__ import annotations

import re
import secrets
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from controller.journal.durable import begin_private

SCHEMA = 6
"""The current format. A journal in a later format is not opened. Format 1 lacks the secret from
which the games' seeds are made, and gets one when a referee opens it. Since format 3 games can
follow later versions of the rules; a referee that knows only format 2 would play them by version
1. Since format 4 an entry has the fingerprint of the request that made it; older entries have
none. Format 5 has small pages and lists only the keys that there are, because each entry writes
every page that it touches, and the list of keys is touched in the middle. In
format 5 a game that was left can go on as another one; an older referee would begin it anew. In
format 6 devices are admitted, signed out, and players are shown with a colour and an emoji."""

PAGE_BYTES = 1024
"""The smallest page that holds a usual entry."""

SINCE_PRINTS = 4
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
  key TEXT,
  wall_s INTEGER NOT NULL,
  print TEXT
);
CREATE UNIQUE INDEX key_once ON entry (key) WHERE key IS NOT NULL;
"""

INSERT = "INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?)"
Row = tuple[int, int, str, str, str | None, int, str | None]
"""Of the table ``entry``: seq, game, kind, body as JSON, key, wall_s, print."""


def columns(version: int) -> str:
    """What to select from ``entry`` in a journal of that format, for a ``Row``."""
    fingerprint = "print" if version >= SINCE_PRINTS else "NULL AS print"
    return f"seq, game, kind, body, key, wall_s, {fingerprint}"


class Identity(NamedTuple):
    """What tells a journal from all others."""

    id: str
    """The launcher tells hits apart by it."""
    secret: str
    """The seeds of the games are made from it."""

    @classmethod
    def new(cls) -> Identity:
        """An identity that no other journal has."""
        return cls(secrets.token_hex(8), secrets.token_hex(32))


def lay(path: Path, rows: Iterable[Row] = (), identity: Identity | None = None) -> None:
    """Write a new journal, by default with an identity of its own, and close it.

    The caller renames it afterwards, so that a power cut leaves a whole journal or none.
    """
    path.unlink(missing_ok=True)
    begin_private(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA page_size = {PAGE_BYTES}")
        db.executescript(f"BEGIN; {_TABLES} COMMIT;")
        with db:
            meta = (identity or Identity.new())._asdict()
            db.executemany("INSERT INTO meta VALUES (?, ?)", meta.items())
            db.executemany(INSERT, rows)
        # Last, because SQLite may fail to merge a write-ahead log at the end and not say so.
        db.execute("PRAGMA journal_mode = WAL")


def make_its_own(db: sqlite3.Connection) -> None:
    """Give a copy of a journal its own identity and secret.

    The launcher tells hits apart by their journal's identity. And a seed that becomes known in one
    journal must not be the seed of a later game in the other.
    """
    with db:
        for name, value in Identity.new()._asdict().items():
            db.execute("UPDATE meta SET value = ? WHERE name = ?", (value, name))
