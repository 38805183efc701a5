"""Only its owner can read a journal, from the first moment, also with a careless umask."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from controller.base.paths import backups_of
from controller.games.backups import Backups, back_up, restore
from controller.journal.journal import Journal
from tests.worlds.evening import Evening, make_old


@pytest.fixture(autouse=True)
def careless(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A umask that keeps nothing from anybody; SQLite may not be the one who makes a file."""
    connect = sqlite3.connect

    def watched(path: Any, *more: Any, **named: Any) -> Any:
        if "mode=ro" not in str(path):
            assert mode(Path(path)) == 0o600
        return connect(path, *more, **named)

    monkeypatch.setattr(sqlite3, "connect", watched)
    before = os.umask(0)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def modes(folder: Path) -> dict[str, int]:
    """Of every file in a folder and below."""
    return {one.name: mode(one) for one in folder.rglob("*") if one.is_file()}


async def test_the_seeds_of_a_journal_are_kept_from_others(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    await evening.begin()
    await Backups(evening.path, 3, 0, print).make_one()
    back_up(evening.path, tmp_path / "copy")
    assert set(modes(tmp_path)) == {
        *(f"journal.sqlite3{end}" for end in ("", "-wal", "-shm", ".lock")),
        *("games-000001.sqlite3", "copy"),
    }
    assert set(modes(tmp_path).values()) == {0o600}
    assert mode(backups_of(evening.path)) == 0o700
    await evening.die()
    restore(tmp_path / "copy", evening.path)
    assert set(modes(tmp_path).values()) == {0o600}


async def test_a_journal_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    await evening.begin()
    await evening.die()
    make_old(evening.path)
    with closing(sqlite3.connect(evening.path)) as other:
        other.execute("SELECT * FROM meta").fetchall()  # so that the log's files are there
        for name in modes(tmp_path):
            (tmp_path / name).chmod(0o644)
        Journal.open(evening.path)[0].close()
    assert set(modes(tmp_path).values()) == {0o600}
    assert "schema-1.sqlite3" in modes(tmp_path)
