"""The tables of a journal's file, and journals of earlier and later formats.

Tables are created, copies get their own identity, and an upgrade keeps a copy from before it.
"""

from __future__ import annotations

import os
import re
import secrets
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from controller.base.paths import backups_of
from controller.journal.durable import begin_private, sync

SCHEMA = 7
"""The current format. A journal in a later format is not opened. Format 1 lacks the secret from
which the games' seeds are made, and gets one when a referee opens it. Since format 3 games can
follow later versions of the rules; a referee that knows only format 2 would play them by version
1. Since format 4 an entry has the fingerprint of the request that made it; older entries have
none. Format 5 has small pages and lists only the keys that there are, because each entry writes
every page that it touches, and the list of keys is touched in the middle. In
format 5 a game that was left can go on as another one; an older referee would begin it anew. In
format 6 devices are admitted, signed out, and players are shown with a colour and an emoji. In
format 7 cards are drawn for people without a game."""

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

BEFORE = 4
"""The format of the release before. It knows no devices, and all other kinds of entries."""

_FOR_THE_RELEASE_BEFORE = """
SELECT seq, game,
  iif(kind IN ('admitted', 'signed_out', 'avatar'), 'restored', kind) AS kind,
  iif(kind IN ('admitted', 'signed_out', 'avatar'), '{"game":999999999}', body) AS body,
  key, wall_s, print
FROM entry WHERE seq"""
"""The entries as the release before can read them. It must have all of their numbers, so an entry
of a device becomes one that changes nothing: it puts a game that there is not back on the list."""

_FIRST_TAKEN_UP = """
SELECT coalesce(min(seq), 9e18) FROM entry
WHERE seq > ? AND kind = 'game' AND json_extract(body, '$.goes_on') IS NOT NULL"""
"""The first entry that this release does not know: a game that was left goes on."""

_EDITIONS_BEFORE = ("attack", "attack-attack", "extreme", "power-grab")
_OPTIONS_BEFORE = (
    *("sticking_to", "reload_below", "interlock", "first_all_hit_skips", "last_card_hits"),
    *("extreme_hit_skips_next", "customizable", "draw_from", "points"),
)
"""What the release before can play. It refuses a whole journal that has another game."""

_UNPLAYABLE_BEFORE = f"""
SELECT EXISTS (SELECT 1 FROM entry WHERE kind = 'draws' OR (kind = 'game' AND (
  json_extract(body, '$.game.edition') NOT IN {_EDITIONS_BEFORE}
  OR EXISTS (SELECT 1 FROM json_each(body, '$.game.options') WHERE key NOT IN {_OPTIONS_BEFORE})
)))"""  # noqa: S608 - our own words
"""Whether a journal holds what the release before cannot know."""

_COPY_NAME = re.compile(r"schema-(\d+)\.sqlite3")


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


def schema_of(db: sqlite3.Connection) -> int:
    """The format of an open journal."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    return int(version)


def upgrade(path: Path) -> None:
    """Replace a journal of an earlier format by one in the current format, atomically.

    A copy of the old one is among the backups. Raises ``OSError`` or ``sqlite3.Error`` if the disk
    refuses; then the journal is unchanged.
    """
    real = Path(os.path.realpath(path))
    draft = real.with_name(real.name + ".new")
    with closing(sqlite3.connect(real)) as db:
        version = schema_of(db)
        if version == SCHEMA:
            return
        _copy(db, backups_of(path) / f"schema-{version}.sqlite3")
        rows = db.execute(f"SELECT {columns(version)} FROM entry ORDER BY seq")  # noqa: S608 - our own words
        try:
            lay(draft, rows, _identity(db))
            sync(draft)
            merge_log(real, db)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
        draft.replace(real)
        sync(real.parent)


def _identity(db: sqlite3.Connection) -> Identity:
    """The identity that a journal keeps. Format 1 has no secret, so it gets one."""
    (name,) = db.execute("SELECT value FROM meta WHERE name = 'id'").fetchone()
    secret = db.execute("SELECT value FROM meta WHERE name = 'secret'").fetchone()
    return Identity(name, secret[0] if secret else Identity.new().secret)


def has_prints(db: sqlite3.Connection) -> bool:
    """Whether the entries of an open journal can have fingerprints of requests."""
    return schema_of(db) >= SINCE_PRINTS


def merge_log(real: Path, db: sqlite3.Connection) -> None:
    """Merge and remove a journal's write-ahead log, which the next file of this name must not find.

    Raises ``sqlite3.OperationalError`` if another program is reading the journal.
    """
    busy, *_ = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if busy:
        raise sqlite3.OperationalError("another program is reading it")
    for end in ("-wal", "-shm"):
        real.with_name(real.name + end).unlink(missing_ok=True)
    sync(real.parent)


def update_copy(path: Path, db: sqlite3.Connection) -> None:
    """Add what is new in a journal to its copy for the release before, if there is one.

    Whoever goes back to that release gets this copy, and so the games that were played since. It
    ends before a game that was left went on: that release would begin it anew.
    If the journal holds what that release cannot know, its copies are set aside, so that it refuses
    to go back before it changes anything.
    Raises ``sqlite3.Error`` or ``OSError`` if the disk refuses; then the copy is as it was.
    """
    if db.execute(_UNPLAYABLE_BEFORE).fetchone() == (1,):
        _set_copies_aside(backups_of(path))
        return
    copy_path = backups_of(path) / f"schema-{BEFORE}.sqlite3"
    if not copy_path.is_file():
        return
    with closing(sqlite3.connect(copy_path)) as copy:
        (last,) = copy.execute("SELECT coalesce(max(seq), 0) FROM entry").fetchone()
        same = f"{_FOR_THE_RELEASE_BEFORE} = ?"
        if (_identity(copy), copy.execute(same, (last,)).fetchone()) != (
            _identity(db),
            db.execute(same, (last,)).fetchone(),
        ):
            return  # of another journal, as after a restore
        (end,) = db.execute(_FIRST_TAKEN_UP, (last,)).fetchone()
        with copy:
            since = f"{_FOR_THE_RELEASE_BEFORE} > ? AND seq < ? ORDER BY seq"
            copy.executemany(INSERT, db.execute(since, (last, end)))


def _set_copies_aside(folder: Path) -> None:
    """Rename what releases up to the one before would go back to."""
    for version in range(1, BEFORE + 1):
        copy_path = folder / f"schema-{version}.sqlite3"
        if copy_path.is_file():
            copy_path.replace(folder / f"until-schema-{version}.sqlite3")
            sync(folder)


def is_newer(path: Path) -> bool:
    """Whether a newer Rollerdeck wrote this journal. Raises ``sqlite3.Error`` if it is none."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
        return schema_of(db) > SCHEMA


def copy_before_upgrade(path: Path) -> Path | None:
    """The newest copy of a journal from before an upgrade that this Rollerdeck can read, if any."""
    folder = backups_of(path)
    try:
        names = [(file, _COPY_NAME.fullmatch(file.name)) for file in folder.iterdir()]
    except OSError:
        return None
    readable = {int(match[1]): file for file, match in names if match and int(match[1]) <= SCHEMA}
    return readable[max(readable)] if readable else None


def _copy(db: sqlite3.Connection, target: Path) -> None:
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
