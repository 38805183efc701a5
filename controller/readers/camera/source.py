"""A camera over the pile as a source of cards. Imports OpenCV only when it runs."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import AsyncGenerator, Callable, Collection
from pathlib import Path

from controller.base.errors import NO_HARDWARE, WRONG_USAGE, Trouble
from controller.readers.camera.share import share_of
from controller.readers.reports import MOST_NUMBER, Health, SeenCard
from firmware_bridge.reports import Note

PINNED = Path(sys.prefix) / "share" / "rollerdeck" / "camera.txt"
"""The pinned libraries of the extra, where Rollerdeck was installed as a release."""


async def read_cards(
    address: str,
    numbers: Collection[int] | None,
    clock: Callable[[], float],
    note: Note,
    *,
    patient: bool,
    show: str | None = None,
    region: str | None = None,
) -> AsyncGenerator[SeenCard | Health, None]:
    """The cards that a camera sees come to lie on top of the pile.

    ``address``: a number or ``/dev/video*``, a folder of pictures, a video, or the command line
    of a program that writes frames. ``numbers``: those of the cards in use; None: any. ``clock``:
    seconds, monotonic. ``patient``: wait for a camera that is not there at the beginning.
    ``show``: where a browser finds the live picture, as ``PORT`` or ``HOST:PORT``. ``region``:
    where the pile is, as ``LEFT,TOP,WIDTH,HEIGHT`` in percent of the picture.

    It ends with the folder or the video; a camera never ends. Raises ``Trouble``.
    """
    if importlib.util.find_spec("cv2") is None:
        raise Trouble(without_opencv(), NO_HARDWARE)
    from controller.readers.camera.eye import Eye
    from controller.readers.camera.live.view import View, address_of
    from controller.readers.camera.running import CameraRunner
    from controller.readers.camera.sources.frames import NoFrames
    from controller.readers.camera.sources.opening import opener

    try:
        open_frames = opener(address)
    except NoFrames as error:
        raise Trouble(str(error), WRONG_USAGE) from None
    place = share_of(region) if region else None
    eye = Eye(range(MOST_NUMBER + 1) if numbers is None else numbers, place)
    view = await View.at(*address_of(show), note, eye.look_only_at) if show else None
    running = CameraRunner(open_frames, eye, clock, note, patient=patient, view=view)
    try:
        async for report in running.reports():
            yield report
    finally:
        if view is not None:
            await view.close()


def without_opencv() -> str:
    """The sentence for who wants a camera and lacks the extra."""
    arguments = f"--require-hashes -r {PINNED}" if PINNED.exists() else "'rollerdeck[camera]'"
    return f"A camera needs OpenCV: install it with `{sys.executable} -m pip install {arguments}`."
