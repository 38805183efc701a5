"""What ``make quick`` selects, and what it says it did not run."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests import quick

ROOT = Path(__file__).parents[1]
ROOMS = sorted(path.parent.name for path in (ROOT / "controller").glob("*/__init__.py"))


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_of_the_controller_has_tests(room: str) -> None:
    run, _ = quick.select([f"controller/{room}/__init__.py"])
    assert any(quick.is_test(test) or list((ROOT / test).glob("test_*.py")) for test in run)


def test_of_a_folder_that_rooms_share_only_the_tests_of_the_changed_room_are_run() -> None:
    shared = [f"tests/controller/workshop/{name}.py" for name in ("test_doctor", "test_bench")]
    assert set(shared) & set(quick.tests_of_room("workshop/doctor")) == {shared[0]}
    assert set(shared) & set(quick.tests_of_room("workshop/bench")) == {shared[1]}


def test_a_test_of_a_shared_folder_that_imports_no_room_is_run_for_each() -> None:
    for room in ("seats", "network"):
        assert "tests/controller/devices/test_joining.py" in quick.tests_of_room(room)


def test_the_folder_of_the_room_and_the_tests_that_import_the_module_are_run() -> None:
    run, _ = quick.select(["controller/table/staleness.py"])
    assert run == ["tests/controller/games/test_playing_on.py", "tests/controller/table"]


def test_tests_of_a_module_that_many_import_are_left_out_and_that_is_said() -> None:
    run, left_out = quick.select(["tests/worlds/evening.py"])
    assert run == []
    assert any(
        what.endswith("files of tests that need tests/worlds/evening.py") for what in left_out
    )


def test_of_many_tests_that_import_a_module_its_namesake_is_run() -> None:
    module, namesake = "firmware_bridge/client.py", "tests/firmware_bridge/test_client.py"
    assert len(quick.importing_tests(module)) > quick.MOST_IMPORTERS
    assert quick.select([module]).run == [namesake]


@pytest.mark.parametrize("module", ["height.py", "deciding/on_top.py"])
def test_the_camera_is_also_tested_by_what_looks_at_pictures(module: str) -> None:
    run, left_out = quick.select([f"controller/readers/camera/{module}"])
    assert run == ["tests/controller/readers", "tests/readers/camera"]
    assert "tests/readers/camera/test_piles.py, which takes longer" in left_out


def test_a_test_that_needs_a_browser_is_left_out_and_that_is_said() -> None:
    run, left_out = quick.select(["tests/e2e/test_seat.py", "tests/gone.py"])
    assert run == []
    assert left_out == ["any test of tests/gone.py", "tests/e2e/test_seat.py, which takes longer"]


def test_tests_that_name_a_document_are_run() -> None:
    run, _ = quick.select(["docs/access.md"])
    assert "tests/test_documents.py" in run


@pytest.mark.parametrize(("code", "good"), [(0, True), (1, False), (5, False)])
def test_a_check_that_fails_is_told(
    code: int, good: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    program = f"print('wrong'); raise SystemExit({code})"
    process = quick.start(Path(sys.executable).name, "-c", program)
    assert quick.passed("mypy", process) is good
    assert ("wrong" in capsys.readouterr().out) is not good


def test_it_is_no_failure_that_only_make_thorough_runs_the_selected_tests() -> None:
    process = quick.start(Path(sys.executable).name, "-c", f"raise SystemExit({quick.NO_TESTS})")
    assert quick.passed("tests", process)
