"""Making a backup of a long journal delays nothing: SQLite works beside the interpreter's lock."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec

from controller.games.backups import back_up, keep
from controller.games.entries import Begun, CommandBody
from controller.journal.entry import Entry, row_of
from controller.journal.schema import lay
from tests.worlds.evening import GAME

SHORT, LONG = 20, 400


def journal(folder: Path, entries: int) -> Path:
    """A journal of so many entries."""
    path = folder / f"journal-{entries}"
    begun = msgspec.to_builtins(Begun(GAME, "5eed", "measured"))
    said = ({"do": "turn_up", "card": "red-5"}, {"do": "undo"})
    commands = [msgspec.to_builtins(CommandBody(said[seq % 2])) for seq in range(entries - 1)]
    laid = [Entry(1, 1, "game", begun)]
    laid += [Entry(seq, 1, "command", body) for seq, body in enumerate(commands, 2)]
    lay(path, map(row_of, laid))
    return path


def steps(work: Callable[[Path, Path], object], path: Path) -> int:
    """How many lines of Python copying a journal takes. Only these hold the lock."""
    taken = 0

    def one_more(frame: FrameType, event: str, arg: object) -> Any:
        nonlocal taken
        taken += 1
        return one_more

    before = sys.gettrace()
    sys.settrace(one_more)
    try:
        work(path, path.with_name(f"{path.name}-{work.__name__}"))
    finally:
        sys.settrace(before)
    return taken


def test_a_long_backup_holds_nobody_up_longer_than_a_short_one(tmp_path: Path) -> None:
    short, long = journal(tmp_path, SHORT), journal(tmp_path, LONG)
    by_sqlite = steps(keep, long)
    assert by_sqlite == steps(keep, short)
    # why only the command, in a process of its own, puts every game to the rules again
    assert steps(back_up, long) > 10 * by_sqlite
