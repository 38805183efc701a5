"""A hand in the picture, though its arm is as bright as the table at the picture's edge."""

from __future__ import annotations

import pytest

from tests.readers import rendering  # noqa: F401 - skips where OpenCV is missing

import numpy as np  # isort: skip

from controller.readers.camera.look import Look, Scene  # isort: skip
from controller.readers.camera.marker import MARKER_MM  # isort: skip
from controller.readers.camera.look import strange  # isort: skip
from controller.readers.camera.light import Picture  # isort: skip
from controller.readers.camera.steady import SMALL  # isort: skip
from tests.readers.camera.laid import GRAIN, MIDDLE, lay  # isort: skip

SHRUNK = 0.25
CARD = lay(1, (0, 0))
SIDE_PX = MARKER_MM * GRAIN
BESIDE = (slice(120, 160), slice(40, 60))
"""As many cells as two thirds of a card."""
HAND = (slice(110, 160), slice(80, 110))
"""As many as the card, and a half more."""


def looked(*parts: tuple[slice, slice], levels: float = 60.0) -> Look:
    """A plain table on which these parts have changed."""
    table: Picture = np.full((SMALL[1], SMALL[0]), 90, np.uint8)
    now = table.astype(np.int16)
    for part in parts:
        now[part] += round(levels)
    return Look(small=now, before=Scene(table.astype(np.int16), table))


def card() -> tuple[slice, slice]:
    middle, wide, high = MIDDLE * SHRUNK, 28 * GRAIN * SHRUNK, 43.5 * GRAIN * SHRUNK
    return (
        slice(round(middle - high), round(middle + high)),
        slice(round(middle - wide), round(middle + wide)),
    )


@pytest.mark.parametrize("levels", [60.0, -20.0, 12.0])
def test_what_is_as_large_as_a_card_and_no_card_is_a_hand(levels: float) -> None:
    assert CARD.markers[0].side_px == pytest.approx(SIDE_PX)
    assert not strange(looked(card(), levels=levels), CARD.markers, SHRUNK)
    assert strange(looked(card(), HAND, levels=levels), CARD.markers, SHRUNK)
    assert not strange(looked(card(), BESIDE, levels=levels), CARD.markers, SHRUNK)


def test_half_of_the_cells_are_enough() -> None:
    seen = looked(card(), HAND)
    assert seen.small is not None and seen.before is not None
    small = seen.small.copy()
    small[:, ::2] = seen.before.small[:, ::2]
    assert strange(Look(small=small, before=seen.before), CARD.markers, SHRUNK)


def test_without_an_earlier_scene_or_a_card_there_is_nothing_to_compare() -> None:
    assert not strange(Look(small=looked(HAND).small), CARD.markers, SHRUNK)
    assert not strange(looked(HAND), (), SHRUNK)
