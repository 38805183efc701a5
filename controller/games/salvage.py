"""A journal with a gap: the game goes on before the gap, and the damaged journal is kept."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from pathlib import Path

from controller.base.errors import WRONG_USAGE, Trouble
from controller.games.backup import set_aside
from controller.games.index import Index, read_index, replay_after, write_index
from controller.games.record import Record
from controller.journal.durable import sync
from controller.journal.entry import Entry, row_of
from controller.journal.journal import Journal
from controller.journal.lock import locked
from controller.journal.reading import Gap, fold_entries
from controller.journal.tables import lay


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
