"""How sure a share is, and what is odd: against values that are known."""

from __future__ import annotations

import math
from random import Random

import pytest

from hardware.profile_figures import Chance, drawn, expected, interval, oddness, p_value
from hardware.profiles import profile_of


def test_wilsons_interval() -> None:
    low, high = interval(81, 263)  # R. G. Newcombe, Statistics in Medicine 17 (1998), table I
    assert low == pytest.approx(0.2553, abs=1e-4)
    assert high == pytest.approx(0.3662, abs=1e-4)
    assert interval(0, 20)[0] == 0.0
    assert interval(20, 20)[1] == 1.0
    assert interval(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("successes", "of", "low", "high"),
    [
        (10, 100, 0.0552, 0.1744),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (1, 2, 0.0945, 0.9055),
        (10, 100_000, 5.4e-5, 1.841e-4),
    ],
)
def test_wilsons_interval_by_hand(successes: int, of: int, low: float, high: float) -> None:
    assert interval(successes, of) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.thorough
def test_what_a_profile_gave_fits_it_and_no_other() -> None:
    measured, sequence = profile_of("measured", ()), profile_of("sequence", ())
    counts = drawn(measured, 200, Chance(Random(5)))
    assert p_value(measured, counts, Random(1)) > 0.05
    assert p_value(sequence, counts, Random(1)) == 0.001


@pytest.mark.thorough
def test_a_launcher_that_keeps_a_card_back_each_time_does_not_fit() -> None:
    measured = profile_of("measured", ())
    counts = [max(0, cards - 1) for cards in drawn(measured, 400, Chance(Random(5)))]
    assert p_value(measured, counts, Random(1)) < 0.01


@pytest.mark.thorough
def test_p_values_of_what_fits_are_spread_evenly() -> None:
    even = profile_of("even", ())
    values = [p_value(even, drawn(even, 30, Chance(Random(s))), Random(s)) for s in range(12)]
    assert min(values) < 0.4
    assert max(values) > 0.6


def test_a_number_that_cannot_come_is_infinitely_odd() -> None:
    shares = expected(profile_of("sequence", ()), 100).cards
    assert oddness([0, 1], shares) == math.inf  # it gives 3 to 8
    assert oddness([13], shares) == math.inf
    assert oddness([0, 4, 5], shares) < math.inf


def test_progress_is_told() -> None:
    told: list[int] = []
    p_value(profile_of("even", ()), [0, 3], Random(1), told.append)
    assert told == list(range(0, 999, 100))
