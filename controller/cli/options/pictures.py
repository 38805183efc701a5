"""``--plot FILE``: write a picture into a file."""

from __future__ import annotations

import os
from pathlib import Path

from controller.base.errors import WRONG_USAGE, Trouble


def refuse_unwritable(file: Path) -> None:
    """Raise ``Trouble`` if a picture cannot be written there; an existing file stays unchanged.

    Checked before a long calculation begins. A name with another ending than .svg is refused, too.
    """
    place = file if file.exists() else file.parent
    if file.is_dir() or not os.access(place, os.W_OK):
        raise _unwritable(
            file, "it is a folder" if file.is_dir() else "no such folder, or no permission"
        )
    if file.suffix.lower() not in ("", ".svg"):
        sentence = f"The picture is an SVG: name {file.with_suffix('.svg')}, not {file}."
        raise Trouble(sentence, WRONG_USAGE)


def draw(file: Path, picture: str) -> None:
    """Write a picture. Raises ``Trouble`` if that fails."""
    try:
        file.write_text(picture, encoding="utf-8")
    except OSError as error:
        raise _unwritable(file, str(error.strerror)) from None


def _unwritable(file: Path, why: str) -> Trouble:
    sentence = f"{file} cannot be written ({why}): name another file after --plot."
    return Trouble(sentence, WRONG_USAGE)
