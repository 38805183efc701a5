"""What the rest of a card shows where its markers are not seen.

Did the card lie there already, only a glare hid its markers? Does it still lie where it lay?
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.readers.camera.light import SHINING
from controller.readers.camera.marker import CARD_MM, OFF_CENTRE_MM, Card, Marker

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

CAME_SQUARES = 10
"""It came if so many of its squares could show the same, but not even ``ALIKE_SQUARES`` do."""
STRONG_PATTERN = 8.0
"""``LEAST_PATTERN`` where it is asked whether a card still lies where it lay."""
AROUND_MM = 6.0
"""So far around the cards that were read, a change can be theirs."""
FEW_POINTS = 2
LIGHTER = 5.0
"""A light changes a square by so many levels, apart from so few of its points."""
LEAST_SQUARES = 3
"""Fewer squares do not show that a card was moved."""

NOWHERE = -10_000.0
"""Outside of every picture."""

Levels = NDArray[Any]


def lay_there(marker: Marker, now: Levels, before: Levels, shrunk: float) -> bool | None:
    """Whether a part of the marker's card was to be seen before, where it is now.

    None: too little of it is in sight. ``shrunk``: how long a pixel of the marker's picture is in
    these two smaller pictures.
    """
    comparable, alike = _compared(_points(marker), now, before, shrunk, LEAST_PATTERN)
    if alike >= max(ALIKE_SQUARES, ALIKE_SHARE * comparable):
        return True
    return False if comparable >= CAME_SQUARES and alike < ALIKE_SQUARES else None


def lies_elsewhere(
    card: Card, read: Sequence[Marker], now: Levels, before: Levels, shrunk: float
) -> bool | None:
    """Whether a card that was in sight is no longer where it was seen last; None: nobody knows.

    ``read``: the markers that were read now. Where a card came, it covers this card. If no card
    that came can be read, nobody knows what is covered.
    """
    points = _points(card.markers[0])
    new_markers = [
        marker for marker in read if marker.number != card.number and marker.fresh is not False
    ]
    if not new_markers:
        return None
    for marker in new_markers:
        points[_within(marker, points)] = NOWHERE
    comparable, alike = _compared(points, now, before, shrunk, STRONG_PATTERN, lights=False)
    return alike < comparable / 2 if comparable >= LEAST_SQUARES else None


def _compared(
    points: Levels,
    now: Levels,
    before: Levels,
    shrunk: float,
    least: float,
    *,
    lights: bool = True,
) -> tuple[int, int]:
    """Of how many squares of a card it can be told whether they look as before; how many do.

    ``lights``: also of those that a light has made brighter or darker all over.
    """
    x, y = np.moveaxis(points * shrunk, 2, 0).astype(np.float32)
    squares = []
    for levels in (now, before):
        at = cv2.remap(
            levels.astype(np.float32), x, y, cv2.INTER_LINEAR, borderValue=(SHINING,) * 4
        )
        squares.append(at.reshape(x.shape[0] // BLOCK, BLOCK, -1, BLOCK).swapaxes(1, 2))
    visible = (squares[0] < SHINING) & (squares[1] < SHINING)
    point_counts = visible.sum(axis=(2, 3))
    patterns_now, patterns_before = (_levelled(square, visible, point_counts) for square in squares)
    energies = [(square * square).sum(axis=(2, 3)) for square in (patterns_now, patterns_before)]
    enough = least**2 * point_counts
    comparable = (point_counts >= LEAST_POINTS) & (energies[0] > enough) & (energies[1] > enough)
    if not lights:
        comparable &= ~_in_other_light(squares[0] - squares[1])
    together = (patterns_now * patterns_before).sum(axis=(2, 3))
    alike = comparable & (together >= ALIKE * np.sqrt(energies[0] * energies[1]))
    return int(comparable.sum()), int(alike.sum())


def _in_other_light(change: Levels) -> Levels:
    """Which squares are brighter, or darker, in nearly all of their points."""
    ordered = np.sort(change.reshape(*change.shape[:2], -1))
    return (ordered[..., FEW_POINTS] > LIGHTER) | (ordered[..., -1 - FEW_POINTS] < -LIGHTER)


def _within(marker: Marker, points: Levels) -> Levels:
    """Which of the points are on the marker's card, or a little beside it."""
    outline = np.array(marker.outline(AROUND_MM), np.float32)
    inside = np.ones(points.shape[:2], bool)
    for start, end in zip(outline, np.roll(outline, -1, axis=0), strict=True):
        along, towards = end - start, points - start
        inside &= along[0] * towards[..., 1] - along[1] * towards[..., 0] >= 0
    return inside


def _levelled(square: Levels, visible: Levels, point_counts: Levels) -> Levels:
    """The pattern without the light, where there is no glare."""
    mean = np.where(visible, square, 0).sum(axis=(2, 3)) / np.maximum(point_counts, 1)
    return np.asarray(np.where(visible, square - mean[..., None, None], 0))


def _points(marker: Marker) -> Levels:
    """Points all over the marker's card, in rows, in pixels of the marker's picture."""
    wide, high = (
        int((side - 2 * WITHIN_MM) / APART_MM / BLOCK) * BLOCK * APART_MM for side in CARD_MM
    )
    middle = (-OFF_CENTRE_MM[0], -OFF_CENTRE_MM[1])
    x = np.arange(0, wide, APART_MM) - wide / 2 + APART_MM / 2 + middle[0]
    y = np.arange(0, high, APART_MM) - high / 2 + APART_MM / 2 + middle[1]
    origin = np.array(marker.place(0, 0))
    right, down = (np.array(marker.place(*step)) - origin for step in ((1.0, 0.0), (0.0, 1.0)))
    return np.asarray(origin + x[None, :, None] * right + y[:, None, None] * down)
