"""``make vm``: the tests marked ``on_lines``, in the virtual machine, each by its name.

Where this machine cannot make one they are skipped, with how to get it; that fails under
``REQUIRE_ALL=1``.
"""

from __future__ import annotations

import os
import random
import shlex
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from tests.vm import machine
from tests.vm.booted.cuts import Failed, cut_many, report
from tests.vm.booted.machine import Booted, Hung
from tests.vm.booted.product import HOME
from tests.vm.booted.root import made as root_disk
from tests.vm.files import ROOT
from tests.vm.kernel import BUILD, CannotBuild, Kernel, built

WITHIN_S = 1200.0
BOOTED = "tests/vm/booted"
LONG = ["tests/vm/test_counts.py", "tests/vm/test_latency.py"]
BARE = (["tests/contract", "tests/vm", *(f"--ignore={file}" for file in LONG)], LONG)
"""A machine each, of one processor; what others than the first say is shown when it has ended."""
AT_ONCE = 2
PYTEST = ("-m", "pytest", "-v", "-s", "--color=no", "-p", "no:cacheprovider")
WHICH = ("-m", "on_lines and not soak")
"""Unless somebody asks for others."""
QUICKLY = ("--noconftest", "-p", "pytest_asyncio.plugin")
"""With this alone, which the configuration speaks of: each plugin takes seconds there."""
CUTS = 10
SEED = 1
Job = Callable[[Kernel, BinaryIO], int]


def main(arguments: list[str]) -> int:
    """Run pytest in guests with these arguments; its exit code, or 0 where it is skipped."""
    ended = [0]
    booted: list[Job] = []
    try:
        kernel = built()
    except CannotBuild as trouble:
        return _skipped("for want of a virtual machine", trouble)
    if about_systemd := not arguments or any(each.startswith(BOOTED) for each in arguments):
        try:
            root_disk()
            booted = [_with_systemd(arguments)]
        except CannotBuild as trouble:
            ended = [_skipped("what is about systemd", trouble)]
    bare = BARE if not arguments else () if about_systemd else (arguments,)
    jobs = [*booted, *(_bare(places) for places in bare)]
    if not jobs:
        return max(ended)
    first, *others = jobs
    with ThreadPoolExecutor(AT_ONCE - 1) as threads:
        later = [(output := BytesIO(), threads.submit(job, kernel, output)) for job in others]
        try:
            ended.append(first(kernel, sys.stdout.buffer))
        except KeyboardInterrupt:
            # the terminal told the other machines, too
            return 130
        for output, run in later:
            ended.append(run.result())
            sys.stdout.buffer.write(output.getvalue())
            sys.stdout.flush()
    return max(ended)


def _skipped(what: str, trouble: CannotBuild) -> int:
    print(f"Skipped, {what}. {trouble}", file=sys.stderr)
    return int(os.environ.get("REQUIRE_ALL") == "1")


def _bare(places: list[str]) -> Job:
    """Pytest in a machine without systemd, without a disk."""

    def run(kernel: Kernel, shown: BinaryIO) -> int:
        command = _pytest(ROOT, Path(sys.executable), [*places, f"--ignore={BOOTED}"])
        with tempfile.TemporaryDirectory(dir=BUILD) as folder:
            ended = machine.run(kernel, command, Path(folder), WITHIN_S, shown)
        if ended is None:
            shown.write(f"The machine did not come to its end within {WITHIN_S:.0f} s.\n".encode())
            return 1
        return ended

    return run


def _with_systemd(arguments: list[str]) -> Job:
    """Pytest in a machine with systemd; and then power cuts, where all of them are meant."""

    def run(kernel: Kernel, shown: BinaryIO) -> int:
        def say(line: str) -> None:
            shown.write(f"{line}\n".encode())
            shown.flush()

        python = HOME / ".venv" / "bin" / "python"
        quickly = "export PYTEST_DISABLE_PLUGIN_AUTOLOAD=1\n"
        command = quickly + _pytest(HOME, python, [*QUICKLY, *(arguments or [BOOTED])])
        with tempfile.TemporaryDirectory(dir=BUILD) as folder:
            try:
                booted = Booted(kernel, Path(folder))
                ended = booted.run(command, WITHIN_S, say)
                if set(arguments) <= {BOOTED} and ended == 0:
                    say(report(cut_many(booted, SEED, CUTS, say)))
            except (Hung, Failed) as trouble:
                say(str(trouble))
                return 1
        return 1 if ended is None else ended

    return run


def _pytest(home: Path, python: Path, places: list[str]) -> str:
    seed = int(os.environ.get("SOAK_SEED", random.randrange(10**6)))
    return f"""
        cd {shlex.quote(str(home))}
        export HOME=/root REQUIRE_ALL=1 SOAK_SEED={seed}
        {shlex.join([str(python), *PYTEST, *WHICH, *places])}
    """


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
