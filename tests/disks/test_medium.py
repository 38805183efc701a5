"""What a disk may hold after a power cut, and what it may not."""

from __future__ import annotations

from random import Random

import pytest

from tests.disks.medium import (
    FOLDER,
    Image,
    Names,
    Op,
    Resize,
    Sync,
    SyncFolder,
    Write,
    all_kept,
    only_synced,
    some_kept,
)

NAMED = (Names((("f", 1),)), SyncFolder(""))


def outcomes(*ops: Op) -> set[bytes | None]:
    """What the file may be; None: it may be gone."""
    return {some_kept(ops, Random(seed)).files.get("f") for seed in range(500)}


def test_what_a_sync_covered_is_certain_and_what_came_later_is_not() -> None:
    ops = (*NAMED, Write(1, 0, b"one"), Sync(1), Write(1, 0, b"two"))
    assert outcomes(*ops[:4]) == {b"one"}
    assert outcomes(*ops) == {b"one", b"two"}
    assert only_synced(ops).files == {"f": b"one"}
    assert all_kept(ops).files == {"f": b"two"}


def test_later_writes_may_be_there_without_earlier_ones() -> None:
    found = outcomes(*NAMED, Resize(1, 4), Sync(1), Write(1, 0, b"AA"), Write(1, 2, b"BB"))
    assert found == {b"\0\0\0\0", b"AA\0\0", b"\0\0BB", b"AABB"}


def test_a_write_is_torn_at_sectors_and_nowhere_else() -> None:
    old, new = b"o" * 1024, b"n" * 1024
    found = outcomes(*NAMED, Write(1, 0, old), Sync(1), Write(1, 256, new[:512]))
    halves = {old[:256] + a * 256 + b * 256 + old[768:] for a in (b"o", b"n") for b in (b"o", b"n")}
    assert found == halves


def test_a_file_may_have_grown_without_its_bytes() -> None:
    found = outcomes(*NAMED, Write(1, 0, b"new"))
    assert {b"", b"new", b"\0\0\0"} < found
    assert any(one not in (b"", b"new", b"\0\0\0") for one in found), "no garbage"
    assert all(one is not None and len(one) in (0, 3) for one in found)


def test_a_synced_file_may_have_no_name_until_its_folder_is_synced() -> None:
    ops = (Names((("f", 1),)), Write(1, 0, b"one"), Sync(1))
    assert outcomes(*ops) == {b"one", None}
    assert outcomes(*ops, SyncFolder("")) == {b"one"}


def test_a_file_in_a_folder_without_a_name_is_gone() -> None:
    ops = (Names((("d", FOLDER),)), Names((("d/f", 1),)), SyncFolder("d"))
    assert only_synced(ops) == Image({}, frozenset())
    assert all_kept(ops) == Image({"d/f": b""}, frozenset({"d"}))


@pytest.mark.parametrize("seed", range(20))
def test_a_renamed_file_has_one_of_both_names(seed: int) -> None:
    renamed = Names((("f", None), ("g", 1)))
    ops = (*NAMED, Write(1, 0, b"one"), Sync(1), renamed)
    assert some_kept(ops, Random(seed)).files in ({"f": b"one"}, {"g": b"one"})
