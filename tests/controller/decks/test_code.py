"""The code for a scanner, printed with ink that spreads: it is still read."""

from __future__ import annotations

import pytest

from tests.readers import rendering  # noqa: F401 - skips where OpenCV is missing

import cv2  # isort: skip
import numpy as np  # isort: skip
import segno  # isort: skip
import zxingcpp  # isort: skip

from controller.decks.drawing import CODE_MM, LABEL_MM, MODULE_MM, label_text  # isort: skip

PX_PER_MM = 100
SPREAD_MM = 0.085
"""So far ink runs to each side on plain paper."""
SCANNER_DPI = 120
BLUR_PX = 0.5


def is_read(number: int) -> bool:
    """Whether a scanner that sees so few pixels reads the code of a card, held askew."""
    text, random = label_text("K3F9", number), np.random.default_rng(number)
    matrix = segno.make(text, version=1, error="q", micro=False).matrix
    side = round(MODULE_MM * PX_PER_MM)
    black = np.kron(np.array(matrix, np.uint8), np.full((side, side), 255, np.uint8))
    across = 2 * round(SPREAD_MM * PX_PER_MM) + 1
    drop = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (across, across))
    printed = 255 - cv2.dilate(np.pad(black, 4 * side), drop)
    shrunk = SCANNER_DPI / 25.4 / PX_PER_MM
    middle, size = printed.shape[0] / 2, int(printed.shape[0] * shrunk * 1.6)
    turn = cv2.getRotationMatrix2D((middle, middle), random.uniform(0, 90), shrunk)
    turn[:, 2] += size / 2 - middle + random.uniform(0, 1, 2)
    smooth = cv2.GaussianBlur(printed, (0, 0), BLUR_PX / shrunk)
    seen = cv2.warpAffine(smooth, turn, (size, size), borderValue=(255,))
    seen = np.clip(30 + 0.8 * seen + random.normal(0, 4, seen.shape), 0, 255).astype(np.uint8)
    codes = zxingcpp.read_barcodes(seen)
    return any(code.text == text for code in codes)


@pytest.mark.thorough
def test_a_code_with_spread_ink_is_read_from_few_pixels() -> None:
    assert sum(is_read(number) for number in range(42)) >= 36


def test_the_code_and_its_white_fit_on_a_label() -> None:
    assert CODE_MM <= LABEL_MM
