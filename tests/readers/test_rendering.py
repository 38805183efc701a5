"""The piles that are drawn for the reader: the same from the same seed, with the truth beside."""

from dataclasses import replace
from itertools import islice

import numpy as np
import pytest

from tests.readers import rendering  # noqa: F401 - skips where OpenCV is missing

import cv2  # isort: skip

from tests.readers.rendering.cards import DICTIONARY, Picture
from tests.readers.rendering.conditions import Conditions, sitting_conditions
from tests.readers.rendering.disturbed import DISTURBANCES, DisturbedCamera
from tests.readers.rendering.judging import Said, judge
from tests.readers.rendering.picture import Camera
from tests.readers.rendering.pile import Pile
from tests.readers.rendering.sitting import Sitting

GOOD = Conditions(
    marker_px=30.0,
    blur_px=0.5,
    noise=3.0,
    tilt_deg=10.0,
    tilt_towards_deg=40.0,
    gain=0.9,
    falloff=0.2,
    falloff_towards_deg=90.0,
    shadow=False,
    ground="wood",
    scatter_mm=8.0,
    aligned=False,
    jpeg=80,
    lying=3,
)


@pytest.mark.thorough
def test_a_seed_gives_the_same_frames_again() -> None:
    first, again = (list(islice(Sitting(7, conditions=GOOD).frames(1), 14)) for _ in range(2))
    assert [frame.truth for frame in first] == [frame.truth for frame in again]
    assert np.array_equal(first[13].picture, again[13].picture)
    assert not np.array_equal(first[0].picture, first[1].picture)  # noise


def test_the_top_cards_markers_are_in_the_picture() -> None:
    frames = list(Sitting(7, conditions=GOOD).frames(1))
    detector = cv2.aruco.ArucoDetector(DICTIONARY)
    for frame in (frames[5], frames[-1]):
        assert frame.truth.resting
        _, numbers, _ = detector.detectMarkers(frame.picture)
        assert frame.truth.top in numbers.ravel()
    assert frames[5].truth.top != frames[-1].truth.top


def test_the_judge_tells_right_from_wrong() -> None:
    sitting = Sitting(7, conditions=GOOD)
    frames = list(sitting.frames(1))
    last = frames[-1]
    before = frames[5].truth.top
    assert last.truth.top is not None and before is not None
    read = judge([Said(last.truth.top, last)], sitting.happened)
    assert (read.plays, read.right, sum(read.wrong.values())) == (1, 1, 0)
    assert judge([], sitting.happened).right == 0
    covered = judge([Said(before, last)], sitting.happened)
    assert (covered.right, dict(covered.wrong)) == (0, {"other": 1})
    twice = judge([Said(last.truth.top, frame) for frame in (frames[-2], last)], sitting.happened)
    assert (twice.right, dict(twice.wrong)) == (1, {"twice": 1})


def test_what_is_sharp_was_fixed() -> None:
    random = np.random.default_rng(1)
    for _ in range(200):
        drawn = sitting_conditions(random, sharp=True)
        assert drawn.sharp and not drawn.why_not_sharp
    assert not replace(GOOD, blur_px=1.21).sharp and replace(GOOD, blur_px=1.2).sharp
    assert not replace(GOOD, marker_px=24.9).sharp and replace(GOOD, marker_px=25.0).sharp
    assert not replace(GOOD, noise=8.1).sharp and replace(GOOD, noise=8.0).sharp
    assert not replace(GOOD, tilt_deg=25.1).sharp and replace(GOOD, tilt_deg=25.0).sharp


@pytest.mark.thorough
def test_a_disturbed_camera_shows_a_disturbed_picture() -> None:
    def shown(disturbance: str, at_s: float) -> Picture:
        quiet = replace(GOOD, noise=0.0, jpeg=95)
        camera = DisturbedCamera(quiet, (7,), DISTURBANCES[disturbance])
        return camera.frame(camera.still(Pile(), None), None, at_s)

    usual = Camera(replace(GOOD, noise=0.0, jpeg=95), (7,))
    picture = usual.frame(usual.still(Pile(), None), None, 0.0).astype(float)
    assert np.array_equal(shown("mirrored", 0.0), np.fliplr(picture))
    assert shown("640 by 480", 0.0).shape == (480, 640)
    rows = shown("flicker", 0.0).mean(axis=1) / picture.mean(axis=1)
    assert rows.min() < 0.95 and rows.max() > 1.05
    shadows = [shown("shadow", at_s).mean(axis=0) / picture.mean(axis=0) for at_s in (2.0, 7.0)]
    assert shadows[0].min() < 0.7 and shadows[1].min() > 0.95
    before, after = (np.abs(shown("knock", at_s) - picture).mean() for at_s in (14.0, 16.0))
    assert before < 1 < after
