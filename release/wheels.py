"""Fetches what a Pi would fetch: a wheel of every library, so that nothing is compiled there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from packaging.requirements import Requirement

NEWEST_GLIBC: Final = {"3.11": 36, "3.13": 41}
"""By the Python of a release of Debian: 2.36 is bookworm's, 2.41 trixie's."""


def fetch(python: str, constraints: Path, machine: str, into: Path) -> set[str]:
    """Download the wheels for a Python and a processor (``aarch64``), and check their digests.

    Returns the names of the libraries. Raises CalledProcessError if there is none of a library.
    """
    asked, names = [], set()
    where = {"platform_machine": machine, "sys_platform": "linux", "extra": ""}
    for pin in re.split(r"(?m)^(?=\S)", constraints.read_text())[1:]:
        wanted = Requirement(pin.split(" \\\n")[0])
        environment = where | {"python_version": python, "python_full_version": f"{python}.2"}
        if wanted.marker is None or wanted.marker.evaluate(environment):
            names.add(wanted.name)
            asked.append(re.sub(r" ;.*? \\\n", " \\\n", pin))
    glibcs = range(17, NEWEST_GLIBC[python] + 1)
    platforms = [f"--platform=manylinux_2_{minor}_{machine}" for minor in glibcs]
    platforms.append(f"--platform=manylinux2014_{machine}")
    short = python.replace(".", "")
    how = ["--quiet", "--no-deps", "--require-hashes", "--only-binary=:all:", *platforms]
    how += ["--implementation=cp", f"--python-version={python}"]
    how += [f"--abi={abi}" for abi in (f"cp{short}", "abi3", "none")]
    with TemporaryDirectory() as folder:
        list_of_them = Path(folder) / "asked.txt"
        list_of_them.write_text("".join(asked))
        how += ["--dest", str(into), "--requirement", str(list_of_them)]
        subprocess.run([sys.executable, "-m", "pip", "download", *how], check=True)  # noqa: S603
    return names
