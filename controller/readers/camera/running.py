"""The life of a camera: opened, read a few times a second, lost, and found again."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar, TypeVarTuple, Unpack

import cv2

from controller.base.errors import NO_HARDWARE, Trouble
from controller.readers.camera.advice import LOST, Advice, advise
from controller.readers.camera.eye import Eye
from controller.readers.camera.light import Picture
from controller.readers.camera.live.view import View
from controller.readers.camera.sources.frames import HEIGHT, WIDTH, Frames, NoFrames
from controller.readers.camera.sources.opening import FRAMES_A_SECOND
from controller.readers.reports import Health, SeenCard, SourceInterrupted
from firmware_bridge.reports import Note

RETRY_S = 2.0
"""How often a camera that is not there is looked for."""
REOPEN_AFTER = 50
"""After so many frames that are exactly the same, the camera is opened anew."""
NICE = 10
COARSE_BELOW = 1000
T = TypeVar("T")
Arguments = TypeVarTuple("Arguments")


def one_quiet_thread() -> Executor:
    """A thread for waiting and computing, which leaves the processor to whoever wants it."""
    return ThreadPoolExecutor(1, "camera", _be_nice)


def _be_nice() -> None:
    with suppress(OSError):
        os.nice(NICE)  # on Linux this is for this thread alone
    # a second thread would compete with the launcher's driver
    cv2.setNumThreads(1)


class CameraRunner:
    """Reads one source of frames, and opens it anew after it was lost."""

    def __init__(
        self,
        open_frames: Callable[[], Frames],
        eye: Eye,
        clock: Callable[[], float],
        note: Note,
        *,
        patient: bool,
        view: View | None = None,
        threads: Callable[[], Executor] = one_quiet_thread,
    ) -> None:
        """``patient``: wait for a camera that gives no picture at the beginning."""
        self._open = open_frames
        self._eye = eye
        self._clock = clock
        self._note = note
        self._patient = patient
        self._view = view
        self._thread = threads()
        self._advice = Advice()
        self._last_loss = ""
        self._coarse_logged = False

    async def reports(self) -> AsyncGenerator[SeenCard | Health, None]:
        """Yield what the camera sees, and its health. Raises ``Trouble``."""
        try:
            while True:
                try:
                    frames = await self._do(self._open)
                except NoFrames as error:
                    self._log_loss(error)
                else:
                    self._eye.interrupted()
                    try:
                        async for report in self._watch(frames):
                            yield report
                        return
                    except NoFrames as error:
                        self._log_loss(error)
                    finally:
                        self._thread.submit(frames.close)
                self._advice = Advice()
                yield LOST
                await asyncio.sleep(RETRY_S)
        finally:
            self._thread.shutdown(wait=False)

    async def _watch(self, frames: Frames) -> AsyncGenerator[SeenCard | Health, None]:
        """Yield what one source shows, to its end. Raises ``NoFrames`` or ``SourceInterrupted``."""
        due_s, has_picture = self._clock(), False
        while True:
            due_s = max(due_s + 1 / FRAMES_A_SECOND, self._clock())
            picture = await self._next(frames, has_picture)
            if picture is None:
                return
            if not has_picture:
                # not earlier: a program starts well, and a device opens, without giving a picture
                has_picture, self._patient, self._last_loss = True, True, ""
                self._note("camera_found", f"{frames.name} gives pictures.")
            at_s = self._clock()
            self._look_at_size(frames, picture)
            for card in await self._do(self._eye.see, picture, at_s):
                yield card
            if (health := self._health()) is not None:
                yield health
            if self._eye.look.same >= REOPEN_AFTER and not frames.ends:
                raise NoFrames(f"{frames.name} repeats one picture: it is opened again.")
            if self._view is not None and self._view.watched:
                await self._do(self._view.draw, picture, self._eye, self._advice.reported)
            await asyncio.sleep(due_s - self._clock())

    async def _next(self, frames: Frames, has_picture: bool) -> Picture | None:
        """The next frame; None: the source has come to its end. Raises as ``_watch``."""
        try:
            return await self._do(frames.read)
        except NoFrames as error:
            if frames.ends and has_picture:
                raise SourceInterrupted(str(error), NO_HARDWARE) from None
            raise

    def _health(self) -> Health | None:
        look, mirrored = self._eye.look, self._eye.mirroring.is_mirrored
        self._advice, health = advise(
            self._advice, self._eye.quality, look.still, look.same, mirrored
        )
        return health

    def _look_at_size(self, frames: Frames, picture: Picture) -> None:
        high, wide = picture.shape
        if wide >= COARSE_BELOW or self._coarse_logged:
            return
        self._coarse_logged = True
        self._note(
            "camera_coarse",
            f"{frames.name} gives only {wide} by {high} pixels, not {WIDTH} by {HEIGHT}: put it so "
            "close that a marker is 25 pixels wide, or take another camera.",
            logging.WARNING,
        )

    def _log_loss(self, error: NoFrames) -> None:
        """Log a lost source once. Raises ``Trouble`` if the caller does not want to wait."""
        if not self._patient:
            raise Trouble(str(error), NO_HARDWARE) from None
        if str(error) != self._last_loss:
            self._last_loss = str(error)
            self._note("camera_lost", str(error), logging.WARNING)

    async def _do(self, work: Callable[[Unpack[Arguments]], T], *given: *Arguments) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *given)
