"""A program that writes frames on its standard output, such as ``rpicam-vid`` on a Pi."""

from __future__ import annotations

import os
import selectors
import shlex
import signal
import subprocess
import time
from contextlib import suppress

import numpy as np

from controller.readers.camera.light import Picture
from controller.readers.camera.sources.device import decoded, grey
from controller.readers.camera.sources.frames import NoFrames
from controller.readers.camera.sources.splitting import NoVideo, Raw, Splitter

SILENT_S = 10.0
"""A program that has written nothing for so long is taken for stuck."""
CHUNK = 1 << 16


class Program:
    """Frames of a program. It is started at once, and killed in the end."""

    ends = False

    def __init__(self, command: str) -> None:
        """``command``: its command line; no shell reads it. Raises ``NoFrames``."""
        words = shlex.split(command)
        self.name = f"The program {words[0]}"
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the user wrote the command line
                words,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
                bufsize=0,
            )
        except OSError as error:
            raise NoFrames(
                f"{self.name} cannot be started ({error.strerror}): install it, or write its "
                "whole path."
            ) from None
        assert self._process.stdout is not None
        self._output = self._process.stdout.fileno()
        os.set_blocking(self._output, False)
        self._ready = selectors.DefaultSelector()
        self._ready.register(self._output, selectors.EVENT_READ)
        self._splitter = Splitter()

    def read(self) -> Picture | None:
        """See ``Frames.read``."""
        newest: bytes | Raw | None = None
        until_s = time.monotonic() + SILENT_S
        while newest is None or self._ready.select(0):
            if not self._ready.select(max(0.0, until_s - time.monotonic())):
                raise NoFrames(
                    f"{self.name} writes no pictures: end other programs with the camera."
                )
            newest = self._take() or newest
        return self._picture(newest)

    def _take(self) -> bytes | Raw | None:
        data = os.read(self._output, CHUNK)
        if not data:
            raise NoFrames(
                f"{self.name} has ended: run it in a terminal to see why. It has to write MJPEG "
                "or Y4M on its standard output."
            )
        try:
            return self._splitter.feed(data)
        except NoVideo:
            raise NoFrames(
                f"{self.name} writes neither MJPEG nor Y4M (4:2:0, 8 bits): choose one of them, "
                "for example with --codec mjpeg."
            ) from None

    def _picture(self, newest: bytes | Raw) -> Picture:
        if isinstance(newest, Raw):
            levels = np.frombuffer(newest.levels, np.uint8)
            return grey(levels.reshape(newest.height, newest.width))
        if (frame := decoded(newest)) is None:
            raise NoFrames(f"{self.name} writes damaged pictures: choose another format.")
        return frame

    def close(self) -> None:
        """See ``Frames.close``."""
        self._ready.close()
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()
