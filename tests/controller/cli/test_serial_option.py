"""``--serial``: which launcher is meant, and what is said where it cannot be had."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from controller.base.errors import NO_HARDWARE, WRONG_USAGE, Trouble
from controller.cli import bench, freeplay, play, safe_off


@pytest.mark.parametrize("other", [["--simulate"], ["--socket", "x"]])
@pytest.mark.parametrize("command", [play.command, freeplay.command])
def test_one_launcher_is_named(command: click.Command, other: list[str], tmp_path: Path) -> None:
    options = ["--serial", "auto", *other]
    if command is play.command:
        options += ["--journal", str(tmp_path / "journal.sqlite3")]
    outcome = CliRunner().invoke(command, options)
    assert isinstance(outcome.exception, Trouble)
    assert outcome.exception.exit_code == WRONG_USAGE
    assert "exclude each other" in str(outcome.exception)


@pytest.mark.parametrize(
    "command, words",
    [(freeplay.command, []), (bench.command, ["eject", "3"]), (safe_off.command, [])],
)
def test_a_line_that_is_not_there_ends_in_one_sentence(
    command: click.Command, words: list[str]
) -> None:
    outcome = CliRunner().invoke(command, [*words, "--serial", "/dev/nothing-here"])
    assert isinstance(outcome.exception, Trouble)
    assert outcome.exception.exit_code == NO_HARDWARE
    assert str(outcome.exception).startswith(
        "The port /dev/nothing-here does not exist: plug the launcher in"
    )
