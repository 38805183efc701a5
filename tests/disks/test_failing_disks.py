"""A disk that is full, read-only or broken now and then: said in a sentence, and nothing is lost.

strace makes the journal's own calls fail, each of them in turn; people say everything again until
it is taken (`stubborn.py`).
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from controller.journal.reading import read_entries
from tests.need import need_program
from tests.processes import PATIENCE_S

COMMANDS = 12
JOURNAL_CALLS = "pwrite64,fdatasync,fsync,ftruncate"
KEYS = {"ENOSPC": "disk.full", "EIO": "disk.failing", "EROFS": "disk.failing"}


def play(folder: Path, call: str, error: str, first: int, step: int) -> dict[str, Any]:
    """An evening with a disk on which every so many-th call fails; what people were told."""
    strace = need_program("strace", "apt-get install strace")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    journal, told = folder / "journal", folder / "told"
    files = [f"{journal}{end}" for end in ("", "-wal", ".new", ".new-wal", ".new-journal")]
    subprocess.run(
        [
            *(strace, "-f", "--seccomp-bpf", "-qq", "-o", str(folder / "trace")),
            *(argument for file in files for argument in ("-P", file)),
            *("-e", f"trace={JOURNAL_CALLS}"),
            *("-e", f"inject={call}:error={error}:when={first}+{step}"),
            *(sys.executable, "-m", "tests.disks.stubborn", str(journal), str(told)),
            str(COMMANDS),
        ],
        check=True,
        timeout=PATIENCE_S,
    )
    found: dict[str, Any] = json.loads(told.read_text())
    found["failed"] = (folder / "trace").read_text().count("(INJECTED)")
    return found


def kept(folder: Path, told: dict[str, Any]) -> None:
    """What was acknowledged is in the journal, once, and so is every card that left."""
    entries = read_entries(folder / "journal").entries
    said = [(entry.seq, entry.body["command"]) for entry in entries if entry.kind == "command"]
    played = [(seq, "game") for seq in (e.seq for e in entries if e.kind == "game")]
    played += [(seq, one["do"]) for seq, one in said if one["do"] != "hit"]
    assert sorted(played) == sorted((seq, what) for seq, what in told["acknowledged"])
    assert sum(one["cards"] for _, one in said if one["do"] == "hit") == told["cards"] > 0


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "disk"


@pytest.mark.parametrize(
    ("call", "error", "step"),
    [
        ("pwrite64", "ENOSPC", 29),
        pytest.param("pwrite64", "EROFS", 29, marks=pytest.mark.thorough),
        pytest.param("fdatasync", "EIO", 7, marks=pytest.mark.thorough),
    ],
)
def test_what_a_failing_disk_refused_is_said_and_goes_on_afterwards(
    folder: Path, call: str, error: str, step: int
) -> None:
    told = play(folder, call, error, step, step)
    assert set(told["refusals"]) == {KEYS[error]}
    kept(folder, told)


@pytest.mark.thorough
def test_a_journal_begun_on_a_disk_that_fails_at_the_end_is_not_left_half(folder: Path) -> None:
    """It was: what its log still held when it was closed was lost without a word."""
    told = play(folder, "pwrite64", "EIO", 16, 1000)
    (start,) = told["starts"]
    assert "cannot be written (disk I/O error)" in start
    kept(folder, told)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("call", "error"),
    [
        *(("pwrite64", "ENOSPC"), ("pwrite64", "EROFS"), ("pwrite64", "EIO")),
        *(("fdatasync", "EIO"), ("ftruncate", "EIO")),
    ],
)
def test_every_call_of_the_journal_may_fail(folder: Path, call: str, error: str) -> None:
    failed = refused = starts = 0
    for first in range(1, 60):
        told = play(folder, call, error, first, 59)
        kept(folder, told)
        assert set(told["refusals"]) <= {KEYS[error]}
        failed += told["failed"]
        refused += len(told["refusals"])
        starts += len(told["starts"])
    print(f"\n{call} {error}: {failed} failed, {refused} commands and {starts} starts refused")
    assert failed > 0
