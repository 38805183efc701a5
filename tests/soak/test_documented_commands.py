"""The commands of the documents that install something, run in a fresh clone."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.test_documents import DOCUMENTS

ROOT = Path(__file__).parents[2]
INSTALLS = re.compile(r"[.\w/]*python -m pip install -e '\.\[(\w+)\]'")
"""A command in a checkout, and the extra that it installs."""
SET_UP = ["make", "setup"]


def documented() -> dict[str, str]:
    """Each such command by its extra."""
    text = "\n".join(document.read_text() for document in DOCUMENTS)
    return {found[1]: found[0] for found in INSTALLS.finditer(text)}


def test_every_command_that_installs_uses_the_environment_of_make_setup() -> None:
    commands = documented()
    assert {"pi", "firmware", "mqtt"} <= set(commands)
    assert {one for one in commands.values() if not one.startswith(".venv/bin/python ")} == set()


@pytest.mark.soak
def test_no_documented_command_takes_anything_away_from_a_fresh_clone(tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    clean.pop("VIRTUAL_ENV", None)

    def run(*call: str) -> str:
        print(*call, flush=True)
        return subprocess.run(
            call, cwd=clone, env=clean, check=True, stdout=subprocess.PIPE, text=True
        ).stdout

    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
    run(*SET_UP)
    languages = {one.stem for one in (clone / "controller" / "words").glob("*.po")}
    # lgpio has no wheel for each processor and Python: that one is tried in the clean roots
    for extra, command in documented().items():
        if extra != "pi":
            run("sh", "-ec", command)
        compiled = {one.stem for one in (clone / "controller" / "words").glob("*.mo")}
        assert compiled == languages, f"after {command}"
        assert run("git", "status", "--porcelain") == "", f"after {command}"
        assert run(".venv/bin/rollerdeck", "--version").startswith("rollerdeck")
