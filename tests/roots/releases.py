"""Release files to install: this tree's, and the next one's; and a tree from before.

There has been one release so far. So the one after it is this tree with a higher version and a
later journal; and the games from before are played by the last commit whose journal was an earlier.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tarfile
from io import BytesIO
from pathlib import Path

from catalogues import compile_words
from controller.journal.schema import SCHEMA
from hatch_build import SITE
from tests.need import missing

ROOT = Path(__file__).parents[2]
NOT_RELEASED = (
    *(".git", ".venv", "build", "dist", "tests", "node_modules"),
    *(".*_cache", "__pycache__", ".hypothesis"),
)
NEXT = "99.0.0"
SCHEMAS = (
    "controller/journal/schema.py",
    "controller/journal/tables.py",  # where it stood before
    *("controller/journal_file.py", "controller/journal.py"),
)
"""What says which schema a journal has."""


def packed(tree: Path) -> Path:
    """Make a tree's release file, as `make release` does."""
    done = subprocess.run(
        [sys.executable, "-m", "release.pack"], cwd=tree, capture_output=True, text=True, check=True
    )
    return Path(done.stdout.strip())


def packages(tree: Path, *architectures: str) -> list[Path]:
    """Make a tree's Debian packages, as `make deb` does; for some processors, or for all."""
    call = [sys.executable, "-m", "release.debian_package", *architectures]
    done = subprocess.run(call, cwd=tree, capture_output=True, text=True, check=True)
    return [Path(line) for line in done.stdout.splitlines() if line.endswith(".deb")]


def copy(folder: Path) -> Path:
    """Copy this tree, as a release is made from it."""
    tree = folder / "tree"
    shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(*NOT_RELEASED))
    if (ROOT / SITE).is_dir():
        shutil.copytree(ROOT / SITE, tree / SITE)
    return tree


def following(folder: Path) -> Path:
    """Make the tree of the next release, whose journal is a later one."""
    tree = copy(folder)
    for name, pattern, new in (
        ("pyproject.toml", r'(?m)^version = "[^"]+"$', f'version = "{NEXT}"'),
        ("controller/journal/schema.py", rf"(?m)^SCHEMA = {SCHEMA}$", f"SCHEMA = {SCHEMA + 1}"),
    ):
        file = tree / name
        text, changed = re.subn(pattern, new, file.read_text())
        assert changed == 1
        file.write_text(text)
    return tree


def tree_with_an_earlier_journal(folder: Path) -> Path:
    """Take the packages out of the last commit whose journal's schema was an earlier one."""
    for commit in _git("log", "--format=%H", "--", *SCHEMAS).decode().split():
        declared = b"".join(_git("show", f"{commit}:{file}") for file in SCHEMAS)
        schema = re.search(rb"(?m)^SCHEMA = (\d+)$", declared)
        if schema is not None and int(schema[1]) < SCHEMA:
            break
    else:
        missing("the history of this repository is not here: clone it whole")
    packages = ("rules", "hardware", "firmware_bridge", "controller")
    with tarfile.open(fileobj=BytesIO(_git("archive", commit, *packages))) as archive:
        archive.extractall(folder, filter="data")
    if (folder / "controller" / "words").is_dir():
        compile_words(folder)
    return folder


def _git(*words: str) -> bytes:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True)
    return done.stdout
