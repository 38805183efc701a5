"""How large a marker should be if its card lies there.

What is held above the pile looks larger. What looks smaller is a part of a covered marker.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from controller.readers.camera.marker import Card, Marker, Point

RECENT = 10
"""Cards from which the size is learned; fewer than all, for a pile grows."""
ODD = 1.4
"""What is so many times as large as the others, or as small, was misread. From 45 degrees, a pile
20 cm wide is 1.3 times as large at its near end as in its middle."""
SLOPE_PX = 100.0
"""A camera that looks from the side sees a slope; so far apart, markers show it."""
HELD = 1.035
"""A card is taken for held if its markers are so many times as large as those that lie there."""
HELD_AT_FIRST = 1.06
"""The same while only one or two cards are known, for nobody knows the slope then."""
NEARER = 1.65
"""What is so much larger is no marker. A hand that holds a card is not so near to the camera."""
STEEP = 0.87
"""From 30 degrees on, the slope is not known well enough to tell a card that is held low."""
PART = 0.85
"""What is so much smaller than a marker is a part of one: its edge is the one of the card on it."""
PART_AT_FIRST = 0.78
"""The same while only one or two cards are known. From 30 cm and 25 degrees aside, one marker of a
card is 0.84 times as large as the other one."""


def expected_side(pile_cards: Sequence[Card], at: Point) -> float:
    """How long a marker's side is at this place of the picture, learned from cards that lie."""
    markers = [marker for card in pile_cards[-RECENT:] for marker in card.markers]
    usual = median(marker.side_px for marker in markers)
    usable = [
        (marker.centre, marker.side_px)
        for marker in markers
        if usual / ODD <= marker.side_px <= usual * ODD
    ]
    middle_x = sum(x for (x, _), _ in usable) / len(usable)
    middle_y = sum(y for (_, y), _ in usable) / len(usable)
    middle_side = sum(side for _, side in usable) / len(usable)
    # A plane of least squares, by hand: the solver of a library starts threads for so few numbers,
    # and they wait for each other. Without markers far apart, the ones keep the slope near zero.
    xx, xy, yy, x_side, y_side = 1.0, 0.0, 1.0, 0.0, 0.0
    for (x, y), side in usable:
        right, down = (x - middle_x) / SLOPE_PX, (y - middle_y) / SLOPE_PX
        xx, xy, yy = xx + right * right, xy + right * down, yy + down * down
        x_side, y_side = x_side + right * (side - middle_side), y_side + down * (side - middle_side)
    across = xx * yy - xy * xy
    slope_x, slope_y = (x_side * yy - y_side * xy) / across, (y_side * xx - x_side * xy) / across
    right, down = (at[0] - middle_x) / SLOPE_PX, (at[1] - middle_y) / SLOPE_PX
    return middle_side + right * slope_x + down * slope_y


def plausible(pile_cards: Sequence[Card], markers: Sequence[Marker]) -> tuple[Marker, ...]:
    """The markers without what is too small or too large for one.

    Where only one card is known, and it is gone, it may have been held very still.
    """
    largest = max((marker.side_px for marker in markers), default=0.0)
    numbers = {marker.number for marker in markers}
    is_gone = len(pile_cards) == 1 and pile_cards[0].number not in numbers
    part = PART if len(pile_cards) > 2 else PART_AT_FIRST

    def fits(marker: Marker) -> bool:
        expected = expected_side(pile_cards, marker.centre) if pile_cards else largest
        least = part * (min(expected, largest) if is_gone else expected)
        return least <= marker.side_px <= NEARER * expected

    return tuple(marker for marker in markers if fits(marker))


def is_steep(markers: Sequence[Marker]) -> bool:
    """Whether the camera looks from so far aside that nobody can tell how high a card is."""
    return bool(markers) and median(marker.squeezed for marker in markers) < STEEP


def is_held(pile_cards: Sequence[Card], card: Card) -> bool:
    """Whether a card seems to be held above those that lie there."""
    others = [other for other in pile_cards if other.number != card.number]
    if not others:
        return False
    expected = sum(expected_side(others, marker.centre) for marker in card.markers)
    limit = HELD if len(others) > 2 else HELD_AT_FIRST
    return sum(marker.side_px for marker in card.markers) > limit * expected
