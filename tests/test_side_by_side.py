"""`make test` deals out whole files."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import side_by_side
from tests.side_by_side import BriefReports, Positions, group_of

FILES = ("tests/hardware/test_signals.py", "tests/rules/test_log.py")


@pytest.mark.thorough
def test_a_file_stays_in_one_process_and_the_other_gets_the_next() -> None:
    """With pytest 9.2 the groups of pytest-xdist's own scheduler fell apart without a word."""
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-v", "-n", "2", *FILES],
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
    )
    dealt = set(re.findall(r"\[(gw\d)\] .* (tests/\S+\.py)::", ran.stdout))
    assert sorted(file for _, file in dealt) == sorted(FILES), ran.stdout
    assert len({process for process, _ in dealt}) == 2


def test_files_stay_together_but_every_kind_of_view_and_every_clean_root_is_its_own() -> None:
    files = {group_of(f"tests/e2e/test_{name}.py::test_it[phone]") for name in ("seat", "tv")}
    same = {group_of(f"tests/e2e/test_seat.py::test_{name}") for name in ("it", "that[phone, a]")}
    views = "tests/e2e/test_every_view.py::test_"
    kinds = {group_of(f"{views}{name}]") for name in ("a[tv, turn", "a[tv, jam", "b[phone, jam")}
    picos = {
        group_of(f"tests/{name}.py::test_it") for name in ("contract/test_a", "micropython/test_b")
    }
    roots = {group_of(f"tests/roots/test_install.py::test_it[{name}]") for name in ("a", "b")}
    assert [len(some) for some in (files, same, kinds, picos, roots)] == [2, 1, 2, 1, 2]


def test_few_tests_in_the_browser_stay_together() -> None:
    files = "tests/e2e/test_seat.py", "tests/e2e/test_tv.py", "tests/e2e/test_every_view.py"
    assert {group_of(f"{file}::test_it", one_browser=True) for file in files} == {"browser"}
    assert group_of("tests/rules/test_log.py::test_it", one_browser=True) != "browser"


def test_the_position_of_a_test_is_the_lists() -> None:
    names = ["c", "a", "b"]
    assert [Positions(names).index(name) for name in names] == [0, 1, 2]
    assert Positions(names) == names


PHASES = ("setup", "call", "teardown")


@pytest.mark.parametrize(
    ("failing", "options", "sent"),
    [
        (None, {}, ["call"]),
        ("setup", {}, ["setup", "call"]),
        ("call", {}, ["call"]),
        ("teardown", {}, ["call", "teardown"]),
        (None, {"verbose": 1}, None),
        (None, {"durations": 0}, None),
    ],
)
def test_only_what_the_parent_shows_is_sent_to_it(
    monkeypatch: pytest.MonkeyPatch,
    failing: str | None,
    options: dict[str, int],
    sent: list[str] | None,
) -> None:
    reports = [SimpleNamespace(when=when, passed=when != failing) for when in PHASES]
    monkeypatch.setattr(side_by_side, "runtestprotocol", lambda *_, **__: reports)
    logged: list[str] = []
    item: Any = SimpleNamespace(
        config=SimpleNamespace(
            option=SimpleNamespace(**{"verbose": 0, "durations": None} | options)
        ),
        ihook=SimpleNamespace(pytest_runtest_logreport=lambda report: logged.append(report.when)),
    )
    assert BriefReports().pytest_runtest_protocol(item, None) == (None if sent is None else True)
    assert logged == (sent or [])
