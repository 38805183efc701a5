"""A camera's vibration is taken out of its frames; what moves in front of it is not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.readers import rendering  # noqa: F401 - skips where OpenCV is missing

import cv2  # isort: skip
import numpy as np  # isort: skip

from controller.readers.camera.light import Picture  # isort: skip
from controller.readers.camera.steady import (  # isort: skip
    LOST_AFTER,
    Steadiness,
    learned,
    shrunk,
    steadied,
)

RANDOM = np.random.default_rng(11)
HIGH, WIDE = 360, 640
TABLE = cv2.GaussianBlur(RANDOM.uniform(-500, 800, (HIGH, WIDE)).astype(np.float32), (0, 0), 2)
HAND = (slice(60, 300), slice(300, 640))


def frame(right: float = 0.0, down: float = 0.0, *, hand: bool = False) -> Picture:
    """What a camera gives that is shifted so far; ``hand``: one covers a third of the picture."""
    scene = TABLE.copy()
    if hand:
        scene[HAND] = 210
    shift = np.array([(1, 0, right), (0, 1, down)], np.float32)
    moved = cv2.warpAffine(
        scene, shift, (WIDE, HIGH), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    )
    noisy = np.clip(moved + RANDOM.normal(0, 3, moved.shape), 0, 255)
    return np.asarray(noisy, np.uint8)


def anchored() -> Steadiness:
    steadiness, _ = steadied(Steadiness(), frame())
    return steadiness


def changed(picture: Picture, before: Picture) -> float:
    """How much a frame differs from another, in levels."""
    small, other = (shrunk(levels).astype(int) for levels in (picture, before))
    inner = np.abs(small - other)[2:-2, 2:-2]
    return float(np.percentile(inner, 99))


@pytest.mark.parametrize("shift", [(0.25, 0.0), (-0.5, 0.4), (1.2, -1.0)])
@pytest.mark.parametrize("hand", [False, True])
def test_a_shaken_frame_is_shifted_back(shift: tuple[float, float], hand: bool) -> None:
    steadiness, steady = steadied(anchored(), frame(*shift, hand=hand))
    assert steadiness.shift_px == pytest.approx(shift, abs=0.08)
    if not hand:
        assert changed(steady, frame()) < 0.5 * changed(frame(*shift), frame())


def test_a_steady_frame_is_left_as_it_is() -> None:
    for hand in (False, True):
        picture = frame(hand=hand)
        assert steadied(anchored(), picture)[1] is picture


def test_what_is_no_vibration_is_left_as_it_is() -> None:
    for picture in (frame(9, 4), np.full((HIGH, WIDE), 128, np.uint8)):
        steadiness, steady = steadied(anchored(), picture)
        assert steady is picture
        assert steadiness.shift_px == (0.0, 0.0)


def test_a_camera_that_was_pushed_is_steady_again() -> None:
    steadiness = anchored()
    for _ in range(LOST_AFTER):
        steadiness = learned(steadiness, frame(30, 20), still=False, is_known=False)
    steadiness, first = steadied(steadiness, frame(30, 20))
    _, second = steadied(steadiness, frame(30.5, 20.5))
    assert changed(second, first) < 0.5 * changed(frame(30.5, 20.5), frame(30, 20))


def test_a_long_movement_does_not_shift_the_picture() -> None:
    steadiness = replace(anchored(), moving=LOST_AFTER)
    steadiness, _ = steadied(steadiness, frame(0.5, 0.0, hand=True))
    steadiness, _ = steadied(steadiness, frame())
    assert steadiness.shift_px == pytest.approx((0.0, 0.0), abs=0.08)


def test_the_anchor_follows_what_is_known_to_lie_there() -> None:
    before = anchored()
    steadiness = learned(replace(before, moving=3), frame(), still=True, is_known=False)
    assert (steadiness.anchor, steadiness.moving) == (before.anchor, 0)
    steadiness = learned(steadiness, frame(0.4, 0), still=True, is_known=True)
    assert steadied(steadiness, frame())[0].shift_px == pytest.approx((-0.4, 0), abs=0.08)
