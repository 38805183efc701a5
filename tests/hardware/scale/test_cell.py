"""What a card weighs, drift, and a load cell with its wires exchanged or at its end."""

from __future__ import annotations

import pytest

from hardware.portable.card_weight import root, root_sum
from hardware.portable.rest import HIGHEST_COUNT
from tests.hardware.scale.bench import CARD, PERIOD_US, Bench, learned


def test_it_learns_another_deck_from_small_hits() -> None:
    bench = Bench(card_mg=1_700)
    bench.rest()
    for nth in range(12):
        bench.hit(1 + nth % 3, 1 + nth % 3)
    assert bench.scale.card.card == pytest.approx(CARD * 16, rel=0.015)


def test_it_learns_what_a_card_weighs() -> None:
    bench = Bench(card_mg=1_740)
    bench.rest()
    learned(bench)
    assert bench.scale.card.card == pytest.approx(CARD * 16, rel=0.005)
    bench.hit(12, 12)
    assert bench.words[-1][2:] == (12, 12, 12)


def test_with_a_wrong_mass_that_is_not_learned_many_cards_are_not_sure() -> None:
    bench = Bench(card_mg=1_740)
    bench.rest()
    bench.hit(12, 12)
    assert all(low < high for _, _, _, low, high in bench.words)


def test_a_drift_is_followed(bench: Bench) -> None:
    for _ in range(30):
        bench.on_it += 0.05
        bench.rest()
    assert bench.words == []
    bench.hit(2, 2)
    assert bench.words == [(1, 1, 2, 2, 2)]


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


def test_roots_never_come_out_too_small() -> None:
    for value in (0, 1, 2, 3, 4, 15, 16, 17, 65_535, 65_536):
        assert root(value) ** 2 <= value < (root(value) + 1) ** 2
    assert root_sum(0, 0) == 0
    for a, b in ((3, 4), (4, 3), (1_000, 1), (120_000, 100_000)):
        assert (a * a + b * b) ** 0.5 - 2 <= root_sum(a, b) <= 1.1 * (a * a + b * b) ** 0.5
