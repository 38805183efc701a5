"""``make vm``: the tests marked ``on_lines``, in virtual machines, each by its name.

Where this machine cannot make one they are skipped, with how to get it; that fails under
``REQUIRE_ALL=1``.
"""

from __future__ import annotations

import os
import shlex
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tests.seeds import soak_seed, tree_seed
from tests.vm import machine
from tests.vm.booted.cuts import Failed, cut_power, few, report
from tests.vm.booted.machine import Booted, Hung
from tests.vm.booted.pico import EVENINGS, FEW_EVENINGS
from tests.vm.booted.product import HOME
from tests.vm.booted.root import made as root_disk
from tests.vm.building import BUILD, CannotBuild
from tests.vm.files import ROOT
from tests.vm.kernel import Kernel, built

WITHIN_S = 7200.0
"""Of this machine's time, which may be short of processors: one that takes longer hangs."""
BOOTED = "tests/vm/booted"
PICO = "tests/vm/booted/pico"
CAMERA = "tests/vm/booted/camera"
PARTS = {
    "lines": ["tests/vm", "tests/contract"],
    "pico": [PICO],
    "systemd": [BOOTED],
    "camera": [CAMERA],
}
"""A machine each, of one processor: the longest first."""
AT_ONCE = 2
PYTEST = ("-m", "pytest", "-v", "-s", "--color=no", "-p", "no:cacheprovider")
WHICH = ("-m", "on_lines and not soak")
"""Unless somebody asks for others."""
NO_PLUGINS = "PYTEST_DISABLE_PLUGIN_AUTOLOAD=1"
"""Each takes seconds there, so only those that are named are loaded."""
ASYNCIO = ("-p", "pytest_asyncio.plugin")
"""By its entry point's name, asyncio, pytest would rewrite the asserts of the whole of asyncio."""
BARE = (*ASYNCIO, "--confcutdir=tests/contract")
"""Without ``tests/conftest.py``, which imports Hypothesis for other tests."""
WITH_SYSTEMD = (*ASYNCIO, "--noconftest")
Said = Callable[[str], None]
Job = Callable[[Said], int]


def main(arguments: list[str]) -> int:
    """Run pytest in guests with these arguments; its exit code, or 0 where it is skipped."""
    parts = {"": arguments} if arguments else PARTS
    jobs: dict[str, Job] = {}
    ended = [0]
    BUILD.mkdir(parents=True, exist_ok=True)
    try:
        kernel = built()
    except CannotBuild as trouble:
        return _skipped("for want of a virtual machine", trouble)
    for name, places in parts.items():
        if not any(place.startswith(BOOTED) for place in places):
            jobs[name] = partial(_bare, kernel, places)
            continue
        try:
            root_disk()
            jobs[name] = partial(_booted(places), kernel, places)
        except CannotBuild as trouble:
            ended.append(_skipped("what is about systemd", trouble))
    with ThreadPoolExecutor(AT_ONCE) as threads:
        runs = {
            name: threads.submit(_timed, job, partial(_say, name)) for name, job in jobs.items()
        }
        try:
            outcomes = {name: run.result() for name, run in runs.items()}
        except KeyboardInterrupt:
            # the terminal told the machines, too
            threads.shutdown(cancel_futures=True)
            return 130
    print("machine   minutes  CPU minutes")
    for name, outcome in outcomes.items():
        print(f"{name:8}{outcome.wall_s / 60:9.1f}{outcome.cpu_s / 60:13.1f}", flush=True)
    return max([*ended, *(outcome.code for outcome in outcomes.values())])


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a job ended, and what QEMU took for it."""

    code: int
    wall_s: float
    cpu_s: float


def _timed(job: Job, said: Said) -> Outcome:
    begin_s, before_s = time.monotonic(), machine.cpu_s()
    code = job(said)
    return Outcome(code, time.monotonic() - begin_s, machine.cpu_s() - before_s)


def _booted(places: list[str]) -> Callable[[Kernel, list[str], Said], int]:
    """What runs these in a machine with systemd."""
    for beside, runs in ((PICO, _with_pico), (CAMERA, _with_camera)):
        if any(place.startswith(beside) for place in places):
            return runs
    return _with_systemd


def _skipped(what: str, trouble: CannotBuild) -> int:
    print(f"Skipped, {what}. {trouble}", file=sys.stderr)
    return int(os.environ.get("REQUIRE_ALL") == "1")


def _say(part: str, said: str) -> None:
    """With the part's name before each line, since several speak at once."""
    for line in said.split("\n"):
        print(f"{part}: {line}" if part else line, flush=True)


def _bare(kernel: Kernel, places: list[str], said: Said) -> int:
    """Pytest in a machine without systemd, without a disk."""
    command = _pytest(ROOT, Path(sys.executable), [*BARE, *places, f"--ignore={BOOTED}"])
    with tempfile.TemporaryDirectory(dir=BUILD) as folder:
        ended = machine.run(kernel, command, Path(folder), WITHIN_S, said)
    if ended is None:
        said(f"The machine did not come to its end within {WITHIN_S:.0f} s.")
        return 1
    return ended


def _with_systemd(kernel: Kernel, places: list[str], said: Said) -> int:
    """Pytest in a machine with systemd; and then power cuts, where all of them are meant."""
    command = _pytest_with_systemd([*places, f"--ignore={PICO}", f"--ignore={CAMERA}"])
    with tempfile.TemporaryDirectory(dir=BUILD) as folder:
        try:
            booted = Booted(kernel, Path(folder))
            ended = booted.run(command, WITHIN_S, said)
            if places == [BOOTED] and ended == 0:
                said(f"Power cuts, SOAK_SEED={tree_seed()}:")
                said(report(cut_power(booted, tree_seed(), few(tree_seed()), said)))
        except (Hung, Failed) as trouble:
            said(str(trouble))
            return 1
    return 1 if ended is None else ended


def _with_pico(kernel: Kernel, places: list[str], said: Said) -> int:
    """Pytest in a machine with systemd and a Pico, which is switched off and on in between."""
    more = [place for place in places if not place.startswith(PICO)]
    with tempfile.TemporaryDirectory(dir=BUILD) as folder:
        try:
            booted = Booted(kernel, Path(folder), "pico")
            for evening in FEW_EVENINGS if places == [PICO] else EVENINGS:
                command = _pytest_with_systemd([f"{PICO}/{evening}", *more])
                if ended := booted.run(command, WITHIN_S, said):
                    return ended
        except Hung as trouble:
            said(str(trouble))
            return 1
    return 0


def _with_camera(kernel: Kernel, places: list[str], said: Said) -> int:
    """Pytest in a machine with systemd, OpenCV and cameras."""
    with tempfile.TemporaryDirectory(dir=BUILD) as folder:
        try:
            ended = Booted(kernel, Path(folder), "camera").run(
                _pytest_with_systemd(places), WITHIN_S, said
            )
        except Hung as trouble:
            said(str(trouble))
            return 1
    return 1 if ended is None else ended


def _pytest_with_systemd(places: list[str]) -> str:
    python = HOME / ".venv" / "bin" / "python"
    return _pytest(HOME, python, [*WITH_SYSTEMD, *places])


def _pytest(home: Path, python: Path, arguments: list[str]) -> str:
    seed = soak_seed()
    return f"""
        cd {shlex.quote(str(home))}
        export HOME=/root REQUIRE_ALL=1 {NO_PLUGINS} SOAK_SEED={seed} COLUMNS=200
        {shlex.join([str(python), *PYTEST, *WHICH, *arguments])}
    """


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
