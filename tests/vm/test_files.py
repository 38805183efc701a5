"""What of the project goes into the virtual machine, and what does not."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.vm.files import LEFT_OUT, tree

OURS = str(sys.implementation.cache_tag)


def test_what_others_write_meanwhile_is_left_out(tmp_path: Path) -> None:
    wanted = (
        "rules/game.py",
        f"rules/__pycache__/game.{OURS}.pyc",
        f"rules/__pycache__/game.{OURS}-pytest-9.2.0.pyc",
    )
    unwanted = (
        f"rules/__pycache__/game.{OURS}.pyc.139874",
        "rules/__pycache__/game.cpython-399.pyc",
        f"rules/__pycache__/game.{OURS}.opt-1.pyc",
        "node_modules/eslint/package.json",
        ".hypothesis/constants/0a1b",
        "build/venv/pyvenv.cfg",
    )
    for name in wanted + unwanted:
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    found = {str(file.relative_to(tmp_path)) for file in tree(tmp_path, LEFT_OUT)}
    assert found == set(wanted)
