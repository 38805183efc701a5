"""Backups that nobody asks for."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from os import SEEK_END
from pathlib import Path

import pytest

from controller.base.paths import backups_of
from controller.games.backups import Backups, restore
from controller.journal.reading import read_entries
from tests.worlds.evening import GAME, Evening, until


class Kept:
    """An evening whose referee keeps three backups."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.said: list[str] = []

    async def open(self, kept: int = 3) -> asyncio.Task[None]:
        table = await self.evening.open()
        number = table.record.number
        self.backups = Backups(table.journal, kept, number, self.said.append)
        self.evening.changed = lambda new: self.look()
        return asyncio.create_task(self.backups.make())

    def look(self) -> None:
        record = self.evening.table.record
        self.backups.look(record.number, record.seq)

    async def game(self) -> None:
        """One more game, and the backup that it is due, or why there is none."""
        before = (self.names, len(self.said))
        await self.evening.table.new_game(GAME)
        await until(lambda: (self.names, len(self.said)) != before)
        # the oldest goes last
        await until(lambda: len(self.names) <= 3)

    @property
    def names(self) -> list[str]:
        folder = self.backups.folder
        return sorted(one.name for one in folder.glob("*.sqlite3")) if folder.is_dir() else []


@pytest.fixture
async def kept(evening: Evening) -> AsyncIterator[Kept]:
    kept = Kept(evening)
    task = await kept.open()
    yield kept
    task.cancel()


def games(file: Path) -> int:
    return sum(entry.kind == "game" for entry in read_entries(file).entries)


async def test_each_game_leaves_one_and_the_oldest_go(kept: Kept) -> None:
    for _ in range(5):
        await kept.game()
    assert kept.names == [f"games-00000{nth}.sqlite3" for nth in (3, 4, 5)]
    assert [games(kept.backups.folder / name) for name in kept.names] == [3, 4, 5]
    assert kept.said == []
    assert kept.backups.folder.stat().st_mode & 0o777 == 0o700


async def test_a_long_journal_is_copied_once_it_has_grown_by_a_fiftieth(kept: Kept) -> None:
    def copies(number: int) -> Callable[[], bool]:
        return lambda: len(kept.names) == number

    kept.backups.look(7, 1000)
    await until(copies(1))
    kept.backups.look(8, 1019)
    kept.backups.look(9, 1020)
    await until(copies(2))
    kept.backups.look(10, 1040)
    await asyncio.sleep(0)
    assert len(kept.names) == 2, "1040 is not a fiftieth more than 1020"
    kept.backups.look(11, 1041)
    await until(copies(3))


async def test_other_entries_and_starts_make_none(kept: Kept) -> None:
    await kept.game()
    await kept.evening.table.command({"do": "turn_up", "card": "red-5"})
    for _ in range(3):
        await kept.evening.die()
        task = await kept.open()
        await kept.evening.press()
        kept.look()
        assert not kept.backups._due.is_set()
        task.cancel()
    assert kept.names == ["games-000001.sqlite3"]


async def test_a_backup_can_be_restored_and_its_successors_do_not_go_first(
    kept: Kept, tmp_path: Path
) -> None:
    for _ in range(3):
        await kept.game()
    other = tmp_path / "other" / "journal.sqlite3"
    other.parent.mkdir()
    assert restore(kept.backups.folder / kept.names[0], other)[0] == 1
    with closing(sqlite3.connect(other)) as db:
        assert db.execute("SELECT count(*) FROM entry WHERE kind = 'game'").fetchone() == (1,)
    await kept.game()
    assert kept.names[-1] == "games-000004.sqlite3"


async def test_one_that_cannot_be_made_is_said_and_the_game_goes_on(kept: Kept) -> None:
    backups_of(kept.evening.path).write_text("in the way")
    await kept.game()
    assert kept.said[0].startswith(f"No backup was made in {kept.backups.folder}: ")
    await kept.evening.table.command({"do": "turn_up", "card": "red-5"})


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        ("DELETE FROM entry WHERE seq = 2", "has 2 entries up to entry 3"),
        ("UPDATE entry SET body = '{' WHERE seq = 2", "has an entry that cannot be read"),
        ("DELETE FROM meta", "has lost its identity"),
    ],
)
async def test_no_copy_of_a_damaged_journal_pushes_out_a_good_one(
    kept: Kept, damage: str, why: str
) -> None:
    await kept.game()
    await kept.evening.table.command({"do": "turn_up", "card": "red-5"})
    with closing(sqlite3.connect(kept.evening.path)) as db, db:
        db.execute(damage)
    await kept.backups.make_one()
    assert kept.names == ["games-000001.sqlite3"]
    assert [why in said for said in kept.said] == [True]


async def test_no_copy_is_made_of_a_journal_with_a_torn_page(kept: Kept) -> None:
    await kept.game()
    with closing(sqlite3.connect(kept.evening.path)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with kept.evening.path.open("r+b") as file:
        file.seek(-1024, SEEK_END)
        file.write(bytes(range(256)) * 4)
    await kept.backups.make_one()
    assert kept.names == ["games-000001.sqlite3"]
    assert ["cannot be read as a journal" in said for said in kept.said] == [True]


async def test_files_of_others_are_left_alone(kept: Kept) -> None:
    kept.backups.folder.mkdir()
    own = kept.backups.folder / "games-of-christmas.sqlite3"
    own.write_text("")
    for _ in range(2):
        await kept.game()
    assert own.exists()


async def test_none_are_made_where_none_are_wanted(evening: Evening) -> None:
    kept = Kept(evening)
    task = await kept.open(kept=0)
    await evening.table.new_game(GAME)
    await until(lambda: not kept.backups._due.is_set())
    task.cancel()
    assert not kept.backups.folder.exists()
