"""Cards that the beam did not see: how much evidence the scale's estimator asks for."""

from __future__ import annotations

import pytest

from hardware.portable.cards_by_weight import PATIENT_BLOCKS, SURPRISED_BLOCKS
from hardware.portable.window import LOADED, MOST_UNSURE
from tests.hardware.scale.bench import Bench, leaned, learned, restless


@pytest.mark.parametrize(("hidden", "blocks"), [(1, SURPRISED_BLOCKS), (2, PATIENT_BLOCKS)])
def test_the_more_cards_are_hidden_the_more_evidence_is_needed(
    bench: Bench, hidden: int, blocks: int
) -> None:
    bench.hit(3 + hidden, 3, rest=4 * blocks - 1)
    assert bench.words == []
    bench.rest(1)
    assert bench.words == [(1, 1, 3 + hidden, 3 + hidden, 3 + hidden)]


def test_as_many_hidden_cards_as_are_loaded_at_once_are_not_believed(bench: Bench) -> None:
    learned(bench)
    bench.hit(2 + LOADED, 3)
    assert bench.words[-1][2:] == (2 + LOADED,) * 3
    bench.hit(3 + LOADED, 3)
    _, _, _, low, high = bench.words[-1]
    assert low < high


def test_the_same_cards_too_many_after_each_of_the_next_hits_are_told_for_sure(
    bench: Bench,
) -> None:
    first = restless(bench)
    bench.hit(3.27, 2)
    for nth in range(MOST_UNSURE):
        assert bench.words[-1][3:] == (3 + nth, 4 + nth), "the count does not fit"
        bench.hit(1, 1)
    last = first + MOST_UNSURE
    assert bench.words[-1] == (first, last, 6, 6, 6)
    bench.hit(2, 2)
    assert bench.words[-1] == (last + 1, last + 1, 2, 2, 2)


def test_what_was_weighed_before_cards_are_loaded_is_told_for_sure(bench: Bench) -> None:
    first = restless(bench)
    bench.hit(3.27, 2)
    assert bench.words[-1][3:] == (3, 4)
    bench.on_it += 20
    bench.rest()
    assert bench.words[-2] == (first, first, 3, 3, 3)
    first_hit, _, _, low, high = bench.words[-1]
    assert first_hit is None
    assert low <= -20 <= high
    bench.hit(3, 3)
    assert bench.words[-1] == (first + 1, first + 1, 3, 3, 3)


def test_it_knows_how_many_are_inside_after_cards_were_loaded_behind_an_unsure_hit(
    bench: Bench,
) -> None:
    restless(bench)
    bench.tared()
    for _ in range(2):
        bench.on_it += 12
        bench.rest()
    bench.hit(3.27, 2)
    bench.on_it += 20
    bench.rest()
    word = bench.scale.word
    assert word.inside_low <= 24 - 3 + 20 <= word.inside_high < 24 + 20


@pytest.mark.parametrize("moved", [(80.4,), (80, -11.4)], ids=["cards", "cards and a hand"])
def test_what_is_not_counted_to_one_card_when_loaded_does_not_make_the_next_hit_unsure(
    bench: Bench, moved: tuple[float, ...]
) -> None:
    for cards in moved:
        bench.on_it += cards
        bench.rest()
    assert bench.words[-1][3] < bench.words[-1][4]
    bench.hit(4, 3)
    assert bench.words[-1] == (1, 1, 4, 4, 4)


@pytest.mark.parametrize(
    ("card_mg", "sure"), [(1_800, True), (1_750, True), (1_740, True), (1_650, False)]
)
def test_what_the_beam_counted_needs_less_evidence_than_something_else(
    card_mg: int, sure: bool
) -> None:
    bench = Bench(card_mg=card_mg)
    bench.rest()
    bench.hit(9, 9)
    _, _, _, low, high = bench.words[-1]
    assert (low == high) is sure
    bench = Bench(card_mg=card_mg)
    bench.rest()
    bench.hit(10, 9)
    _, _, _, low, high = bench.words[-1]
    assert low < high


def test_what_is_not_sure_for_too_long_is_given_up(bench: Bench) -> None:
    for _ in range(MOST_UNSURE):
        bench.hit(4.5, 5, rest=40)
        bench.on_it += 0.5
    bench.on_it -= 0.5
    bench.hit(5, 5)
    assert all(low < high for _, _, _, low, high in bench.words)
    bench.hit(2, 2)
    assert bench.words[-1] == (MOST_UNSURE + 2, MOST_UNSURE + 2, 2, 2, 2)


def test_so_many_cards_that_no_weight_is_clear_are_not_weighed_together_with_the_next(
    bench: Bench,
) -> None:
    bench.hit(11.4, 11, doubt=3)
    assert bench.words[-1][3] < bench.words[-1][4]
    bench.hit(3, 3)
    assert bench.words[-1] == (2, 2, 3, 3, 3)


def test_a_card_more_is_not_sure_if_the_hits_before_were_rounded_up(bench: Bench) -> None:
    leaned(bench, 0.25, came=3, counted=3)
    bench.hit(2.82, 2)
    _, _, _, low, high = bench.words[-1]
    assert low < high
    bench.hit(3.1, 3)
    assert bench.words[-1][3] < bench.words[-1][4]


def test_a_card_of_the_hits_before_is_no_card_more_if_it_is_taken_with_one_of_the_next(
    bench: Bench,
) -> None:
    first = learned(bench)
    for came, counted in ((4.5, 5), (1, 1), (1, 1), (3.6, 4)):
        bench.hit(came, counted)
    assert bench.words[-1][:2] == (first, first + MOST_UNSURE), "too many hits that are not sure"
    bench.hit(2.9, 2)
    bench.hit(3.0, 3)
    bench.on_it += 20
    bench.rest()
    assert all(low < high for hit, _, _, low, high in bench.words if hit == first + 4)


def test_a_weight_that_is_not_sure_says_that_the_count_does_not_fit(bench: Bench) -> None:
    learned(bench)
    bench.scale.card.off = bench.scale.card.card // 100
    bench.hit(8.71, 8, rest=0)
    bench.hit(9, 9)
    assert bench.words[-1][3:] == (18, 19)
