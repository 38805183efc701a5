"""Where a card may lie on top that cannot be read, the reader rather says nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.readers.camera.deciding.nudged import shifted
from controller.readers.camera.deciding.on_top import BEYOND_MM
from controller.readers.camera.deciding.state import UNREAD_AFTER, Pile
from controller.readers.camera.deciding.watching import GLIMPSES
from controller.readers.camera.marker import Card
from tests.readers.camera.laid import lay
from tests.readers.camera.watched import A, B, C, D, Watched, new, old, one


def test_a_label_that_cannot_be_read_may_be_the_upper_cards() -> None:
    watched, unread = Watched(), new(C).markers[:1]
    watched.rest(A)
    assert watched.rest(one(new(B)), frames=UNREAD_AFTER - 1, labels=unread) == []
    watched.frame(one(new(B)), labels=unread)
    assert watched.said == [None]
    # one frame with the label is enough, wherever it was seen since the movement
    watched.said = []
    watched.frame(still=False)
    watched.frame(labels=new(D).markers[:1])
    for _ in range(5):
        watched.frame(one(new(lay(5, (9, -8), 200))))
    assert watched.said == []


def test_a_card_of_which_both_markers_came_is_above_a_label_that_cannot_be_read() -> None:
    watched = Watched()
    watched.rest(A)
    half = Card(2, (new(B).markers[0], B.markers[1]))  # where a glare was, nobody knows
    assert watched.rest(half, labels=new(C).markers[:1]) == [2]
    lay_there = Card(5, (new(lay(5, (9, 8))).markers[0], old(lay(5, (9, 8))).markers[1]))
    assert watched.rest(lay_there, labels=new(C).markers[:1]) == []


def test_a_label_that_lay_there_or_is_the_cards_own_or_has_another_size_says_nothing() -> None:
    first, second = new(B).markers
    for label in (old(C).markers[0], second, new(lay(3, (-3, 5), 80, larger=0.8)).markers[0]):
        watched = Watched()
        watched.rest(A)
        assert watched.rest(Card(2, (first,)), labels=(label,)) == [2]


def test_an_idle_table_gathers_no_labels() -> None:
    watched = Watched()
    watched.rest(A, labels=C.markers, frames=200)
    assert len(watched.state.labels) == 2


def test_of_a_pile_that_lay_there_the_card_with_two_markers_need_not_be_the_upper_one() -> None:
    watched = Watched()
    assert watched.rest(A, one(lay(5, (60, 70))), frames=30) == []
    # here its marker is on the card that is in sight as a whole
    assert Watched().rest(lay(1, (0, 0)), one(lay(5, (-30, 50)), 1)) == [1]


def test_a_card_that_lay_in_a_glare_and_was_half_covered_did_not_come_now() -> None:
    watched = Watched()
    lit = Card(
        5, tuple(replace(one, shone=True, rest_lay_there=True) for one in lay(5, (60, 50)).markers)
    )
    assert watched.rest(lit, frames=30) == []
    assert watched.rest(new(B)) == [2]


def test_a_known_card_that_comes_to_light_shows_that_somebody_moved_the_pile() -> None:
    watched = Watched()
    watched.rest(A)
    watched.rest(new(B))
    assert watched.rest(one(new(lay(1, (30, -40)))), one(new(lay(7, (30, 50), 90)))) == []


def test_a_known_card_from_which_a_light_goes_away_was_not_moved() -> None:
    """Where it lay, another one shows that somebody moved the pile, see above."""
    for place, said in (((0, 0), [7]), ((9, 0), [])):
        watched = Watched()
        watched.rest(A)
        watched.rest(new(B))
        lit = Card(1, tuple(replace(marker, shone=True) for marker in new(lay(1, place)).markers))
        assert watched.rest(one(lit), new(lay(7, (30, 50), 90))) == said


def test_a_known_card_of_which_a_light_hid_one_marker_alone_was_uncovered_by_somebody() -> None:
    known = Pile(cards=(A,))
    for lit, found in ((0, {1}), (1, {1}), (2, set())):
        markers = (replace(one, shone=nth < lit) for nth, one in enumerate(new(A).markers))
        assert shifted(known, [Card(1, tuple(markers))]) == found


def test_nobody_took_up_a_card_if_it_is_not_clear_what_came() -> None:
    watched = Watched()
    watched.rest(A)
    watched.rest(new(B))
    unread = new(lay(9, (70, 0))).markers[:1]
    assert watched.rest(new(A), frames=9, labels=unread) == [None]


def test_a_card_that_came_to_light_may_lie_on_the_one_that_was_known_before() -> None:
    for found in (False, True):
        watched, lit = Watched(), [one(lay(5, (60, 50)))] if found else []
        watched.rest(A)
        watched.rest(old(A), frames=9)  # a card is laid in a glare
        assert watched.rest(old(one(A)), *lit, new(B)) == [2]
        assert watched.rest(new(A), frames=9) == ([None] if found else [1])


def test_an_unread_card_may_lie_on_the_one_that_was_known_before() -> None:
    watched = Watched()
    watched.rest(A)
    watched.rest(old(one(A)), frames=9)
    assert watched.rest(old(one(A)), new(B)) == [2]
    assert watched.rest(new(A), frames=9) == [None]


def test_a_card_that_was_covered_before_does_not_show_that_an_unread_card_lies_on_top() -> None:
    low, upper, came = lay(5, (60, 70)), new(B), new(lay(7, (-60, -70)))
    assert not any(came.holds(marker.centre, -BEYOND_MM) for marker in low.markers)
    for in_sight, said in (((one(old(B)),), [7]), ((), [7])):
        watched = Watched()
        watched.rest(low)
        assert watched.rest(upper) == [2]  # now no marker of the lower card is in sight
        watched.rest(one(old(B)), frames=9)
        assert watched.state.pile.unread
        assert watched.rest(*in_sight, came) == said


def test_of_a_card_that_was_seen_before_and_an_unread_one_the_unread_one_can_be_above() -> None:
    watched, unread = Watched(), new(C).markers[:1]
    watched.rest(A)
    watched.rest(old(one(A)), new(B), frames=2)
    assert watched.rest(old(one(A)), new(B), labels=unread, frames=9) == [None]


def test_what_is_seen_beside_a_card_that_seems_to_be_held_is_remembered() -> None:
    watched, held = Watched(), new(lay(2, (4, 6), larger=1.2))
    watched.rest(A)
    watched.rest(held, frames=4)
    watched.frame(held, new(C), labels=new(D).markers[:1])
    assert watched.state.met == {2, 3}
    assert len(watched.state.labels) == 1


def test_where_a_known_card_has_a_label_the_pile_was_not_taken_away() -> None:
    for labels, said in ((B.markers, []), (D.markers, [2])):
        watched = Watched()
        watched.rest(A)
        watched.rest(new(B))
        watched.rest(old(one(A)), frames=9)
        watched.rest(frames=9, labels=old(Card(-1, labels)).markers)
        # if the pile was taken away, it is played again
        assert watched.rest(new(lay(2, (20, 10), 200))) == said


def test_a_whole_card_that_lay_there_unread_can_be_moved_with_the_others() -> None:
    watched, moved, came = Watched(), new(lay(1, (9, -7), 4)), new(lay(7, (40, 50), 90))
    watched.rest(A)
    assert watched.rest(moved, came) == [7]
    watched = Watched()
    watched.rest(A)
    watched.rest(old(one(A)), frames=9)
    assert watched.rest(moved, came) == []


def test_a_known_card_that_is_moved_with_the_top_card_was_not_laid_again() -> None:
    watched, moved = Watched(), new(lay(1, (30, -40)))
    watched.rest(A)
    watched.rest(new(B))
    watched.said = []
    watched.frame(still=False)
    top = new(lay(2, (40, -30), 25))
    for shown in (one(top), one(top), one(top, 1), one(top, 1), one(top)):
        watched.frame(moved, shown)
    assert watched.said == []


def test_a_card_did_not_come_if_nothing_has_changed_at_one_of_its_markers() -> None:
    changed, same = new(C).markers[0], old(C).markers[1]
    watched = Watched()
    watched.rest(A)
    assert watched.rest(old(one(A)), Card(3, (changed, same))) == []
    # two markers at the same place look alike
    watched = Watched()
    watched.rest(A)
    alike = replace(old(A).markers[0], number=3)
    assert watched.rest(Card(3, (changed, alike))) == [3]


def test_if_something_covers_one_marker_of_a_card_the_card_is_not_the_upper_one() -> None:
    half = one(new(B))
    for covered, labels, said in (
        (True, (), []),
        (False, (), [2]),
        (True, new(B).markers[1:], [2]),
    ):
        watched = Watched()
        watched.rest(A)
        assert watched.rest(old(one(A)), half, labels=labels, covered=covered) == said


def test_one_frame_that_shows_the_other_marker_of_a_card_is_waited_for() -> None:
    watched, half = Watched(), one(new(B))
    watched.rest(A)
    assert watched.rest(old(one(A)), half, frames=6, covered=True) == []
    watched.frame(old(one(A)), new(B))
    assert watched.said == [2]


def test_a_card_that_comes_to_light_because_the_top_card_was_moved_was_not_laid() -> None:
    watched, whole = Watched(), new(lay(7, (30, -40)))
    watched.rest(A)
    assert watched.rest(one(whole), stirred=True) == []
    watched = Watched()
    watched.rest(A)
    assert watched.rest(whole, stirred=True) == []
    # one frame can be wrong
    watched = Watched()
    watched.rest(A)
    watched.frame(still=False)
    for nth in range(5):
        watched.frame(whole, stirred=nth == 0)
    assert watched.said == [1, 7]


def test_a_card_that_is_seen_to_lie_on_the_top_card_was_laid_also_if_this_one_was_moved() -> None:
    watched, moved = Watched(), new(lay(1, (9, -7), 4))
    watched.rest(A)
    high = new(lay(7, (30, 50), 90))
    assert Card(1, moved.markers).lies_under(high, surely=True)
    assert watched.rest(moved, high, stirred=True) == [7]


def test_of_two_half_seen_cards_the_new_one_is_not_said_if_a_card_may_lie_there_unread() -> None:
    watched, glimpsed, other = Watched(), one(new(lay(4, (100, 0)))), one(new(lay(5, (0, 100))))
    watched.rest(A)
    watched.rest(old(one(A)), frames=9)
    watched.rest(old(one(A)), glimpsed, frames=2)
    assert watched.rest(old(one(A)), glimpsed, other, frames=9) == [None]


def test_a_half_seen_card_can_be_the_one_that_came_unread_before_the_top_card() -> None:
    half = one(new(D))
    for labels, said in (((), []), (new(D).markers[1:], [4])):
        watched = Watched()
        watched.rest(A)
        watched.rest(old(one(A)), frames=9)
        assert watched.rest(old(one(A)), new(B)) == [2]
        assert watched.rest(old(one(A)), old(one(B)), half, labels=labels) == said
    # once it was seen, it cannot be this one any more
    watched = Watched()
    watched.rest(A)
    watched.rest(old(one(A)), frames=9)
    watched.rest(old(one(A)), one(lay(5, (60, 50))), new(B))
    assert watched.rest(old(one(A)), old(one(B)), half) == [4]


def test_a_known_cards_other_marker_is_no_sign_that_the_card_was_moved() -> None:
    watched = Watched()
    watched.rest(A)
    assert watched.rest(old(one(A)), new(one(B))) == [2]
    # a light hid this marker
    assert watched.rest(new(one(B, 1)), new(lay(4, (40, 0), 130))) == [4]
    watched = Watched()
    watched.rest(A)
    watched.rest(old(one(A)), new(one(B)))
    assert watched.rest(new(one(lay(2, (24, 6), 25), 1)), new(lay(4, (60, 0), 130))) == []


def test_while_no_top_card_is_known_another_card_shows_whether_the_pile_was_moved() -> None:
    watched = Watched()
    assert watched.rest(old(lay(4, (100, 0))), old(A)) == []
    assert watched.state.pile.uppermost == old(A)
    watched.rest(old(lay(4, (100, 0))))
    assert watched.state.pile.uppermost == old(lay(4, (100, 0)))
    watched.rest(new(B))
    assert watched.state.pile.uppermost == new(B)
    watched.rest(old(A), frames=9)
    assert watched.state.pile.uppermost is None


def test_where_two_lights_came_that_can_hide_a_card_another_card_is_not_the_upper_one() -> None:
    watched = Watched()
    watched.rest(A)
    assert watched.rest(old(one(A)), new(B), dazzled=True, frames=9) == [None]
    # nobody took up the card that is not in sight any more
    watched = Watched()
    watched.rest(A)
    watched.rest(old(one(A)), new(B))
    assert watched.rest(new(A), dazzled=True, frames=9) == [None]


def test_a_card_that_was_moved_while_it_was_covered_may_only_have_come_to_light() -> None:
    low, nudged, again = lay(1, (0, 0)), new(lay(2, (9, 12), 30)), new(lay(1, (-4, 9), 80))
    for stirred, said in ((None, []), (False, [1])):
        watched = Watched()
        watched.rest(low)
        watched.rest(new(B))
        watched.rest(nudged)
        assert watched.rest(again, stirred=stirred) == said
    # what lies on the top card did not come to light because the top card was taken away
    watched = Watched()
    watched.rest(low)
    watched.rest(new(B))
    watched.rest(nudged)
    assert watched.rest(one(old(nudged)), again) == [1]


def test_a_card_that_covers_what_was_in_sight_did_not_come_to_light() -> None:
    beside, nudged, again = lay(5, (60, 0)), new(lay(2, (9, 12), 30)), new(lay(1, (20, 20), 60))
    left = [marker for marker in old(beside).markers if not again.holds(marker.centre)]
    for shown, said in ((old(beside), []), (Card(5, tuple(left)), [1])):
        watched = Watched()
        watched.rest(A)
        watched.rest(new(beside))
        watched.rest(old(beside), new(B))
        watched.rest(old(beside), nudged)
        assert watched.rest(shown, again) == said


def test_while_no_top_card_is_known_a_known_card_that_lies_elsewhere_was_not_laid() -> None:
    watched = Watched()
    watched.rest(old(one(A)), frames=9)
    watched.rest(new(one(B)), frames=9, covered=True)
    assert watched.state.pile.top is None
    unread = new(lay(2, (-10, 50), 40)).markers[:1]
    assert watched.rest(new(lay(1, (-30, 40), 70)), labels=unread) == []


def test_one_frame_that_shows_a_known_card_elsewhere_shows_that_the_pile_was_moved() -> None:
    for moved, said in ((lay(1, (0, 0)), [7]), (lay(1, (30, -40)), [])):
        watched = Watched()
        watched.rest(A)
        watched.frame(still=False)
        watched.said = []
        came = new(lay(7, (60, 70), 90))
        watched.frame(came, new(one(moved)))
        for _ in range(4):
            watched.frame(came)
        assert watched.said == said


def test_a_card_that_one_frame_has_shown_long_before_did_not_come_now() -> None:
    watched, unread = Watched(), new(D).markers[:1]
    watched.rest(A)
    watched.rest(one(old(A)), one(old(C)), frames=1)
    for _ in range(6):
        watched.frame(one(old(A)))
    assert watched.rest(new(lay(3, (60, 50))), labels=unread, frames=9) == [None]


@pytest.mark.parametrize("fresh", [True, None])
def test_a_known_card_that_was_laid_again_unnoticed_can_lie_on_any_of_them(
    fresh: bool | None,
) -> None:
    again = lay(1, (40, 0), 60, fresh=fresh)
    watched = Watched()
    watched.rest(A)
    watched.rest(new(B))
    assert watched.state.pile.ordered == 2
    assert watched.rest(old(B), one(again), frames=9, covered=True) == []
    assert watched.state.pile.ordered == 0


def test_lights_that_only_one_frame_has_shown_are_remembered() -> None:
    watched = Watched()
    watched.rest(A)
    watched.rest(dazzled=True, frames=1)
    for _ in range(4):
        watched.frame(old(one(A)), new(B))
    assert watched.said == []


def test_a_card_stays_only_if_no_frame_shows_it_elsewhere() -> None:
    low, nudged, again = lay(1, (0, 0)), new(lay(2, (9, 12), 30)), new(lay(1, (-4, 9), 80))
    for frames, said in (([False, False, None], [1]), ([False, None, None], [None])):
        watched = Watched()
        watched.rest(low)
        watched.rest(new(B))
        watched.rest(nudged)
        watched.rest(frames=0)
        for stirred in (*frames, *[None] * 6):
            watched.frame(again, stirred=stirred)
        assert watched.said == said
    watched = Watched()
    watched.rest(low)
    watched.rest(new(B))
    watched.rest(nudged)
    watched.rest(frames=0)
    for stirred in (False, True, False, False):
        watched.frame(again, stirred=stirred)
    assert watched.said == []


def test_a_pile_of_which_single_frames_show_a_card_was_not_taken_away() -> None:
    for seen in (False, True):
        watched = Watched()
        watched.rest(A)
        watched.rest(new(B))
        watched.rest(frames=3)
        watched.frame(*([one(B)] if seen else []))
        watched.frame()
        assert watched.state.pile.empty is not seen


def test_a_top_card_that_is_seen_to_be_gone_was_not_covered() -> None:
    watched = Watched()
    watched.rest(A, one(C))
    watched.rest(one(old(C)), one(new(D)), stirred=True, covered=True, frames=9)
    assert watched.rest(new(B)) == [2]
    assert watched.rest(new(lay(1, (3, 9), 40))) == [1]


def test_on_a_bare_table_one_marker_of_the_first_card_is_enough() -> None:
    label = new(A).markers[1:]
    for seen, said in (((), [1]), (old(C).markers[:1], [])):
        watched = Watched()
        watched.rest(labels=seen, frames=9)
        assert watched.rest(one(new(A)), labels=label, covered=True) == said
        # another card may lie on it
        watched = Watched()
        watched.rest(labels=seen, frames=9)
        assert watched.rest(one(new(A)), covered=True) == []


def test_a_pile_of_which_nothing_is_in_sight_is_no_bare_table() -> None:
    watched = Watched()
    watched.rest(A)
    watched.rest(frames=9)
    label = new(B).markers[1:]
    assert watched.rest(one(new(B)), labels=label, frames=5) == []


def test_a_card_that_two_frames_had_shown_is_seen_to_be_moved() -> None:
    came = new(lay(7, (60, 70), 90))
    for moved, said in ((lay(3, (100, 0)), [7]), (lay(3, (110, 20)), [])):
        watched = Watched()
        watched.rest(A)
        watched.rest(old(one(A)), one(lay(3, (100, 0), fresh=True)), frames=2)
        for _ in range(8):
            watched.frame(old(one(A)))
        watched.said = []
        watched.frame(still=False)
        watched.frame(came, one(new(moved)))
        for _ in range(3):
            watched.frame(came)
        assert watched.said == said


def test_cards_that_are_moved_again_and_again_do_not_fill_the_memory() -> None:
    watched = Watched()
    watched.rest(A)
    for nth in range(2 * GLIMPSES):
        watched.rest(old(one(A)), one(lay(3, (100, 20 * nth), fresh=True)), frames=2)
    assert len(watched.state.glimpses) == GLIMPSES
