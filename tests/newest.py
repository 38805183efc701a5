"""``make newest``: builds and tests with the newest libraries that ``pyproject.toml`` allows.

What others have released since our pins can break a build that uses no pins, as ``pip install .``
does. This finds it before users do. Usage: ``python -m tests.newest [pytest's arguments]``.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
FOLDER: Final = ROOT / "build" / "newest"
EXTRAS: Final = "build,dev,mqtt,camera,firmware"
PINS: Final = ("run", "dev", "mqtt", "camera", "firmware")
"""The files of ``constraints/`` that pin what these extras bring."""
TESTS: Final = ("-n", "2", "-q", "--ignore=tests/e2e")
"""A browser is no library."""

_PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", re.M)


def normal(name: str) -> str:
    """A project's name as PEP 503 spells it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def pins_of(text: str) -> dict[str, str]:
    """The versions in a file of constraints, by project."""
    return {normal(name): version for name, version in _PIN.findall(text)}


def differences(pinned: Mapping[str, str], installed: Mapping[str, str]) -> Iterator[str]:
    """A line for each project that is installed in another version than the pinned one."""
    for name in sorted(installed):
        before = pinned.get(name)
        if before is None:
            yield f"{name} {installed[name]} (not pinned)"
        elif before != installed[name]:
            yield f"{name} {before} -> {installed[name]}"


def lacking(expected: Path, packed: Path) -> set[str]:
    """The languages with a ``.po`` in one folder, and without a ``.mo`` in the other."""
    return {one.stem for one in expected.glob("*.po")} - {one.stem for one in packed.glob("*.mo")}


def main(*arguments: str) -> int:
    """Build and test a clone of the commit in an environment of its own. The exit code."""
    clone, environment = FOLDER / "clone", FOLDER / "venv"
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    python = environment / "bin" / "python"
    for call in (
        ["git", "clone", "--quiet", str(ROOT), str(clone)],
        [sys.executable, "-m", "venv", str(environment)],
        [str(python), "-m", "pip", "install", "--quiet", f"{clone}[{EXTRAS}]"],
    ):
        print(*call[:4], "...", flush=True)
        if code := subprocess.run(call, cwd=FOLDER).returncode:
            return code
    listed = subprocess.check_output([str(python), "-m", "pip", "list", "--format", "json"])
    installed = {normal(one["name"]): one["version"] for one in json.loads(listed)}
    pinned: dict[str, str] = {}
    for name in PINS:
        pinned |= pins_of((ROOT / "constraints" / f"{name}.txt").read_text())
    for line in differences(pinned, installed):
        print(f"  {line}", flush=True)
    (packed,) = environment.glob("lib/python*/site-packages/controller/words")
    if missing := lacking(ROOT / "controller" / "words", packed):
        print(f"The built package lacks languages: {', '.join(sorted(missing))}.")
        return 1
    tests = [str(python), "-m", "pytest", *TESTS, *arguments]
    return subprocess.run(tests, cwd=clone).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
