"""The stages of ``.ci/run``: what runs beside what, and a table of the minutes they took.

Usage: ``python -m tests.stages PYTHON``, with a Python of another version for one of the stages.
"""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager, suppress
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
        self._running: set[int] = set()
        self._cancelled = False
        self._printing = threading.Lock()
        self.outcomes: list[Outcome] = []

    def run(self, phases: Sequence[Sequence[Stage]]) -> bool:
        """Whether every stage ended well. Each stage's output is printed when it has ended."""
        for phase in phases:
            with self._threads() as threads:
                futures = [threads.submit(self._run, stage) for stage in phase]
                for future in as_completed(futures):
                    outcome = future.result()
                    self.outcomes.append(outcome)
                    with self._printing:
                        print(f"\n===== {outcome.stage.name}: exit {outcome.code}", flush=True)
                        with self._log(outcome.stage).open("rb") as log:
                            shutil.copyfileobj(log, sys.stdout.buffer)
                        sys.stdout.flush()
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

    @contextmanager
    def _threads(self) -> Iterator[ThreadPoolExecutor]:
        """Threads for stages; where the block is left early, no stage goes on."""
        with ThreadPoolExecutor(AT_ONCE) as threads:
            try:
                yield threads
            except BaseException:
                self._cancelled = True
                threads.shutdown(wait=False, cancel_futures=True)
                for process in tuple(self._running):
                    _kill(process)
                raise

    def _log(self, stage: Stage) -> Path:
        return self._logs / f"{stage.name.replace(' ', '-')}.log"

    def _run(self, stage: Stage) -> Outcome:
        self._logs.mkdir(parents=True, exist_ok=True)
        with self._printing:
            print(f"{stage.name}: {stage.command} (output: {self._log(stage)})", flush=True)
        begin_s = time.time()
        with self._log(stage).open("wb") as log:
            process = subprocess.Popen(
                ["sh", "-ec", stage.command],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            self._running.add(process.pid)
            if self._cancelled:
                _kill(process.pid)
            hang = threading.Timer(self._hangs_s, _kill, [process.pid])
            hang.start()
            _, status, usage = os.wait4(process.pid, 0)
            hang.cancel()
            self._running.remove(process.pid)
        process.returncode = os.waitstatus_to_exitcode(status)
        cpu_s = usage.ru_utime + usage.ru_stime
        return Outcome(stage, begin_s, time.time(), cpu_s, process.returncode)


def _kill(session: int) -> None:
    """End a stage, with all that it started."""
    with suppress(ProcessLookupError):
        os.killpg(session, signal.SIGKILL)


def main(other_python: str) -> int:
    """Run them all; the exit code."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    every, runner = phases(other_python), Runner(LOGS)
    try:
        return 0 if runner.run(every) else 1
    except KeyboardInterrupt:
        return 130
    finally:
        print(f"\n{runner.table(every)}", flush=True)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
