"""The labels of a deck as a browser rasterised them: cut out of the sheets that people print."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.decks.drawing import LABEL_MM
from controller.decks.sheets import SHORT_MM

CARDS = 112
COLUMNS = 14
CUT_OUT = Path(__file__).parent / "labels.png"
"""One label of each card, without the code for a scanner: a camera does not need it.

``python -m tests.e2e.labels`` makes this file. A test compares it with what the browser draws now.
"""
PX_PER_MM = 300 / 25.4
SIZE_PX = (round(LABEL_MM * PX_PER_MM), round(SHORT_MM * PX_PER_MM))


def label(number: int, px_per_mm: float) -> NDArray[np.uint8]:
    """The label of this card, upright, with so many pixels for a millimetre. White is 255."""
    (wide, high), (row, column) = SIZE_PX, divmod(number, COLUMNS)
    cut = _all()[row * high : (row + 1) * high, column * wide : (column + 1) * wide]
    size = (round(LABEL_MM * px_per_mm), round(SHORT_MM * px_per_mm))
    return np.asarray(cv2.resize(cut, size, interpolation=cv2.INTER_AREA), np.uint8)


@lru_cache(maxsize=1)
def _all() -> NDArray[np.uint8]:
    picture = cv2.imread(str(CUT_OUT), cv2.IMREAD_GRAYSCALE)
    assert picture is not None
    return np.asarray(picture, np.uint8)
