"""What the commands about saved games have in common."""

from __future__ import annotations

from pathlib import Path

import click

from controller.base.config import load
from controller.base.errors import NOT_SO, Trouble
from controller.base.paths import config_path, journal_path
from controller.games.record import Record

config_option = click.option(
    "--config",
    "file",
    type=click.Path(path_type=Path),
    help=f"Configuration file. [{config_path()}]",
)
journal_option = click.option(
    "--journal",
    type=click.Path(path_type=Path),
    help="File that contains all games; other data are saved in the same folder. "
    f"[{journal_path()}]",
)


def journal_of(file: Path | None, journal: Path | None) -> Path:
    """The journal to use: the given one, else that of the configuration."""
    return journal or load(file).journal


def existing_journal(path: Path) -> Path:
    """Return the journal's path. Raises ``Trouble`` (exit code 1) if there is no such file."""
    if not path.is_file():
        raise Trouble(
            f"There is no journal {path}: play a game first, or name another with --journal.",
            NOT_SO,
        )
    return path


def refuse_missing(number: int, record: Record) -> None:
    """Raise ``Trouble`` (exit code 1) if a journal has no such game, or it was deleted."""
    if number in record.deleted:
        raise Trouble(f"Game {number} was deleted: restore it on the page first.", NOT_SO)
    if not 1 <= number <= record.number:
        raise Trouble(
            f"There is no game {number}: list the games with `rollerdeck export --list`.", NOT_SO
        )
