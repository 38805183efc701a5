"""Which card came to lie on top: what the frames show, and nothing else, decides."""

from __future__ import annotations

from controller.readers.camera.deciding.state import UNREAD_AFTER, Findings
from controller.readers.camera.deciding.watching import (
    LOOKED,
    PATIENT,
    settled,
    step,
    wants_markers,
)
from controller.readers.reports import SeenCard
from tests.readers.camera.laid import lay
from tests.readers.camera.watched import A, B, C, D, Watched, new, old, one


def test_each_card_that_is_laid_is_said_once() -> None:
    watched = Watched()
    assert watched.rest(A) == [1]
    assert watched.rest(old(one(A)), new(B)) == [2]
    assert watched.rest(old(one(A)), old(one(B)), new(C)) == [3]
    assert watched.rest(old(one(A)), old(one(B)), new(C), frames=40) == []


def test_three_still_frames_have_to_agree() -> None:
    watched, came = Watched(), (old(one(A)), new(B))
    watched.rest(A)
    watched.said = []
    watched.frame(*came, still=False)
    watched.frame(*came)
    watched.frame(*came)
    assert watched.said == []
    watched.frame(*came)
    assert watched.said == [2]


def test_the_first_card_lies_there_after_seven_still_frames() -> None:
    watched = Watched()
    watched.frame(A, still=False)
    for _ in range(PATIENT - 1):
        watched.frame(A)
    assert watched.said == []
    watched.frame(A)
    assert watched.said == [1]


def test_if_the_first_card_was_only_held_the_next_ones_are_read() -> None:
    watched, held = Watched(), lay(9, (20, 30), larger=1.5)
    assert watched.rest(held, frames=9) == [9]
    assert watched.rest(new(A)) == [1]
    assert watched.rest(old(one(A)), new(B)) == [2]


def test_frames_before_a_movement_do_not_count() -> None:
    watched = Watched()
    for still in (True, True, False, True, True):
        watched.frame(A, still=still)
    assert watched.said == []


def test_three_of_five_are_enough_and_two_are_not() -> None:
    watched = Watched()
    for seen in (True, False, False, True, False, False):
        watched.frame(*([A] if seen else []))
    assert watched.said == []
    watched.frame(A)
    watched.frame(A)
    assert watched.said == [1]


def test_nothing_is_said_while_a_hand_is_over_the_table() -> None:
    watched = Watched()
    watched.rest(A)
    watched.said = []
    watched.frame(still=False)
    for _ in range(8):
        watched.frame(new(B), hand=True)
    assert watched.said == []
    for _ in range(3):
        watched.frame(new(B))
    assert watched.said == [2]


def test_a_card_that_is_held_above_the_pile_does_not_lie_there() -> None:
    watched = Watched()
    watched.rest(A)
    assert watched.rest(old(A), new(lay(2, (30, 0), larger=1.2)), frames=7) == []
    assert watched.rest(old(one(A)), new(B)) == [2]


def test_what_is_held_very_still_for_very_long_lies_there() -> None:
    watched = Watched()
    watched.rest(A)
    assert watched.rest(new(lay(2, (4, 6), larger=1.2)), frames=LOOKED + 12) == [2]


def test_the_corner_of_a_covered_card_is_not_a_play() -> None:
    watched = Watched()
    watched.rest(A)
    watched.rest(old(one(A)), new(B))
    assert watched.rest(new(one(A, 1)), new(B)) == []
    assert watched.rest(new(B)) == []
    assert watched.rest(old(one(A)), old(B)) == []


def test_a_card_that_was_never_read_is_not_said_when_its_corner_comes_out() -> None:
    watched = Watched()
    watched.rest(A)
    # B's other marker is where C lies, which came just now
    low, high = lay(2, (0, 0), 0, fresh=True), lay(3, (-30, 30), 0, fresh=True)
    assert watched.rest(old(one(A)), one(low), high) == [3]


def test_a_marker_that_becomes_readable_without_a_movement_is_not_a_play() -> None:
    watched = Watched()
    watched.rest(A)
    watched.said = []
    for _ in range(30):
        watched.frame(A, lay(2, (100, 0)))
    assert watched.said == []


def test_where_nothing_has_changed_no_card_came() -> None:
    watched = Watched()
    watched.rest(A)
    assert watched.rest(A, old(lay(9, (90, 90)))) == []


def test_two_new_cards_of_which_none_is_surely_above_are_not_guessed_at() -> None:
    watched, two = Watched(), (lay(4, (100, 0)), lay(5, (0, 100)))
    watched.rest(A)
    assert watched.rest(*two, frames=UNREAD_AFTER - 1) == []
    watched.frame(*two)
    assert watched.said == [None]


def test_a_corner_of_a_pile_that_lay_there_is_not_taken_for_the_top_card() -> None:
    watched = Watched()
    assert watched.rest(one(A), frames=30) == []
    assert watched.rest(old(one(A)), new(B)) == [2]


def test_a_pile_that_lay_there_before_the_reader_began_is_not_asked_about() -> None:
    watched = Watched()
    assert watched.rest(lay(4, (0, 0)), lay(5, (120, 0)), frames=30) == []
    assert watched.rest(lay(4, (0, 0)), lay(5, (120, 0)), new(lay(6, (60, 30)))) == [6]


def test_of_two_new_cards_the_one_that_was_seen_before_the_movement_came_first() -> None:
    watched = Watched()
    watched.rest(A)
    assert watched.rest(new(lay(4, (100, 0))), frames=2) == []
    assert watched.rest(new(lay(4, (100, 0))), new(lay(5, (0, 100)))) == [5]


def test_the_card_below_is_said_again_when_the_top_card_is_taken_up() -> None:
    watched = Watched()
    watched.rest(A)
    watched.rest(new(B))
    assert watched.rest(new(A)) == [1]
    assert watched.rest(old(one(A)), new(B)) == [2]  # played after all


def test_a_top_card_that_cannot_be_read_any_more_was_not_taken_up() -> None:
    watched = Watched()
    watched.rest(A)
    watched.rest(old(one(A)), new(B))
    assert watched.rest(old(one(A))) == []
    assert watched.rest(old(one(A)), new(B)) == []


def test_a_nudge_that_uncovers_one_corner_is_not_a_take_up() -> None:
    watched = Watched()
    watched.rest(A)
    watched.rest(old(one(A)), new(B))
    assert watched.rest(new(one(A))) == []


def test_a_nudge_that_moves_the_card_below_is_not_a_take_up() -> None:
    watched = Watched()
    watched.rest(A)
    watched.rest(old(one(A)), new(B))
    assert watched.rest(new(lay(1, (8, 9)))) == []


def test_a_card_that_was_laid_in_a_glare_is_not_said_when_it_is_covered() -> None:
    watched = Watched()
    watched.rest(A)
    # a card lies on one marker of the top card, and its own markers shine
    assert watched.rest(old(one(A)), frames=9) == []
    low, high = new(lay(2, (-24, -20))), one(new(lay(3, (-30, -20), 120)), 1)
    # it only seems so: the other marker of the upper card shines
    assert high.lies_under(low) and not high.lies_under(low, surely=True)
    assert watched.rest(old(one(A)), low, high, frames=9) == [None]


def test_a_card_that_two_of_three_frames_show_is_waited_for() -> None:
    watched, low, high = Watched(), new(lay(2, (0, 0))), new(lay(3, (-30, 30)))
    watched.rest(A)
    assert watched.rest(one(low), frames=1) == []
    for _ in range(2):
        watched.frame(one(low), high)
    assert watched.said == []
    watched.frame(one(low), high)
    assert watched.said == [3]


def test_a_part_of_a_covered_marker_is_no_card() -> None:
    watched = Watched()
    watched.rest(A)
    part = one(new(lay(9, (20, -28), larger=0.7)))
    assert watched.rest(old(one(A)), new(B), part) == [2]


def test_a_card_that_was_laid_unread_is_not_said_when_another_one_lies_on_it_unread() -> None:
    watched = Watched()
    watched.rest(A)
    watched.rest(old(A), new(C))
    # a card in a glare covers C; then another one in a glare covers A, too
    assert watched.rest(old(A), frames=9) == [None]
    assert watched.rest(new(lay(5, (60, 50))), frames=9) == [None]


def test_a_card_that_was_seen_after_it_was_asked_about_came_before() -> None:
    watched = Watched()
    watched.rest(A)
    assert watched.rest(frames=9) == [None]
    assert watched.rest(new(B), frames=1) == []
    assert watched.rest(new(B), frames=9) == [None]


def test_a_card_that_a_hand_held_before_it_lay_there_is_not_the_one_that_was_not_read() -> None:
    watched = Watched()
    watched.rest(A)
    watched.rest(new(B))
    # somebody takes up B, but only one marker of A comes to light
    assert watched.rest(new(one(A)), frames=9) == [None]
    assert watched.rest(old(one(A)), new(lay(3, (40, 0))), frames=1) == []
    assert watched.rest(old(one(A)), new(C)) == [3]


def test_a_card_that_was_seen_where_it_was_asked_about_is_not_a_play() -> None:
    watched = Watched()
    watched.rest(A)
    watched.rest(new(B))
    assert watched.rest(new(one(A)), frames=9) == [None]
    # it lies there already, only few frames show it
    watched.rest(old(one(A)), frames=7)
    watched.frame(old(one(A)), new(C))
    assert watched.rest(old(one(A)), new(C)) == []


def test_a_card_that_was_taken_up_unseen_can_be_laid_near_its_old_place() -> None:
    for far, said in (((2, 3), [1]), ((1, 1), [])):
        watched, place = Watched(), (lay(1, (0, 0)), lay(1, far, 2))
        watched.rest(place[0])
        watched.rest(new(B))
        watched.rest(old(one(B)), new(D))
        # at its old place, it can also have come to light
        assert watched.rest(new(place[1])) == said


def test_the_corner_of_an_unknown_card_is_no_play_if_the_top_card_was_moved() -> None:
    watched = Watched()
    watched.rest(A)
    moved = new(lay(1, (9, -7), 4))
    assert watched.rest(moved, one(new(lay(7, (30, 50), 90)))) == []
    assert watched.rest(old(one(moved)), new(B)) == [2]


def test_once_the_unread_card_can_be_read_the_next_one_is_told_from_it() -> None:
    watched = Watched()
    watched.rest(A)
    assert watched.rest(frames=9) == [None]
    # where the light was that hid it, nobody knows what was there
    assert watched.rest(lay(5, (60, 50)), one(new(B))) == [2]


def test_half_a_card_is_not_enough_after_one_that_was_not_read() -> None:
    watched = Watched()
    watched.rest(A)
    assert watched.rest(frames=9) == [None]
    assert watched.rest(one(new(B)), frames=9) == [None]
    assert watched.rest(new(C)) == [3]


def test_the_top_cards_other_marker_is_no_sign_that_it_was_moved() -> None:
    watched = Watched()
    watched.rest(one(A), A)
    watched.rest(old(one(A)), new(one(B)))
    assert watched.rest(old(one(B, 1)), one(new(lay(7, (30, 50), 90)))) == [7]


def test_of_two_half_seen_cards_none_is_taken_for_the_upper_one() -> None:
    watched = Watched()
    watched.rest(A)
    # the second marker of each one is where the other one lies, or is unreadable
    low, high = one(new(lay(2, (0, 0)))), one(new(lay(3, (-30, 30))))
    assert watched.rest(old(one(A)), low, high, frames=9) == [None]


def test_a_card_that_an_earlier_frame_has_shown_is_waited_for() -> None:
    watched, low, high = Watched(), new(lay(2, (100, 0))), new(lay(3, (0, 100)))
    watched.rest(A)
    watched.rest(A, high, frames=1)
    for _ in range(7):
        watched.frame(A, low)
    assert watched.said == [None]


def test_three_frames_have_to_show_the_same_marker() -> None:
    watched = Watched()
    watched.rest(A)
    watched.said = []
    watched.frame(still=False)
    for nth in (0, 1, 0, 1):
        watched.frame(one(new(B), nth))
    assert watched.said == []
    watched.frame(one(new(B)))
    assert watched.said == [2]


def test_a_deep_card_that_comes_to_light_where_it_lay_is_not_a_play() -> None:
    watched = Watched()
    for card in (A, B, C):
        watched.rest(new(card))
    assert watched.rest(old(one(B)), new(A)) == []


def test_after_the_pile_was_taken_away_its_cards_can_be_played_again() -> None:
    watched = Watched()
    watched.rest(A)
    watched.rest(old(one(A)), new(B))
    assert watched.rest() == []
    assert watched.rest(new(lay(1, (20, 10), 200))) == [1]
    assert watched.rest(old(one(A)), new(lay(2, (-10, 14), 100))) == [2]


def test_glare_over_all_markers_is_not_an_empty_table() -> None:
    watched = Watched()
    watched.rest(A)
    assert watched.rest() == []
    assert watched.rest(A) == []


def test_what_covers_the_top_card_and_cannot_be_read_is_told_once() -> None:
    watched = Watched()
    watched.rest(A)
    watched.rest(old(one(A)), new(B))
    assert watched.rest(frames=UNREAD_AFTER - 1) == []
    assert watched.rest(old(one(A)), frames=UNREAD_AFTER) == [None]
    # it is not a second play when it becomes readable
    for _ in range(30):
        watched.frame(old(one(A)), new(C))
    assert watched.said == [None]
    assert watched.rest(new(D)) == [4]


def test_glare_on_one_marker_of_the_top_card_is_not_asked_about() -> None:
    watched = Watched()
    watched.rest(A)
    assert watched.rest(old(one(A)), frames=20) == []


def test_a_hand_that_only_reached_over_the_pile_is_not_told() -> None:
    watched = Watched()
    watched.rest(A)
    assert watched.rest(A, frames=20) == []
    assert watched.rest(new(lay(1, (9, 9), 30)), frames=20) == []


def test_an_idle_table_is_hardly_looked_at() -> None:
    watched = Watched()
    watched.rest(A, frames=LOOKED)
    assert settled(watched.state)
    looks = 0
    for _ in range(100):
        looks += wants_markers(watched.state, still=True, hand=False)
        watched.frame(A)
    assert looks == 10
    assert not wants_markers(watched.state, still=False, hand=False)
    assert not wants_markers(watched.state, still=True, hand=True)


def test_what_was_seen_goes_with_the_card_as_evidence() -> None:
    watched = Watched()
    watched.rest(A)
    watched.frame(still=False)
    state, seen = watched.state, tuple[SeenCard, ...]()
    for at_s in (1.0, 1.2, 1.4):
        assert seen == ()
        markers = (*old(one(A)).markers, *new(B).markers)
        state, seen = step(state, Findings(at_s, True, False, markers))
    (card,) = seen
    assert (card.number, card.deck, card.at_s) == (2, None, 1.4)
    assert card.evidence == {
        "kind": "camera",
        "votes": 3,
        "frames": 3,
        "markers": 2,
        "side_px": 24,
    }


def test_a_table_that_was_bare_stays_so_through_several_movements() -> None:
    watched = Watched()
    watched.rest(frames=UNREAD_AFTER)
    for _ in range(2):
        watched.frame(still=False)
        assert watched.state.bare
        watched.frame(A)
    watched.rest(A, frames=UNREAD_AFTER)
    watched.frame(still=False)
    assert not watched.state.bare
