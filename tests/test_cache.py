"""What is kept outside the checkout: complete, from the same inputs, and not without end."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import cache
from tests.cache import NEWEST, cached


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ROLLERDECK_CACHE", str(tmp_path))
    return tmp_path


def file_of(text: str) -> Callable[[Path], Path]:
    def make(aside: Path) -> Path:
        (aside / "file").write_text(text)
        return aside / "file"

    return make


def refuse(aside: Path) -> Path:
    raise AssertionError(f"nothing is to be made in {aside}")


def break_off(aside: Path) -> Path:
    (aside / "half").mkdir()
    raise OSError("no space")


def stop_using() -> None:
    """What the end of the process does."""
    while cache._in_use:
        os.close(cache._in_use.pop())


def test_the_same_inputs_are_made_once_and_others_anew() -> None:
    assert cached("disk", ["systemd=1", "code"], file_of("one")).read_text() == "one"
    assert cached("disk", ["systemd=1", "code"], refuse).read_text() == "one"
    assert cached("disk", ["systemd=2", "code"], file_of("two")).read_text() == "two"
    assert cached("disk", ["systemd=1", "changed"], file_of("three")).read_text() == "three"
    assert cached("root", ["systemd=1", "code"], file_of("four")).read_text() == "four"


def test_what_was_broken_off_is_no_entry(folder: Path) -> None:
    with pytest.raises(OSError, match="no space"):
        cached("disk", ["a"], break_off)
    assert [entry.name for entry in folder.iterdir()] == ["disk.lock"]
    (folder / "disk.killed" / "half").mkdir(parents=True)
    cached("disk", ["a"], file_of("whole"))
    assert not (folder / "disk.killed").exists()


def test_while_an_entry_is_made_a_second_process_waits(folder: Path) -> None:
    def make(aside: Path) -> Path:
        with (folder / "disk.lock").open("w") as second, pytest.raises(BlockingIOError):
            fcntl.flock(second, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return file_of("")(aside)

    cached("disk", ["a"], make)


def folder_of_files(aside: Path) -> Path:
    (aside / "root" / "etc").mkdir(parents=True)
    return aside / "root"


@pytest.mark.parametrize("make", [file_of(""), folder_of_files], ids=["file", "folder"])
def test_the_entries_used_last_stay_and_those_in_use(
    make: Callable[[Path], Path], folder: Path
) -> None:
    entries = [cached("disk", [str(nth)], make) for nth in range(NEWEST + 2)]
    for nth, entry in enumerate(entries):
        os.utime(entry, (nth, nth))
    assert cached("disk", ["0"], refuse) == entries[0]
    assert all(entry.exists() for entry in entries), "each is in use"
    stop_using()
    other = cached("disk", ["other"], make)
    left = {entry.name for entry in folder.iterdir()} - {"disk.lock"}
    newest = (entries[0], *entries[2 - NEWEST :], other)
    assert left == {entry.name for entry in newest}
    stop_using()
