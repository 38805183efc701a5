"""What the tests of a board do with a shell that gives no answer, at a shell of this machine."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.board.shell import Died, Shell

STATES = """#!/bin/sh
echo "$*" >>asked
state=$(head -n 1 states)
sed -i 1d states
echo "$state"
[ "$state" = running ]
"""
"""A systemctl that says of the system what is in the file, a line each time."""


@contextmanager
def shell(folder: Path, patience_s: float) -> Iterator[Shell]:
    (folder / "systemctl").write_text(STATES)
    (folder / "systemctl").chmod(0o755)
    (folder / "sleep").symlink_to("/bin/true")
    process = subprocess.Popen(
        ["sh"],
        cwd=folder,
        env=os.environ | {"PATH": f"{folder}:{os.environ['PATH']}"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    shell = Shell(process, patience_s, lambda: "Kernel panic")
    try:
        yield shell
    finally:
        os.killpg(process.pid, 9)
        shell.close()
        process.wait()


@pytest.fixture
def patient(tmp_path: Path) -> Iterator[Shell]:
    with shell(tmp_path, 600) as there:
        yield there


@pytest.fixture
def impatient(tmp_path: Path) -> Iterator[Shell]:
    os.mkfifo(tmp_path / "never")
    with shell(tmp_path, 0.01) as there:
        yield there


def test_what_a_command_says_and_how_it_ends(patient: Shell) -> None:
    patient.until_up()
    assert patient.do("echo a; echo b >&2") == "a\nb"
    assert patient.do("echo c; exit 3", code=3) == "c"
    with pytest.raises(Died, match=r"^It ended with 3:\nd$"):
        patient.do("echo d; exit 3")


def test_it_is_asked_again_until_everything_is_started(patient: Shell, tmp_path: Path) -> None:
    (tmp_path / "states").write_text("initializing\nunknown\nstarting\ndegraded\n")
    patient.until_started()
    assert (tmp_path / "asked").read_text() == 4 * "is-system-running\n"
    assert patient.do("echo well") == "well"


def test_a_start_that_does_not_end_is_told(
    patient: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "states").write_text(100 * "starting\n")
    asked = tmp_path / "asked"
    asked.touch()
    monkeypatch.setattr(
        "tests.board.shell.monotonic", lambda: 100.0 * len(asked.read_text().splitlines())
    )
    with pytest.raises(Died, match=r"^systemd did not start everything within 600 s\.\nstarting\n"):
        patient.until_started()
    assert len(asked.read_text().splitlines()) == 7


def test_what_was_waited_for_is_told_and_nothing_else_is_begun(
    impatient: Shell, tmp_path: Path
) -> None:
    said = r"^This did not end within 0 s: cat never\.\nKernel panic$"
    with pytest.raises(Died, match=said):
        impatient.do("cat never")
    with pytest.raises(Died, match=said):
        impatient.do("touch begun")
    assert not (tmp_path / "begun").exists()
