"""Markers in a frame: which are found, where they are looked for, and how good the frame is."""

from __future__ import annotations

import pytest

from tests.readers import rendering  # noqa: F401 - skips where OpenCV is missing

import cv2  # isort: skip
import numpy as np  # isort: skip

from controller.decks.drawing import marker as printed  # isort: skip
from controller.readers.camera.detecting import FLATTEST, Detector  # isort: skip
from controller.readers.camera.labels import UNREAD  # isort: skip
from controller.readers.camera.light import Picture  # isort: skip
from controller.readers.camera.quality import measure  # isort: skip
from controller.readers.camera.region import LOST_AFTER, Place, follow  # isort: skip
from tests.readers.camera.boards import board  # isort: skip

WHITE, BLACK = 200, 30


def table(*markers: tuple[int, int, int], side: int = 30) -> Picture:
    """A grey table with markers: number, left, top."""
    picture = np.full((720, 1280), 120, np.uint8)
    for number, left, top in markers:
        drawn = np.where(marker(number, side) > 0, WHITE, BLACK)
        picture[top - 5 : top + side + 5, left - 5 : left + side + 5] = WHITE
        picture[top : top + side, left : left + side] = drawn
    return picture


def marker(number: int, side: int) -> Picture:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    return np.asarray(cv2.aruco.generateImageMarker(dictionary, number, side), np.uint8)


def test_only_the_decks_numbers_are_found() -> None:
    detector = Detector(range(10))
    found = detector.find(table((3, 300, 200), (9, 600, 400), (10, 900, 500))).markers
    assert sorted(one.number for one in found) == [3, 9]
    (three,) = (one for one in found if one.number == 3)
    assert three.side_px == pytest.approx(29, abs=1.0)
    assert three.corners[0] == pytest.approx((300, 200), abs=1.0)
    assert three.corners[2] == pytest.approx((329, 229), abs=1.0)


def test_a_part_of_the_picture_is_searched_in_the_pixels_of_the_whole() -> None:
    picture = table((3, 300, 200), (9, 600, 400))
    (found,) = Detector(range(10)).find(picture, (500, 300, 300, 300)).markers
    assert found.number == 9 and found.corners[0] == pytest.approx((600, 400), abs=1.0)


def test_a_marker_with_one_wrong_square_is_a_label_that_cannot_be_read() -> None:
    picture = table((3, 300, 200), (9, 600, 400))
    square = picture[205:210, 305:310]
    square[:] = WHITE if square.mean() < 100 else BLACK
    found = Detector(range(250)).find(picture)
    assert [one.number for one in found.markers] == [9]
    (label,) = found.labels
    assert label.number == UNREAD and label.near((314.5, 214.5), 1.0)
    assert label.side_px == pytest.approx(29, rel=0.2)


def test_a_drawing_that_looks_like_a_marker_has_no_paper_around_it() -> None:
    picture = table((3, 300, 200), (9, 600, 400))
    picture[195:199, 295:335] = BLACK  # on one side
    found = Detector(range(250)).find(picture)
    assert [one.number for one in found.markers] == [9]


def turned_and_small(seed: int) -> tuple[int, Picture]:
    """A marker of 15 pixels, turned, a little blurred and noisy; its number first."""
    random = np.random.default_rng(seed)
    number, times = int(random.integers(250)), 8
    large = np.full((60 * times, 60 * times), WHITE, np.uint8)
    side = 15 * times
    drawn = np.where(marker(number, side) > 0, WHITE, BLACK)
    begin = (large.shape[0] - side) // 2
    large[begin : begin + side, begin : begin + side] = drawn
    middle = large.shape[0] / 2
    turn = cv2.getRotationMatrix2D((middle, middle), random.uniform(0, 360), 1)
    turn[0, 2] += float(random.uniform(0, times))
    turn[1, 2] += float(random.uniform(0, times))
    seen = cv2.warpAffine(large, turn, large.shape, borderValue=(WHITE,))
    seen = cv2.GaussianBlur(seen, (0, 0), 0.9 * times)
    seen = cv2.resize(seen, (60, 60), interpolation=cv2.INTER_AREA)
    picture = table()
    picture[300:360, 600:660] = np.clip(seen + random.normal(0, 4, seen.shape), 0, 255)
    return number, picture


def test_half_of_the_smallest_markers_are_read() -> None:
    detector, right = Detector(range(250)), 0
    for seed in range(60):
        number, picture = turned_and_small(seed)
        read = [marker.number for marker in detector.find(picture).markers]
        assert read in ([], [number])
        right += bool(read)
    assert right >= 25  # 14 with OpenCV's usual parameters


@pytest.mark.thorough
def test_markers_of_a_board_of_another_dictionary_are_no_cards() -> None:
    detector = Detector(range(250))
    false = [seed for seed in range(40) if detector.find(board(seed)).markers]
    assert false == []  # 4 with OpenCV's usual parameters


@pytest.mark.parametrize("flat, is_read", [(FLATTEST - 0.04, False), (FLATTEST + 0.04, True)])
def test_a_marker_seen_flatter_than_from_any_camera_over_a_pile_is_not_read(
    flat: float, is_read: bool
) -> None:
    above = table((3, 300, 200), side=60)
    high = round(above.shape[0] * flat)
    aside = cv2.resize(above, (above.shape[1], high), interpolation=cv2.INTER_AREA)
    detection = Detector(range(10)).find(np.asarray(aside, np.uint8))
    assert bool(detection.markers) is is_read
    assert bool(detection.labels) is not is_read


def test_the_pile_is_found_and_found_again() -> None:
    size, detector = (1280, 720), Detector(range(10))
    first = detector.find(table((3, 300, 200)))
    place = follow(Place(), first.markers, size)
    assert place.region is not None
    left, top, wide, high = place.region
    assert left == pytest.approx(48, abs=12)
    assert top == 0 and wide > 500 and high > 400
    # a marker that is not read now, or one more, does not make it smaller
    wider = follow(place, detector.find(table((9, 600, 400))).markers, size)
    assert wider.region is not None
    assert wider.region[0] == left and wider.region[0] + wider.region[2] > left + wide
    for _ in range(LOST_AFTER - 1):
        place = follow(place, (), size)
    assert place.region is not None
    assert follow(place, (), size).region is None


@pytest.mark.parametrize("blur", [0.8, 1.2, 1.6])
def test_blur_and_light_are_measured_at_the_markers(blur: float) -> None:
    picture = table((3, 300, 200), side=36)
    picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), blur), np.uint8)
    quality = measure(picture, None, Detector(range(10)).find(picture).markers)
    assert quality.blur_px == pytest.approx(blur, abs=0.3)
    assert quality.light == pytest.approx(WHITE, abs=25)
    assert quality.side_px == pytest.approx(35, abs=1.5)
    assert quality.shining == 0.0


def test_glare_is_measured_in_the_piles_place() -> None:
    picture = table()
    picture[100:200, 100:200] = 255
    assert measure(picture, (100, 100, 200, 100), ()).shining == pytest.approx(0.5, abs=0.05)
    assert measure(picture, (600, 400, 200, 100), ()).shining == 0.0


def test_every_marker_that_the_house_prints_is_read() -> None:
    detector = Detector(range(250))
    for first in range(0, 250, 50):
        picture = np.full((720, 1280), WHITE, np.uint8)
        for nth in range(50):
            cells = np.array(printed(first + nth), np.uint8)
            drawn = np.kron(np.where(cells, BLACK, WHITE), np.ones((6, 6))).astype(np.uint8)
            left, top = 20 + nth % 10 * 120, 20 + nth // 10 * 120
            picture[top : top + 36, left : left + 36] = drawn
        found = {one.number: one.corners[0] for one in detector.find(picture).markers}
        assert sorted(found) == list(range(first, first + 50))
        assert found[first] == pytest.approx((20, 20), abs=1.0)
