"""The readings of a scale, from the process that reads its chip."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from hardware.gpio.nau7802 import ScaleTrouble

PER_SECOND = 40
"""Readings; the estimator is made for so many."""
SILENT_S = 5.0
"""A process that says nothing for so long hangs: its first reading comes after some two seconds."""


class Reading(NamedTuple):
    """What the chip said."""

    at_us: int
    """Of the monotonic clock."""
    counts: int


SILENT = ScaleTrouble(
    "The scale does not answer: switch its board off and on, and check its cable."
)


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
