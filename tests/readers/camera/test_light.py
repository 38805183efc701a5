"""Which lights hide the markers of a card."""

from __future__ import annotations

from tests.readers import rendering  # noqa: F401 - skips where OpenCV is missing

import numpy as np  # isort: skip
import pytest  # isort: skip

from controller.readers.camera.light import Picture, dazzling, in_light  # isort: skip
from controller.readers.camera.marker import Marker  # isort: skip

SIDE_PX = 24.0
"""Two pixels a millimetre."""
HERE = Marker(1, ((148.0, 88.0), (172.0, 88.0), (172.0, 112.0), (148.0, 112.0)))


def lit(*places: tuple[int, int], reach: int = 8) -> Picture:
    """A grey picture with lights: to the right and down, in pixels."""
    picture = np.full((360, 480), 120, np.uint8)
    for x, y in places:
        picture[y - reach : y + reach, x - reach : x + reach] = 255
    return picture


def test_a_light_can_hide_the_other_marker_of_a_card() -> None:
    there = tuple(round(end) for end in HERE.partner)
    assert not in_light(HERE, lit())
    assert not in_light(HERE, lit((there[0] + 30, there[1])))
    assert in_light(HERE, lit((there[0], there[1]), reach=4))
    beside = Marker(1, tuple((x - 145, y - 85) for x, y in HERE.corners))  # type: ignore[arg-type]
    assert in_light(beside, lit())


@pytest.mark.parametrize(
    ("places", "hides"),
    [
        ([], False),
        ([(100, 100)], False),
        ([(100, 100), (177, 240)], True),  # as far apart as the markers of a card
        ([(100, 100), (155, 205)], True),  # seen from 45 degrees
        ([(100, 100), (145, 180)], False),
        ([(100, 100), (200, 270)], False),
    ],
)
def test_two_lights_hide_a_card_if_they_are_as_far_apart_as_its_markers(
    places: list[tuple[int, int]], hides: bool
) -> None:
    assert dazzling(lit(*places), lit(), SIDE_PX) is hides
    # what was so bright before hides no card that came
    assert not dazzling(lit(*places), lit(*places), SIDE_PX)


def test_a_lamp_that_is_switched_on_can_hide_everything() -> None:
    lamp = np.full((360, 480), 255, np.uint8)
    assert dazzling(lamp, lit(), SIDE_PX)
    assert not dazzling(lamp, lamp, SIDE_PX)


def test_pictures_of_different_sizes_are_not_compared() -> None:
    assert not dazzling(lit((100, 100), (177, 240)), lit()[:200], SIDE_PX)
