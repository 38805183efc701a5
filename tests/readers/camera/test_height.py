"""How large a marker should be at a place of the picture."""

from __future__ import annotations

import pytest

from controller.readers.camera.height import (
    HELD,
    HELD_AT_FIRST,
    NEARER,
    ODD,
    PART,
    PART_AT_FIRST,
    STEEP,
    expected_side,
    is_held,
    is_steep,
    plausible,
)
from controller.readers.camera.marker import MARKER_MM, Card
from tests.readers.camera.laid import GRAIN, lay
from tests.readers.camera.watched import A, B, C, Watched, new, old, one, tilted

SIDE_PX = MARKER_MM * GRAIN
LYING = (A, B, C)


def test_a_marker_is_as_large_as_those_that_lie_there() -> None:
    assert expected_side(LYING, (300.0, 200.0)) == pytest.approx(SIDE_PX)
    assert plausible(LYING, A.markers) == A.markers


@pytest.mark.parametrize("larger", [ODD + 0.1, 1.8, 1 / (ODD + 0.1)])
def test_one_that_was_misread_does_not_make_the_others_look_like_parts(larger: float) -> None:
    misread = one(lay(9, (60, 40), larger=larger))
    assert expected_side((*LYING, misread), (420.0, 380.0)) == pytest.approx(SIDE_PX)
    beside = lay(5, (50, 30))
    assert plausible((*LYING, misread), beside.markers) == beside.markers


@pytest.mark.parametrize("lying", [(), (A,), (A, B), LYING])
def test_what_is_too_small_for_a_marker_is_a_part_of_one(lying: tuple[Card, ...]) -> None:
    share = PART if len(lying) > 2 else PART_AT_FIRST
    for smaller, fits in ((share + 0.01, True), (share - 0.01, False)):
        shown = one(lay(9, (20, 10), larger=smaller)).markers
        assert plausible(lying, (*A.markers, *shown)) == A.markers + (shown if fits else ())


@pytest.mark.parametrize(("larger", "fits"), [(NEARER - 0.05, True), (NEARER + 0.05, False)])
def test_what_is_larger_than_any_card_that_a_hand_holds_is_no_marker(
    larger: float, fits: bool
) -> None:
    shown = one(lay(9, (20, 10), larger=larger)).markers
    assert (plausible(LYING, shown) == shown) is fits


@pytest.mark.parametrize("lying", [(A,), (A, B), LYING])
def test_a_card_is_taken_for_held_if_it_is_larger_than_those_that_lie_there(
    lying: tuple[Card, ...],
) -> None:
    limit = HELD if len(lying) > 2 else HELD_AT_FIRST
    assert not is_held(lying, lay(9, (20, 10), larger=limit - 0.01))
    assert is_held(lying, lay(9, (20, 10), larger=limit + 0.01))


def test_a_slope_is_seen_in_cards_that_are_a_little_larger() -> None:
    nearer = lay(9, (60, 40), larger=ODD - 0.1)
    at = nearer.markers[0].centre
    assert expected_side((*LYING, nearer), at) > SIDE_PX * 1.05


@pytest.mark.parametrize("turn_deg", [0.0, 30.0, 45.0])
def test_how_flat_a_marker_looks_tells_the_tilt(turn_deg: float) -> None:
    card = lay(1, (0, 0), turn_deg)
    assert all(marker.squeezed == pytest.approx(1) for marker in card.markers)
    for flat in (0.5, STEEP - 0.01, STEEP + 0.01):
        markers = tilted(card, flat).markers
        assert all(marker.squeezed == pytest.approx(flat) for marker in markers)
        assert is_steep(markers) is (flat < STEEP)
    assert not is_steep(())


def test_from_aside_a_card_lies_there_after_seven_still_frames() -> None:
    first, second = tilted(A, 0.8), tilted(B, 0.8)
    watched = Watched()
    watched.rest(first, frames=9)
    shown: tuple[Card, ...] = (old(one(first)), new(second))
    assert watched.rest(*shown, frames=6) == []
    watched.frame(*shown)
    assert watched.said == [2]
