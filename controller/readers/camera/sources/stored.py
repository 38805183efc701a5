"""Frames that were kept: a folder of pictures, or a video."""

from __future__ import annotations

import re
import shlex
import stat
from pathlib import Path

import cv2
import numpy as np

from controller.readers.camera.light import Picture
from controller.readers.camera.sources.device import decoded, grey
from controller.readers.camera.sources.frames import NoFrames
from controller.readers.camera.sources.kind import mode_of
from controller.readers.camera.sources.splitting import JPEG_STARTS

PICTURES = frozenset((".png", ".jpg", ".jpeg", ".bmp", ".webp"))
MISSING_S = 0.5
"""A video is damaged if so much of the length that it states is missing at its end. What it states
is not exact: sound can be longer than the pictures."""
_BARE_STREAM = re.compile(rb"\x00?\x00\x00\x01[\x00-\x7f]|" + re.escape(JPEG_STARTS), re.DOTALL)
"""How H.264 and H.265 begin (a start code, and the first bit of a unit is 0), and MJPEG."""


class Folder:
    """The pictures of a folder, in the order of their names (2 before 10), one a frame."""

    ends = True

    def __init__(self, path: Path) -> None:
        """Raises ``NoFrames``."""
        self.name = f"The folder {path}"
        try:
            pictures = [file for file in path.iterdir() if _is_picture(file.name)]
        except OSError as error:
            raise NoFrames(
                f"{path} cannot be read ({error.strerror}): choose another folder."
            ) from None
        files = [file for file in pictures if not stat.S_ISDIR(mode_of(file))]
        self._files = sorted(files, key=_natural_order)
        if not self._files:
            raise NoFrames(f"{path} has no pictures: put PNG or JPEG files into it.")
        self._next = 0

    def read(self) -> Picture | None:
        """See ``Frames.read``."""
        if self._next == len(self._files):
            return None
        file = self._files[self._next]
        self._next += 1
        try:
            frame = decoded(file.read_bytes())
        except OSError as error:
            raise NoFrames(
                f"{file} cannot be read ({error.strerror}): allow it, or take it away."
            ) from None
        if frame is None:
            raise NoFrames(f"{file} is no picture that can be read: take it away.")
        return frame

    def close(self) -> None:
        """See ``Frames.close``."""


def _is_picture(name: str) -> bool:
    """Whether a file has such a name; hidden ones, as macOS lays beside others, have not."""
    return not name.startswith(".") and Path(name).suffix.lower() in PICTURES


def _natural_order(file: Path) -> tuple[list[tuple[str, int]], str]:
    """Sorts numbers in names by their value."""
    parts = re.findall(r"([^0-9]*)([0-9]*)", file.name)
    return [(text, int(digits or 0)) for text, digits in parts], file.name


class Video:
    """A recorded video. Of its frames, as many are read as a camera would give."""

    ends = True

    def __init__(self, path: Path, frames_a_second: float) -> None:
        """Raises ``NoFrames``."""
        self.name = f"The video {path}"
        _refuse_bare_stream(path)
        self._capture = cv2.VideoCapture(str(path))
        self._step_s = 1 / frames_a_second
        own = self._capture.get(cv2.CAP_PROP_FPS) if self._capture.isOpened() else 0.0
        if not own > 0:
            self._capture.release()
            raise NoFrames(f"{path} is no video that can be read: try MP4 or AVI.")
        self._path = path
        self._own_s = 1 / own
        self._frames = int(self._capture.get(cv2.CAP_PROP_FRAME_COUNT))
        """As many as the file says that it has; not above 0: it does not say."""
        self._grabbed = 0
        self._last_s = 0.0
        self._wanted = 0
        self._found = False

    def read(self) -> Picture | None:
        """See ``Frames.read``."""
        while self._capture.grab():
            at_s = (self._grabbed + 0.5) * self._own_s
            self._grabbed += 1
            self._last_s = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
            if at_s < self._wanted * self._step_s:
                continue
            self._wanted += 1
            good, frame = self._capture.retrieve()
            if good:
                self._found = True
                return grey(np.asarray(frame, np.uint8))
        if not self._found:
            raise NoFrames(f"{self._path} is a video without pictures: record it again.")
        self._refuse_missing_end()
        return None

    def _refuse_missing_end(self) -> None:
        """Raise ``NoFrames`` if the file says that it is longer than what could be read."""
        # the time of the last frame counts, too: a phone's frames are not all equally long
        read_s = max(self._last_s, self._grabbed * self._own_s)
        missing_s = self._frames * self._own_s - read_s
        if missing_s >= MISSING_S:
            raise NoFrames(
                f"{self._path} is damaged: it ends after {self._grabbed} of {self._frames} frames. "
                "All before that was read. Copy or record it again."
            )

    def close(self) -> None:
        """See ``Frames.close``."""
        self._capture.release()


def _refuse_bare_stream(path: Path) -> None:
    """Raise ``NoFrames`` if a video does not say its rate, which would only be guessed."""
    try:
        with path.open("rb") as file:
            start = file.read(8)
    except OSError:  # OpenCV cannot read it either, which has a sentence
        return
    if path.suffix.lower() not in PICTURES and _BARE_STREAM.match(start):
        source, target = shlex.quote(str(path)), shlex.quote(f"{path}.mkv")
        raise NoFrames(
            f"{path} does not say how many pictures a second it has: write it into a file that "
            f"does, with `ffmpeg -framerate 30 -i {source} -c copy {target}` if there are 30."
        )
