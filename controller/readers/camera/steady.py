"""Takes a camera's vibration out of its frames: each is shifted to where an earlier one was taken.

Shaking by a quarter of a pixel changes every edge in the picture, although nothing in front of the
camera moves. The shift is two numbers, and all cells tell them: they are fitted on small pictures,
and hands and cards that come are outliers of this fit.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.readers.camera.light import Picture, ranked

SMALL = (320, 180)
"""To so many cells a picture of 16 by 9 is shrunk; others to as many on their longer side."""
FITS = 4
"""So often the shift is fitted again on a shifted frame: the first fit is true for small shifts."""
ROUNDS = 2
"""So many rounds each fit has: what the one before did not explain weighs less in the next."""
OUTLIER = 25.0
"""So many levels that are not explained are more likely a hand or a card."""
STEADY_PX = 0.05
"""A frame with a smaller shift is left as it is."""
MOST_PX = 2.5
"""A larger shift is no vibration: somebody pushed the camera, or the cards."""
LOST_AFTER = 10
"""After so many frames in a row in which something moves, the camera may look elsewhere now."""
LEAST_EDGES = 100.0
"""Added to the weight of edges, so that a picture without edges is not shifted."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """A frame to which later ones are shifted."""

    rows: NDArray[np.float32]
    """Every second row of the small picture."""
    right: NDArray[np.float32]
    down: NDArray[np.float32]
    """How much each of their cells changes if the frame moves a pixel to the right, and down."""


@dataclass(frozen=True, slots=True)
class Steadiness:
    """What is remembered of earlier frames."""

    anchor: Anchor | None = None
    moving: int = 0
    """In how many frames in a row something has moved."""
    shift_px: tuple[float, float] = (0.0, 0.0)
    """How far the last frame was shifted back."""


def shrink_factor(picture: Picture) -> float:
    """How long a pixel of this picture is in the small pictures that are compared."""
    return float(SMALL[0] / max(picture.shape))


def shrunk(picture: Picture) -> Picture:
    """The small picture that is compared."""
    factor = shrink_factor(picture)
    if factor == 1:
        return picture
    high, wide = (round(side * factor) for side in picture.shape)
    return np.asarray(cv2.resize(picture, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)


def steadied(past: Steadiness, picture: Picture) -> tuple[Steadiness, Picture]:
    """Shift a frame to where the anchor was taken; the first one is the anchor."""
    if past.anchor is None:
        return Steadiness(_anchor(picture)), picture
    shift, shifted = _shifted_back(past.anchor, picture)
    now = replace(past, shift_px=(float(shift[0]), float(shift[1])))
    if past.moving >= LOST_AFTER:
        now = replace(now, anchor=_anchor(shifted), moving=0)
    return now, shifted


def _shifted_back(anchor: Anchor, picture: Picture) -> tuple[NDArray[np.float32], Picture]:
    """How far a frame is shifted against the anchor, and the frame without this shift."""
    nowhere = np.zeros(2, np.float32)
    total, shifted = nowhere, picture
    for _ in range(FITS):
        step = _shift(anchor, shrunk(shifted))
        if np.hypot(*step) < STEADY_PX:
            break
        total = total + step
        if np.hypot(*total) > MOST_PX:
            return nowhere, picture
        shifted = _moved(picture, -total)
    return total, shifted


def learned(past: Steadiness, picture: Picture, *, still: bool, is_known: bool) -> Steadiness:
    """After a frame. ``picture``: the shifted one. ``is_known``: it may be the next anchor."""
    if not still:
        return replace(past, moving=past.moving + 1)
    return replace(past, moving=0, anchor=_anchor(picture) if is_known else past.anchor)


def light(now: NDArray[Any], earlier: NDArray[Any]) -> float:
    """How many times as bright it is: most cells show the same as before."""
    return ranked((now[::4, ::4] + 8) / (earlier[::4, ::4] + 8.0), 0.5)


def _anchor(picture: Picture) -> Anchor:
    return Anchor(_rows(shrunk(picture)), _slopes(picture, axis=1), _slopes(picture, axis=0))


def _slopes(picture: Picture, axis: int) -> NDArray[np.float32]:
    """How much each cell changes if the frame moves a pixel along an axis."""
    # of the frame, shrunk: those of the small picture would miss what is finer than its cells
    ahead, behind = (_rows(shrunk(np.roll(picture, step, axis))) for step in (1, -1))
    return np.asarray(ahead - behind, np.float32).ravel() / np.float32(2)


def _rows(small: Picture) -> NDArray[np.float32]:
    """Every second row: they tell the shift well enough, in half of the time."""
    return small[::2].astype(np.float32)


def _shift(anchor: Anchor, small: Picture) -> NDArray[np.float32]:
    """How far a small picture is shifted against the anchor, in pixels of the frame."""
    rows, right, down = _rows(small), anchor.right, anchor.down
    change = (rows * np.float32(light(anchor.rows, rows)) - anchor.rows).ravel()
    unexplained = change
    for _ in range(ROUNDS):
        weights = 1 / (1 + (unexplained / OUTLIER) ** 2) ** 2
        # not by a product of matrices: a library would start threads for it, as in ``height``
        xx, xy, yy = (
            float(np.sum(weights * first * second)) + least
            for first, second, least in (
                (right, right, LEAST_EDGES),
                (right, down, 0.0),
                (down, down, LEAST_EDGES),
            )
        )
        x, y = (float(np.sum(weights * slopes * change)) for slopes in (right, down))
        across = xx * yy - xy * xy
        shift = np.array((x * yy - y * xy, y * xx - x * xy), np.float32) / across
        unexplained = change - shift[0] * right - shift[1] * down
    return np.asarray(shift, np.float32)


def _moved(picture: Picture, by_px: NDArray[Any]) -> Picture:
    """The picture moved to the right and down by so many pixels."""
    shift = np.array([(1, 0, by_px[0]), (0, 1, by_px[1])], np.float32)
    size = (picture.shape[1], picture.shape[0])
    edge = cv2.BORDER_REPLICATE
    return np.asarray(
        cv2.warpAffine(picture, shift, size, flags=cv2.INTER_LINEAR, borderMode=edge), np.uint8
    )
