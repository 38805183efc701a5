"""Samples of long tests: a few cases for `make thorough`, every case for `make soak`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.seeds import one_in, sample

if TYPE_CHECKING:
    from _pytest.mark.structures import ParameterSet


def names(case: ParameterSet) -> set[str]:
    return {mark.name for mark in case.marks}


def test_soak_runs_every_case_and_thorough_a_few() -> None:
    cases = sample(range(40), 8)
    assert [case.values for case in cases] == [(number,) for number in range(40)]
    assert all("soak" in names(case) for case in cases)
    assert sum("thorough" in names(case) for case in cases) == 8


def test_a_part_of_the_cases_is_drawn_anew_for_each_salt() -> None:
    parts = [one_in(3, range(10), str(salt)) for salt in range(20)]
    assert {len(drawn) for drawn in parts} == {4}
    assert all(drawn == sorted(set(drawn)) for drawn in parts)
    assert set().union(*parts) == set(range(10))
    assert one_in(3, ["only"], "") == ["only"]


def test_a_sample_is_the_same_in_every_process() -> None:
    assert sample(range(40), 8) == sample(range(40), 8)
