"""``make quick``: ruff, mypy and the tests nearest to what changed since main, side by side.

Near to a file are the tests of its room, those that import the module, and those
that name a file which is not Python. What was not run is printed: only ``make check`` runs all.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path, PurePath
from typing import NamedTuple

import grimp

ROOT = Path(__file__).parents[1]
PACKAGES = ("rollerdeck", "rules", "hardware", "firmware_bridge", "controller", "tests")
MERGED_ROOMS = {
    **dict.fromkeys(("seats", "network"), "devices"),
    **{f"workshop/{part}": "workshop" for part in ("bench", "doctor", "install", "selftest")},
}
"""Rooms of the controller, and parts of one, whose tests are in a folder that they share."""
SLOW = (
    *("tests/e2e", "tests/roots", "tests/board", "tests/vm", "tests/home", "tests/soak"),
    "tests/readers/camera/test_piles.py",
)
"""Tests that need a browser, a virtual machine or minutes, or that draw many pictures."""
MOST_IMPORTERS = 12
"""If more files of tests import a module, only its namesake and the folder of its room are run."""
PYTEST = ("pytest", "-q", "--no-header", "-n", "2", "-p", "no:cacheprovider")
NO_TESTS = 5
"""pytest's exit code if only `make thorough` runs the selected tests."""


class Selection(NamedTuple):
    """Files and folders of tests to run, and what is not run."""

    run: list[str]
    left_out: list[str]


def main() -> int:
    """Check what changed since main, or since a commit; 0 if nothing that was run failed."""
    changed = changed_files(sys.argv[1] if sys.argv[1:] else base())
    if not changed:
        print("Nothing has changed, so nothing was run.")
        return 0
    began = time.monotonic()
    running = {
        "ruff check": start("ruff", "check", "--quiet", "."),
        "ruff format": start("ruff", "format", "--check", "--quiet", "."),
        "mypy": start("mypy", "--no-error-summary"),
    }
    selection = select(changed)
    if selection.run:
        ignored = (f"--ignore={slow}" for slow in SLOW)
        running["tests"] = start(*PYTEST, *ignored, *selection.run)
    failed = [name for name, process in running.items() if not passed(name, process)]
    print("Run:", *selection.run or ["no test"], sep="\n  ")
    print("Not run:", *selection.left_out, "all other tests (`make check`)", sep="\n  ")
    verdict = f"Failed: {', '.join(failed)}" if failed else "What was run has passed"
    print(f"{verdict} ({time.monotonic() - began:.0f} s).")
    return int(bool(failed))


def base() -> str:
    """The commit where this branch left main; on main, the commit before."""
    head, branched = git("rev-parse", "HEAD"), git("merge-base", "HEAD", "main")
    return branched[0] if branched and branched != head else "HEAD~1"


def git(*words: str) -> list[str]:
    """The lines that Git prints."""
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
    return done.stdout.splitlines()


def changed_files(since: str) -> list[str]:
    """Files that differ from a commit, with those that Git does not know yet."""
    untracked = git("ls-files", "--others", "--exclude-standard")
    return sorted({*git("diff", "--name-only", since), *untracked})


def select(changed: Iterable[str]) -> Selection:
    """The tests nearest to the changed files."""
    run: set[str] = set()
    left_out: set[str] = set()
    for file in changed:
        importers = importing_tests(file) if file.endswith(".py") else naming_tests(file)
        if len(importers) > MOST_IMPORTERS:
            namesakes = {test for test in importers if PurePath(test).name == namesake(file)}
            left_out.add(f"{len(importers - namesakes)} files of tests that need {file}")
            importers = namesakes
        near = {test for test in (*mirror(file), *importers) if (ROOT / test).exists()}
        if not near:
            left_out.add(f"any test of {file}")
        slow = {test for test in near if test.startswith(SLOW)}
        left_out |= {f"{test}, which takes longer" for test in slow}
        run |= near - slow
    inside = {test for test in (*run, *SLOW) for folder in run if test.startswith(f"{folder}/")}
    left_out |= {f"{test}, which takes longer" for test in inside.intersection(SLOW)}
    return Selection(sorted(run - inside), sorted(left_out))


def mirror(file: str) -> Iterator[str]:
    """The changed file of tests itself, or the folders of tests for the file's room."""
    package, *inner = PurePath(file).parts
    if package == "tests":
        if is_test(file):
            yield file
        elif len(inner) > 1 and inner[0] != "worlds" and inner[:-1] != ["controller"]:
            yield str(PurePath(file).parent)
    elif file.startswith("controller/web/page/"):
        yield "tests/page"
    elif package == "controller" and len(inner) > 1:
        yield from tests_of_room(room_of(inner))
        if len(inner) > 2:  # what needs libraries of its own is tested apart, as the camera
            yield f"tests/{inner[0]}/{inner[1]}"
    elif package == "rules":
        yield from ("tests/rules", "tests/rulebook")
    elif package in PACKAGES and len(inner) > 1:
        folder = f"tests/{package}/{inner[0]}"
        yield folder if (ROOT / folder).is_dir() else f"tests/{package}"
    elif package == "docs":
        yield "tests/test_documents.py"


def room_of(path: Sequence[str]) -> str:
    """The room that a path in the controller leads into, or the part of one that has own tests."""
    part = "/".join(path[:2])
    has_tests = part in MERGED_ROOMS or (ROOT / "tests" / "controller" / part).is_dir()
    return part if has_tests else path[0]


def tests_of_room(room: str) -> Iterator[str]:
    """The folder of a room's tests; of one that rooms share, not what tests only the others."""
    folder = f"tests/controller/{MERGED_ROOMS.get(room, room)}"
    sharing = {one for one, other in MERGED_ROOMS.items() if other == MERGED_ROOMS.get(room)}
    if len(sharing) < 2:
        yield folder
        return
    for path in (ROOT / folder).glob("test_*.py"):
        file = f"{folder}/{path.name}"
        imported = imports().find_modules_directly_imported_by(module_of(file))
        tested = {
            room_of(module.split(".")[1:])
            for module in imported
            if module.startswith("controller.")
        }
        if room in tested or not tested & sharing:
            yield file


def module_of(file: str) -> str:
    """What Python calls a file."""
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def is_test(file: str) -> bool:
    """Whether pytest finds tests in the file."""
    return PurePath(file).match("test_*.py")


def namesake(file: str) -> str:
    """What a file with the tests of this module is called."""
    return f"test_{PurePath(file).name}"


@cache
def imports() -> grimp.ImportGraph:
    """Which module imports which."""
    return grimp.build_graph(*PACKAGES, cache_dir=str(ROOT / ".import_linter_cache"))


def importing_tests(file: str) -> set[str]:
    """Files of tests that import a module."""
    module = module_of(file)
    if module not in imports().modules:
        return set()
    importers = imports().find_modules_that_directly_import(module)
    files = {f"{importer.replace('.', '/')}.py" for importer in importers}
    return {file for file in files if is_test(file)}


def naming_tests(file: str) -> set[str]:
    """Files of tests whose text has the file's name."""
    return set(git("grep", "--files-with-matches", "-F", PurePath(file).name, "tests/**test_*.py"))


def start(program: str, *arguments: str) -> subprocess.Popen[str]:
    """Run a program of this Python's environment, and keep what it prints."""
    return subprocess.Popen(
        [Path(sys.executable).with_name(program), *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def passed(name: str, process: subprocess.Popen[str]) -> bool:
    """Wait for a check and print what it says; whether it found nothing wrong."""
    output, _ = process.communicate()
    if process.returncode or name == "tests":
        print(f"{name}:", output, sep="\n", end="")
    return process.returncode in ((0, NO_TESTS) if name == "tests" else (0,))


if __name__ == "__main__":
    sys.exit(main())
