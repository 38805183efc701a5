"""Finds markers in a frame with OpenCV."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

import cv2
import numpy as np

from controller.readers.camera.labels import UNREAD, labels_in
from controller.readers.camera.look import Picture
from controller.readers.camera.marker import Marker, Point

WINDOW_PX = 13
"""Edge of the one window with which a frame is made black and white: the default is three."""
LEAST_SIDE_PX = 12.0
MOST_SIDE_PX = 140.0

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
        markers = [
            Marker(int(number), _points(quad + corner))
            for quad, label, number in zip(
                quads, of_labels, () if numbers is None else numbers.ravel(), strict=False
            )
            if label is not None and int(number) in self._numbers
        ]
        labels = [
            Marker(UNREAD, _points(label + corner))
            for label in of_labels[len(read) :]
            if label is not None
        ]
        return Detection(tuple(markers), tuple(labels))

    def _detector(self, width: int, height: int) -> Any:
        size = (width, height)
        if size not in self._detectors:
            parameters = cv2.aruco.DetectorParameters()
            parameters.adaptiveThreshWinSizeMin = parameters.adaptiveThreshWinSizeMax = WINDOW_PX
            parameters.minMarkerPerimeterRate = 4 * LEAST_SIDE_PX / max(size)
            parameters.maxMarkerPerimeterRate = 4 * MOST_SIDE_PX / max(size)
            # no bit is guessed: 4x4_250 has too few for that
            parameters.errorCorrectionRate = 0.0
            if len(self._detectors) > 20:
                self._detectors.clear()
            self._detectors[size] = cv2.aruco.ArucoDetector(self._dictionary, parameters)
        return self._detectors[size]


def _points(quad: Any) -> tuple[Point, Point, Point, Point]:
    first, second, third, fourth = ((float(x), float(y)) for x, y in np.asarray(quad))
    return first, second, third, fourth
