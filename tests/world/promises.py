"""What must be so after each step, whatever fails."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from typing import TYPE_CHECKING, Any

from controller.club.hub.standings import once
from controller.games.entries import (
    CommandBody,
    DrawAsked,
    DrawCounted,
    DrawsBegun,
    DrawsEnded,
    Intent,
    body_of,
)
from controller.games.journal_replay import steps
from controller.games.record import Record
from controller.journal.entry import Entry, Kind
from controller.journal.reading import read_entries
from rules import view
from tests.rules.house_box import BOX, ID
from tests.world.network import Stream, Tap
from tests.world.scale import Weights

if TYPE_CHECKING:
    from tests.world.scene import World

SETTLED_S = 0.5
"""So long after the last change every page has heard of it."""


class Promises:
    """Looks at the disk and at the mechanism, not at what the referee says of them."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._db: sqlite3.Connection | None = None
        self._last_seq = 0
        self._requested: dict[int, int] = {}
        self._counted: dict[int, CommandBody | DrawCounted] = {}
        self._marks: set[int] = set()
        self._read_plays: Counter[str] = Counter()
        """How often the reader has played each card."""
        self.weights = Weights(world)
        self._life_record: Record | None = None
        self._accounts = world.accounts

    def acknowledged(self, tap: Tap, seq: int) -> None:
        """A request is answered: it must be on disk, as this entry, and as no other."""
        rows = self._rows(tap)
        self._world.promise(
            [row[0] for row in rows] == [seq],
            f"{tap.path} {tap.body} was acknowledged as entry {seq}, and the disk has {rows}",
        )

    def refused(self, tap: Tap, code: str) -> None:
        """A request is refused: then it was not done."""
        rows = self._rows(tap)
        self._world.promise(
            not rows, f"{tap.path} {tap.body} was refused ({code}), and the disk has {rows}"
        )

    def opened(self, record: Record) -> None:
        """A referee has read the journal: as far as the one before came, it is the same."""
        before, path = self._life_record, self._world.referee.path
        if before is None or before.seq == 0:
            return
        self._world.promise(record.seq >= before.seq, "entries are gone after a restart")
        for entry, read in steps(read_entries(path).entries, path):
            if entry.seq == before.seq:
                self._world.promise(
                    _shown(read) == _shown(before) and read.roster == before.roster,
                    f"the journal read again gives another state after entry {entry.seq}",
                )

    def ended(self, record: Record) -> None:
        """A referee is gone; this is what it knew last."""
        self._life_record = record

    def journal(self) -> None:
        """The entries that are new since the last look: in order, each thing once."""
        for entry in self._new_entries():
            self._world.promise(
                entry.seq == self._last_seq + 1, f"entry {entry.seq} follows {self._last_seq}"
            )
            self._last_seq = entry.seq
            body = body_of(entry)
            self._accounts.entry(entry, body)
            if isinstance(body, Intent):
                self._requested[body.hit] = body.requested
            elif isinstance(body, CommandBody):
                self._command(entry, body)
            elif isinstance(body, DrawCounted):
                self._world.counts["draws"] += 1
                self._new_hit(body)
            elif isinstance(body, DrawsBegun | DrawAsked | DrawsEnded):
                self._world.promise(entry.key is not None, f"nobody asked for entry {entry.seq}")
        life = self._world.referee.life
        if self._world.referee.up and life is not None and life.record.seq == self._last_seq:
            self._accounts.tally(life.record)

    def _new_hit(self, body: CommandBody | DrawCounted) -> None:
        assert body.hit is not None
        self._world.counts["hits"] += 1
        self._world.promise(
            body.hit not in self._counted, f"hit {body.hit} is in the journal twice"
        )
        self._counted[body.hit] = body
        self._hit(body)

    def _command(self, entry: Entry, body: CommandBody) -> None:
        if body.hit is not None and body.measured is not None:
            self._new_hit(body)
        else:
            self._world.counts["commands"] += 1
            if body.seen and entry.key is None:
                self._read_play(body)
            # the card that is laid on a wild one says its colour
            if body.weighed is not None:
                self.weights.corrected(body.weighed)
                return
            is_read = bool(body.seen) or (self._world.reads and body.command["do"] == "color")
            self._world.promise(
                entry.key is not None or is_read,
                f"nobody asked for entry {entry.seq}: {body.command}",
            )
        for mark in body.command.get("scores", {}).values():
            self._world.promise(mark not in self._marks, f"mark {mark} is in the journal twice")
            self._marks.add(mark)

    def _read_play(self, body: CommandBody) -> None:
        """A reader saw cards, and the referee played one, or counted a hand, unasked."""
        card = body.command.get("card")
        if card is None:
            unseen = set(body.command["cards"]) - set(self._world.laid)
            self._world.promise(not unseen, f"nobody laid {unseen}: {body.command}")
            return
        self._world.counts["played by the reader"] += 1
        self._read_plays[card] += 1
        self._world.promise(
            self._read_plays[card] <= self._world.laid[card],
            f"{card} was laid {self._world.laid[card]} times, and the reader played {body.command}",
        )

    def hits(self) -> None:
        """Every hit that was counted, against the cards that truly left."""
        for body in self._counted.values():
            self._hit(body)
        machine = self._world.machine
        if not machine.doubted:
            for hit, out in machine.truth.items():
                counted = self._counted.get(hit)
                # people count without a doubt, and the launcher may have had one before
                doubt = max(machine.doubts[hit], machine.overlapped[hit])
                # nothing brakes a roller whose program is gone: one more card may come
                most = self._requested.get(hit, 0) + doubt + (hit in machine.unbraked)
                self._world.promise(
                    hit == 0 or counted is None or out <= most,
                    f"{out} cards left for hit {hit}, which asked for {most}",
                )

    def _hit(self, body: CommandBody | DrawCounted) -> None:
        assert body.hit is not None and body.measured is not None
        machine = self._world.machine
        truth, doubt = machine.truth[body.hit], body.measured.uncertain
        if body.measured.confirmed:
            held = body.cards == truth
        else:
            held = body.cards <= truth and (machine.doubted or truth <= body.cards + doubt)
        self._world.promise(
            held,
            f"hit {body.hit} is in the journal with {body.cards} cards "
            f"(and {doubt} in doubt), and {truth} left",
        )
        if isinstance(body, CommandBody):
            self._world.promise(
                not body.command.get("sticking") or machine.stuck.get(body.hit, True),
                f"hit {body.hit} is in the journal with a card that sticks, and none stuck",
            )

    def pages(self) -> None:
        """Whoever listens has the same table as the referee, once nothing is on its way."""
        life = self._world.referee.life
        if life is None or not self._world.referee.up or life.table._lock.locked():
            return  # in the middle of a request
        now_s, record = self._world.loop.time(), life.record
        for person in self._world.people:
            stream = person.stream
            settled = now_s - max(self._world.changed_s, stream.opened_s) > SETTLED_S
            if settled and stream.open and not stream.asleep and stream.in_flight == 0:
                self._page(person.name, stream, record)

    def _page(self, name: str, stream: Stream, record: Record) -> None:
        newest = self._world.whole_table()
        table = stream.table
        self._world.promise(table is not None, f"{name} listens and was told nothing")
        if table is None:
            return
        for part in ("tag", "state", "legal", "launcher", "seats"):
            self._world.promise(
                table[part] == newest[part],
                f"{name} shows another {part}: {_difference(table[part], newest[part])}",
            )
        self._world.promise(
            _wait(table) == _wait(newest), f"{name} shows another wait: {_wait(table)}"
        )
        self._world.promise(
            stream.log == newest["log"], f"{name} shows another log, at entry {record.seq}"
        )

    def hub_has_all(self) -> bool:
        """Whether the hub has the result of every game that is over, with its box, and no other."""
        return self._heard_results() == self._results()

    @property
    def results_heard(self) -> int:
        """How many results the hub has."""
        return len(self._heard_results())

    def hub_difference(self) -> str:
        """What a hub has in place of the results."""
        return f"the hub has {self._heard_results()} for {self._results()}"

    def _results(self) -> dict[int, object]:
        life = self._world.referee.life
        assert life is not None
        return {
            game.number: (
                sorted(_names(game.winner)),
                dict(game.scores),
                game.hits,
                game.edition == ID,
            )
            for game in life.record.games
            if game.over and game.number not in life.record.deleted
        }

    def _heard_results(self) -> dict[int, object]:
        club = self._world.club
        if club is None or club.store is None or club.hub is None or club.hub.dead:
            return {0: "the hub does not run"}
        boxes = club.store.boxes()
        results = once(club.store.results())
        if len({result.game for result in results}) < len(results):
            return {0: f"a game counts twice: {results}"}
        return {
            result.game: (
                *(sorted(result.winners), result.scores, result.hits),
                boxes.get(result.edition) == BOX,
            )
            for result in results
        }

    def entries(self) -> list[tuple[object, ...]]:
        """All entries, as they are on disk."""
        if not self._world.referee.path.exists():
            return []
        return self._read().execute("SELECT * FROM entry ORDER BY seq").fetchall()

    def entry(self, seq: int) -> Entry | None:
        """One entry, as it is on disk; None: there is none."""
        row = self._read().execute("SELECT * FROM entry WHERE seq = ?", (seq,)).fetchone()
        return None if row is None else _entry(*row)

    def close(self) -> None:
        """Look at nothing more."""
        if self._db is not None:
            self._db.close()

    def _rows(self, tap: Tap) -> list[tuple[int]]:
        question = "SELECT seq FROM entry WHERE key = ? OR key LIKE ?"
        rows: list[tuple[int]] = (
            self._read().execute(question, (tap.key, f"%\n{tap.key}")).fetchall()
        )
        return rows

    def _new_entries(self) -> list[Entry]:
        question = "SELECT * FROM entry WHERE seq > ? ORDER BY seq"
        return [_entry(*row) for row in self._read().execute(question, (self._last_seq,))]

    def _read(self) -> sqlite3.Connection:
        if self._db is None:
            self._db = sqlite3.connect(f"{self._world.referee.path.as_uri()}?mode=ro", uri=True)
        return self._db


def _entry(
    seq: int, game: int, kind: Kind, body: str, key: str | None, wall_s: int, print_: str | None
) -> Entry:
    return Entry(seq, game, kind, json.loads(body), key, wall_s, print_)


def _shown(record: Record) -> object:
    """The state as anybody sees it: two editions that a house changed alike are not equal."""
    return None if record.state is None else view(record.state)


def _wait(table: dict[str, Any]) -> object:
    """For whom the turn clock runs or stands still."""
    clock = table["clock"]
    return clock and (clock["player"], clock["runs"])


def _names(winner: str | tuple[str, ...] | None) -> tuple[str, ...]:
    return () if winner is None else (winner,) if isinstance(winner, str) else tuple(winner)


def _difference(shown: object, newest: object) -> str:
    if isinstance(shown, dict) and isinstance(newest, dict):
        names = [name for name in newest if shown.get(name) != newest[name]]
        shown, newest = ([part.get(name) for name in names] for part in (shown, newest))
        return f"{', '.join(names)}: {shown} for {newest}"
    return f"{shown} for {newest}"
