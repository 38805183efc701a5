"""Which kind of source is meant, and how to open it."""

from __future__ import annotations

import shlex
import shutil
import stat
from collections.abc import Callable
from pathlib import Path

from controller.readers.camera.sources.device import DEVICES, Device, device_path
from controller.readers.camera.sources.frames import Frames, Gone
from controller.readers.camera.sources.program import Program
from controller.readers.camera.sources.stored import Folder, Video

FRAMES_A_SECOND = 5


def opener(which: str) -> Callable[[], Frames]:
    """What opens this source, now and again. Raises ``Gone`` if it can be none."""
    if which.isdigit() or Path(which).is_relative_to(DEVICES):
        return lambda: Device(device_path(which))
    path = Path(which)
    mode = _mode_of(path)
    if stat.S_ISDIR(mode):
        return lambda: Folder(path)
    if stat.S_ISREG(mode):
        return lambda: Video(path, FRAMES_A_SECOND)
    try:
        words = shlex.split(which)
    except ValueError:
        raise Gone(f"{which!r} has a quotation mark that nothing closes.") from None
    if words and shutil.which(words[0]):
        return lambda: Program(which)
    if len(words) > 1:
        raise Gone(f"There is no program {words[0]}: install it, or write its whole path.")
    raise Gone(
        f"{which!r} is no camera, folder, video or command line: try 0 for the first camera."
    )


def _mode_of(path: Path) -> int:
    """What kind of file this is; 0: there is none."""
    try:
        return path.stat().st_mode
    except (OSError, ValueError):  # a command line can be longer than a name, or hold any sign
        return 0
