"""Samples of long tests: a few cases for `make thorough`, every case for `make soak`."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.seeds import PRODUCT, one_in, sample, tree_seed

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


def test_another_product_draws_anew_and_other_tests_do_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SOAK_SEED", raising=False)

    def git(*words: str) -> None:
        named = ("-c", "user.name=A", "-c", "user.email=a@b.example")
        subprocess.run(["git", "-C", str(tmp_path), *named, *words], check=True)

    def drawn(changed: str) -> int:
        (tmp_path / changed).parent.mkdir(exist_ok=True)
        (tmp_path / changed).write_text(f"{changed} {len(list(tmp_path.rglob('*')))}")
        git("add", "-A")
        git("commit", "-q", "-m", "a change")
        tree_seed.cache_clear()
        return tree_seed(tmp_path)

    git("init", "-q")
    for folder in PRODUCT[:-1]:
        assert drawn(f"{folder}/one.py") == 0, "Git has no such product"
    first = drawn(f"{PRODUCT[-1]}/one.py")
    assert first != 0
    assert drawn("tests/test_one.py") == first
    assert drawn("rules/two.py") != first
    tree_seed.cache_clear()


def test_a_sample_is_the_same_in_every_process() -> None:
    assert sample(range(40), 8) == sample(range(40), 8)
