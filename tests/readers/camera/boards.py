"""Boards of markers of another dictionary, as they are drawn for calibrating cameras."""

from __future__ import annotations

import cv2
import numpy as np

from controller.readers.camera.light import Picture

SIDE, SIZE = 100, (1280, 720)


def board(seed: int) -> Picture:
    """A board with 6x6 markers, as a camera sees it from anywhere in any light."""
    random = np.random.default_rng(seed)
    columns, rows, gap = (int(random.integers(*ends)) for ends in ((4, 9), (3, 7), (10, 50)))
    wide, high = (many * (SIDE + gap) + gap for many in (columns, rows))
    drawn = np.full((high, wide), 235, np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_6X6_250)
    for place, number in enumerate(random.permutation(250)[: columns * rows]):
        left, top = (gap + at * (SIDE + gap) for at in (place % columns, place // columns))
        marker = cv2.aruco.generateImageMarker(dictionary, int(number), SIDE)
        drawn[top : top + SIDE, left : left + SIDE] = np.maximum(marker, 25)
    px, turn = random.uniform(18, 70) / SIDE, random.uniform(0, 2 * np.pi)
    turned = np.array([(np.cos(turn), -np.sin(turn)), (np.sin(turn), np.cos(turn))])
    edges = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    place_px = (edges - (wide / 2, high / 2)) * px @ turned.T * (1, random.uniform(0.3, 1))
    place_px = place_px + np.array(SIZE) / 2 + random.normal(0, 0.02 * px * wide, (4, 2))
    seen = cv2.warpPerspective(
        drawn,
        cv2.getPerspectiveTransform(edges, place_px.astype(np.float32)),
        SIZE,
        flags=cv2.INTER_AREA,
        borderValue=(120,),
    )
    blurred = cv2.GaussianBlur(seen, (0, 0), random.uniform(0.4, 1.6)).astype(np.float32)
    noise = random.normal(0, random.uniform(1, 8), blurred.shape)
    picture: Picture = np.clip(blurred + noise, 0, 255).astype(np.uint8)
    return picture
