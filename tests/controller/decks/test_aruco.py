"""The markers of the dictionary 4x4_250, compared with OpenCV's own."""

from __future__ import annotations

import pytest

from controller.decks.drawing import CELLS, marker
from tests.need import need_module

need_module("cv2", "pip install opencv-python-headless, or `make setup`")

import cv2  # noqa: E402


def test_each_marker_is_the_one_that_opencv_draws() -> None:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    assert len(dictionary.bytesList) == 250
    for number in range(250):
        drawn = cv2.aruco.generateImageMarker(dictionary, number, CELLS)
        assert [[cell == 0 for cell in row] for row in drawn] == list(map(list, marker(number)))


@pytest.mark.parametrize("number", [-1, 250])
def test_there_are_no_other_markers(number: int) -> None:
    with pytest.raises(ValueError, match="no marker"):
        marker(number)
