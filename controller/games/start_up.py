"""Opens the journal for a start of the referee, quickly and also where it is damaged.

A start reads the entries of the games that are not in the index, and those of draws after them;
without an index, every entry. In a journal with a gap, the game goes on before the gap, and the
damaged journal is kept.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import chain, islice
from pathlib import Path

from controller.base.errors import WRONG_USAGE, Trouble
from controller.games.backups import set_aside
from controller.games.index import Past, read_past
from controller.games.journal_replay import replay
from controller.games.record import Record
from controller.journal.durable import sync
from controller.journal.entry import Entry, row_of
from controller.journal.journal import Journal
from controller.journal.lock import locked
from controller.journal.reading import Gap, fold_entries
from controller.journal.schema import Identity, lay


def open_journal(
    path: Path,
    say: Callable[[str], None],
    new: Callable[[], Identity] = Identity.new,
    wall_clock: Callable[[], float] = time.time,
) -> tuple[Journal, Record]:
    """Open or create a journal. Entries after a gap are left out, and ``say`` gets a sentence.

    ``new`` and ``wall_clock``: see ``Journal.open_as``.

    Returns the journal and its record. Raises ``Trouble`` like ``Journal.open`` and ``replay``,
    and if no entry before the damage can be read.
    """
    with suppress(Gap):  # there may be an earlier one that the index hides
        return _open(path, read_past(path), new, wall_clock)
    try:
        return _open(path, None, new, wall_clock)
    except Gap as gap:
        damaged = _go_back(path, gap)
        say(
            f"The journal {path} is damaged after entry {gap.last_seq}: the game goes on from "
            f"there, and what was found is kept as {damaged}. There may be a newer state among the "
            "backups (`rollerdeck restore`)."
        )
    return _open(path, None, new, wall_clock)


def _open(
    path: Path,
    past: Past | None,
    new: Callable[[], Identity],
    wall_clock: Callable[[], float],
) -> tuple[Journal, Record]:
    def fold(entries: Iterator[Entry]) -> Record:
        first = next(entries, None)
        if first is None:
            return Record()
        before = past.record() if past and first.seq > 1 else Record()
        return replay(chain([first], entries), path, before)

    return Journal.open_as(path, fold, new, past.at if past else None, wall_clock)


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
