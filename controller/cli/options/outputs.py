"""Files that commands write at their end: what cannot be written is refused before they begin."""

from __future__ import annotations

import os
from pathlib import Path

from controller.base.errors import WRONG_USAGE, Trouble

PLOT = "--plot"
"""The option that names the file of a picture."""


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


def refuse_unwritable_picture(file: Path) -> None:
    """Raise ``Trouble`` if a picture cannot be written there; an existing file stays unchanged.

    Checked before a long calculation begins. A name with another ending than .svg is refused, too.
    """
    refuse_unwritable(file, PLOT)
    if file.suffix.lower() not in ("", ".svg"):
        sentence = f"The picture is an SVG: name {file.with_suffix('.svg')}, not {file}."
        raise Trouble(sentence, WRONG_USAGE)


def write_picture(file: Path, picture: str) -> None:
    """Write a picture. Raises ``Trouble`` if that fails."""
    write(file, picture, PLOT)
