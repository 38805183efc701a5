"""What looks like a card's label, though its marker cannot be read: a card may lie there unread."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import cv2
import numpy as np

from controller.readers.camera.height import expected_side
from controller.readers.camera.light import Picture
from controller.readers.camera.marker import Card, Marker

UNREAD = -1
"""The number of a marker that could not be read."""
CELLS = 6
"""A marker is so many squares wide; those at its edge are black."""
BEYOND = 0.4
"""So many squares outside the marker, the paper around it is looked at."""
LEAST_SPAN = 0.25
"""A label's paper is brighter than its black by so much of its own brightness, even if blurred."""
LEAST_OF_SIDE = 0.35
"""On each of the four sides, paper and black differ by so much of what they differ on average."""
SIZES = (1.0, 0.8, 0.65)
"""A quadrangle is the marker itself, or the paper around it, or a little more."""
ALIKE_SIZE = 0.2
"""An unread label is a label if its size differs from that of a marker by so much, at most."""
OWN_SIDES = 0.6
"""So near to where a card's other marker should be, an unread label is that marker."""

_MIDDLES = (np.arange(CELLS) + 0.5) / CELLS
_UNIT = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)


def _around(inside: float) -> Any:
    """Points along the four sides of a square, so far inside its edge."""
    near, far = np.full(CELLS, inside), np.full(CELLS, 1 - inside)
    sides = [(_MIDDLES, near), (far, _MIDDLES), (_MIDDLES, far), (near, _MIDDLES)]
    return np.concatenate([np.column_stack(side) for side in sides]).astype(np.float32)


def _shrunk(points: Any, size: float) -> Any:
    """The same points in a square that is smaller, with the same middle."""
    return (points - 0.5) * size + 0.5


_SQUARE = np.concatenate([_around(0.5 / CELLS), _around(-BEYOND / CELLS)])
_POINTS = np.concatenate([_shrunk(_SQUARE, size) for size in SIZES])[None].astype(np.float32)


def labels_in(picture: Picture, quads: Sequence[Any]) -> list[Any]:
    """The marker of a label in each of these quadrangles; None: there is none.

    A marker has a black edge with paper around it, on all four sides.
    """
    if not quads:
        return []
    levels = levels_in(picture, quads, _POINTS)
    sides = levels.reshape(len(quads), len(SIZES), 2, 4, CELLS).mean(axis=4)
    paper = sides[:, :, 1]
    spans = paper - sides[:, :, 0]
    span = spans.mean(axis=2)
    fits = (span >= LEAST_SPAN * paper.mean(axis=2)) & (spans.min(axis=2) >= LEAST_OF_SIDE * span)
    best = np.argmax(np.where(fits, span, 0), axis=1)
    return [
        _placed(_shrunk(_UNIT, SIZES[size])[None].astype(np.float32), quad)[0] if is_label else None
        for quad, size, is_label in zip(quads, best, fits.any(axis=1), strict=True)
    ]


def levels_in(picture: Picture, quads: Sequence[Any], points: Any) -> Any:
    """The levels at these points of each quadrangle, whose edges are 0 and 1: a row for each."""
    at = np.concatenate([_placed(points, quad) for quad in quads])
    return cv2.remap(picture, at[..., 0], at[..., 1], cv2.INTER_LINEAR)


def _placed(points: Any, quad: Any) -> Any:
    turn = cv2.getPerspectiveTransform(_UNIT, np.asarray(quad, np.float32))
    return cv2.perspectiveTransform(points, turn)


def unexplained(
    labels: Iterable[Marker],
    cards: Sequence[Card],
    read: Iterable[Marker],
    pile_cards: Sequence[Card],
) -> bool:
    """Whether there is an unread label that belongs to none of the cards that were read.

    ``cards``: those that were read. ``read``: the markers that single frames have shown.
    ``pile_cards``: the cards that are known to lie there.
    """
    if not cards:
        return False
    explained = [(marker.centre, 1.0) for marker in read]
    for card in cards:
        if len(card.markers) == 1:
            explained.append((card.markers[0].partner, OWN_SIDES))
    usual = (*pile_cards, *cards)
    return any(
        abs(label.side_px / expected_side(usual, label.centre) - 1) <= ALIKE_SIZE
        and not any(label.near(place, sides * label.side_px) for place, sides in explained)
        for label in labels
    )
