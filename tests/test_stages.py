"""What `.ci/run` says when a stage fails, and that nothing of it hangs."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from tests.stages import Runner, Stage, phases

PATIENCE_S = 60


def test_a_failed_stage_ends_the_run_after_its_phase(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    every = [
        [Stage("first", "echo well")],
        [Stage("fails", "echo badly >&2; exit 3"), Stage("beside", "echo beside")],
        [Stage("last", "echo never")],
    ]
    runner = Runner(tmp_path)
    assert not asyncio.run(runner.run(every))
    said = capfd.readouterr().out
    assert "===== fails: exit 3\nbadly\n" in said
    assert "===== beside: exit 0\nbeside\n" in said
    assert "===== last" not in said
    rows = runner.table(every).splitlines()[1:]
    assert [row[:14].strip() for row in rows] == ["first", "fails", "beside", "last"]
    assert [row.split()[-1] for row in rows[:-1]] == ["0", "3", "0"]
    assert rows[-1].endswith("was not run to its end")


def test_every_stage_that_ends_well_is_a_success(tmp_path: Path) -> None:
    assert asyncio.run(Runner(tmp_path).run([[Stage("first", "true")], [Stage("second", "true")]]))


def test_a_stage_that_only_reports_ends_no_run(tmp_path: Path) -> None:
    reports = Stage("reports", "exit 1", decides=False)
    runner = Runner(tmp_path)
    assert asyncio.run(runner.run([[reports], [Stage("next", "true")]]))
    rows = runner.table([[reports], [Stage("next", "true")]]).splitlines()[1:]
    assert rows[0].endswith("1 (only reported)")
    assert rows[1].endswith("0")


def test_other_peoples_releases_decide_no_run() -> None:
    reported = [stage for phase in phases("python3.13") for stage in phase if not stage.decides]
    assert [stage.name for stage in reported] == ["newest"]


def test_a_stage_that_hangs_is_ended_with_what_it_started(tmp_path: Path) -> None:
    runner = Runner(tmp_path, hangs_s=0.1)
    assert not asyncio.run(runner.run([[Stage("hangs", "sleep infinity | sleep infinity")]]))
    assert runner.outcomes[0].code != 0


INTERRUPTED = """
import asyncio
import sys
from pathlib import Path
from tests import stages
stages.LOGS = Path(sys.argv[1])
stages.phases = lambda other: [[stages.Stage("hangs", "echo; sleep infinity")]]
sys.exit(asyncio.run(stages.main("")))
"""


def test_a_run_that_is_told_to_end_shows_its_table(tmp_path: Path) -> None:
    root = Path(__file__).parents[1]
    with subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED, str(tmp_path)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=root,
    ) as run:
        assert run.stdout is not None
        assert run.stdout.readline().startswith("hangs: ")
        run.terminate()
        said, _ = run.communicate(timeout=PATIENCE_S)
        assert run.returncode == 130
    assert "was not run to its end" in said


def test_every_stage_has_a_name_of_its_own() -> None:
    names = [stage.name for phase in phases("python3.13") for stage in phase]
    assert len(set(names)) == len(names)
