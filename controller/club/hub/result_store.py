"""What a hub keeps: the results of all tables, their commitments, and their events."""

from __future__ import annotations

import re
import sqlite3
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from controller.club.house_boxes import RefusedBox
from controller.club.hub import box_table
from controller.club.hub.hub_file import open_file
from controller.club.hub.table_messages import (
    Commitment,
    Committed,
    Event,
    Result,
    TableMessage,
    judge,
)
from controller.games.fairness import Seal
from rules.names import same

HITS = ("hits", "hits_nothing")
"""The kinds of events that tell of a hit."""
DAY_S = 24 * 60 * 60


class StoredResult(msgspec.Struct, frozen=True):
    """A result as it is kept. It says what the table said, without the draws."""

    table: str
    source: str
    game: int
    begun_s: int
    heard_s: int
    """When the hub first heard of it."""
    proof: str
    seal: str | None
    """The commitment of its draws: a game that two sources tell of is one game."""
    edition: str
    rounds: int
    hits: int
    winners: tuple[str, ...]
    scores: dict[str, int]
    named: bool


class _Body(msgspec.Struct, frozen=True):
    edition: str
    rounds: int
    hits: int
    winners: tuple[str, ...]
    scores: dict[str, int]
    named: bool


class StoredPublisher(msgspec.Struct, frozen=True):
    """A publisher that was heard, and from when to when."""

    table: str
    source: str
    first_s: int
    last_s: int


@dataclass(frozen=True, slots=True)
class Receipts:
    """What was written down."""

    results: tuple[tuple[str, int, str], ...]
    """Table, game and mark of each result, to be acknowledged."""
    changed: bool
    """The results, or the boxes, are others than before."""
    refused: tuple[tuple[str, str, str], ...]
    """Table and edition of each box that was not kept, and why as the end of a sentence."""
    version: int
    """As ``Store.version``."""


class Store:
    """The file of a hub."""

    def __init__(self, file: Path) -> None:
        """Open or make it. Raises ``Trouble``."""
        self.file = file
        self._db = open_file(file)
        self._lock = threading.Lock()
        """One writer at a time: a batch is written in a thread."""
        meta = dict(self._db.execute("SELECT name, value FROM meta"))
        self.hub: str = meta["id"]
        """Its ID."""
        self._salt: str = meta["salt"]

    def close(self) -> None:
        """Close it."""
        with self._lock:
            self._db.close()

    def keep(
        self,
        messages: Iterable[TableMessage],
        heard: Iterable[StoredPublisher],
        now_s: int,
        *,
        guarded: bool,
    ) -> Receipts:
        """Write messages down, all or none, and which publishers were heard.

        Raises ``sqlite3.Error`` if the disk refuses.
        """
        receipts: list[tuple[str, int, str]] = []
        refused: list[tuple[str, str, str]] = []
        changed = False
        with self._lock, self._db as db:
            db.executemany(
                "INSERT INTO source VALUES (?, ?, ?, ?) "
                "ON CONFLICT DO UPDATE SET last_s = excluded.last_s",
                map(msgspec.structs.astuple, heard),
            )
            for message in messages:
                body = message.body
                if isinstance(body, Event):
                    self._keep_event(db, message, body, now_s)
                elif isinstance(body, Commitment):
                    self._keep_commitment(db, message, body, now_s, guarded=guarded)
                elif isinstance(body, Result):
                    changed |= self._keep_result(db, message.table, body, now_s, guarded=guarded)
                    receipts.append((message.table, body.game, body.mark))
                    try:
                        box_table.keep_box(db, body, now_s)
                    except RefusedBox as error:
                        refused.append((message.table, body.edition, str(error)))
        return Receipts(tuple(receipts), changed, tuple(refused), self.version)

    def drop_old_events(self, before_s: int) -> None:
        """Delete events that were heard before a moment. Raises ``sqlite3.Error``."""
        with self._lock, self._db as db:
            db.execute("DELETE FROM event WHERE heard_s < ?", (before_s,))

    def sources(self) -> list[StoredPublisher]:
        """The publishers that were heard."""
        with self._lock:
            rows = self._db.execute("SELECT tab, source, first_s, last_s FROM source").fetchall()
        return [StoredPublisher(*row) for row in rows]

    def drop_sources(self, publishers: Iterable[StoredPublisher]) -> None:
        """Forget some, unless they were heard again. Raises ``sqlite3.Error``."""
        with self._lock, self._db as db:
            db.executemany(
                "DELETE FROM source WHERE tab = ? AND source = ? AND first_s = ? AND last_s = ?",
                map(msgspec.structs.astuple, publishers),
            )

    def results(self, since_s: int = 0) -> list[StoredResult]:
        """The results that hold, of games that began since then, the oldest first."""
        with self._lock:
            rows = self._db.execute(
                "SELECT tab, source, game, begun_s, heard_s, proof, seal, body FROM result "
                "WHERE NOT taken_back AND begun_s >= ? ORDER BY begun_s, tab, game",
                (since_s,),
            ).fetchall()
        results = []
        for *row, body in rows:
            read = msgspec.json.decode(body, type=_Body)
            results.append(StoredResult(*row, **msgspec.structs.asdict(read)))
        return results

    def boxes(self) -> dict[str, dict[str, Any]]:
        """The boxes of houses, by the IDs of their editions."""
        with self._lock:
            return box_table.boxes(self._db)

    def titles(self) -> dict[str, dict[str, str]]:
        """What houses call their boxes, by the ID of the edition and the language; "": in any."""
        with self._lock:
            return box_table.titles(self._db)

    def events(self, since_s: int = 0) -> list[tuple[str, str, int, int, str, str, int]]:
        """Table, source, number, game, kind, what was told, and when it was heard."""
        return self._db.execute(
            "SELECT tab, source, number, game, kind, body, heard_s FROM event "
            "WHERE heard_s >= ? ORDER BY heard_s, tab, source, number",
            (since_s,),
        ).fetchall()

    @property
    def version(self) -> int:
        """Changes when another program, such as ``forget``, has changed the file."""
        with self._lock:
            (version,) = self._db.execute("PRAGMA data_version").fetchone()
        return int(version)

    def forget(self, name: str, now_s: int) -> int:
        """Take somebody's name out. Returns how many results had it. Raises ``sqlite3.Error``.

        Events and boxes that name this person, or that cannot be read, are deleted. Tables that
        send such a result or box again later do not bring the name back.
        """
        whole = re.compile(rf"(?<!\w){re.escape(same(name))}(?!\w)")
        with self._lock, self._db as db:
            db.execute("INSERT INTO forgotten VALUES (?, ?)", (self._digest(name), now_s))
            rows = db.execute("SELECT heard_s, body, tab, source, game, begun_s FROM result")
            count = 0
            for heard_s, body, *key in rows.fetchall():
                read = msgspec.json.decode(body, type=_Body)
                cleaned = self._without_forgotten(read, min(key[-1], heard_s))
                if cleaned != read:
                    count += 1
                    db.execute(
                        "UPDATE result SET body = ? "
                        "WHERE tab = ? AND source = ? AND game = ? AND begun_s = ?",
                        (msgspec.json.encode(cleaned).decode(), *key),
                    )
            db.executemany(
                "DELETE FROM event WHERE tab = ? AND source = ? AND number = ?",
                [row[:3] for row in self.events() if _says(row[5], whole)],
            )
            box_table.forget_boxes(db, lambda box: _says(box, whole))
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return count

    def _keep_event(
        self, db: sqlite3.Connection, message: TableMessage, body: Event, now_s: int
    ) -> None:
        row = (message.table, body.source, body.number, body.game, body.event_type)
        db.execute(
            "INSERT OR IGNORE INTO event VALUES (?, ?, ?, ?, ?, ?, ?)",
            (*row, message.stored, now_s),
        )

    def _keep_commitment(
        self,
        db: sqlite3.Connection,
        message: TableMessage,
        body: Commitment,
        now_s: int,
        *,
        guarded: bool,
    ) -> None:
        """The first one counts: a table cannot replace it once it knows how the hits went."""
        key = (message.table, body.source, body.game)
        # A new journal counts games from 1 again: when a game began tells it from its namesakes.
        hit = db.execute(
            "SELECT 1 FROM event WHERE tab = ? AND source = ? AND game = ? AND kind IN (?, ?) "
            "AND json_extract(body, '$.begun_s') IN (?, 0)",
            (*key, *HITS, body.begun_s),
        ).fetchone()
        early = body.hits == 0 and not message.retained and hit is None
        seal = msgspec.json.encode(body.seal).decode()
        db.execute(
            "INSERT OR IGNORE INTO commitment VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (*key, body.begun_s, seal, early, guarded, now_s),
        )

    def _keep_result(
        self, db: sqlite3.Connection, table: str, body: Result, now_s: int, *, guarded: bool
    ) -> bool:
        """Whether the results are others than before."""
        if body.taken_back:
            done = db.execute(
                "UPDATE result SET taken_back = 1, mark = ? "
                "WHERE tab = ? AND source = ? AND game = ? AND NOT taken_back",
                (body.mark, table, body.source, body.game),
            )
            return done.rowcount > 0
        key = (table, body.source, body.game, body.begun_s)
        commitment = db.execute(
            "SELECT seal, early, guarded FROM commitment "
            "WHERE tab = ? AND source = ? AND game = ? AND begun_s = ?",
            key,
        ).fetchone()
        committed = None
        if commitment is not None:
            seal = msgspec.json.decode(commitment[0], type=Seal)
            committed = Committed(seal, bool(commitment[1]), bool(commitment[2]))
        proof = judge(body, committed, guarded=guarded)
        seal_said = body.draws.seal.commitment if body.draws else None
        figures = (body.edition, body.rounds, body.hits, body.winners, body.scores, body.named)
        earlier = db.execute(
            "SELECT heard_s FROM result WHERE tab = ? AND source = ? AND game = ? AND begun_s = ?",
            key,
        ).fetchone()
        heard_s = earlier[0] if earlier else now_s
        content = self._without_forgotten(_Body(*figures), min(body.begun_s, heard_s))
        encoded = msgspec.json.encode(content).decode()
        row = (*key, body.mark, False, proof, seal_said, encoded, heard_s)
        db.execute("INSERT OR REPLACE INTO result VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
        return True

    def _without_forgotten(self, body: _Body, at_s: int) -> _Body:
        """A result without the names of who wanted to be forgotten after this game.

        ``at_s``: when it began, or was first heard of if a table's clock is ahead.
        """
        rows = self._db.execute("SELECT digest FROM forgotten WHERE at_s >= ?", (at_s,))
        digests = {digest for (digest,) in rows}
        if not digests:
            return body
        forgotten = {
            name for name in (*body.scores, *body.winners) if self._digest(name) in digests
        }
        if not forgotten:
            return body
        new = {name: f"? {number}" for number, name in enumerate(sorted(forgotten), 1)}
        scores = {new.get(name, name): points for name, points in body.scores.items()}
        winners = tuple(new.get(name, name) for name in body.winners)
        return msgspec.structs.replace(body, scores=scores, winners=winners)

    def _digest(self, name: str) -> str:
        return sha256(f"{self._salt} {same(name)}".encode()).hexdigest()


def _says(text: str, name: re.Pattern[str]) -> bool:
    """Whether a name stands anywhere in some JSON, or may: nobody can read it."""
    try:
        within = [msgspec.json.decode(text)]
    except (msgspec.DecodeError, RecursionError):
        return True
    while within:  # not by recursion: an event may be as deep as Python goes
        value = within.pop()
        if isinstance(value, str) and name.search(same(value)):
            return True
        if isinstance(value, dict):
            within += [*value, *value.values()]
        elif isinstance(value, list):
            within += value
    return False
