"""At which scale the test page of a deck was printed, from a photograph of it."""

from __future__ import annotations

from itertools import pairwise
from math import hypot
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.decks.paper import Point, PrintScale, scale_of
from controller.readers.camera.light import Picture

MOST_PX = 2400
"""Longer photographs are made smaller: more pixels make it slower, and no more exact."""
END = 0.1
"""So much of each edge of the paper is left out at both ends: corners are often bent."""

Line = NDArray[np.float64]
"""In homogeneous coordinates, as points are: the product of two lines is where they meet."""


def scale_in(picture: Picture) -> PrintScale | None:
    """The scale of the test page in a picture in levels of grey; None: it is not seen whole."""
    part = min(1.0, MOST_PX / max(picture.shape))
    small = cv2.resize(picture, None, fx=part, fy=part, interpolation=cv2.INTER_AREA)
    wanted = cv2.aruco.DetectorParameters()
    wanted.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    corners, numbers, _ = cv2.aruco.ArucoDetector(dictionary, wanted).detectMarkers(small)
    markers = {
        int(np.ravel(numbers)[at]): [(float(x), float(y)) for x, y in quad.reshape(4, 2)]
        for at, quad in enumerate(corners)
    }
    inside = [quad[0] for quad in markers.values()]
    edges = _paper(small, inside)
    return None if edges is None else scale_of(markers, edges)


def _paper(picture: NDArray[Any], inside: list[Point]) -> list[Point] | None:
    """The corners of the bright sheet around these points; None: there is none in the picture."""
    smooth = cv2.GaussianBlur(picture, (5, 5), 0)
    _, bright = cv2.threshold(smooth, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    outlines, _ = cv2.findContours(bright, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    for outline in sorted(outlines, key=cv2.contourArea, reverse=True)[:3]:
        quad = cv2.approxPolyDP(outline, 0.02 * cv2.arcLength(outline, closed=True), closed=True)
        if len(quad) == 4 and all(cv2.pointPolygonTest(outline, at, False) > 0 for at in inside):
            points = outline.reshape(-1, 2).astype(np.float64)
            return None if _is_cut(points, picture) else _corners(points, quad.reshape(4, 2))
    return None


def _is_cut(points: NDArray[np.float64], picture: NDArray[Any]) -> bool:
    """Whether the sheet goes on beyond the picture."""
    far = np.array(picture.shape[::-1]) - 2
    return bool((points < 1).any() or (points > far).any())


def _corners(points: NDArray[np.float64], quad: NDArray[Any]) -> list[Point] | None:
    """Where lines through the four edges meet: more exact than the corners themselves."""
    ends = [(float(x), float(y)) for x, y in quad]
    lines = [
        _edge(points, start, end) for start, end in zip(ends, (*ends[1:], ends[0]), strict=True)
    ]
    straight = [line for line in lines if line is not None]
    if len(straight) < len(lines):
        return None
    meeting = [np.cross(before, line) for before, line in pairwise((straight[-1], *straight))]
    if any(abs(scale) < 1e-6 for _, _, scale in meeting):
        return None
    return [(float(x / scale), float(y / scale)) for x, y, scale in meeting]


def _edge(points: NDArray[np.float64], start: Point, end: Point) -> Line | None:
    """The line through the outline between two corners."""
    x, y = end[0] - start[0], end[1] - start[1]
    long = hypot(x, y)
    if not long:
        return None
    along = ((points[:, 0] - start[0]) * x + (points[:, 1] - start[1]) * y) / long**2
    aside = np.abs((points[:, 0] - start[0]) * y - (points[:, 1] - start[1]) * x) / long
    near = points[(along > END) & (along < 1 - END) & (aside < 0.02 * long)]
    if len(near) < 10:
        return None
    dx, dy, px, py = cv2.fitLine(near.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
    return np.array((-dy, dx, px * dy - py * dx), np.float64)
