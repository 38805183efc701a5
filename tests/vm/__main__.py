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
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from tests.vm import machine
from tests.vm.files import ROOT
from tests.vm.kernel import BUILD, CannotBuild, Kernel, built

WITHIN_S = 1200.0
LONG = ["tests/vm/test_counts.py", "tests/vm/test_latency.py"]
SIDE_BY_SIDE = (["tests/contract", "tests/vm", *(f"--ignore={file}" for file in LONG)], LONG)
"""A machine each, of one processor; what the second one says is shown when the first has ended."""
PYTEST = ("-m", "pytest", "-v", "-s", "--color=no", "-p", "no:cacheprovider")
WHICH = ("-m", "on_lines and not soak")
"""Unless somebody asks for others."""


def main(arguments: list[str]) -> int:
    """Run pytest in guests with these arguments; its exit code, or 0 where it is skipped."""
    try:
        kernel = built()
    except CannotBuild as trouble:
        print(f"Skipped, for want of a virtual machine. {trouble}", file=sys.stderr)
        return int(os.environ.get("REQUIRE_ALL") == "1")
    first, *others = [arguments] if arguments else SIDE_BY_SIDE
    with ThreadPoolExecutor() as threads:
        later = [(output := BytesIO(), threads.submit(_run, kernel, o, output)) for o in others]
        try:
            ended = [_run(kernel, first, sys.stdout.buffer)]
        except KeyboardInterrupt:
            # the terminal told the other machines, too
            return 130
        for output, run in later:
            ended.append(run.result())
            sys.stdout.buffer.write(output.getvalue())
            sys.stdout.flush()
    return max(ended)


def _run(kernel: Kernel, places: list[str], shown: BinaryIO) -> int:
    seed = int(os.environ.get("SOAK_SEED", random.randrange(10**6)))
    command = f"""
        cd {shlex.quote(str(ROOT))}
        export HOME=/root REQUIRE_ALL=1 SOAK_SEED={seed}
        {shlex.join([sys.executable, *PYTEST, *WHICH, *places])}
    """
    with tempfile.TemporaryDirectory(dir=BUILD) as folder:
        ended = machine.run(kernel, command, Path(folder), WITHIN_S, shown)
    if ended is None:
        shown.write(f"The machine did not come to its end within {WITHIN_S:.0f} s.\n".encode())
        return 1
    return ended


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
