"""A journal with a gap: the game goes on from there, and what was found is kept beside it."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

from controller.backup import set_aside
from controller.durable import sync
from controller.errors import WRONG_USAGE, Trouble
from controller.journal import Entry, Gap, Journal, lay
from controller.journal_lock import locked


def open_journal(path: Path, say: Callable[[str], None]) -> tuple[Journal, tuple[Entry, ...]]:
    """Open or begin a journal; what follows a gap in it is left behind, and ``say`` is told.

    Raises ``Trouble`` like ``Journal.open``, also where nothing before the damage can be read.
    """
    try:
        return Journal.open(path)
    except Gap as gap:
        kept = _go_back(path, gap)
        say(
            f"The journal {path} is damaged after entry {len(gap.kept)}: the game goes on from "
            f"there, and what was found is kept as {kept}. There may be a newer state among the "
            "backups (`rollerdeck restore`)."
        )
    return Journal.open(path)


def _go_back(path: Path, gap: Gap) -> Path:
    """Put what can be read of a journal in its place; returns where the old one is kept.

    A new journal, with a name of its own: the launcher may remember hits that are lost.
    """
    last = gap.kept[-1]
    with locked(path):
        real = Path(os.path.realpath(path))
        draft = real.with_name(real.name + ".new")
        try:
            lay(draft, (*gap.kept, Entry(last.seq + 1, last.game, "gap", {}, None, last.wall_s)))
            sync(draft)
            kept = set_aside(real, draft)
            draft.replace(real)
            sync(real.parent)
        except (OSError, sqlite3.Error) as error:
            raise Trouble(
                f"The journal {path} is damaged, and nothing can be written beside it "
                f"({error}); make room or allow it.",
                WRONG_USAGE,
            ) from None
    return kept
