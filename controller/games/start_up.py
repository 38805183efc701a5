"""Opens the journal for a start of the referee, quickly and also where it is damaged.

An index of all games but the newest lets a start read only the newest game's entries. It stands in
a file beside the journal, which can be deleted at any time: the next start then reads every entry,
and writes the index anew. In a journal with a gap, the game goes on before the gap, and the damaged
journal is kept.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path

import msgspec

from controller.base.errors import WRONG_USAGE, Trouble
from controller.base.outside import decode
from controller.base.paths import index_of
from controller.games.backups import set_aside
from controller.games.journal_replay import steps
from controller.games.record import LogLine, Record
from controller.games.shelf import GameSummary
from controller.journal.durable import sync, write_private
from controller.journal.entry import Entry, row_of
from controller.journal.journal import Journal
from controller.journal.lock import locked
from controller.journal.reading import Gap, Place, fold_entries, place_of
from controller.journal.schema import lay
from controller.seats.roster import Roster

VERSION = 2
"""Of the file. An index of another version is made anew."""

WRITTEN_AFTER = 2000
"""An index is written anew if at least so many entries of past games are not in it: to read fewer
takes less than a memory card suffers from a file of megabytes at each start."""


class Index(msgspec.Struct, frozen=True):
    """What an entry that begins a game leaves as it was."""

    version: int
    at: Place
    """The last entry before the newest game."""
    games: tuple[GameSummary, ...]
    deleted: frozenset[int]
    log: tuple[LogLine, ...]
    last_hit: int
    last_measured: int
    last_weighed: int
    presses: int
    sessions: int
    roster: Roster

    def record(self) -> Record:
        """The record after this index's last entry, without the game that was on the table."""
        return Record(
            seq=self.at.seq,
            number=self.games[-1].number if self.games else 0,
            shelf=self.games,
            deleted=self.deleted,
            log=self.log,
            last_hit=self.last_hit,
            last_measured=self.last_measured,
            last_weighed=self.last_weighed,
            presses=self.presses,
            sessions=self.sessions,
            roster=self.roster,
        )


@dataclass(frozen=True, slots=True)
class Replayed:
    """What the entries of a journal come to."""

    record: Record
    past: tuple[Entry, Record] | None
    """The last entry before the newest game, and the record after it; None: the index ends there,
    or no game has begun."""


def replay_after(index: Index | None, entries: Iterable[Entry], path: Path) -> Replayed:
    """Replay all entries of a journal, or those after the place of its index.

    Raises ``Trouble`` like ``replay``.
    """
    coming = iter(entries)
    first = next(coming, None)
    if first is None:
        return Replayed(Record(), None)
    record = Record() if index is None or first.seq == 1 else index.record()
    step: tuple[Entry, Record] | None = None
    past: tuple[Entry, Record] | None = None
    for step_after in steps(chain([first], coming), path, record):
        if step_after[0].kind == "game":
            past = step
        step = step_after
    return Replayed(record if step is None else step[1], past)


def read_index(journal: Path) -> Index | None:
    """The index beside a journal; None: it is missing, damaged, or of another version."""
    try:
        index = msgspec.convert(decode(index_of(journal).read_bytes()), Index)
    except (OSError, ValueError, msgspec.MsgspecError):  # "/" has no file beside it
        return None
    return index if index.version == VERSION else None


def write_index(journal: Path, identity: str, index: Index | None, replayed: Replayed) -> None:
    """Write the index of the journal with this identity anew, if it lacks many entries.

    ``index``: what was read of it, if it could be read.
    """
    if replayed.past is None:
        return
    entry, record = replayed.past
    if entry.seq - (index.at.seq if index else 0) < WRITTEN_AFTER:
        return
    content = Index(
        VERSION,
        place_of(identity, entry),
        record.games,
        record.deleted,
        record.log,
        record.last_hit,
        record.last_measured,
        record.last_weighed,
        record.presses,
        record.sessions,
        record.roster,
    )
    with suppress(OSError):  # the next start reads every entry again
        write_private(index_of(journal), msgspec.json.encode(content))


def open_journal(path: Path, say: Callable[[str], None]) -> tuple[Journal, Record]:
    """Open or create a journal. Entries after a gap are left out, and ``say`` gets a sentence.

    Returns the journal and its record. Raises ``Trouble`` like ``Journal.open`` and ``replay``,
    and if no entry before the damage can be read.
    """
    with suppress(Gap):  # there may be an earlier one that the index hides
        return _open(path, read_index(path))
    try:
        return _open(path, None)
    except Gap as gap:
        damaged = _go_back(path, gap)
        say(
            f"The journal {path} is damaged after entry {gap.last_seq}: the game goes on from "
            f"there, and what was found is kept as {damaged}. There may be a newer state among the "
            "backups (`rollerdeck restore`)."
        )
    return _open(path, None)


def _open(path: Path, index: Index | None) -> tuple[Journal, Record]:
    journal, replayed = Journal.open_as(
        path, lambda entries: replay_after(index, entries, path), after=index.at if index else None
    )
    write_index(path, journal.id, index, replayed)
    return journal, replayed.record


def _go_back(path: Path, gap: Gap) -> Path:
    """Replace a journal by what can be read of it. Returns where the old one is kept.

    The new journal has its own identity, because the launcher may remember hits that are lost.
    """
    with locked(path):
        real = Path(os.path.realpath(path))
        _, kept_entries = fold_entries(real, lambda entries: tuple(islice(entries, gap.last_seq)))
        last = kept_entries[-1]
        gap_entry = Entry(last.seq + 1, last.game, "gap", {}, None, last.wall_s)
        draft = real.with_name(real.name + ".new")
        try:
            lay(draft, map(row_of, (*kept_entries, gap_entry)))
            sync(draft)
            damaged = set_aside(real, draft)
            draft.replace(real)
            sync(real.parent)
        except (OSError, sqlite3.Error) as error:
            raise Trouble(
                f"The journal {path} is damaged, and nothing can be written beside it "
                f"({error}); make room or allow it.",
                WRONG_USAGE,
            ) from None
    return damaged
