"""A MicroPython that runs a Pico's compiled files, in the time that a test lets pass."""

from __future__ import annotations

import json
import os
import socket
import subprocess
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from tests.micropython.process import FOLDER, HEAP, HOW
from tests.need import need_program

HANGS_S = 60.0
"""So long, in real time, a chip may take for a step before the test calls it hung."""


class Chip:
    """From power on to power off; see ``chip/chip.py`` for its end of the conversation."""

    def __init__(self, files: Path, folder: Path, line: int) -> None:
        """``folder`` has the wiring; ``line`` is the descriptor of its serial line."""
        self._hand, far_hand = socket.socketpair()
        self._hand.settimeout(HANGS_S)
        self._lines = self._hand.makefile("rb")
        self._said = TemporaryFile()  # noqa: SIM115 -- closed with it
        path = ":".join([str(FOLDER / "chip"), str(FOLDER / "shim"), str(files), ".frozen"])
        self._process = subprocess.Popen(
            [
                *(need_program("micropython", HOW), "-X", HEAP),
                *(str(files / "main.py"), str(far_hand.fileno())),
            ],
            env=os.environ | {"MICROPYPATH": path},
            stdin=line,
            stdout=line,
            stderr=self._said,
            cwd=folder,
            pass_fds=[far_hand.fileno()],
        )
        far_hand.close()

    def told(self) -> dict[str, Any]:
        """Wait until it stops, and return what its outputs are. Blocks: no time passes."""
        line = self._lines.readline()
        if not line:
            self._said.seek(0)
            raise AssertionError(f"The program ended: {self._said.read().decode()}")
        told: dict[str, Any] = json.loads(line)
        return told

    def let_run(self, until_us: int, put: list[tuple[int, int]]) -> None:
        """Let it run on, its inputs changed."""
        answer = {"until_us": until_us, "put": put}
        self._hand.sendall(json.dumps(answer).encode() + b"\n")

    def off(self) -> None:
        """Take its power away."""
        self._process.kill()
        self._process.wait()
        self._lines.close()
        self._hand.close()
        self._said.close()
