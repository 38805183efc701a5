"""``--plot FILE``: write a picture into a file."""

from __future__ import annotations

from pathlib import Path

from controller.base.errors import WRONG_USAGE, Trouble
from controller.cli.options import outputs

OPTION = "--plot"


def refuse_unwritable(file: Path) -> None:
    """Raise ``Trouble`` if a picture cannot be written there; an existing file stays unchanged.

    Checked before a long calculation begins. A name with another ending than .svg is refused, too.
    """
    outputs.refuse_unwritable(file, OPTION)
    if file.suffix.lower() not in ("", ".svg"):
        sentence = f"The picture is an SVG: name {file.with_suffix('.svg')}, not {file}."
        raise Trouble(sentence, WRONG_USAGE)


def draw(file: Path, picture: str) -> None:
    """Write a picture. Raises ``Trouble`` if that fails."""
    outputs.write(file, picture, OPTION)
