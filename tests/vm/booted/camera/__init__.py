"""A machine like a Pi's with cameras that the kernel makes: one that is fed, one that is unplugged.

What the first one shows was drawn before the machine was started (``pictures.py``), because that
would take long in there.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

STORY: Final = "story.json"
FACES: Final = ("red-5", "red-7", "red-9", "blue-9", "blue-3")
"""What is laid, each on the one before: the first one is turned up."""


class Step(msgspec.Struct, frozen=True):
    """What the camera shows while a card is laid, and from then on."""

    number: int
    """The card's, in its deck."""
    moving: tuple[str, ...]
    resting: tuple[str, ...]
    """Files of pictures. The last ones are shown again and again."""


class Story(msgspec.Struct, frozen=True):
    """Cards that are laid one after the other."""

    empty: tuple[str, ...]
    """The table before."""
    steps: tuple[Step, ...]


def read_story(folder: Path) -> Story:
    """What was drawn into this folder."""
    return msgspec.json.decode((folder / STORY).read_bytes(), type=Story)
