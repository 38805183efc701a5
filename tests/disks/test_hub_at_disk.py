"""A disk that takes nothing where a hub is: its file is not taken for another one."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from controller.base.errors import WRONG_USAGE, Trouble
from controller.club.hub import copies
from controller.club.hub.result_store import Store
from controller.workshop.doctor.club import _look_into
from tests.controller.club.hub.test_store import keep, result
from tests.disks.small import SmallDisk, small_disk

BYTES = 1024 * 1024


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[SmallDisk]:
    with small_disk(tmp_path / "disk", BYTES) as disk:
        yield disk


def left_by_a_power_cut(folder: Path, spare: Path) -> Path:
    """A hub's file whose one result is in the log alone."""
    store = Store(folder / "hub.sqlite3")
    keep(store, result(1, {"Ann": 1, "Bo": 2}))
    shutil.copytree(folder, spare, ignore=shutil.ignore_patterns("*-shm"))
    store.close()
    shutil.copytree(spare, folder, dirs_exist_ok=True)
    assert store.file.with_name(f"{store.file.name}-wal").stat().st_size
    return store.file


@pytest.mark.parametrize("refuse", [SmallDisk.fill, SmallDisk.make_read_only])
def test_a_disk_that_takes_nothing_is_not_taken_for_another_file(
    disk: SmallDisk, tmp_path: Path, refuse: Callable[[SmallDisk], None]
) -> None:
    file = left_by_a_power_cut(disk.folder, tmp_path / "spare")
    refuse(disk)
    with pytest.raises(Trouble, match=r"cannot be used \(.*\): make room, or allow it") as said:
        Store(file)
    assert said.value.exit_code == WRONG_USAGE
    _look_into(file)
    copy = tmp_path / "copy"
    assert copies.back_up(file, copy) == 1
    with pytest.raises(Trouble, match=f"{disk.folder / 'copy'} cannot be used"):
        copies.back_up(file, disk.folder / "copy")


def test_a_disk_that_cannot_be_read_is_named_and_not_that_of_the_copy(
    disk: SmallDisk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = left_by_a_power_cut(disk.folder, tmp_path / "spare")
    disk.make_read_only()
    monkeypatch.setattr("controller.journal.opening._folders", list)
    for look in (_look_into, lambda one: copies.back_up(one, tmp_path / "copy")):
        with pytest.raises(Trouble, match=f"^{file} cannot be read where it is"):
            look(file)


def test_the_newest_results_of_a_replaced_file_are_kept_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They were deleted where its log could not be merged into it."""
    folder = tmp_path / "hub"
    folder.mkdir()
    file = left_by_a_power_cut(folder, tmp_path / "spare")
    copies.back_up(file, tmp_path / "copy")
    connect = sqlite3.connect

    def refuse(database: Path | str, **options: Any) -> sqlite3.Connection:
        if database == file:
            raise sqlite3.OperationalError("disk I/O error")
        opened: sqlite3.Connection = connect(database, **options)
        return opened

    monkeypatch.setattr(sqlite3, "connect", refuse)
    _, kept = copies.restore(tmp_path / "copy", file)
    monkeypatch.undo()
    assert kept is not None
    assert not file.with_name(f"{file.name}-wal").exists()
    with closing(Store(kept)) as before, closing(Store(file)) as now:
        assert [len(one.results()) for one in (before, now)] == [1, 1]
