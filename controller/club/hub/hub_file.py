"""The file of a hub: its tables, its version, and what is wrong with it in one sentence."""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from controller.base.errors import NOT_SO, WRONG_USAGE, Trouble
from controller.journal.durable import begin_private, make_folder, sync
from controller.journal.opening import closed_if_it_fails, disk_refuses, in_use, read_only

SCHEMA = 1
"""The current format. A file in a later format is not opened."""
APPLICATION = 0x52484231
"""By which a file of a hub is known (SQLite's ``application_id``)."""

_TABLES = f"""
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {SCHEMA};
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE source (
  tab TEXT NOT NULL, source TEXT NOT NULL, first_s INTEGER NOT NULL, last_s INTEGER NOT NULL,
  PRIMARY KEY (tab, source)
) WITHOUT ROWID;
CREATE TABLE commitment (
  tab TEXT NOT NULL, source TEXT NOT NULL, game INTEGER NOT NULL, begun_s INTEGER NOT NULL,
  seal TEXT NOT NULL, early INTEGER NOT NULL, guarded INTEGER NOT NULL, heard_s INTEGER NOT NULL,
  PRIMARY KEY (tab, source, game, begun_s)
) WITHOUT ROWID;
CREATE TABLE result (
  tab TEXT NOT NULL, source TEXT NOT NULL, game INTEGER NOT NULL, begun_s INTEGER NOT NULL,
  mark TEXT NOT NULL, taken_back INTEGER NOT NULL, proof TEXT NOT NULL, seal TEXT,
  body TEXT NOT NULL, heard_s INTEGER NOT NULL,
  PRIMARY KEY (tab, source, game, begun_s)
) WITHOUT ROWID;
CREATE INDEX result_begun ON result (begun_s);
CREATE TABLE event (
  tab TEXT NOT NULL, source TEXT NOT NULL, number INTEGER NOT NULL, game INTEGER NOT NULL,
  kind TEXT NOT NULL, body TEXT NOT NULL, heard_s INTEGER NOT NULL,
  PRIMARY KEY (tab, source, number)
) WITHOUT ROWID;
CREATE INDEX event_heard ON event (heard_s);
CREATE TABLE forgotten (digest TEXT NOT NULL, at_s INTEGER NOT NULL);
"""
_BOXES = """
CREATE TABLE IF NOT EXISTS box (
  edition TEXT PRIMARY KEY, title TEXT NOT NULL, box TEXT NOT NULL, heard_s INTEGER NOT NULL
) WITHOUT ROWID;
"""
"""Also in a file that an older hub has made; one that knows no boxes goes on using the file."""


@contextmanager
def in_words(file: Path) -> Iterator[None]:
    """Turn what SQLite or the disk refuses into a sentence. Raises ``Trouble`` (exit code 2)."""
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        reason = getattr(error, "strerror", None) or error
        raise Trouble(
            f"The hub's file {file} cannot be used ({reason}): make room, or allow it.", WRONG_USAGE
        ) from None


def open_file(file: Path) -> sqlite3.Connection:
    """Open a hub's file, or make it. Raises ``Trouble``."""
    with in_words(file):
        make_folder(file.parent)
        if not file.exists():
            lay(file)
        with closed_if_it_fails(sqlite3.connect(file, check_same_thread=False, timeout=10)) as db:
            refuse_other(db, file)
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = FULL")  # what is acknowledged is on the disk
            db.execute("PRAGMA secure_delete = ON")  # what is forgotten is overwritten
            db.execute(_BOXES)
        return db


def open_to_read(file: Path) -> sqlite3.Connection:
    """Open a hub's file to read it, also on a disk that takes nothing.

    Raises ``Trouble``, or SQLite's error if the disk refuses even that.
    """
    try:
        opened = read_only(file)
    except sqlite3.DatabaseError as error:
        if disk_refuses(error) or in_use(error):
            raise
        raise no_file_of_a_hub(file) from None
    with closed_if_it_fails(opened) as db:
        refuse_other(db, file)
    return db


def lay(file: Path) -> None:
    """Write a new file. A power cut leaves a whole one or none. Raises ``OSError`` or SQLite's."""
    draft = file.with_name(f"{file.name}.new")
    draft.unlink(missing_ok=True)
    begin_private(draft)
    with closing(sqlite3.connect(draft)) as db:
        db.executescript(f"BEGIN; {_TABLES} COMMIT;")
        become_new(db)
        with db:
            db.execute("INSERT INTO meta VALUES ('salt', ?)", (secrets.token_hex(16),))
    sync(draft)
    draft.rename(file)
    sync(file.parent)


def become_new(db: sqlite3.Connection) -> None:
    """Give a file an ID of its own: tables send a hub with another ID everything again."""
    with db:
        db.execute("INSERT OR REPLACE INTO meta VALUES ('id', ?)", (secrets.token_hex(8),))


def refuse_other(db: sqlite3.Connection, file: Path) -> None:
    """Raises ``Trouble`` (exit code 1) if it is no file of a hub, or one of a newer Rollerdeck.

    Raises SQLite's error if the disk refuses to let it be read.
    """
    try:
        (application,) = db.execute("PRAGMA application_id").fetchone()
        (version,) = db.execute("PRAGMA user_version").fetchone()
    except sqlite3.DatabaseError as error:
        if disk_refuses(error) or in_use(error):
            raise  # which says nothing about the file
        application, version = 0, 0
    if application != APPLICATION:
        raise no_file_of_a_hub(file)
    if version > SCHEMA:
        raise Trouble(
            f"A newer Rollerdeck wrote the hub's file {file}: install that one, or name another "
            "file with hub.file.",
            NOT_SO,
        )


def no_file_of_a_hub(file: Path) -> Trouble:
    """What is said of a file that something else has written, or nobody."""
    return Trouble(f"{file} is no file of a hub: name another with hub.file.", NOT_SO)
