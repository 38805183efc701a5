"""How large a marker should be at a place of the picture."""

from __future__ import annotations

import pytest

from controller.readers.camera.height import NEARER, ODD, expected_side, whole
from controller.readers.camera.marker import MARKER_MM
from tests.readers.camera.laid import GRAIN, lay
from tests.readers.camera.watched import A, B, C, one

SIDE_PX = MARKER_MM * GRAIN
LYING = (A, B, C)


def test_a_marker_is_as_large_as_those_that_lie_there() -> None:
    assert expected_side(LYING, (300.0, 200.0)) == pytest.approx(SIDE_PX)
    assert whole(LYING, A.markers) == A.markers


@pytest.mark.parametrize("larger", [ODD + 0.1, 1.8, 1 / (ODD + 0.1)])
def test_one_that_was_misread_does_not_make_the_others_look_like_parts(larger: float) -> None:
    misread = one(lay(9, (60, 40), larger=larger))
    assert expected_side((*LYING, misread), (420.0, 380.0)) == pytest.approx(SIDE_PX)
    beside = lay(5, (50, 30))
    assert whole((*LYING, misread), beside.markers) == beside.markers


@pytest.mark.parametrize(("larger", "fits"), [(NEARER - 0.05, True), (NEARER + 0.05, False)])
def test_what_is_larger_than_any_card_that_a_hand_holds_is_no_marker(
    larger: float, fits: bool
) -> None:
    shown = one(lay(9, (20, 10), larger=larger)).markers
    assert (whole(LYING, shown) == shown) is fits


def test_a_slope_is_seen_in_cards_that_are_a_little_larger() -> None:
    nearer = lay(9, (60, 40), larger=ODD - 0.1)
    at = nearer.markers[0].centre
    assert expected_side((*LYING, nearer), at) > SIDE_PX * 1.05
