"""Cards of 56 by 87 mm seen from above, with a printed label in two opposite corners."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.readers.rendering.printed import label

Picture = NDArray[np.uint8]

CARD_MM = (56.0, 87.0)
MARKER_MM = 12.0
RIM_MM = 1.6
EDGE_MM = 1.0
"""From the label to the edges of the card."""
PX_PER_MM = 5
DICTIONARY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
COLORS = (95, 205, 125, 70, 25)
"""Red, yellow, green, blue and black in levels of grey."""
WHITE = 238
INK = 22


@dataclass(frozen=True)
class Face:
    """The picture of a card, where it is opaque, and where its markers' centres are, in mm."""

    picture: Picture
    mask: Picture
    markers: tuple[tuple[float, float], tuple[float, float]]
    """From the card's centre, to the right and down."""


@lru_cache(maxsize=300)
def face(number: int, sheet: int) -> Face:
    """Draw the card with this number; ``sheet``: how crooked its labels were glued on."""
    random = np.random.default_rng([number, sheet])
    wide, high = (round(side * PX_PER_MM) for side in CARD_MM)
    picture = np.full((high, wide), WHITE, np.uint8)
    color = COLORS[number % len(COLORS)]
    border, inner = round(3.2 * PX_PER_MM), round(4 * PX_PER_MM)
    cv2.rectangle(picture, (border, border), (wide - border, high - border), color, -1)
    cv2.ellipse(
        picture,
        (wide // 2, high // 2),
        (wide // 2 - inner, high // 2 - inner),
        28.0,
        0,
        360,
        WHITE,
        -1,
        cv2.LINE_AA,
    )
    text = str(number % 10)
    _write(picture, text, (wide // 2, high // 2), 6.0, color)
    _write(picture, text, (round(8 * PX_PER_MM), round(11 * PX_PER_MM)), 2.0, WHITE)
    upside = np.ascontiguousarray(np.rot90(picture, 2))
    _write(upside, text, (round(8 * PX_PER_MM), round(11 * PX_PER_MM)), 2.0, WHITE)
    first = _glue(upside, number, random)
    picture = np.ascontiguousarray(np.rot90(upside, 2))
    second = _glue(picture, number, random)
    cv2.rectangle(picture, (0, 0), (wide - 1, high - 1), 150, 1)
    return Face(picture, _rounded(wide, high), ((second[0], second[1]), (-first[0], -first[1])))


def _write(picture: Picture, text: str, centre: tuple[int, int], scale: float, level: int) -> None:
    thick = max(2, round(scale * 3))
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, thick)
    at = (centre[0] - wide // 2, centre[1] + high // 2)
    cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, scale, level, thick, cv2.LINE_AA)


def _glue(picture: Picture, number: int, random: np.random.Generator) -> tuple[float, float]:
    """Put a printed label into the corner at the top right.

    Returns the centre of its marker, from the card's centre.
    """
    printed = label(number, PX_PER_MM).astype(np.float32) / 255
    drawn_label = np.round(INK + printed * (WHITE + 8 - INK)).astype(np.uint8)
    half = (MARKER_MM + 2 * RIM_MM) * PX_PER_MM / 2
    x = picture.shape[1] - EDGE_MM * PX_PER_MM - half + random.normal(0, 0.3) * PX_PER_MM
    y = EDGE_MM * PX_PER_MM + half + random.normal(0, 0.3) * PX_PER_MM
    turn = cv2.getRotationMatrix2D((half, half), float(random.normal(0, 1.5)), 1.0)
    turn[0, 2] += x - half
    turn[1, 2] += y - half
    size = (picture.shape[1], picture.shape[0])
    there = cv2.warpAffine(np.full_like(drawn_label, 255), turn, size)
    # without its own edge around it, black would shine through there
    around = cv2.BORDER_REPLICATE
    drawn = cv2.warpAffine(drawn_label, turn, size, flags=cv2.INTER_LINEAR, borderMode=around)
    np.copyto(picture, drawn, where=there > 127)
    return (
        x / PX_PER_MM - CARD_MM[0] / 2,
        y / PX_PER_MM - CARD_MM[1] / 2,
    )


def _rounded(wide: int, high: int) -> Picture:
    mask = np.zeros((high, wide), np.uint8)
    radius = round(3 * PX_PER_MM)
    cv2.rectangle(mask, (radius, 0), (wide - radius, high), 255, -1)
    cv2.rectangle(mask, (0, radius), (wide, high - radius), 255, -1)
    for x in (radius, wide - radius - 1):
        for y in (radius, high - radius - 1):
            cv2.circle(mask, (x, y), radius, 255, -1)
    return mask
