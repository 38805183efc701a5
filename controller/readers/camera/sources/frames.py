"""Where frames come from: one interface for a camera, a folder, a video, and a program."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    # it needs OpenCV, and the doctor does not
    from controller.readers.camera.light import Picture

WIDTH, HEIGHT = 1280, 720
"""What a camera is asked for. Frames with a longer side than this width are shrunk to it."""


class NoFrames(Exception):
    """The source gives no more frames now; the sentence says why, and what to do."""


class Frames(Protocol):
    """An open source of grey frames."""

    name: str
    """For sentences."""
    ends: bool
    """Whether it can come to its end, as a folder does; a camera does not, it gets lost."""

    def read(self) -> Picture | None:
        """The newest frame; None: it has come to its end. Waits. Raises ``NoFrames``.

        A source that ends without a single frame raises ``NoFrames``, too.
        """
        ...

    def close(self) -> None:
        """Let go of it."""
        ...
