"""Reads a journal without changing it, also while a referee writes it, and finds damage."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import msgspec

from controller.base.errors import NOT_SO, Trouble
from controller.base.outside import decode
from controller.journal.entry import Entry
from controller.journal.schema import kept_before, schema_of
from controller.journal.tables import SCHEMA, SECRET, columns

T = TypeVar("T")


class Gap(Trouble):
    """A journal is damaged, but the entries before the damage can be read."""

    def __init__(self, trouble: Trouble, kept: int) -> None:
        """``kept``: the number of entries before the damage, at least one."""
        super().__init__(str(trouble), trouble.exit_code)
        self.kept = kept


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of a journal: its random identity and every entry."""

    id: str
    entries: tuple[Entry, ...]


def read_entries(path: Path) -> Contents:
    """Read a journal without changing it, also while a referee writes it.

    Raises ``Trouble`` (exit code 1) if it is damaged, with what is wrong and what to do; ``Gap``
    if entries before the damage can be read.
    """
    return Contents(*fold_entries(path, tuple))


def fold_entries(path: Path, fold: Callable[[Iterator[Entry]], T]) -> tuple[str, T]:
    """The identity of a journal, and what ``fold`` makes of its entries.

    The entries are read one at a time, so a journal can have any length. Raises like
    ``read_entries``; ``Gap`` when ``fold`` reaches the damage.
    """
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
            return _identity(path, db), fold(_checked(path, db))
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise _unreadable(path, error) from None


def read_game(path: Path, number: int) -> tuple[Entry, ...]:
    """The entries of one game of a journal; empty: it has no such game.

    Raises ``Trouble`` like ``read_entries``, but reads no other game.
    """
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
            return tuple(_entries(path, db, "WHERE game = ?", number))
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise _unreadable(path, error) from None


def look_through(path: Path) -> None:
    """Let SQLite check a journal: its pages, the numbers of entries, and that bodies are JSON.

    Other threads of Python run meanwhile. Raises ``Trouble`` (exit code 1).
    """
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
            _identity(path, db)
            (found,) = db.execute("PRAGMA quick_check(1)").fetchone()
            if found != "ok":
                raise _damaged(path, f"cannot be read as a journal ({found})")
            last, entries, readable = db.execute(
                "SELECT coalesce(max(seq), 0), count(*), count(nullif(json_valid(body), 0)) "
                "FROM entry"
            ).fetchone()
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise _unreadable(path, error) from None
    if last != entries:
        raise _damaged(path, f"has {entries} entries up to entry {last}")
    if readable != entries:
        raise _damaged(path, "has an entry that cannot be read")


def _identity(path: Path, db: sqlite3.Connection) -> str:
    version = schema_of(db)
    if version > SCHEMA:
        kept = kept_before(path)
        back = f", or go back with `rollerdeck restore {kept} --journal {path}`" if kept else ""
        raise Trouble(
            f"The journal {path} was written by a newer Rollerdeck (schema {version}, this one "
            f"knows {SCHEMA}); install that one{back}, or name another with --journal.",
            NOT_SO,
        )
    if version < 1:
        raise _damaged(path, "is a database, but not a journal")
    meta: dict[str, str] = dict(db.execute("SELECT name, value FROM meta"))
    if "id" not in meta:
        raise _damaged(path, "has lost its identity")
    if version > 1 and not SECRET.fullmatch(meta.get("secret", "")):
        raise _damaged(path, "has lost the secret of its games")
    return meta["id"]


def _checked(path: Path, db: sqlite3.Connection) -> Iterator[Entry]:
    """Every entry. Raises ``Gap`` at the first one that is missing or cannot be read."""
    last = 0
    try:
        for entry in _entries(path, db):
            if entry.seq != last + 1:
                raise _damaged(path, f"has no entry {last + 1} but an entry {entry.seq}")
            last = entry.seq
            yield entry
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise _gap(_unreadable(path, error), last) from None
    except Trouble as trouble:
        raise _gap(trouble, last) from None


def _entries(path: Path, db: sqlite3.Connection, which: str = "", *values: int) -> Iterator[Entry]:
    wanted = columns(schema_of(db))
    rows = db.execute(f"SELECT {wanted} FROM entry {which} ORDER BY seq", values)  # noqa: S608 - our own words
    for seq, game, kind, body, key, wall_s, fingerprint in rows:
        try:
            raw = {"seq": seq, "game": game, "kind": kind, "key": key, "wall_s": wall_s}
            yield msgspec.convert(raw | {"body": decode(body), "print": fingerprint}, Entry)
        except (msgspec.MsgspecError, TypeError):
            raise _damaged(path, f"has an entry {seq} that cannot be read") from None


def _gap(trouble: Trouble, kept: int) -> Trouble:
    return Gap(trouble, kept) if kept else trouble


def _unreadable(path: Path, error: Exception) -> Trouble:
    return _damaged(path, f"cannot be read as a journal ({error})")


def _damaged(path: Path, what: str) -> Trouble:
    return Trouble(
        f"The journal {path} {what}; it was left as it is: "
        "put a backup in its place, or begin another with --journal.",
        NOT_SO,
    )
