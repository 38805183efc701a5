"""Cards that the beam counted and that did not come, as the scale's estimator finds them."""

from __future__ import annotations

import pytest

from hardware.portable.window import MOST_MISSING, MOST_UNSURE
from tests.hardware.scale.bench import Bench, learned


def test_a_card_that_did_not_come_is_told_for_sure_before_cards_are_loaded(bench: Bench) -> None:
    first = learned(bench)
    bench.hit(4, 5)
    bench.hit(3, 3)
    bench.on_it += 20
    bench.rest()
    assert bench.words[-2] == (first, first + 1, 7, 7, 7)
    assert bench.words[-1] == (None, None, -20, -20, -20)


def test_one_card_too_few_after_each_of_the_next_hits_is_told_for_sure(bench: Bench) -> None:
    first = learned(bench)
    bench.hit(4, 5)
    for _ in range(MOST_UNSURE):
        assert bench.words[-1][3:] == (bench.words[-1][2] - 1, bench.words[-1][2])
        bench.hit(3, 3)
    assert bench.words[-1] == (first, first + MOST_UNSURE, 13, 13, 13)
    bench.hit(2, 2)
    assert bench.words[-1] == (first + 1 + MOST_UNSURE, first + 1 + MOST_UNSURE, 2, 2, 2)


def test_a_hand_that_lies_there_after_one_of_the_hits_says_nothing_of_a_missing_card(
    bench: Bench,
) -> None:
    first = learned(bench)
    bench.hit(4, 5)
    bench.hit(3, 3)
    bench.hit(3 - 4, 3)
    assert bench.words[-1][3] < bench.words[-1][4], "a hand of four cards"
    bench.hit(4 + 4, 4)
    assert bench.words[-1] == (first, first + 3, 14, 14, 14)


def test_a_hand_that_lies_there_after_the_last_of_these_hits_is_no_number_of_cards(
    bench: Bench,
) -> None:
    learned(bench)
    bench.hit(4, 5)
    for _ in range(MOST_UNSURE - 1):
        bench.hit(3, 3)
    bench.hit(3 - 4, 3)
    assert bench.words[-1][3] < bench.words[-1][4], "a hand of four cards"


def test_a_look_that_is_not_clear_may_agree_that_a_card_is_missing(bench: Bench) -> None:
    first = learned(bench)
    bench.hit(4, 5)
    bench.hit(3, 3)
    bench.hit(3.4, 3)
    bench.hit(3 - 0.4, 3)
    assert bench.words[-1] == (first, first + 3, 13, 13, 13)


def test_a_look_that_is_not_clear_may_contradict_that_a_card_is_missing(bench: Bench) -> None:
    learned(bench)
    bench.hit(4, 5)
    bench.hit(3, 3)
    bench.hit(3.6, 3)
    bench.hit(3 - 0.6, 3)
    assert bench.words[-1][3] < bench.words[-1][4]


@pytest.mark.parametrize(("missing", "sure"), [(MOST_MISSING, True), (MOST_MISSING + 1, False)])
def test_more_cards_than_two_are_not_missing_for_sure(
    bench: Bench, missing: int, sure: bool
) -> None:
    learned(bench)
    bench.hit(9 - missing, 9)
    for _ in range(MOST_UNSURE):
        bench.hit(1, 1)
    _, _, _, low, high = bench.words[-1]
    assert (low == high) is sure
