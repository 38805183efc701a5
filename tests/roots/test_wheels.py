"""What a Pi would fetch: a wheel of every library, so that nothing is compiled there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.roots.releases import ROOT

pytestmark = pytest.mark.in_roots

PI = {"platform_machine": "aarch64", "sys_platform": "linux", "extra": ""}
NEWEST_GLIBC = {"3.11": 36, "3.13": 41}
"""2.36 is bookworm's, 2.41 trixie's."""
LGPIO = {"3.11": {"lgpio", "rpi-lgpio"}, "3.13": set()}


@pytest.mark.parametrize("name", ["release", "firmware"])
@pytest.mark.parametrize("python", NEWEST_GLIBC)
def test_a_pi_finds_a_wheel_of_every_library(python: str, name: str, tmp_path: Path) -> None:
    asked, names = [], set()
    for pin in re.split(r"(?m)^(?=\S)", (ROOT / f"constraints/{name}.txt").read_text())[1:]:
        wanted = Requirement(pin.split(" \\\n")[0])
        here = PI | {"python_version": python, "python_full_version": f"{python}.2"}
        if wanted.marker is None or wanted.marker.evaluate(here):
            names.add(wanted.name)
            asked.append(re.sub(r" ;.*? \\\n", " \\\n", pin))
    (tmp_path / "asked.txt").write_text("".join(asked))
    glibcs = range(17, NEWEST_GLIBC[python] + 1)
    platforms = [f"--platform=manylinux_2_{minor}_aarch64" for minor in glibcs]
    platforms.append("--platform=manylinux2014_aarch64")
    short = python.replace(".", "")
    how = ["--quiet", "--no-deps", "--require-hashes", "--only-binary=:all:", *platforms]
    how += ["--implementation=cp", f"--python-version={python}"]
    how += [f"--abi={abi}" for abi in (f"cp{short}", "abi3", "none")]
    how += ["--dest", str(tmp_path / "wheels"), "--requirement", str(tmp_path / "asked.txt")]
    subprocess.run([sys.executable, "-m", "pip", "download", *how], check=True)
    assert len(list((tmp_path / "wheels").iterdir())) == len(names)
    assert names & {"lgpio", "rpi-lgpio"} == (LGPIO[python] if name == "release" else set())
