"""A disk that takes nothing when the referee starts, or when somebody rescues the games."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from controller.base.errors import Trouble
from controller.games.backups import back_up, restore
from controller.games.exported import scenario
from controller.journal import opening
from controller.journal.journal import Journal
from controller.journal.opening import disk_problem_key, read_only
from controller.journal.reading import Damaged, read_entries, read_game, unreadable
from controller.table import table as table_module
from tests.disks.small import SmallDisk, small_disk
from tests.worlds.evening import PLAY, Evening, refusal, until, wrong

BYTES = 1024 * 1024


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[SmallDisk]:
    with small_disk(tmp_path / "disk", BYTES) as disk:
        yield disk


async def ended_in_order(disk: SmallDisk, _spare: Path) -> Evening:
    evening = Evening(disk.folder)
    await evening.begin()
    await evening.die()
    return evening


async def left_by_a_power_cut(disk: SmallDisk, spare: Path, *, index: bool = False) -> Evening:
    """An evening whose newest entries are in the log alone, with or without the log's index."""
    evening = Evening(disk.folder)
    await evening.begin()
    lost = ["*.lock"] if index else ["*-shm", "*.lock"]
    shutil.copytree(disk.folder, spare, ignore=shutil.ignore_patterns(*lost))
    await evening.die()
    shutil.copytree(spare, disk.folder, dirs_exist_ok=True)
    assert (disk.folder / f"{evening.path.name}-wal") in disk.files()
    return evening


@pytest.mark.parametrize(
    "left", [ended_in_order, left_by_a_power_cut], ids=lambda left: left.__name__
)
@pytest.mark.parametrize(
    ("refuse", "allow", "advice"),
    [
        pytest.param(SmallDisk.fill, SmallDisk.free, "Free some disk space", id="full"),
        pytest.param(
            SmallDisk.make_read_only,
            SmallDisk.make_writable,
            "Find out why this disk is read-only",
            id="read-only",
        ),
    ],
)
async def test_a_referee_whose_disk_takes_nothing_shows_the_game_and_goes_on_when_it_does(
    disk: SmallDisk,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    refuse: Callable[[SmallDisk], None],
    allow: Callable[[SmallDisk], None],
    advice: str,
    left: Callable[[SmallDisk, Path], Awaitable[Evening]],
) -> None:
    monkeypatch.setattr(table_module, "RETRY_S", 0.0)
    evening = await left(disk, tmp_path / "spare")
    refuse(disk)
    table = await evening.open()
    assert evening.state["turn"] == "Bo"
    assert advice in wrong(table)
    assert (await refusal(table.command(PLAY)))[0] == "not_saved"
    assert not await evening.journal.try_again()
    allow(disk)
    await until(lambda: not wrong(table))  # it looks by itself
    await table.command(PLAY)
    assert evening.state["turn"] == "Cy"
    await evening.close()


async def test_a_journal_that_can_be_opened_only_to_read_takes_entries_later(
    disk: SmallDisk, tmp_path: Path
) -> None:
    evening = await left_by_a_power_cut(disk, tmp_path / "spare", index=True)
    disk.make_read_only()
    table = await evening.open()
    assert "Find out why this disk is read-only" in wrong(table)
    disk.make_writable()
    await table.command(PLAY)
    assert not wrong(table)
    await evening.close()


async def test_a_journal_that_others_could_read_is_closed_to_them_when_the_disk_takes_it(
    disk: SmallDisk,
) -> None:
    evening = Evening(disk.folder)
    await evening.begin()
    await evening.die()
    evening.path.chmod(0o644)
    disk.make_read_only()
    await evening.open()
    disk.make_writable()
    assert await evening.journal.try_again()
    assert evening.path.stat().st_mode & 0o777 == 0o600
    await evening.close()


async def test_a_read_only_disk_where_no_referee_has_been_is_named(disk: SmallDisk) -> None:
    disk.make_read_only()
    with pytest.raises(Trouble, match="Read-only file system"):
        Journal.open(disk.folder / "journal")


def test_a_disk_that_became_read_only_while_people_play_is_named(disk: SmallDisk) -> None:
    disk.make_read_only()  # the kernel does so only if no file is open for writing
    assert (
        disk_problem_key(error_of("SQLITE_IOERR_WRITE"), disk.folder / "journal")
        == "disk.read_only"
    )


async def test_a_full_disk_is_looked_at_again_though_nothing_is_to_be_written(
    disk: SmallDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_module, "RETRY_S", 0.0)
    evening = Evening(disk.folder)
    await evening.open()
    await evening.die()
    disk.fill()
    table = await evening.open()
    assert "Free some disk space" in wrong(table)
    disk.free()
    await until(lambda: not wrong(table))
    assert evening.journal.last_seq == 0
    await evening.close()


async def test_the_games_on_a_read_only_disk_are_rescued(
    disk: SmallDisk,
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scratch = tmp_path_factory.mktemp("scratch")
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    evening = await left_by_a_power_cut(disk, tmp_path / "spare")
    disk.make_read_only()
    kinds = [entry.kind for entry in read_entries(evening.path).entries]
    assert kinds == ["game", "command", "intent"]
    assert "turn_up" in (scenario(read_game(evening.path, 1), evening.path, False) or "")
    copy = tmp_path / "copy.sqlite3"
    assert back_up(evening.path, copy) == 1
    assert len(read_entries(copy).entries) == 3
    with pytest.raises(Trouble, match=f"{disk.folder / 'copy'} cannot be written"):
        back_up(evening.path, disk.folder / "copy")
    assert is_empty(scratch)


async def test_a_journal_that_is_written_while_it_is_copied_is_not_read_in_half(
    disk: SmallDisk,
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As where the disk is full, and a referee that has its room already goes on."""
    folders = [str(tmp_path_factory.mktemp(name)) for name in ("first", "second")]
    monkeypatch.setattr(opening, "_folders", lambda: folders)
    evening = await left_by_a_power_cut(disk, tmp_path / "spare")
    log = evening.path.with_name(f"{evening.path.name}-wal")
    whole = log.read_bytes()
    log.write_bytes(whole[: len(whole) // 2])
    disk.fill()
    copied: list[Path] = []
    copyfile = shutil.copyfile

    def copy(source: Path, target: Path) -> None:
        copyfile(source, target)
        copied.append(target)
        if len(copied) == 1:
            disk.free()
            log.write_bytes(whole)
            disk.fill()

    monkeypatch.setattr(shutil, "copyfile", copy)
    assert len(read_entries(evening.path).entries) == 3
    assert [str(one.parent.parent) for one in copied] == [*folders[:1] * 2, *folders[1:] * 2]


async def test_half_a_transaction_is_not_read_as_if_it_were_whole(
    disk: SmallDisk, tmp_path: Path
) -> None:
    """Its journal for taking it back says what to undo, and no copy without it is right."""
    evening = await ended_in_order(disk, tmp_path)
    evening.path.with_name(f"{evening.path.name}-journal").write_bytes(b"x" * 1024)
    disk.make_read_only()
    with pytest.raises(Trouble, match="cannot be read, because its disk is read-only"):
        read_entries(evening.path)


async def test_a_backup_that_its_disk_does_not_give_is_not_called_damaged(
    disk: SmallDisk, tmp_path: Path
) -> None:
    evening = await left_by_a_power_cut(disk, tmp_path / "spare")
    disk.make_read_only()
    with pytest.raises(Trouble, match="cannot be read, because its disk is read-only") as said:
        restore(evening.path, tmp_path / "journal")
    assert said.value.exit_code == 2


def test_a_journal_that_another_program_keeps_to_itself_is_not_called_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "journal"
    Journal.open(path)[0].close()
    connect = partial(sqlite3.connect, timeout=0)
    monkeypatch.setattr(sqlite3, "connect", connect)
    with closing(connect(path)) as other:
        other.execute("PRAGMA journal_mode = DELETE")
        other.execute("BEGIN EXCLUSIVE")
        for look in (read_entries, lambda one: restore(one, tmp_path / "another")):
            with pytest.raises(Trouble, match="because another program uses it") as said:
                look(path)
            assert "backup" not in str(said.value)


def is_empty(folder: Path) -> bool:
    return not any(folder.iterdir())


async def test_a_copy_names_the_disk_that_cannot_be_read_and_not_its_own(tmp_path: Path) -> None:
    broken = tmp_path / "journal"
    broken.write_bytes(b"no journal" * 1000)
    with pytest.raises(Trouble, match=f"The journal {broken} cannot be read as a journal"):
        back_up(broken, tmp_path / "copy")


def error_of(name: str) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("it fails")
    error.sqlite_errorname = name
    error.sqlite_errorcode = getattr(sqlite3, name)
    return error


@pytest.mark.parametrize(
    "name",
    [
        *("SQLITE_FULL", "SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_IOERR_SHMSIZE"),
        *("SQLITE_PERM", "SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_PROTOCOL"),
    ],
)
def test_what_says_nothing_of_the_journal_is_no_damage(tmp_path: Path, name: str) -> None:
    trouble = unreadable(tmp_path / "journal", error_of(name))
    assert not isinstance(trouble, Damaged)
    assert trouble.exit_code == 2
    assert "backup" not in str(trouble)


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("SQLITE_FULL", "disk.full"),
        ("SQLITE_READONLY", "disk.read_only"),
        ("SQLITE_IOERR_WRITE", "disk.failing"),
        ("SQLITE_CANTOPEN", "disk.failing"),
        ("SQLITE_PERM", "disk.failing"),
        ("SQLITE_BUSY", "disk.failing"),
        ("SQLITE_CORRUPT", "disk.failing"),
    ],
)
def test_a_disk_with_room_is_not_said_to_be_full(tmp_path: Path, name: str, key: str) -> None:
    assert disk_problem_key(error_of(name), tmp_path / "journal") == key


@pytest.mark.parametrize("name", ["SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_IOERR_READ"])
def test_what_is_lost_is_damage(tmp_path: Path, name: str) -> None:
    trouble = unreadable(tmp_path / "journal", error_of(name))
    assert isinstance(trouble, Damaged)
    assert "put a backup in its place" in str(trouble)


def test_a_file_that_is_missing_is_not_copied(tmp_path: Path) -> None:
    with pytest.raises(sqlite3.OperationalError, match="unable to open"):
        read_only(tmp_path / "none").execute("PRAGMA schema_version")
