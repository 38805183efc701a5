"""``rollerdeck replay``: runs scenario files and checks what they expect."""

from __future__ import annotations

import sys
from pathlib import Path

import click
import msgspec

from controller.base.errors import NOT_SO, WRONG_USAGE, Trouble
from controller.games.exported import in_words, replay_any
from rules import scenario, view

MOST_BYTES = 64 << 20
"""Of a file; the longest game of the tests has a hundredth of it."""


@click.command("replay")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="Print the last state of each game as JSON.")
def command(files: tuple[str, ...], as_json: bool) -> None:
    """Replay games that are written in scenario files, and check their results.

    A scenario file contains the moves of a game and the expected results. If one file fails, the
    command still replays the other files. For each failure, the command prints the file and the
    line.
    """
    contents = [(name, _read(name)) for name in files]
    failed = False
    for name, data in contents:
        outcome = _replay(data)
        if outcome.failure is not None:
            failed = True
            line, reason = outcome.failure.line, in_words(outcome.failure)
            click.echo(f"rollerdeck: {name}, line {line}: {reason}", err=True)
        elif as_json:
            last = None if outcome.state is None else view(outcome.state)
            click.echo(msgspec.json.encode(last))
        else:
            noun = "line" if outcome.lines == 1 else "lines"
            click.echo(f"{name}: holds, {outcome.lines} {noun}")
    if failed:
        sys.exit(NOT_SO)


def _read(name: str) -> bytes:
    """The content of a file. Raises ``Trouble`` with the reason if it cannot be opened."""
    try:
        with Path(name).open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        reason = (error.strerror or "it cannot be read").lower()
        raise Trouble(f"{name} cannot be opened: {reason}.", WRONG_USAGE) from error
    if len(content) > MOST_BYTES:
        raise Trouble(f"{name} is no game: it has more than {MOST_BYTES >> 20} MiB.", WRONG_USAGE)
    return content


def _replay(data: bytes) -> scenario.Outcome:
    """Run one file; a line that is not text fails like any other unreadable line."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return scenario.Outcome(None, 0, scenario.Failure(line, "scenario.not_utf8"))
    return replay_any(text.split("\n"))
