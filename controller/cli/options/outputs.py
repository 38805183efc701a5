"""Files that commands write at their end: what cannot be written is refused before they begin."""

from __future__ import annotations

import os
from pathlib import Path

from controller.base.errors import WRONG_USAGE, Trouble


def refuse_unwritable(file: Path, option: str) -> None:
    """Raise ``Trouble`` if nothing can be written there; an existing file stays unchanged.

    ``option``: the option that names the file.
    """
    place = file if file.exists() else file.parent
    if file.is_dir() or not os.access(place, os.W_OK):
        reason = "it is a folder" if file.is_dir() else "no such folder, or no permission"
        raise unwritable(file, reason, option)


def write(file: Path, text: str, option: str) -> None:
    """Write a file. Raises ``Trouble`` if that fails."""
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise unwritable(file, str(error.strerror), option) from None


def unwritable(file: Path, reason: str, option: str) -> Trouble:
    """What is said of a file that cannot be written."""
    return Trouble(
        f"{file} cannot be written ({reason}): name another file after {option}.", WRONG_USAGE
    )
