"""A test in the browser that fails once is run again, alone; it is red if it fails twice."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = """
from pathlib import Path

from tests.retry import NAME, Retry


def pytest_configure(config):
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Retry(Path(__file__).parent), NAME)
"""
SECOND_TIME = """
from pathlib import Path

import pytest


def second_time(name):
    ran = Path(__file__).with_name(name)
    again = ran.exists()
    ran.touch()
    return again


def test_it():
    assert second_time("ran"), "no frames"


@pytest.fixture
def page():
    assert second_time("opened"), "no page"


def test_set_up(page):
    pass
"""
RED = "def test_red(): assert False, 'red'"


def run(folder: Path, tests: dict[str, str], *words: str) -> tuple[int, str]:
    """Run tests that have these sources; returns the exit code and what was printed."""
    (folder / "conftest.py").write_text(CONFTEST)
    (folder / "pytest.ini").write_text("[pytest]\nmarkers =\n  soak: long\n  thorough: longer\n")
    for name, source in tests.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(source)
    root = str(Path(__file__).parents[1])
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "xdist.plugin", *words],
        cwd=folder,
        env={
            "PYTHONPATH": root,
            "PYTHONDONTWRITEBYTECODE": "1",
            # what else is installed here would begin with each of these processes
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        },
        capture_output=True,
        text=True,
    )
    return ran.returncode, ran.stdout + ran.stderr


@pytest.mark.thorough
def test_a_case_of_a_sample_is_tried_again(tmp_path: Path) -> None:
    of_sample = f"{SECOND_TIME}\npytestmark = [pytest.mark.thorough, pytest.mark.soak]"
    code, printed = run(tmp_path, {"tests/e2e/test_a.py": of_sample}, "-n", "0")
    assert code == 0, printed


@pytest.mark.thorough
@pytest.mark.parametrize("processes", ["0", "2"])
def test_what_passes_the_second_time_is_green_and_listed(tmp_path: Path, processes: str) -> None:
    file = "tests/e2e/test_a.py"
    code, printed = run(tmp_path, {file: SECOND_TIME}, "-n", processes)
    assert code == 0, printed
    lines = (tmp_path / "build" / "flaky.jsonl").read_text().splitlines()
    errors = {entry["test"]: entry["error"] for entry in map(json.loads, lines)}
    assert set(errors) == {f"{file}::test_it", f"{file}::test_set_up"}
    assert "no frames" in errors[f"{file}::test_it"]
    assert "passed when retried" in printed
    assert f"{file}::test_it: AssertionError: no frames" in printed
    assert "2 failed" not in printed


@pytest.mark.thorough
def test_what_fails_twice_is_red_beside_what_is_flaky(tmp_path: Path) -> None:
    code, printed = run(
        tmp_path, {"tests/e2e/test_a.py": SECOND_TIME, "tests/e2e/test_red.py": RED}
    )
    assert code == 1
    assert "FAILED tests/e2e/test_red.py::test_red" in printed
    assert "FAILED tests/e2e/test_a.py" not in printed
    assert len((tmp_path / "build" / "flaky.jsonl").read_text().splitlines()) == 2


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("file", "source"),
    [
        pytest.param("tests/rules/test_a.py", SECOND_TIME, id="without a browser"),
        pytest.param(
            "tests/e2e/test_a.py", SECOND_TIME + "\npytestmark = pytest.mark.soak", id="soak"
        ),
    ],
)
def test_nothing_else_is_retried(tmp_path: Path, file: str, source: str) -> None:
    code, printed = run(tmp_path, {file: source})
    assert code == 1, printed
    assert not (tmp_path / "build").exists()


@pytest.mark.thorough
def test_many_failures_are_no_bad_luck(tmp_path: Path) -> None:
    source = (
        SECOND_TIME
        + """
@pytest.mark.parametrize("n", range(11))
def test_many(n):
    assert second_time(f"ran-{n}")
"""
    )
    code, printed = run(tmp_path, {"tests/e2e/test_a.py": source})
    assert code == 1, printed
    assert not (tmp_path / "build").exists()
