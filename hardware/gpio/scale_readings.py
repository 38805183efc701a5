"""The readings of a scale, from the process that reads its chip.

The loop that drives the motor never waits for them. Its process is started when somebody wants to
know the weight, and again some time after it failed. Until it runs, the launcher works as without a
scale.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

from hardware.gpio.nau7802 import ScaleTrouble

PER_SECOND = 40
"""Readings; the estimator is made for so many."""
SILENT_S = 5.0
"""A process that says nothing for so long hangs: its first reading comes after some two seconds."""

SILENT = ScaleTrouble(
    "The scale does not answer: switch its board off and on, and check its cable."
)

RETRY_S = 30.0
LATER_S = 1.0
LAST_S = 1.0
"""How long the end of a process is waited for."""
AT_ONCE = 4096
"""Bytes of readings that are taken in one go."""


class Reading(NamedTuple):
    """What the chip said."""

    at_us: int
    """Of the monotonic clock."""
    counts: int


def read_line(line: bytes) -> Reading:
    """What a line of the process says; an empty one says that it ended. Raises ScaleTrouble."""
    if line.startswith(b"!"):
        raise ScaleTrouble(line[1:].decode(errors="replace").strip())
    words = line.split()
    if len(words) != 2:
        raise ScaleTrouble(
            "The program that reads the scale ended: run `rollerdeck doctor` to see why."
        )
    return Reading(int(words[0]), int(words[1]))


def command_for(bus: int, address: int, per_second: int) -> tuple[str, ...]:
    """The command that reads a scale."""
    numbers = (str(bus), str(address), str(per_second))
    return (sys.executable, "-m", "hardware.gpio.scale_process", *numbers)


class ScaleReadings:
    """Readings one after the other. Use it in ``async with``: at the end the process is gone."""

    def __init__(self, command: Sequence[str]) -> None:
        """``command``: see ``command_for``."""
        self._command = command
        self._process: asyncio.subprocess.Process | None = None

    async def __aenter__(self) -> ScaleReadings:
        """Start the process."""
        self._process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        """End it, whatever it does."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()

    async def next(self) -> Reading:
        """The next reading. Raises ScaleTrouble."""
        assert self._process is not None and self._process.stdout is not None
        try:
            async with asyncio.timeout(SILENT_S):
                return read_line(await self._process.stdout.readline())
        except TimeoutError:
            raise SILENT from None


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
