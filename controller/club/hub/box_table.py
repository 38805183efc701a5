"""The boxes of houses in a hub's file: each one once, whichever tables sent it with results."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Any

import msgspec

from controller.club.house_boxes import read_sent
from controller.club.hub.table_messages import Result

MAX_BOXES = 1000
"""So many are kept, those that were sent last: somebody could make up more."""
FORGOTTEN = ""
"""Instead of a box in which the name of somebody stood who is forgotten."""


def keep_box(db: sqlite3.Connection, result: Result, now_s: int) -> None:
    """Keep the box that came with a result. Raises ``RefusedBox``."""
    if result.sent_box is None:
        return
    edition = read_sent(result.edition, result.sent_box)
    title = msgspec.json.encode(edition.names[f"edition.{edition.id}"]).decode()
    box = msgspec.json.encode(edition.box).decode()
    db.execute(
        "INSERT INTO box VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET heard_s = excluded.heard_s",
        (edition.id, title, box, now_s),
    )
    db.execute(
        "DELETE FROM box WHERE edition IN (SELECT edition FROM box WHERE box <> ? "
        "ORDER BY heard_s DESC, edition <> ? LIMIT -1 OFFSET ?)",
        (FORGOTTEN, edition.id, MAX_BOXES),
    )


def titles(db: sqlite3.Connection) -> dict[str, dict[str, str]]:
    """What houses call their boxes, by the ID of the edition and the language; "": in any."""
    rows = db.execute("SELECT edition, title FROM box WHERE box <> ?", (FORGOTTEN,)).fetchall()
    return {edition: msgspec.json.decode(title) for edition, title in rows}


def boxes(db: sqlite3.Connection) -> dict[str, dict[str, Any]]:
    """Each box, by the ID of its edition."""
    rows = db.execute(
        "SELECT edition, box FROM box WHERE box <> ? ORDER BY edition", (FORGOTTEN,)
    ).fetchall()
    return {edition: msgspec.json.decode(box) for edition, box in rows}


def forget_boxes(db: sqlite3.Connection, says: Callable[[str], bool]) -> None:
    """Take out the boxes whose JSON ``says`` a name. Tables that send them again change nothing."""
    texts = db.execute("SELECT edition, box FROM box WHERE box <> ?", (FORGOTTEN,)).fetchall()
    db.executemany(
        "UPDATE box SET title = '{}', box = ? WHERE edition = ?",
        [(FORGOTTEN, edition) for edition, box in texts if says(box)],
    )
