"""Frames that were kept: a folder of pictures, or a video."""

from __future__ import annotations

import stat
from contextlib import suppress
from pathlib import Path

import cv2
import numpy as np

from controller.readers.camera.look import Picture
from controller.readers.camera.sources.device import grey
from controller.readers.camera.sources.frames import NoFrames
from controller.readers.camera.sources.kind import mode_of

PICTURES = frozenset((".png", ".jpg", ".jpeg", ".bmp", ".webp"))


class Folder:
    """The pictures of a folder, in the order of their names, one a frame."""

    ends = True

    def __init__(self, path: Path) -> None:
        """Raises ``NoFrames``."""
        self.name = f"The folder {path}"
        try:
            names = [file for file in path.iterdir() if file.suffix.lower() in PICTURES]
        except OSError as error:
            raise NoFrames(
                f"{path} cannot be read ({error.strerror}): choose another folder."
            ) from None
        self._files = sorted(file for file in names if not stat.S_ISDIR(mode_of(file)))
        if not self._files:
            raise NoFrames(f"{path} has no pictures: put PNG or JPEG files into it.")
        self._next = 0

    def read(self) -> Picture | None:
        """See ``Frames.read``."""
        if self._next == len(self._files):
            return None
        file = self._files[self._next]
        self._next += 1
        frame = None
        try:
            content = np.frombuffer(file.read_bytes(), np.uint8)
        except OSError as error:
            raise NoFrames(
                f"{file} cannot be read ({error.strerror}): allow it, or take it away."
            ) from None
        with suppress(cv2.error):  # it is empty, or says that it has more pixels than OpenCV takes
            frame = cv2.imdecode(content, cv2.IMREAD_GRAYSCALE)
        if frame is None:
            raise NoFrames(f"{file} is no picture that can be read: take it away.")
        return grey(np.asarray(frame, np.uint8))

    def close(self) -> None:
        """See ``Frames.close``."""


class Video:
    """A recorded video. Of its frames, as many are read as a camera would give."""

    ends = True

    def __init__(self, path: Path, frames_a_second: float) -> None:
        """Raises ``NoFrames``."""
        self.name = f"The video {path}"
        self._capture = cv2.VideoCapture(str(path))
        self._step_s = 1 / frames_a_second
        own = self._capture.get(cv2.CAP_PROP_FPS) if self._capture.isOpened() else 0.0
        if not own > 0:
            self._capture.release()
            raise NoFrames(f"{path} is no video that can be read: try MP4 or AVI.")
        self._path = path
        self._own_s = 1 / own
        self._at_s = 0.0
        self._due_s = 0.0
        self._found = False

    def read(self) -> Picture | None:
        """See ``Frames.read``."""
        while self._capture.grab():
            at_s = self._at_s
            self._at_s += self._own_s
            if at_s + self._own_s / 2 < self._due_s:
                continue
            self._due_s += self._step_s
            good, frame = self._capture.retrieve()
            if good:
                self._found = True
                return grey(np.asarray(frame, np.uint8))
        if not self._found:
            raise NoFrames(f"{self._path} is a video without pictures: record it again.")
        return None

    def close(self) -> None:
        """See ``Frames.close``."""
        self._capture.release()
