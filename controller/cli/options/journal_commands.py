"""What the commands about saved games, and about files beside a journal, have in common."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

from controller.base.config import Config, load
from controller.base.errors import NOT_SO, WRONG_USAGE, Trouble
from controller.base.paths import config_path, journal_path
from controller.base.services import CONFIG, JOURNAL, is_there
from controller.games.record import Record
from controller.journal.durable import make_folder
from controller.journal.lock import real_file

T = TypeVar("T")

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


def referee(file: Path | None, journal: Path | None) -> tuple[Config, Path]:
    """The configuration and the journal of the referee that is meant. Raises ``Trouble``."""
    services = file is None and journal is None and is_there(JOURNAL)
    config = load(CONFIG if services and is_there(CONFIG) else file)
    if journal is None:
        journal = JOURNAL if services and not config.referee.journal else config.journal
    real_file(journal)
    return config, journal


def writing(journal: Path, write: Callable[[], T]) -> T:
    """Write a file beside a journal. Raises ``Trouble`` (exit code 2)."""
    try:
        make_folder(journal.parent)
        return write()
    except OSError as error:
        raise Trouble(
            f"Nothing can be written beside the journal {journal} ({error.strerror}): make room, "
            "or run this command as the user of the referee, for example with sudo.",
            WRONG_USAGE,
        ) from None
