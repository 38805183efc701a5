"""Reads a journal without changing it, also while a referee writes it, and finds damage."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

import msgspec

from controller.base.errors import NOT_SO, WRONG_USAGE, Trouble
from controller.base.outside import decode, one_line
from controller.journal.entry import Entry, row_of
from controller.journal.opening import WORDS, disk_problem_key, disk_refuses, in_use, read_only
from controller.journal.schema import SCHEMA, SECRET, columns, copy_before_upgrade, schema_of

T = TypeVar("T")

OF_GAMES = "WHERE game IN (SELECT value FROM json_each(?))"
"""Which entries are read: those of a list of games."""
OF_NO_GAME = 0
"""The number of the game in the entries of sessions of draws, and of before the first game."""
SPARE_MEMORY = "PRAGMA cache_size = -256"
"""SQLite keeps at most 256 KiB of a journal in memory. It is read from the beginning to the end, so
more pages would help nobody. After a long journal, the process would keep 2 MiB for them.
"""


class Damaged(Trouble):
    """A file is no journal, or a damaged one (exit code 1)."""

    def __init__(self, path: Path, problem: str) -> None:
        """``problem``: what is wrong, as the rest of a sentence about the journal."""
        super().__init__(
            f"The journal {path} {problem}; it was left as it is: "
            "put a backup in its place, or begin another with --journal.",
            NOT_SO,
        )
        self.path = path
        self.problem = problem


class Gap(Damaged):
    """A journal is damaged, but the entries before the damage can be read."""

    def __init__(self, damaged: Damaged, last_seq: int) -> None:
        """``last_seq``: the last entry before the damage, at least 1."""
        super().__init__(damaged.path, damaged.problem)
        self.last_seq = last_seq


class Place(msgspec.Struct, frozen=True):
    """An entry of a certain journal, by which is known that nothing before it has changed."""

    journal: str
    """The journal's identity."""
    seq: int
    digest: str
    """SHA-256 of the entry."""


def place_of(journal: str, entry: Entry) -> Place:
    """The place of an entry in the journal with this identity."""
    return Place(journal, entry.seq, sha256(msgspec.json.encode(row_of(entry))).hexdigest())


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


def fold_entries(
    path: Path, fold: Callable[[Iterator[Entry]], T], after: Place | None = None
) -> tuple[str, T]:
    """The identity of a journal, and what ``fold`` makes of its entries.

    ``after``: only the entries after this place, if the journal has it and goes on. The entries are
    read one at a time, so a journal can have any length. Raises like ``read_entries``; ``Gap`` when
    ``fold`` reaches the damage.
    """
    try:
        with closing(read_only(path)) as db:
            name = identity(path, db)
            skipped = after.seq if after is not None and _has(path, db, name, after) else 0
            return name, fold(checked(path, db, skipped))
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise unreadable(path, error) from None


def read_game(path: Path, number: int) -> tuple[Entry, ...]:
    """The entries of one game of a journal; empty: it has no such game.

    If a game that was left went on as this one, its entries come first. Raises ``Trouble`` like
    ``read_entries``, but reads no other game.
    """
    try:
        with closing(read_only(path)) as db:
            wanted = json.dumps(_went_on(db, number))
            return tuple(_entries(path, db, OF_GAMES, wanted))
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise unreadable(path, error) from None


def identity_of(path: Path) -> str:
    """The identity of a journal. Raises ``Trouble`` like ``read_entries``."""
    try:
        with closing(read_only(path)) as db:
            return identity(path, db)
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise unreadable(path, error) from None


def has_place(path: Path, place: Place) -> bool:
    """Whether a journal has this place, others after it, and none missing up to it."""
    try:
        with closing(read_only(path)) as db:
            return _has(path, db, identity(path, db), place)
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise unreadable(path, error) from None


def _has(path: Path, db: sqlite3.Connection, name: str, place: Place) -> bool:
    try:
        count, last = db.execute(
            "SELECT count(*), (SELECT max(seq) FROM entry) FROM entry WHERE seq <= ?", (place.seq,)
        ).fetchone()
        entry = next(_entries(path, db, "WHERE seq = ?", place.seq), None)
    except (sqlite3.DatabaseError, UnicodeDecodeError, Damaged):
        return False  # whoever reads from the beginning finds out what is wrong
    same = entry is not None and place_of(name, entry) == place
    return same and count == place.seq < last


def _went_on(db: sqlite3.Connection, number: int) -> list[int]:
    """A game's number, and those of the games that went on as it: each is earlier than the next."""
    earlier: dict[int, object] = dict(
        db.execute(
            "SELECT game, json_extract(body, '$.goes_on.game') FROM entry "
            "WHERE kind = 'game' AND json_valid(body)"
        )
    )
    numbers = [number]
    while isinstance(before := earlier.get(numbers[-1]), int) and before < numbers[-1]:
        numbers.append(before)
    return numbers


def look_through(path: Path) -> None:
    """Let SQLite check a journal: its pages, the numbers of entries, and that bodies are JSON.

    Other threads of Python run meanwhile. Raises ``Trouble`` (exit code 1).
    """
    try:
        with closing(read_only(path)) as db:
            identity(path, db)
            (result,) = db.execute("PRAGMA quick_check(1)").fetchone()
            if result != "ok":
                raise Damaged(path, f"cannot be read as a journal ({one_line(result)})")
            last, entries, readable = db.execute(
                "SELECT coalesce(max(seq), 0), count(*), count(nullif(json_valid(body), 0)) "
                "FROM entry"
            ).fetchone()
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise unreadable(path, error) from None
    if last != entries:
        raise Damaged(path, f"has {entries} entries up to entry {last}")
    if readable != entries:
        raise Damaged(path, "has an entry that cannot be read")


def identity(path: Path, db: sqlite3.Connection) -> str:
    """The identity of an open journal. Raises ``Trouble`` (exit code 1) if it is none."""
    version = schema_of(db)
    if version > SCHEMA:
        copy = copy_before_upgrade(path)
        back = f", or go back with `rollerdeck restore {copy} --journal {path}`" if copy else ""
        raise Trouble(
            f"The journal {path} was written by a newer Rollerdeck (schema {version}, this one "
            f"knows {SCHEMA}); install that one{back}, or name another with --journal.",
            NOT_SO,
        )
    if version < 1:
        raise Damaged(path, "is a database, but not a journal")
    wanted = "SELECT name, value FROM meta WHERE name IN ('id', 'secret')"
    meta: dict[str, object] = dict(db.execute(wanted))
    name = meta.get("id")
    if not isinstance(name, str):
        raise Damaged(path, "has lost its identity")
    if version > 1 and not SECRET.fullmatch(str(meta.get("secret", ""))):
        raise Damaged(path, "has lost the secret of its games")
    return name


def checked(path: Path, db: sqlite3.Connection, last: int = 0) -> Iterator[Entry]:
    """Every entry of an open journal after ``last``.

    Raises ``Gap`` at the first one that is missing or cannot be read.
    """
    try:
        for entry in _entries(path, db, "WHERE seq > ?", last):
            if entry.seq != last + 1:
                raise Damaged(path, f"has no entry {last + 1} but an entry {entry.seq}")
            last = entry.seq
            yield entry
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise _gap(unreadable(path, error), last) from None
    except Damaged as damaged:
        raise _gap(damaged, last) from None


def _entries(path: Path, db: sqlite3.Connection, which: str, *values: str | int) -> Iterator[Entry]:
    db.execute(SPARE_MEMORY)
    wanted = columns(schema_of(db))
    rows = db.execute(f"SELECT {wanted} FROM entry {which} ORDER BY seq", values)  # noqa: S608 - our own words
    for seq, game, kind, body, key, wall_s, fingerprint in rows:
        try:
            raw = {"seq": seq, "game": game, "kind": kind, "key": key, "wall_s": wall_s}
            yield msgspec.convert(raw | {"body": decode(body), "print": fingerprint}, Entry)
        except (msgspec.MsgspecError, TypeError):
            raise Damaged(path, f"has an entry {seq} that cannot be read") from None


def _gap(trouble: Trouble, last_seq: int) -> Trouble:
    return Gap(trouble, last_seq) if last_seq and isinstance(trouble, Damaged) else trouble


def unreadable(path: Path, error: Exception) -> Trouble:
    """Why a journal cannot be read: it is damaged, its disk refuses something, or it is in use."""
    if disk_refuses(error):
        return Trouble(
            f"The journal {path} cannot be read, because {WORDS[disk_problem_key(error, path)]} "
            f"({one_line(error)}); make room or allow it, and try again.",
            WRONG_USAGE,
        )
    if in_use(error):
        return Trouble(
            f"The journal {path} cannot be read, because another program uses it "
            f"({one_line(error)}); end that program, and try again.",
            WRONG_USAGE,
        )
    if "UTF-8" in str(error):  # it quotes what it could not decode, which may be a seed
        return Damaged(path, "has text that is no text")
    return Damaged(path, f"cannot be read as a journal ({one_line(error)})")
