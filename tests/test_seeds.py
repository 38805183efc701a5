"""Samples of long tests: a few cases for `make thorough`, every case for `make soak`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.seeds import sample

if TYPE_CHECKING:
    from _pytest.mark.structures import ParameterSet


def names(case: ParameterSet) -> set[str]:
    return {mark.name for mark in case.marks}


def test_soak_runs_every_case_and_thorough_a_few() -> None:
    cases = sample(range(40), 8)
    assert [case.values for case in cases] == [(number,) for number in range(40)]
    assert all("soak" in names(case) for case in cases)
    assert sum("thorough" in names(case) for case in cases) == 8


def test_a_sample_is_the_same_in_every_process() -> None:
    assert sample(range(40), 8) == sample(range(40), 8)
