"""The stages of ``.ci/run``: what runs beside what, and a table of the minutes they took.

Usage: ``python -m tests.stages PYTHON``, with a Python of another version for one of the stages.
"""

from __future__ import annotations

import asyncio
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

LOGS: Final = Path(__file__).parents[1] / "build" / "stages"
AT_ONCE: Final = 2
WITH_LIBRARIES: Final = "tests/controller/web tests/controller/club tests/release"
"""Where most of the libraries are used; ``make newest`` alone runs the tests of all rooms."""
OF_SITE: Final = "tests/test_site.py tests/release tests/e2e/test_site.py"
"""What is tested of the site of the documents, once it is built."""
HANGS_S: Final = 3 * 3600.0
"""A stage that takes longer hangs, and is ended."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A command for a shell."""

    name: str
    command: str
    decides: bool = True
    """False: it only reports, because others' releases can make it fail."""


def phases(other_python: str) -> list[list[Stage]]:
    """Stages that may run beside each other, in phases that run one after the other.

    Both environments are set up first: what is compiled then is read by all others. What is most
    likely to fail comes next. A phase is not begun if one before has failed. The last
    one needs no browser, and its virtual clocks count instructions: nothing is late in it.
    """
    make_other = f"make VENV=build/venv PYTHON={shlex.quote(other_python)}"
    set_up = (
        "make .venv/dev.stamp .venv/words.stamp .venv/docs.stamp && "
        f"{make_other} build/venv/dev.stamp build/venv/words.stamp"
    )
    other = f'{make_other} test T="--ignore=tests/e2e -n 0"'
    long_counts = (
        "SOAK_SEED=$(.venv/bin/python -c 'from tests.seeds import tree_seed; print(tree_seed())') "
        "SIMULATED_GAMES=1000 POWER_CUTS=500 .venv/bin/python -m pytest -m soak -s "
        "tests/soak/test_simulated_games.py tests/disks/test_power_cuts.py"
    )
    return [
        [Stage("set-up", set_up)],
        [
            Stage("test", "make webassembly test"),
            Stage("lint", "make lint"),
            Stage("docs", f"make docs test T='-n 0 -m of_site {OF_SITE}'"),
        ],
        [Stage("thorough", "make thorough")],
        [
            Stage("vm", "make vm"),
            Stage("board", "make board"),
            Stage("other Python", other),
            Stage("roots", "make roots"),
            Stage("long counts", long_counts),
            Stage("newest", f"make newest T='{WITH_LIBRARIES}'", decides=False),
        ],
    ]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a stage went; times in seconds since the epoch."""

    stage: Stage
    begin_s: float
    end_s: float
    cpu_s: float
    code: int


class Runner:
    """Runs phases; the outcomes so far are in ``outcomes``."""

    def __init__(self, logs: Path, hangs_s: float = HANGS_S) -> None:
        """``logs``: a folder for a file of each stage's output."""
        self._logs = logs
        self._hangs_s = hangs_s
        self.outcomes: list[Outcome] = []

    async def run(self, phases: Sequence[Sequence[Stage]]) -> bool:
        """Whether every stage ended well. Each stage's output is printed when it has ended.

        Where it is cancelled, no stage goes on.
        """
        at_once = asyncio.Semaphore(AT_ONCE)
        for phase in phases:
            async with asyncio.TaskGroup() as stages:
                for stage in phase:
                    stages.create_task(self._run(stage, at_once))
            if any(outcome.code for outcome in self.outcomes if outcome.stage.decides):
                return False
        return True

    def table(self, phases: Sequence[Sequence[Stage]]) -> str:
        """A row for each stage."""
        outcomes = {outcome.stage: outcome for outcome in self.outcomes}
        rows = ["stage         begin     end       minutes  CPU minutes  exit"]
        for stage in (stage for phase in phases for stage in phase):
            outcome = outcomes.get(stage)
            if outcome is None:
                rows.append(f"{stage.name:14}was not run to its end")
                continue
            begin, end = (
                time.strftime("%H:%M:%S", time.localtime(at_s))
                for at_s in (outcome.begin_s, outcome.end_s)
            )
            minutes, cpu_minutes = (outcome.end_s - outcome.begin_s) / 60, outcome.cpu_s / 60
            rows.append(
                f"{stage.name:14}{begin}  {end}  {minutes:7.1f}  {cpu_minutes:11.1f}"
                f"  {outcome.code:4}{'' if stage.decides else ' (only reported)'}"
            )
        return "\n".join(rows)

    async def _run(self, stage: Stage, at_once: asyncio.Semaphore) -> None:
        log = self._logs / f"{stage.name.replace(' ', '-')}.log"
        async with at_once:
            self._logs.mkdir(parents=True, exist_ok=True)
            print(f"{stage.name}: {stage.command} (output: {log})", flush=True)
            outcome = await self._outcome(stage, log)
        self.outcomes.append(outcome)
        print(f"\n===== {stage.name}: exit {outcome.code}", flush=True)
        with log.open("rb") as output:
            shutil.copyfileobj(output, sys.stdout.buffer)
        sys.stdout.flush()

    async def _outcome(self, stage: Stage, log: Path) -> Outcome:
        begin_s = time.time()
        pid = _start(stage, log)
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._hangs_s):
                    await _end_of(pid)
        finally:
            code, cpu_s = _end(pid)
        return Outcome(stage, begin_s, time.time(), cpu_s, code)


def _start(stage: Stage, log: Path) -> int:
    """The number of the stage's process, and of the group of all that it starts."""
    with log.open("wb") as output:
        process = subprocess.Popen(
            ["sh", "-ec", stage.command],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    process.returncode = 0  # it is waited for below, with its times
    return process.pid


def _end(pid: int) -> tuple[int, float]:
    """End what is left of a stage. Its exit code, and the seconds of CPU that it took."""
    os.killpg(pid, signal.SIGKILL)
    _, status, usage = os.wait4(pid, 0)
    return os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime


async def _end_of(pid: int) -> None:
    """Return once the process has ended."""
    loop, end = asyncio.get_running_loop(), asyncio.Event()
    descriptor = os.pidfd_open(pid)
    loop.add_reader(descriptor, end.set)
    try:
        await end.wait()
    finally:
        loop.remove_reader(descriptor)
        os.close(descriptor)


async def main(other_python: str) -> int:
    """Run them all; the exit code. SIGINT and SIGTERM end the run.

    Its signals come through the loop: one that meets a thread on its way into a lock is not seen.
    """
    every, runner = phases(other_python), Runner(LOGS)
    run = asyncio.create_task(runner.run(every))
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, run.cancel)
    try:
        return 0 if await run else 1
    except asyncio.CancelledError:
        return 130
    finally:
        print(f"\n{runner.table(every)}", flush=True)


if __name__ == "__main__":
    sys.exit(asyncio.run(main(*sys.argv[1:])))
