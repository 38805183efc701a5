"""Finds markers in a frame with OpenCV, and recognises a mirrored picture by them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import cv2
import numpy as np

from controller.decks.drawing import CELLS
from controller.decks.drawing import marker as cells_of
from controller.readers.camera.labels import UNREAD, labels_in, levels_in
from controller.readers.camera.light import Picture
from controller.readers.camera.marker import Marker, Point
from controller.readers.reports import MOST_NUMBER

WINDOW_PX = 13
"""Edge of the one window with which a frame is made black and white: the default is three."""
LEAST_SIDE_PX = 12.0
MOST_SIDE_PX = 140.0
CELL_PX = 8
"""A marker is straightened to so many pixels a cell: the default, 4, reads fewer small ones."""
CELL_MARGIN = 0.25
"""So much of a cell is left out at each of its edges, where its neighbours blur into it."""
FLATTEST = 0.45
"""The least ``Marker.squeezed`` of a marker: no camera over a pile looks from 63 degrees aside."""
LEAST_ALIKE = 0.88
"""So large a share of points all over a marker are as dark as its pattern says. In markers with
finer patterns, a cell's majority can be right by chance, but its points are mixed."""

FLIP_EVERY_S = 1.0
"""The flipped frame is searched at most so often."""
LEAST_MARKERS = 2
"""So many markers in the flipped frame: of 70 quadrangles of chance, one is read as a marker."""

# four points in each cell, half a cell apart
_STEPS = (np.arange(2 * CELLS) + 0.5) / (2 * CELLS)
_GRID = np.stack(np.meshgrid(_STEPS, _STEPS), axis=-1).reshape(1, -1, 2).astype(np.float32)

Region = tuple[int, int, int, int]
"""A part of a frame: left, top, width, height, in pixels."""


class Detection(NamedTuple):
    """What was detected in a frame."""

    markers: tuple[Marker, ...]
    """Those of the deck."""
    labels: tuple[Marker, ...]
    """What looks like a marker, but cannot be read."""


class Detector:
    """Finds the markers of one deck."""

    def __init__(self, numbers: Collection[int]) -> None:
        """``numbers``: those of the deck's cards; other markers are not reported."""
        self._numbers = frozenset(numbers)
        self._dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
        self._detectors: dict[tuple[int, int], Any] = {}

    def find(self, picture: Picture, region: Region | None = None) -> Detection:
        """What is in a frame, or in a part of it. In pixels of the frame."""
        left, top = region[:2] if region else (0, 0)
        part = picture
        if region:
            part = picture[top : top + region[3], left : left + region[2]]
        read, numbers, others = self._detector(part.shape[1], part.shape[0]).detectMarkers(part)
        quads = [quad.reshape(4, 2) for quad in (*read, *others)]
        # by chance, a drawing can look like a marker, but it has no paper around it
        of_labels = labels_in(part, quads)
        corner = np.array((left, top))
        markers, labels = [], []
        for place, (quad, label) in enumerate(zip(quads, of_labels, strict=True)):
            if label is None:
                continue
            if place < len(read):
                marker = Marker(int(np.ravel(numbers)[place]), _points(quad + corner))
                if marker.squeezed >= FLATTEST and _alike(part, quad, marker.number) >= LEAST_ALIKE:
                    if marker.number in self._numbers:
                        markers.append(marker)
                    continue
            labels.append(Marker(UNREAD, _points(label + corner)))
        return Detection(tuple(markers), tuple(labels))

    def _detector(self, width: int, height: int) -> Any:
        size = (width, height)
        if size not in self._detectors:
            parameters = cv2.aruco.DetectorParameters()
            parameters.adaptiveThreshWinSizeMin = parameters.adaptiveThreshWinSizeMax = WINDOW_PX
            parameters.minMarkerPerimeterRate = 4 * LEAST_SIDE_PX / max(size)
            parameters.maxMarkerPerimeterRate = 4 * MOST_SIDE_PX / max(size)
            parameters.perspectiveRemovePixelPerCell = CELL_PX
            parameters.perspectiveRemoveIgnoredMarginPerCell = CELL_MARGIN
            # no bit is guessed: 4x4_250 has too few for that
            parameters.errorCorrectionRate = 0.0
            if len(self._detectors) > 20:
                self._detectors.clear()
            self._detectors[size] = cv2.aruco.ArucoDetector(self._dictionary, parameters)
        return self._detectors[size]


def _alike(picture: Picture, quad: Any, number: int) -> float:
    """How large a share of the points in a quadrangle is as dark as this marker has it."""
    levels = levels_in(picture, [quad], _GRID).reshape(2 * CELLS, 2 * CELLS)
    black = np.kron(np.array(cells_of(number)), np.ones((2, 2), bool))
    middle = (float(levels[black].mean()) + float(levels[~black].mean())) / 2
    return float(np.mean((levels < middle) == black))


def _points(quad: Any) -> tuple[Point, Point, Point, Point]:
    first, second, third, fourth = ((float(x), float(y)) for x, y in np.asarray(quad))
    return first, second, third, fourth


@dataclass(frozen=True, slots=True)
class Mirroring:
    """Whether the picture is mirrored, as far as it is known."""

    is_mirrored: bool = False
    flipped_at_s: float = -FLIP_EVERY_S
    """When a flipped frame was searched last."""


def check_mirroring(
    past: Mirroring, detector: Detector, picture: Picture, detection: Detection, at_s: float
) -> Mirroring:
    """Learn from a frame. ``detection``: what was detected in it. ``at_s``: when it was taken."""
    if any(marker.number not in legible_both_ways() for marker in detection.markers):
        return Mirroring(flipped_at_s=past.flipped_at_s)
    if past.is_mirrored or not detection.labels or at_s - past.flipped_at_s < FLIP_EVERY_S:
        return past
    flipped = np.asarray(cv2.flip(picture, 1), np.uint8)
    markers = detector.find(flipped).markers
    read = [marker for marker in markers if marker.number not in legible_both_ways()]
    return Mirroring(len(read) >= LEAST_MARKERS, at_s)


@lru_cache(maxsize=1)
def legible_both_ways() -> frozenset[int]:
    """The numbers of markers whose mirror image is a marker, too: the same one or another."""
    patterns = [np.array(cells_of(number)) for number in range(MOST_NUMBER + 1)]
    legible = {np.rot90(pattern, turns).tobytes() for pattern in patterns for turns in range(4)}
    return frozenset(
        number for number, pattern in enumerate(patterns) if np.fliplr(pattern).tobytes() in legible
    )
