"""Readings of a scale for the loop that drives the motor: it never waits for them.

The process that reads the chip is started when somebody wants to know the weight, and again some
time after it failed. Until it runs, the launcher works as without a scale.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress

from hardware.gpio.nau7802 import ScaleTrouble
from hardware.gpio.scale_readings import SILENT, SILENT_S, Reading, read_line

RETRY_S = 30.0
LATER_S = 1.0
LAST_S = 1.0
"""How long the end of a process is waited for."""
AT_ONCE = 4096
"""Bytes of readings that are taken in one go."""


def usual_priority(command: Sequence[str]) -> tuple[str, ...]:
    """The same command, which does not inherit a real-time priority.

    The process gives it up itself, but Python needs a second until it comes to that. On a Pi with
    one core, the driver would wait meanwhile.
    """
    chrt = shutil.which("chrt")
    return tuple(command) if chrt is None else (chrt, "--other", "0", *command)


class ScaleFeed:
    """Calls ``heard`` with each reading, and ``failed`` with what keeps readings from coming.

    ``idle`` says whether a process may be started now: that holds the loop up for a moment.
    """

    def __init__(
        self,
        command: Sequence[str],
        heard: Callable[[Reading], None],
        failed: Callable[[ScaleTrouble], None],
        idle: Callable[[], bool],
    ) -> None:
        self._command = usual_priority(command)
        self._heard = heard
        self._failed = failed
        self._idle = idle
        self.wanted = False
        """Whether somebody wants to know the weight."""
        self._process: subprocess.Popen[bytes] | None = None
        self._old: list[subprocess.Popen[bytes]] = []
        self._rest = b""
        self._fresh = False
        self._timer: asyncio.TimerHandle | None = None

    def want(self, on: bool) -> None:
        """Read the scale from now on, or let go of it for another program."""
        if on == self.wanted:
            return
        self.wanted = on
        self._stop()
        if on:
            self._start()

    def close(self) -> None:
        """End the process, but do not wait for one whose bus hangs."""
        self.want(False)
        for process in self._old:
            with suppress(subprocess.TimeoutExpired):
                process.wait(LAST_S)

    def _start(self) -> None:
        if not self._idle():
            self._later(LATER_S, self._start)
            return
        self._old = [process for process in self._old if process.poll() is None]
        self._process = subprocess.Popen(  # noqa: S603 -- our own program
            self._command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        assert self._process.stdout is not None
        self._rest, self._fresh = b"", False
        loop = asyncio.get_running_loop()
        loop.add_reader(self._process.stdout.fileno(), self._readable)
        self._later(SILENT_S, self._look)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdout is not None
        asyncio.get_running_loop().remove_reader(process.stdout.fileno())
        process.stdout.close()
        process.kill()
        # it is not waited for: a process whose bus hangs ends when the kernel gives the bus up
        self._old.append(process)

    def _later(self, after_s: float, callback: Callable[[], None]) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(after_s, callback)

    def _look(self) -> None:
        """Whether a reading came since the last look."""
        if not self._fresh:
            self._fail(SILENT)
            return
        self._fresh = False
        self._later(SILENT_S, self._look)

    def _readable(self) -> None:
        process = self._process
        assert process is not None and process.stdout is not None
        data = os.read(process.stdout.fileno(), AT_ONCE)
        *lines, self._rest = (self._rest + data).split(b"\n")
        try:
            for line in lines:
                if self._process is not process:
                    return  # nobody wants it any more
                self._heard(read_line(line))
                self._fresh = True
            if not data:
                read_line(b"")
        except ScaleTrouble as trouble:
            self._fail(trouble)

    def _fail(self, trouble: ScaleTrouble) -> None:
        self._stop()
        self._later(RETRY_S, self._start)
        self._failed(trouble)
