"""What the scale's estimator says of readings: sure words, words that are not sure, and silence."""

from __future__ import annotations

from random import Random

import pytest

from hardware.portable.card_weight import root, root_sum
from hardware.portable.rest import HIGHEST_COUNT
from hardware.portable.rounded import LEANS_US
from hardware.portable.scale import HAND_BLOCKS, PATIENT_BLOCKS, SURPRISED_BLOCKS, Scale
from hardware.portable.scale_settings import ScaleSettings
from hardware.portable.ticks import MASK
from hardware.portable.window import LOADED, MOST_MISSING, MOST_UNSURE

CARD = 773
"""Counts of a card of 1.8 g on a bar of 5 kg."""
NOISE = 50
PERIOD_US = 25_000
LEAST = 8
"""So many readings in a row give a word: two blocks of four."""


class Bench:
    """A scale with readings that are made up, a card being ``CARD`` counts."""

    def __init__(self, seed: int = 1, card_mg: int = 1_800, sign: int = 1) -> None:
        self.scale = Scale(ScaleSettings(sign * 429_497, card_mg))
        self._random = Random(seed)
        self._sign = sign
        self._ticks = MASK - 2_000_000
        self._hit = 0
        self.on_it = 100.0
        """In cards."""
        self.words: list[tuple[int | None, int | None, int, int, int]] = []

    def rest(self, readings: int = 60, shaken: float = NOISE) -> None:
        for _ in range(readings):
            self._ticks = (self._ticks + PERIOD_US) & MASK
            count = round(self._random.gauss(self.on_it * CARD, shaken))
            if self.scale.sample(self._ticks, self._sign * count):
                word = self.scale.word
                self.words.append(
                    (word.first_hit, word.last_hit, word.left, word.left_low, word.left_high)
                )

    def hit(self, came: float, counted: int, doubt: int = 0, rest: int = 60) -> None:
        self._hit += 1
        self.scale.hit_begins(self._hit)
        self.rest(20, 5_000)
        self.on_it -= came
        self.scale.hit_ends(self._hit, counted, doubt)
        self.rest(rest)

    def tared(self) -> Bench:
        self.on_it = 0
        self.scale.tare()
        self.rest()
        self.words.clear()
        return self


@pytest.fixture
def bench() -> Bench:
    bench = Bench()
    bench.rest()
    return bench


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


def test_a_card_that_leans_is_not_rounded_and_is_sure_when_it_is_taken(bench: Bench) -> None:
    bench.hit(4.5, 5)
    ((first, last, _, low, high),) = bench.words
    assert (first, last, low, high) == (1, 1, 4, 5)
    bench.on_it -= 0.5
    bench.rest()
    assert bench.words[1:] == [(1, 1, 5, 5, 5)]


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


def restless(bench: Bench) -> int:
    """Weights are a little off, so that a quarter of a card is not unusual."""
    for nth in range(40):
        off = 0.12 * (nth % 2) - 0.06
        bench.hit(1 + nth % 4 + off, 1 + nth % 4)
    return 41


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


def test_a_doubt_that_is_not_settled_stays_a_doubt(bench: Bench) -> None:
    restless(bench)
    bench.hit(3.27, 2, doubt=1)
    for _ in range(MOST_UNSURE):
        bench.hit(1, 1)
    _, _, _, low, high = bench.words[-1]
    assert low < high


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


def test_a_card_that_did_not_come_is_told_for_sure_before_cards_are_loaded(bench: Bench) -> None:
    first = learned(bench)
    bench.hit(4, 5)
    bench.hit(3, 3)
    bench.on_it += 20
    bench.rest()
    assert bench.words[-2] == (first, first + 1, 7, 7, 7)
    assert bench.words[-1] == (None, None, -20, -20, -20)


def test_a_card_that_leans_while_cards_are_loaded_is_not_missing(bench: Bench) -> None:
    learned(bench)
    bench.hit(4, 5)
    bench.on_it += 20
    bench.rest()
    bench.hit(3, 3)
    _, _, _, low, high = bench.words[-1]
    assert low < high


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


def learned(bench: Bench) -> int:
    for nth in range(40):
        bench.hit(1 + nth % 4, 1 + nth % 4)
    return 41


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


def test_so_many_cards_that_no_weight_is_clear_are_not_weighed_together_with_the_next(
    bench: Bench,
) -> None:
    bench.hit(11.4, 11, doubt=3)
    assert bench.words[-1][3] < bench.words[-1][4]
    bench.hit(3, 3)
    assert bench.words[-1] == (2, 2, 3, 3, 3)


def test_it_learns_another_deck_from_small_hits() -> None:
    bench = Bench(card_mg=1_700)
    bench.rest()
    for nth in range(12):
        bench.hit(1 + nth % 3, 1 + nth % 3)
    assert bench.scale.card.card == pytest.approx(CARD * 16, rel=0.015)


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


def leaned(bench: Bench, share: float, came: int, counted: int) -> int:
    """A hit of which a card leans with a share of its weight, told for sure."""
    first = learned(bench)
    bench.scale.card.restless = CARD * 16 // 8
    bench.hit(came - share, counted)
    assert bench.words[-1] == (first, first, counted, counted, counted)
    return first


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


def test_a_weight_that_is_not_sure_says_that_the_count_does_not_fit(bench: Bench) -> None:
    learned(bench)
    bench.scale.card.off = bench.scale.card.card // 100
    bench.hit(8.71, 8, rest=0)
    bench.hit(9, 9)
    assert bench.words[-1][3:] == (18, 19)


def test_a_card_that_leans_after_one_of_the_hits_is_not_missing(bench: Bench) -> None:
    for _ in range(MOST_UNSURE):
        bench.hit(5, 5)
    bench.hit(4, 5)
    bench.on_it -= 1
    bench.hit(5, 5)
    assert bench.words[-1] == (MOST_UNSURE + 1, MOST_UNSURE + 2, 10, 10, 10)


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


def test_it_learns_what_a_card_weighs() -> None:
    bench = Bench(card_mg=1_740)
    bench.rest()
    for nth in range(40):
        bench.hit(1 + nth % 4, 1 + nth % 4)
    assert bench.scale.card.card == pytest.approx(CARD * 16, rel=0.005)
    bench.hit(12, 12)
    assert bench.words[-1][2:] == (12, 12, 12)


def test_with_a_wrong_mass_that_is_not_learned_many_cards_are_not_sure() -> None:
    bench = Bench(card_mg=1_740)
    bench.rest()
    bench.hit(12, 12)
    assert all(low < high for _, _, _, low, high in bench.words)


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


def test_a_drift_is_followed(bench: Bench) -> None:
    for _ in range(30):
        bench.on_it += 0.05
        bench.rest()
    assert bench.words == []
    bench.hit(2, 2)
    assert bench.words == [(1, 1, 2, 2, 2)]


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


def test_wires_that_are_exchanged_can_be_calibrated() -> None:
    bench = Bench(sign=-1)
    bench.rest()
    bench.hit(3, 3)
    assert bench.words == [(1, 1, 3, 3, 3)]


@pytest.mark.parametrize("count", [HIGHEST_COUNT, -HIGHEST_COUNT - 1])
def test_a_chip_at_its_end_says_nothing(bench: Bench, count: int) -> None:
    for nth in range(100):
        assert not bench.scale.sample(nth * PERIOD_US, count)
    assert not bench.scale.still


@pytest.mark.parametrize(("readings", "told"), [(LEAST - 1, 0), (LEAST, 1)])
def test_a_word_takes_two_blocks_that_agree(bench: Bench, readings: int, told: int) -> None:
    bench.hit(3, 3, rest=readings)
    assert len(bench.words) == told


def test_what_is_unsure_is_told_once_after_some_patience(bench: Bench) -> None:
    bench.hit(4.5, 5, rest=4 * (PATIENT_BLOCKS - 1))
    assert bench.words == []
    bench.rest(200)
    assert len(bench.words) == 1


def test_roots_never_come_out_too_small() -> None:
    for value in (0, 1, 2, 3, 4, 15, 16, 17, 65_535, 65_536):
        assert root(value) ** 2 <= value < (root(value) + 1) ** 2
    assert root_sum(0, 0) == 0
    for a, b in ((3, 4), (4, 3), (1_000, 1), (120_000, 100_000)):
        assert (a * a + b * b) ** 0.5 - 2 <= root_sum(a, b) <= 1.1 * (a * a + b * b) ** 0.5
