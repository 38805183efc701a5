"""Where the card of a marker is, and which of two cards lies under the other."""

import math

from hypothesis import given
from hypothesis import strategies as st

from controller.readers.camera.marker import OFF_CENTRE_MM, Card, Marker
from tests.readers.camera.laid import lay

places = st.tuples(st.floats(-40, 40), st.floats(-40, 40))


@given(places, st.floats(0, 360), places)
def test_a_point_of_the_card_is_found_again_in_the_picture(
    at: tuple[float, float], turn_deg: float, point: tuple[float, float]
) -> None:
    marker = lay(7, at, turn_deg).markers[0]
    there = marker.place(*point)
    assert math.dist(marker.measured(there), point) < 1e-6


@given(places, st.floats(0, 360))
def test_each_marker_says_where_the_other_one_is(at: tuple[float, float], turn_deg: float) -> None:
    one, other = lay(7, at, turn_deg).markers
    assert math.dist(one.partner, other.centre) < 1e-6
    assert math.dist(other.partner, one.centre) < 1e-6


@given(places, st.floats(0, 360))
def test_a_card_holds_its_middle_and_not_what_is_beside_it(
    at: tuple[float, float], turn_deg: float
) -> None:
    card = lay(7, at, turn_deg)
    marker = card.markers[0]
    right, down = OFF_CENTRE_MM
    assert card.holds(marker.place(-right, -down))
    assert card.holds(marker.place(-right + 24.9, -down + 40.4))
    assert not card.holds(marker.place(-right + 25.1, -down))
    assert not card.holds(marker.place(-right, -down - 40.6))


def test_a_card_lies_under_the_one_whose_marker_can_be_seen_on_it() -> None:
    low, high = lay(1, (0, 0)), lay(2, (-20, 0), 90)
    assert low.lies_under(high) and not high.lies_under(low)


def test_a_card_lies_under_the_one_that_came_onto_its_other_marker() -> None:
    whole, high = lay(1, (0, 0)), lay(2, (-29, 47), 90, fresh=True)
    one_corner = Card(1, whole.markers[:1])
    assert one_corner.lies_under(high)
    # it lay there before: the other marker may be unreadable
    assert not one_corner.lies_under(lay(2, (-29, 47), 90, fresh=False))
    assert not high.lies_under(one_corner)


def test_a_card_of_which_another_corner_is_seen_has_not_moved() -> None:
    card = lay(1, (0, 0), 20)
    assert not card.moved_from(card)
    assert not lay(1, (9, 0), 20).moved_from(card)
    assert lay(1, (11, 0), 20).moved_from(card)
    assert lay(1, (0, 0), 40).moved_from(card)


def test_a_marker_without_size_is_on_no_card() -> None:
    nothing = Marker(3, ((5.0, 5.0),) * 4)
    assert not nothing.holds((5.0, 5.0), 0.0)
