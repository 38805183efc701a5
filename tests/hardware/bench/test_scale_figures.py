"""What the readings of a scale say."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.bench.scale_figures import (
    HIGHEST,
    WINDOW_US,
    Loaded,
    Weighing,
    WeighingTrouble,
    complaints,
    drift_cards,
    level,
    settled_after_us,
    weigh,
    windows,
)

PERIOD_US = 25_000
PER_CARD = 770.0


def readings(
    seconds: float, counts: float, noise: float = 0.0, seed: int = 1, slope: float = 0.0
) -> list[tuple[int, int]]:
    """Readings with 40 a second; ``slope``: counts a second."""
    random = Random(seed)
    return [
        (at_us, round(counts + slope * at_us / 1e6 + random.gauss(0.0, noise)))
        for at_us in range(0, round(seconds * 1e6), PERIOD_US)
    ]


def measured(
    noise: float = 70.0, per_card: float = PER_CARD, bent: float = 0.0, seed: int = 1
) -> Weighing:
    """``bent``: how far 20 cards are off, in cards."""
    loads = []
    for nth, cards in enumerate((0, 52, 20, 5, 1, 0)):
        off = bent if cards == 20 else 0.0
        counts = 400_000 + per_card * (cards + off)
        loads.append(Loaded(cards, level(readings(6, counts, noise, seed * 100 + nth))))
    return weigh(loads)


@settings(max_examples=30)
@given(
    per_card=st.floats(100, 3_000).flatmap(lambda x: st.sampled_from([x, -x])),
    seed=st.integers(0, 1_000),
)
def test_the_mass_of_a_card_is_found_within_its_interval_nearly_always(
    per_card: float, seed: int
) -> None:
    found = measured(noise=50.0, per_card=per_card, seed=seed)
    width = found.high - found.low
    assert found.low - width < per_card < found.high + width
    assert found.empty == pytest.approx(400_000, abs=100)


def test_its_interval_holds_the_truth_as_often_as_it_says() -> None:
    held = 0
    for seed in range(100):
        found = measured(seed=seed)
        held += found.low <= PER_CARD <= found.high
    assert held >= 88


def test_a_good_scale_has_no_complaints() -> None:
    found = measured()
    assert complaints(found, 1.0) == []
    assert found.reading_noise_cards == pytest.approx(70 / PER_CARD, rel=0.1)
    assert found.noise_cards == pytest.approx(70 / PER_CARD / 20**0.5, rel=0.8)


@pytest.mark.parametrize(
    ("found", "drifted", "complaint"),
    [
        (measured(noise=1_500.0), 0.0, "a weight differs by"),
        (measured(bent=1.0), 0.0, "cards away from the line"),
        (measured(), 2.1, "the weight drifted by 2.1 cards"),
    ],
)
def test_a_scale_that_cannot_tell_one_card_is_refused(
    found: Weighing, drifted: float, complaint: str
) -> None:
    said = complaints(found, drifted)
    assert any(complaint in one for one in said)


def test_a_scale_that_feels_nothing_is_no_scale() -> None:
    with pytest.raises(WeighingTrouble, match="does not feel the cards"):
        measured(noise=300.0, per_card=0.0)


@pytest.mark.parametrize("counts", [HIGHEST, -HIGHEST - 1])
def test_an_overloaded_scale_is_told(counts: int) -> None:
    with pytest.raises(WeighingTrouble, match="overloaded"):
        level(readings(6, counts))
    assert level(readings(6, HIGHEST - 1)).counts == HIGHEST - 1


def test_too_few_readings_are_told() -> None:
    with pytest.raises(WeighingTrouble, match="too few readings"):
        level(readings(1.5, 5))
    assert level(readings(1.6, 5)).windows == 3
    with pytest.raises(WeighingTrouble):
        level([])


def test_a_window_is_half_a_second_whatever_the_rate() -> None:
    assert [at_us for at_us, _ in windows(readings(2.1, 1))] == [
        nth * WINDOW_US for nth in range(4)
    ]


def test_drift_is_how_far_it_went_at_most() -> None:
    assert drift_cards(readings(600, 0, slope=PER_CARD / 600), PER_CARD) == pytest.approx(1, 0.02)
    assert drift_cards(readings(600, 0, slope=PER_CARD / 600), -PER_CARD) == pytest.approx(1, 0.02)
    assert drift_cards([], PER_CARD) == 0.0


@pytest.mark.parametrize(
    ("shakes_us", "settled_us"), [(0, 0), (400_000, 400_000), (5_000_000, None)]
)
def test_how_long_it_shakes_after_the_motor(shakes_us: int, settled_us: int | None) -> None:
    before = level(readings(6, 0, 70.0))
    after = [
        (at_us, counts + (20_000 if at_us <= shakes_us and shakes_us else 0))
        for at_us, counts in readings(3, 0, 70.0, seed=2)
    ]
    assert settled_after_us(after, 0, before, PER_CARD) == settled_us
    assert settled_after_us([], 0, before, PER_CARD) is None
