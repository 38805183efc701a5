"""Which kind of source is meant. Needs no OpenCV, so that the doctor can ask, too."""

from __future__ import annotations

import shlex
import shutil
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from controller.readers.camera.sources.frames import NoFrames

DEVICES = Path("/dev")

Kind = Literal["device", "folder", "video", "program"]


def mode_of(path: Path) -> int:
    """What kind of file this is, as ``os.stat`` says it; 0: there is none."""
    try:
        return path.stat().st_mode
    except (OSError, ValueError):  # a command line can be longer than a name, or hold any sign
        return 0


def has_program(name: str) -> bool:
    """Whether there is a program of this name, or at this path."""
    return shutil.which(name) is not None


def kind_of(
    which: str,
    mode_of: Callable[[Path], int] = mode_of,
    has_program: Callable[[str], bool] = has_program,
) -> Kind:
    """Which kind of source this is. Raises ``NoFrames`` if it can be none.

    ``which``: a number or a path below ``/dev``, a folder, a video, or a command line.
    """
    if which.isdigit():
        return "device"
    mode = mode_of(Path(which))
    if stat.S_ISDIR(mode):
        return "folder"
    if stat.S_ISREG(mode):
        return "video"
    if Path(which).is_relative_to(DEVICES):
        return "device"
    try:
        words = shlex.split(which)
    except ValueError:
        raise NoFrames(f"{which!r} has a quotation mark that nothing closes.") from None
    if words and has_program(words[0]):
        return "program"
    if len(words) > 1:
        raise NoFrames(f"There is no program {words[0]}: install it, or write its whole path.")
    raise NoFrames(
        f"{which!r} is no camera, folder, video or command line: try 0 for the first camera."
    )
