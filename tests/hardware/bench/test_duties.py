"""What a run says of each duty that was tried."""

from __future__ import annotations

import pytest

from hardware.bench.duties import ejections, feedings, recommended_pct
from hardware.bench.recording import Run
from hardware.launcher import HitResult, TraceEntry
from tests.hardware.bench.record import recorded_of


@pytest.mark.parametrize(
    ("lowest_pct", "recommended"), [(50, 70), (60, 80), (70, 100), (75, 100), (76, 110), (100, 140)]
)
def test_a_quarter_is_kept_in_reserve(lowest_pct: int, recommended: int) -> None:
    assert recommended_pct(lowest_pct, 10) == recommended


def test_a_run_in_which_nothing_was_ejected_says_nothing() -> None:
    assert feedings(Run("x", {}, ())) == ()


def test_a_motor_that_never_turned_had_no_duty() -> None:
    (one,) = feedings(Run("x", {}, (TraceEntry("begin", 5, 4), TraceEntry("off", 9, 0))))
    assert (one.duty_pct, one.feed_us, one.card_us, one.well) == (0, None, None, False)


def test_an_ejection_is_what_happened_until_the_next_one() -> None:
    run, _ = recorded_of("jam")
    every = ejections(run)
    assert [one.duty_pct for one in every] == [100, 100, 100]
    assert every[0].tries == 1
    assert every[1].tries > 1  # its card was stuck
    (told,) = feedings(run)
    assert (told.faults, told.second_tries, told.well) == (1, 1, False)
    assert told.results == run.results


def test_results_that_are_missing_are_no_feeding_well_of_another_duty() -> None:
    seen = (
        TraceEntry("begin", 0, 4),
        TraceEntry("motor", 1, 90),
        TraceEntry("begin", 5, 4),
        TraceEntry("motor", 6, 80),
    )
    first, second = feedings(Run("x", {}, seen, (HitResult(-1, 4, 4, True),)))
    assert (len(first.results), len(second.results)) == (1, 0)
