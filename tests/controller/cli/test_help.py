"""What ``--help`` of a command that has commands of its own says of them."""

from __future__ import annotations

import importlib

import click
import pytest
from click.testing import CliRunner

from controller.cli import COMMANDS, group

GROUPS = [
    name
    for name in COMMANDS
    if isinstance(
        importlib.import_module(f"controller.cli.{name.replace('-', '_')}").command, click.Group
    )
]


@pytest.mark.parametrize("name", GROUPS)
def test_no_summary_is_cut_off(name: str) -> None:
    command = importlib.import_module(f"controller.cli.{name}").command
    _, _, said = CliRunner().invoke(command, ["--help"]).output.partition("Commands:")
    assert said and "..." not in said
    for one in command.commands:
        assert f"  {one}  " in said


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["simulat"], "No such command 'simulat'; did you mean simulate?"),
        (["bench", "calibrat"], "No such command 'calibrat'; did you mean calibrate?"),
        (["xyz"], "No such command 'xyz'."),
    ],
)
def test_a_misspelt_command_gets_a_suggestion(words: list[str], sentence: str) -> None:
    done = CliRunner().invoke(group, words)
    assert (done.exit_code, sentence in done.output) == (2, True), done.output
