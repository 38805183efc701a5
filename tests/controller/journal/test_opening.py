"""Every connection to a journal is closed, whichever statement fails."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from controller.base.errors import Trouble
from controller.club.hub.hub_file import open_file, open_to_read
from controller.evenings.reckoning import update_index
from controller.games.backups import back_up, restore
from controller.journal.journal import Journal
from controller.journal.opening import read_only
from controller.journal.reading import look_through, read_entries, read_game
from tests.worlds.evening import Evening


class Failing(sqlite3.Connection):
    """A connection of which one statement fails, or all from there, counted over all of them."""

    opened: list[Failing]
    statements_left: int
    ever_after: bool

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.closed = False
        Failing.opened.append(self)

    def execute(self, *args: Any) -> sqlite3.Cursor:
        Failing.statements_left -= 1
        if Failing.statements_left == 0 or (Failing.statements_left < 0 and Failing.ever_after):
            error = sqlite3.OperationalError("unable to open database file")
            error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
            error.sqlite_errorname = "SQLITE_CANTOPEN"
            raise error
        return super().execute(*args)

    def close(self) -> None:
        self.closed = True
        super().close()


def open_and_close(path: Path) -> None:
    journal, _ = Journal.open(path)
    journal.close()


def use_hub(path: Path) -> None:
    open_file(path.with_name("hub")).close()
    open_to_read(path.with_name("hub")).close()


USES: dict[str, Callable[[Path], object]] = {
    "opened": open_and_close,
    "read": read_entries,
    "one game": lambda path: read_game(path, 1),
    "index": update_index,
    "looked through": look_through,
    "read only": lambda path: read_only(path).close(),
    "backed up": lambda path: back_up(path, path.with_name("copy")),
    "restored": lambda path: restore(path, path.with_name("other")),
    "hub": use_hub,
}


@pytest.mark.parametrize(
    "ever_after",
    [
        pytest.param(False, id="once", marks=pytest.mark.thorough),
        pytest.param(True, id="ever after"),
    ],
)
@pytest.mark.parametrize("use", USES.values(), ids=USES.keys())
async def test_every_connection_is_closed_whichever_statement_fails(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    use: Callable[[Path], object],
    *,
    ever_after: bool,
) -> None:
    evening = Evening(tmp_path / "evening")
    await evening.begin()
    left = shutil.copytree(evening.path.parent, tmp_path / "left")  # with entries in its log
    await evening.close()
    monkeypatch.setattr(Failing, "ever_after", ever_after, raising=False)
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Failing))
    failing = 0
    while True:
        failing += 1
        Failing.opened, Failing.statements_left = [], failing
        folder = shutil.copytree(left, tmp_path / str(failing))
        with suppress(Trouble, sqlite3.Error):
            use(folder / evening.path.name)
        assert [nth for nth, one in enumerate(Failing.opened) if not one.closed] == [], failing
        if Failing.statements_left > 0:
            break
    assert failing > 1, "no statement failed"
