"""What the scale's estimator says of hits, of cards that are put in, and of hands: or nothing."""

from __future__ import annotations

import pytest

from hardware.portable.cards_by_weight import HAND_BLOCKS, PATIENT_BLOCKS
from hardware.portable.window import MOST_UNSURE
from tests.hardware.scale.bench import LEAST, Bench, restless


def test_a_hit_that_was_counted_rightly_is_confirmed(bench: Bench) -> None:
    bench.hit(5, 5)
    assert bench.words == [(1, 1, 5, 5, 5)]


def test_a_card_that_the_beam_did_not_see_is_found(bench: Bench) -> None:
    bench.hit(6, 5)
    assert bench.words == [(1, 1, 6, 6, 6)]


@pytest.mark.parametrize("came", [4, 5, 6])
def test_a_doubt_is_settled(bench: Bench, came: int) -> None:
    bench.hit(came, 4, doubt=2)
    assert bench.words == [(1, 1, came, came, came)]


def test_it_never_goes_below_what_the_beam_counted(bench: Bench) -> None:
    bench.hit(4, 5)
    assert bench.words == [(1, 1, 5, 4, 5)]


def test_no_word_is_sure_while_a_counted_card_sticks_out_of_the_mouth(bench: Bench) -> None:
    bench.scale.mouth(True)
    bench.hit(5, 5)
    assert bench.words == [(1, 1, 5, 4, 6)] or bench.words == [(1, 1, 5, 5, 6)]
    bench.scale.mouth(False)
    bench.rest()
    assert bench.words[-1] == (1, 1, 5, 5, 5)


def test_hits_without_rest_have_one_word_together(bench: Bench) -> None:
    bench.hit(3, 3, rest=4)
    bench.hit(3, 2, rest=4)
    assert bench.words == []
    bench.hit(1, 1)
    assert bench.words == [(1, 3, 7, 7, 7)]


def test_a_hit_that_goes_on_later_is_counted_once(bench: Bench) -> None:
    bench.hit(2, 2, rest=0)
    bench.scale.hit_begins(1)
    bench.on_it -= 3
    bench.scale.hit_ends(1, 5, 0)
    bench.rest()
    assert bench.words == [(1, 1, 5, 5, 5)]


def test_a_doubt_that_is_not_settled_stays_a_doubt(bench: Bench) -> None:
    restless(bench)
    bench.hit(3.27, 2, doubt=1)
    for _ in range(MOST_UNSURE):
        bench.hit(1, 1)
    _, _, _, low, high = bench.words[-1]
    assert low < high


def test_a_restless_table_gets_no_word_and_a_hand_neither(bench: Bench) -> None:
    bench.hit(3, 3, rest=0)
    bench.rest(100, shaken=1_500)
    assert bench.words == []
    assert not bench.scale.still
    bench.rest()
    assert bench.words == [(1, 1, 3, 3, 3)]
    assert bench.scale.still


def test_a_light_hand_that_lies_still_is_no_card(bench: Bench) -> None:
    bench.on_it += 3
    bench.rest(4 * (HAND_BLOCKS - 3))
    bench.on_it -= 3
    bench.rest()
    assert bench.words == []


def test_cards_that_are_put_in_or_taken_out_are_told(bench: Bench) -> None:
    bench.on_it -= 1
    bench.rest()
    assert bench.words == [(None, None, 1, 1, 1)]
    bench.on_it += 2
    bench.rest(4 * (HAND_BLOCKS + 3))
    assert bench.words[1:] == [(None, None, -2, -2, -2)]


def test_after_the_turntable_has_turned_nothing_is_sure(bench: Bench) -> None:
    bench.hit(2, 2, rest=0)
    bench.scale.turning(True)
    bench.rest()
    assert bench.words == []
    bench.scale.turning(False)
    bench.rest()
    assert [low < high for _, _, _, low, high in bench.words] == [True]
    bench.hit(2, 2)
    assert bench.words[-1] == (2, 2, 2, 2, 2)


def test_it_knows_how_many_are_inside_once_it_was_tared(bench: Bench) -> None:
    bench.hit(1, 1)
    assert bench.scale.word.inside is None
    bench.tared()
    bench.on_it = 67
    bench.rest()
    word = bench.scale.word
    assert word.inside_low <= 67 <= word.inside_high
    assert word.inside is not None and abs(word.inside - 67) <= 1
    for _ in range(9):
        bench.hit(7, 7)
    assert word.inside == 4
    assert word.inside_low <= 4 <= word.inside_high


def test_a_hand_that_lay_on_it_when_it_was_tared_is_no_card(bench: Bench) -> None:
    bench.on_it = 9.6
    bench.scale.tare()
    bench.rest()
    bench.on_it = 0
    bench.rest()
    assert bench.words[-1] == (None, None, 0, 0, 0)
    bench.on_it = 40
    bench.rest()
    word = bench.scale.word
    assert word.inside_low <= 40 <= word.inside_high


def test_who_asks_is_told_soon_that_cards_may_have_been_put_in(bench: Bench) -> None:
    bench.tared()
    bench.on_it = 5
    bench.rest(4 * (HAND_BLOCKS + 3))
    bench.words.clear()
    bench.scale.ask()
    bench.on_it += 1
    bench.rest(4 * (PATIENT_BLOCKS + 3))
    assert bench.words == [(None, None, 0, -1, 0)], "or a hand lies on it"
    assert (bench.scale.word.inside_low, bench.scale.word.inside_high) == (5, 6)
    bench.rest(4 * HAND_BLOCKS)
    assert bench.words[1:] == [(None, None, -1, -1, -1)]
    assert bench.scale.word.inside == 6


def test_who_asks_gets_a_word_at_the_next_rest(bench: Bench) -> None:
    bench.scale.ask()
    bench.rest()
    assert bench.words == [(None, None, 0, 0, 0)]


@pytest.mark.parametrize(("readings", "told"), [(LEAST - 1, 0), (LEAST, 1)])
def test_a_word_takes_two_blocks_that_agree(bench: Bench, readings: int, told: int) -> None:
    bench.hit(3, 3, rest=readings)
    assert len(bench.words) == told


def test_what_is_unsure_is_told_once_after_some_patience(bench: Bench) -> None:
    bench.hit(4.5, 5, rest=4 * (PATIENT_BLOCKS - 1))
    assert bench.words == []
    bench.rest(200)
    assert len(bench.words) == 1
