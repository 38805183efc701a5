"""Cards that lean on the launcher with a part of their weight."""

from __future__ import annotations

from hardware.portable.card_weight import CardWeight
from hardware.portable.cards_by_weight import HAND_BLOCKS
from hardware.portable.settings import ScaleSettings
from hardware.portable.window import LEANS_US, MOST_UNSURE, Rounded
from tests.hardware.scale.bench import PERIOD_US, Bench, leaned, learned, restless


def test_a_card_that_leans_is_not_rounded_and_is_sure_when_it_is_taken(bench: Bench) -> None:
    bench.hit(4.5, 5)
    ((first, last, _, low, high),) = bench.words
    assert (first, last, low, high) == (1, 1, 4, 5)
    bench.on_it -= 0.5
    bench.rest()
    assert bench.words[1:] == [(1, 1, 5, 5, 5)]


def test_a_part_of_a_card_that_was_laid_on_it_may_be_taken_with_one_of_the_next_hits(
    bench: Bench,
) -> None:
    bench.on_it += 0.6
    bench.rest(4 * (HAND_BLOCKS + 3))
    bench.hit(4, 3)
    for nth in range(MOST_UNSURE):
        assert bench.words[-1][3:] == (3 + nth, 4 + nth)
        bench.hit(1, 1)
    assert bench.words[-1] == (
        1,
        1 + MOST_UNSURE,
        4 + MOST_UNSURE,
        4 + MOST_UNSURE,
        4 + MOST_UNSURE,
    )


def test_a_part_that_may_have_been_taken_with_a_hit_is_no_card_more_before_cards_are_loaded(
    bench: Bench,
) -> None:
    first = restless(bench)
    bench.on_it += 0.6
    bench.rest(4 * (HAND_BLOCKS + 3))
    bench.hit(2.73, 2)
    assert bench.words[-1] == (first, first, 3, 2, 3)
    bench.on_it += 20
    bench.rest()
    assert all(low < high for hit, _, _, low, high in bench.words if hit == first)


def test_a_card_that_leans_while_cards_are_loaded_is_not_missing(bench: Bench) -> None:
    learned(bench)
    bench.hit(4, 5)
    bench.on_it += 20
    bench.rest()
    bench.hit(3, 3)
    _, _, _, low, high = bench.words[-1]
    assert low < high


def test_the_part_of_a_card_that_leaned_and_is_taken_makes_one_card_with_what_was_rounded(
    bench: Bench,
) -> None:
    leaned(bench, 0.75, came=4, counted=3)
    bench.hit(2, 2)
    bench.on_it -= 0.6
    bench.rest()
    assert bench.words[-1] == (None, None, 1, 1, 1)


def test_the_part_of_a_card_that_was_counted_is_no_card_more(bench: Bench) -> None:
    leaned(bench, 0.25, came=3, counted=3)
    bench.on_it -= 0.4
    bench.rest()
    _, _, _, low, high = bench.words[-1]
    assert low == 0 < high


def test_a_part_that_leaves_long_after_the_hits_belongs_to_none_of_them(bench: Bench) -> None:
    leaned(bench, 0.75, came=4, counted=3)
    bench.rest(LEANS_US // PERIOD_US)
    bench.on_it -= 0.65
    bench.rest()
    _, _, _, low, high = bench.words[-1]
    assert low < high


def test_a_card_that_leans_after_one_of_the_hits_is_not_missing(bench: Bench) -> None:
    for _ in range(MOST_UNSURE):
        bench.hit(5, 5)
    bench.hit(4, 5)
    bench.on_it -= 1
    bench.hit(5, 5)
    assert bench.words[-1] == (MOST_UNSURE + 1, MOST_UNSURE + 2, 10, 10, 10)


def test_a_doubt_after_a_card_that_leans_stays_a_doubt(bench: Bench) -> None:
    learned(bench)
    bench.hit(4, 5)
    bench.hit(6, 5, doubt=1)
    _, _, _, low, high = bench.words[-1]
    assert low < high


def test_a_doubt_after_a_part_of_a_card_that_leaned_is_settled(bench: Bench) -> None:
    first = learned(bench)
    bench.hit(4.5, 5)
    bench.hit(5.5, 5, doubt=1)
    assert bench.words[-1] == (first, first + 1, 10, 10, 10)


def test_a_card_that_leans_during_a_reload_is_not_given_to_the_next_hit(bench: Bench) -> None:
    bench.hit(4, 5, rest=4)
    bench.on_it += 88
    bench.rest()
    bench.hit(3, 2)
    first, last, _, low, high = bench.words[-1]
    assert (first, last, low, high) == (2, 2, 2, 3)


def test_what_was_rounded_counts_for_as_long_as_a_card_leans_though_more_was_rounded() -> None:
    card = CardWeight(ScaleSettings(429_497, 1_800))
    rounded, third = Rounded(card), card.card // 3
    rounded.add(0, third)
    rounded.add(LEANS_US - 2, third)
    rounded.passes(LEANS_US - 1)
    assert rounded.is_a_card(third)
    rounded.passes(LEANS_US + 1)
    assert not rounded.is_a_card(third)
