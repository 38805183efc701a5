"""A camera at /dev/video*, through OpenCV."""

from __future__ import annotations

import os
import re
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import cv2
import numpy as np

from controller.readers.camera.light import Picture
from controller.readers.camera.sources.frames import HEIGHT, WIDTH, NoFrames
from controller.readers.camera.sources.kind import DEVICES

PROCESSES = Path("/proc")
UNPLUGGED_WITHIN_S = 0.5
"""The kernel wakes who waits for a picture before it takes an unplugged camera's file away."""
NUMBERED = re.compile(r"/dev/video(\d+)")
# OpenCV waits ten seconds for a frame unless it is told otherwise
os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", "3")


def device_path(which: str) -> Path:
    """``0`` is short for ``/dev/video0``."""
    return DEVICES / f"video{which}" if which.isdigit() else Path(which)


class Device:
    """A camera. Its frames are grey, and as new as they can be."""

    ends = False

    def __init__(self, path: Path, wait: Callable[[float], None] = time.sleep) -> None:
        """Open it. Raises ``NoFrames``."""
        self._wait = wait
        self.name = f"The camera {path}"
        refuse_unusable(path)
        number = NUMBERED.fullmatch(os.path.realpath(path))
        place = int(number[1]) if number else str(path)
        self._capture = cv2.VideoCapture(place, cv2.CAP_V4L2)
        if not self._capture.isOpened():
            self._capture.release()
            raise NoFrames(why_silent(path))
        # compressed, because not every USB port carries large frames otherwise
        self._capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, WIDTH)
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, HEIGHT)
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._path = path

    def read(self) -> Picture | None:
        """See ``Frames.read``."""
        # the first one was taken when the frame before was read, and is old
        if not (self._capture.grab() and self._capture.grab()):
            raise self._no_frames()
        good, frame = self._capture.retrieve()
        if not good:
            raise self._no_frames()
        return grey(np.asarray(frame, np.uint8))

    def close(self) -> None:
        """See ``Frames.close``."""
        self._capture.release()

    def _no_frames(self) -> NoFrames:
        self._wait(UNPLUGGED_WITHIN_S)
        return NoFrames(why_silent(self._path))


def decoded(content: bytes) -> Picture | None:
    """The picture in a file or a stream; None: it is none that can be read."""
    with suppress(cv2.error):  # it is empty, or says that it has more pixels than OpenCV takes
        frame = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_GRAYSCALE)
        if frame is not None:
            return grey(np.asarray(frame, np.uint8))
    return None


def grey(frame: Picture) -> Picture:
    """A frame in grey, and not larger than necessary."""
    if frame.ndim == 3:
        frame = np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8)
    high, wide = frame.shape
    part = WIDTH / max(high, wide)
    if part >= 1:
        return frame
    size = (round(wide * part), round(high * part))
    return np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), np.uint8)


def refuse_unusable(path: Path) -> None:
    """Raise ``NoFrames`` if there is no such camera, or if this user may not use it."""
    try:
        mode = path.stat().st_mode
    except OSError:
        names = ", ".join(str(file) for file in sorted(DEVICES.glob("video*")))
        advice = f"There are {names}: choose one of them." if names else "Plug one in."
        raise NoFrames(f"There is no camera {path}. {advice}") from None
    if not stat.S_ISCHR(mode):
        raise NoFrames(f"{path} is no camera. Give a number, or a name such as /dev/video0.")
    if not os.access(path, os.R_OK | os.W_OK):
        raise NoFrames(
            f"The camera {path} is there, but this user may not use it: run "
            "`sudo usermod -aG video $USER`, log out, and log in again."
        )


def why_silent(path: Path) -> str:
    """Why a camera gives no pictures: it is gone, or another program has it, or nobody knows."""
    if not path.exists():
        return f"The camera {path} is gone: plug it in."
    holders = ", ".join(sorted(set(programs_with(path))))
    if holders:
        return f"Another program uses the camera {path} ({holders}): end it."
    return (
        f"The camera {path} gives no pictures: end other programs that use it, unplug it and plug "
        "it in again, or try another number (some cameras have two)."
    )


def programs_with(path: Path) -> Iterator[str]:
    """The other programs that have this file open, as far as this user may know."""
    wanted, own = os.path.realpath(path), str(os.getpid())
    for process in PROCESSES.glob("[0-9]*"):
        if process.name == own:
            continue
        with suppress(OSError):
            if any(os.path.realpath(handle) == wanted for handle in (process / "fd").iterdir()):
                yield (process / "comm").read_text(errors="replace").strip()
