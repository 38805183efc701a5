"""Opens the source that is meant."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from controller.readers.camera.sources.device import Device, device_path
from controller.readers.camera.sources.frames import Frames
from controller.readers.camera.sources.kind import kind_of
from controller.readers.camera.sources.program import Program
from controller.readers.camera.sources.stored import Folder, Video

FRAMES_A_SECOND = 5


def opener(which: str) -> Callable[[], Frames]:
    """What opens this source, now and again. Raises ``NoFrames`` if it can be none."""
    kind = kind_of(which)
    if kind == "device":
        return lambda: Device(device_path(which))
    if kind == "folder":
        return lambda: Folder(Path(which))
    if kind == "video":
        return lambda: Video(Path(which), FRAMES_A_SECOND)
    return lambda: Program(which)
