"""No odd value of a command that reads something ends in a traceback."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from controller.base.errors import WRONG_USAGE, Trouble
from controller.cli import group
from controller.journal.journal import Journal
from tests.processes import here

READ: tuple[tuple[str, ...], ...] = (
    ("replay",),
    ("export",),
    ("verify",),
    ("rules",),
    ("bench", "report"),
    ("bench", "replay"),
    ("deck", "labels"),
    ("deck", "print"),
    ("deck", "scale"),
    ("hub", "export"),
)
"""Others wait for something, or change the machine: not for a test of every value."""
ODD = ("9" * 5000, "nan", "{x}", "a\nb", ".", "/dev/null", "junk", "empty", "deep.json", "no/x")
"""No sensible values, or files that are of no use."""


def calls(words: tuple[str, ...], command: click.Command) -> Iterator[list[str]]:
    """The command with an odd value at each of its places, one at a time."""
    for place in command.params:
        others = [
            "junk"
            for one in command.params
            if isinstance(one, click.Argument) and one.required and one is not place
        ]
        if isinstance(place, click.Argument):
            yield from ([*words, "--", value] for value in ODD)
        elif isinstance(place, click.Option) and not place.is_flag:
            yield from ([*words, *others, place.opts[0], value] for value in ODD)


@pytest.mark.parametrize("words", READ, ids=" ".join)
def test_an_odd_value_is_a_sentence(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "junk").write_bytes(b"\xff\xfe\0junk{}[]")
    (tmp_path / "empty").touch()
    (tmp_path / "deep.json").write_text("[" * 5000)
    monkeypatch.chdir(tmp_path)
    for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "own"))
    Journal.open(tmp_path / "own" / "rollerdeck" / "journal.sqlite3")[0].close()
    command: click.Command | None = group
    for word in words:
        assert isinstance(command, click.Group)
        command = command.get_command(click.Context(group), word)
    assert command is not None
    every = list(calls(words, command))
    assert len(every) >= len(ODD)
    for call in every:
        ended = CliRunner().invoke(group, call).exception
        # the program's start makes a sentence of the first and the last of these
        assert isinstance(ended, (Trouble, SystemExit, OSError, type(None))), (call, ended)


@pytest.mark.parametrize("call", [["verify", "\udcff"], ["bench", "report", "\udcff"]])
def test_a_name_that_is_no_text_is_a_sentence(call: list[str]) -> None:
    done = here(*call)
    assert (done.returncode, done.stdout) == (WRONG_USAGE, "")
    assert done.stderr.startswith("rollerdeck: ")
    assert done.stderr.count("\n") == 1


def test_what_a_terminal_cannot_show_is_shown_escaped(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("controller.cli.group", lambda prog_name: print("\udcff"))
    assert here().stdout == "\\udcff\n"
