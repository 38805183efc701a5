"""Commands at the launcher's end, as processes of their own in real time."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from pathlib import Path
from threading import Timer
from typing import IO, ClassVar

from firmware_bridge.simulator_control import SimulatorControl, Truth

ROLLERDECK = [sys.executable, "-c", "from controller.cli import main; main()"]
SOON_S = 90
"""How long a real process may take before a test calls it hung."""


class Running:
    """One command in the background. What is not ended when its test is over, is killed."""

    all: ClassVar[list[Running]] = []

    def __init__(self, *arguments: object) -> None:
        Running.all.append(self)
        self.process = subprocess.Popen(
            [*ROLLERDECK, *map(str, arguments)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        # nothing here waits for ever: reading from a process that is gone ends
        self._watchdog = Timer(SOON_S, self.process.kill)
        self._watchdog.start()

    def read_until(self, text: str) -> str:
        """Read its output up to the line that holds a text."""
        seen = ""
        for line in of(self.process.stdout):
            seen += line
            if text in line:
                return seen
        raise AssertionError(f"It ended without saying {text!r}: {seen}")

    def type(self, text: str) -> None:
        of(self.process.stdin).write(text)
        of(self.process.stdin).flush()

    def stop(self, number: signal.Signals) -> tuple[int, str, str]:
        self.process.send_signal(number)
        out, err = of(self.process.stdout).read(), of(self.process.stderr).read()
        return self.end(), out, err

    def end(self) -> int:
        """Wait for its end, and leave nothing open."""
        Running.all.remove(self)
        code = self.process.wait(timeout=SOON_S)
        self._watchdog.cancel()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            of(stream).close()
        return code

    def kill(self) -> None:
        self.process.kill()
        self.end()


def of(stream: IO[str] | None) -> IO[str]:
    assert stream is not None
    return stream


def rollerdeck(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*ROLLERDECK, *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=SOON_S,
        stdin=subprocess.DEVNULL,
        check=False,
    )


def truth(path: Path) -> Truth:
    return asyncio.run(SimulatorControl(path).truth())
