"""Backups as somebody hostile or a dying disk would make them, from a good one."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any

ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2, 7, 10**6, 2**31, 2**53, 2**63 - 1, -(2**63), 2**64, 10**400),
    *(0.5, -0.0, 1e308, "", " ", "Ann", "red-5", "undo", "hit", "set", "x" * 9000, "ü\u0301", "\0"),
    *([], {}, [[]], [None], {"": None}, {"do": "hit"}, {"Ann": 1}, ["Ann", "Ann"], [1] * 500),
)
KINDS = ("game", "intent", "withdrawn", "command", "opened", "deleted", "restored", "gap", "poem")
ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
SCHEMAS = (
    "CREATE TRIGGER t AFTER INSERT ON entry BEGIN DELETE FROM entry; END",
    "CREATE TRIGGER t BEFORE INSERT ON entry BEGIN SELECT raise(IGNORE); END",
    "CREATE TRIGGER t AFTER UPDATE ON meta BEGIN DELETE FROM entry; END",
    "CREATE VIEW v AS SELECT * FROM entry",
    f"ALTER TABLE entry RENAME TO old; CREATE VIEW entry AS {ENDLESS} SELECT i AS seq, 1 AS game, "
    "'withdrawn' AS kind, '{}' AS body, NULL AS key, 1 AS wall_s, NULL AS print FROM n WHERE i < 0",
    f"ALTER TABLE entry RENAME TO old; CREATE VIEW entry AS {ENDLESS} SELECT i AS seq, 1 AS game, "
    "'withdrawn' AS kind, '{}' AS body, NULL AS key, 1 AS wall_s, NULL AS print FROM n",
    f"ALTER TABLE meta RENAME TO old; CREATE VIEW meta AS {ENDLESS} "
    "SELECT 'id' AS name, i AS value FROM n",
    "ALTER TABLE entry ADD COLUMN more AS (upper(body))",
    "ALTER TABLE entry ADD COLUMN more TEXT DEFAULT 'x'",
    "ALTER TABLE entry RENAME COLUMN body TO text",
    "CREATE TABLE other (a); CREATE INDEX i ON entry (body)",
    "CREATE TABLE e AS SELECT * FROM entry; DROP TABLE entry; ALTER TABLE e RENAME TO entry",
    "DROP TABLE entry; "
    "CREATE VIRTUAL TABLE entry USING fts5(seq, game, kind, body, key, wall_s, print)",
    "DROP TABLE meta",
    "PRAGMA user_version = 1",
    "PRAGMA user_version = -1",
    "PRAGMA user_version = 99",
    "PRAGMA application_id = 7",
    "PRAGMA journal_mode = WAL",
    "PRAGMA encoding = 'UTF-16'",
    "INSERT INTO meta VALUES ('later', 'yes')",
    "UPDATE meta SET value = x'00ff' WHERE name = 'id'",
    "UPDATE meta SET value = 7 WHERE name = 'secret'",
    "UPDATE entry SET body = CAST(body AS BLOB)",
)


def mangle(good: bytes, path: Path, random: Random) -> str:
    """Write a mangled copy of a good backup to ``path``. Returns what kind of mangling it is."""
    path.write_bytes(good)
    mangling = random.choice((_bytes, _pages, _schema, _row, _body, _body, _body))
    with suppress(sqlite3.Error, OverflowError):  # what SQLite does not write stays as it was
        mangling(path, random)
    return mangling.__name__.strip("_")


def _bytes(path: Path, random: Random) -> None:
    raw = bytearray(path.read_bytes())
    for _ in range(random.choice((1, 1, 2, 8, 64))):
        at = random.choice((random.randrange(len(raw)), random.randrange(120)))
        raw[at] = random.choice((0, 255, raw[at] ^ 1 << random.randrange(8), random.randrange(256)))
    path.write_bytes(raw)


def _pages(path: Path, random: Random) -> None:
    raw = path.read_bytes()
    size = int.from_bytes(raw[16:18], "big")
    pages = [raw[at : at + size] for at in range(0, len(raw), size)]
    one, two = random.randrange(len(pages)), random.randrange(len(pages))
    match random.randrange(5):
        case 0:
            pages[one] = pages[two]
        case 1:
            pages[one] = bytes(size)
        case 2:
            pages[one] = random.randbytes(size)
        case 3:
            pages = pages[:one]
        case _:
            pages[one] = pages[one][: random.randrange(size)]
    path.write_bytes(b"".join(pages))


def _schema(path: Path, random: Random) -> None:
    _execute(path, lambda db: db.executescript(random.choice(SCHEMAS)))


def _row(path: Path, random: Random) -> None:
    column = random.choice(("seq", "game", "kind", "key", "wall_s", "print", "body"))
    value = random.choice((random.choice(ODD), random.choice(KINDS), random.randrange(20)))
    plain = value if isinstance(value, int | float | str | None) else json.dumps(value)
    seq = random.randrange(40)
    wholes = (
        (f"UPDATE entry SET {column} = ? WHERE seq = ?", (plain, seq)),
        (f"UPDATE entry SET {column} = ?", (plain,)),
        ("DELETE FROM entry WHERE seq = ?", (seq,)),
        ("DELETE FROM entry WHERE seq >= ?", (seq,)),
        ("UPDATE entry SET seq = seq - ?", (seq,)),
    )
    _execute(path, lambda db: db.execute(*random.choice(wholes)))


def _body(path: Path, random: Random) -> None:
    def change(db: sqlite3.Connection) -> None:
        rows = db.execute("SELECT seq, body FROM entry").fetchall()
        for _ in range(random.choice((1, 1, 1, 3))):
            seq, text = random.choice(rows)
            body = _changed(json.loads(text), random, [json.loads(row[1]) for row in rows])
            text = json.dumps(body, ensure_ascii=random.random() < 0.5)
            db.execute("UPDATE entry SET body = ? WHERE seq = ?", (text, seq))

    _execute(path, change)


def _changed(value: Any, random: Random, others: list[Any]) -> Any:
    """A value with something in it changed, at any depth."""
    if isinstance(value, dict) and value and random.random() < 0.8:
        name = random.choice(list(value))
        if random.random() < 0.15:
            return {other: inner for other, inner in value.items() if other != name}
        if random.random() < 0.1:
            return value | {random.choice(("hit", "cards", "with", "measured")): random.choice(ODD)}
        return value | {name: _changed(value[name], random, others)}
    if isinstance(value, list) and value and random.random() < 0.8:
        at = random.randrange(len(value))
        return [*value[:at], _changed(value[at], random, others), *value[at + 1 :]]
    if random.random() < 0.1:
        return random.choice(others)
    if isinstance(value, int) and random.random() < 0.5:
        return value + random.choice((-1, 1))
    return random.choice(ODD)


def _execute(path: Path, change: Callable[[sqlite3.Connection], object]) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        change(db)
