"""How large a marker should be if its card lies there: what is held above the pile looks larger."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from controller.readers.camera.marker import Card, Point

RECENT = 10
"""Cards from which the size is learned; fewer than all, for a pile grows."""
SLOPE_PX = 100.0
"""A camera that looks from the side sees a slope; so far apart, markers show it."""
HELD = 1.035
"""A card is taken for held if its markers are so many times as large as those that lie there."""
HELD_AT_FIRST = 1.06
"""The same while only one or two cards are known, for nobody knows the slope then."""


def expected_side(lying: Sequence[Card], at: Point) -> float:
    """How long a marker's side is at this place of the picture, learned from cards that lie."""
    known = [marker for card in lying[-RECENT:] for marker in card.markers]
    places = np.array([marker.centre for marker in known])
    sides = np.array([marker.side_px for marker in known])
    middle = places.mean(axis=0)
    off = (places - middle) / SLOPE_PX
    # without markers far apart, the slope stays near zero
    slope = np.linalg.solve(off.T @ off + np.eye(2), off.T @ (sides - sides.mean()))
    return float(sides.mean() + (np.asarray(at) - middle) / SLOPE_PX @ slope)


def held(lying: Sequence[Card], card: Card) -> bool:
    """Whether a card seems to be held above those that lie there."""
    others = [other for other in lying if other.number != card.number]
    if not others:
        return False
    expected = sum(expected_side(others, marker.centre) for marker in card.markers)
    limit = HELD if len(others) > 2 else HELD_AT_FIRST
    return sum(marker.side_px for marker in card.markers) > limit * expected
