"""Whether a card lay there already, only a glare hid its markers: what the rest of it shows."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.readers.camera.marker import CARD_MM, OFF_CENTRE_MM, Marker

SHINING = 245
"""A cell so bright shows nothing but light."""
APART_MM = 2.0
BLOCK = 5
"""The card is compared in squares of so many times so many points."""
WITHIN_MM = 3.0
"""So much of the card's edges is left out."""
LEAST_POINTS = 15
"""Fewer points of a square without a glare say nothing."""
LEAST_PATTERN = 4.0
"""A square in which the levels vary by less (standard deviation) looks like any other one."""
ALIKE = 0.8
"""A square shows the same as before if its levels are so much alike (correlation)."""
ALIKE_SQUARES = 2
ALIKE_SHARE = 0.15
"""A card lay there if so many of its squares, and so large a share of them, show the same."""

Levels = NDArray[Any]


def lay_there(marker: Marker, now: Levels, before: Levels, shrunk: float) -> bool:
    """Whether a part of the marker's card was to be seen before, where it is now.

    ``shrunk``: how long a pixel of the marker's picture is in these two smaller pictures.
    """
    x, y = np.moveaxis(_points(marker) * shrunk, 2, 0).astype(np.float32)
    squares = []
    for levels in (now, before):
        at = cv2.remap(levels.astype(np.float32), x, y, cv2.INTER_LINEAR)
        squares.append(at.reshape(x.shape[0] // BLOCK, BLOCK, -1, BLOCK).swapaxes(1, 2))
    seen = (squares[0] < SHINING) & (squares[1] < SHINING)
    many = seen.sum(axis=(2, 3))
    ones, twos = (_levelled(square, seen, many) for square in squares)
    energies = [(square * square).sum(axis=(2, 3)) for square in (ones, twos)]
    least = LEAST_PATTERN**2 * many
    told = (many >= LEAST_POINTS) & (energies[0] > least) & (energies[1] > least)
    together = (ones * twos).sum(axis=(2, 3))
    alike = told & (together >= ALIKE * np.sqrt(energies[0] * energies[1]))
    return bool(alike.sum() >= max(ALIKE_SQUARES, ALIKE_SHARE * told.sum()))


def _levelled(square: Levels, seen: Levels, many: Levels) -> Levels:
    """The pattern without the light, where there is no glare."""
    mean = np.where(seen, square, 0).sum(axis=(2, 3)) / np.maximum(many, 1)
    return np.asarray(np.where(seen, square - mean[..., None, None], 0))


def _points(marker: Marker) -> Levels:
    """Points all over the marker's card, in rows, in pixels of the marker's picture."""
    wide, high = (
        int((side - 2 * WITHIN_MM) / APART_MM / BLOCK) * BLOCK * APART_MM for side in CARD_MM
    )
    middle = (-OFF_CENTRE_MM[0], -OFF_CENTRE_MM[1])
    x = np.arange(0, wide, APART_MM) - wide / 2 + APART_MM / 2 + middle[0]
    y = np.arange(0, high, APART_MM) - high / 2 + APART_MM / 2 + middle[1]
    origin = np.array(marker.place(0, 0))
    right, down = (np.array(marker.place(*one)) - origin for one in ((1.0, 0.0), (0.0, 1.0)))
    return np.asarray(origin + x[None, :, None] * right + y[:, None, None] * down)
