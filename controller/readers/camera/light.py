"""How bright pictures are, and what a light hides: there, nobody knows what lies there."""

from __future__ import annotations

import math
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.readers.camera.marker import MARKER_MM, OFF_CENTRE_MM, Marker

SHINING = 245
"""A cell so bright shows nothing but light."""
IN_LIGHT = 0.1
"""A light hides a marker of which so large a share is so bright."""
WHITE = 220
"""Where paper is so bright, nobody can tell it from a light."""
PAPER_SHARE = 0.95
CELLS = 2
"""Lights are looked for in squares, of which a marker's side has so many."""
APART_MM = 2 * math.hypot(*OFF_CENTRE_MM)
"""So far apart are the two markers of a card."""
TILTED, NEARER = 0.7, 1.1
"""So many times as far apart they are in a picture from 45 degrees, or at the near edge."""
MOST = 400
"""Of more bright squares, two are always so far apart."""

Picture = NDArray[np.uint8]


def in_light(marker: Marker, picture: Picture) -> bool:
    """Whether a light hides the place where the other marker of the marker's card should be."""
    (x, y), half = marker.partner, marker.side_px / 2
    left, top, right, bottom = (round(end) for end in (x - half, y - half, x + half, y + half))
    area = picture[max(0, top) : max(0, bottom), max(0, left) : max(0, right)]
    # beside the picture nothing is seen, either
    return area.size == 0 or float(np.mean(area >= SHINING)) >= IN_LIGHT


def paper(marker: Marker, picture: Picture) -> float:
    """How bright the paper around a marker is, 0 to 255."""
    area = patch(marker, picture, 1)
    return ranked(area, PAPER_SHARE) if area.size else 0.0


def patch(marker: Marker, picture: Picture, around_px: int) -> Picture:
    """A marker, and so much around it."""
    (left, top), (right, bottom) = np.floor((np.min(marker.corners, 0), np.max(marker.corners, 0)))
    rows = slice(max(0, int(top) - around_px), max(0, int(bottom) + 1 + around_px))
    return picture[rows, max(0, int(left) - around_px) : max(0, int(right) + 1 + around_px)]


def dazzling(picture: Picture, before: Picture, side_px: float) -> bool:
    """Whether lights came since the picture ``before`` that can hide both markers of a card.

    ``side_px``: how long the side of a marker is.
    """
    if picture.shape != before.shape:
        return False
    new_light = cv2.subtract(_shining(picture), _shining(before))
    size = [max(1, round(CELLS * side / side_px)) for side in picture.shape[::-1]]
    if not new_light.any():
        return False
    shares = cv2.resize(new_light, size, interpolation=cv2.INTER_AREA)
    lights = np.argwhere(shares >= CELLS**2 * IN_LIGHT * 255)
    return len(lights) > MOST or _apart(lights * MARKER_MM / CELLS)


def _shining(picture: Picture) -> Any:
    """255 where a picture shows nothing but light, and 0 elsewhere."""
    return cv2.threshold(picture, SHINING - 1, 255, cv2.THRESH_BINARY)[1]


def _apart(places_mm: NDArray[Any]) -> bool:
    """Whether two of these places are as far apart as the markers of a card."""
    between = places_mm[:, None] - places_mm
    far = np.hypot(between[..., 0], between[..., 1])
    return bool(np.any((far >= TILTED * APART_MM) & (far <= NEARER * APART_MM)))


def ranked(values: NDArray[Any], share: float) -> float:
    """The value that is larger than this share of the values.

    NumPy's own function interpolates between two values, and takes many times as long.
    """
    flat = values.ravel()
    place = int(share * (flat.size - 1))
    return float(np.partition(flat, place)[place])
