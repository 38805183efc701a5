"""Every call of ``rollerdeck`` in the documents names commands and options that there are."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click
import pytest

from controller.cli import group
from tests.test_documents import DOCUMENTS

OTHER_VERSIONS = ("CHANGELOG.md", "scenarios.md")
"""They also tell of commands that were, or that are to come."""
BLOCK = re.compile(r"^```\w*\n(.*?)^```", re.MULTILINE | re.DOTALL)
CALL = r"(?:[A-Z_]+=\S+ |sudo |nice )*(?:\S*/)?rollerdeck "
INLINE = re.compile(rf"`{CALL}([^`]+)`")
LINE = re.compile(rf"^\s*{CALL}(.+)$", re.MULTILINE)
QUOTED = re.compile(r"""(["'])(?:(?!\1).)*\1""")
HELP = {"-h", "--help"}


def calls(text: str) -> Iterator[str]:
    """What follows ``rollerdeck``, each time that a document calls it."""
    yield from INLINE.findall(BLOCK.sub("", text))
    for block in BLOCK.findall(text):
        yield from LINE.findall(block)


def unknown(call: str) -> Iterator[str]:
    """The options and subcommands of a call that there are not."""
    command: click.Command = group
    context = click.Context(group)
    for part in QUOTED.sub("QUOTED", call).split():
        if part.startswith("-"):
            known = {name for one in command.params for name in (*one.opts, *one.secondary_opts)}
            if part.split("=")[0].rstrip(",.") not in known | HELP:
                yield part
        elif isinstance(command, click.Group) and re.fullmatch("[a-z-]+", part):
            inner = command.get_command(context, part)
            if inner is None:
                yield part
                return
            command = inner


@pytest.mark.thorough
def test_what_is_unknown_is_found() -> None:
    assert [*unknown("play --simulate --simulat")] == ["--simulat"]
    assert [*unknown("bench motr")] == ["motr"]
    assert [*unknown('reader --camera "rpicam-vid -t 0" --pair CODE')] == []


@pytest.mark.thorough
def test_every_documented_call_is_one_that_there_is() -> None:
    documents = [one for one in DOCUMENTS if one.name not in OTHER_VERSIONS]
    every = [(one.name, call) for one in documents for call in calls(one.read_text())]
    assert len(every) > 200
    wrong = [(name, call, *unknown(call)) for name, call in every]
    assert [one for one in wrong if len(one) > 2] == []
