"""What the commands that write a file beside the journal of a referee have in common."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from controller.base.config import Config, load
from controller.base.errors import WRONG_USAGE, Trouble
from controller.base.services import CONFIG, JOURNAL, is_there
from controller.journal.durable import make_folder
from controller.journal.lock import real_file

T = TypeVar("T")


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
