"""``make vm``: the tests marked ``on_lines``, in the virtual machine, each by its name.

Where this machine cannot make one they are skipped, with how to get it; that fails under
``REQUIRE_ALL=1``.
"""

from __future__ import annotations

import os
import shlex
import sys
import tempfile
from pathlib import Path

from tests.vm import machine
from tests.vm.files import ROOT
from tests.vm.kernel import BUILD, CannotBuild, built

WITHIN_S = 1200.0
PYTEST = ("-m", "pytest", "-m", "on_lines", "-v", "-s", "--color=no", "-p", "no:cacheprovider")


def main(arguments: list[str]) -> int:
    """Run pytest in the guest with these arguments; its exit code, or 0 where it is skipped."""
    try:
        kernel = built()
    except CannotBuild as trouble:
        print(f"Skipped, for want of a virtual machine. {trouble}", file=sys.stderr)
        return int(os.environ.get("REQUIRE_ALL") == "1")
    places = arguments or ["tests/contract", "tests/vm"]
    command = f"""
        cd {shlex.quote(str(ROOT))}
        export HOME=/root REQUIRE_ALL=1
        {shlex.join([sys.executable, *PYTEST, *places])}
    """
    try:
        with tempfile.TemporaryDirectory(dir=BUILD) as folder:
            ended = machine.run(kernel, command, Path(folder), WITHIN_S)
    except KeyboardInterrupt:
        return 130
    if ended is None:
        print(f"The virtual machine did not come to its end within {WITHIN_S:.0f} s.")
        return 1
    return ended


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
