"""Lines in memory between two programs, on which frames get lost, doubled, late or split."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.world.loop import Process


@dataclass(frozen=True, slots=True)
class Line:
    """How a line treats what is sent over it; shares of frames, times in seconds."""

    ends_with_caller: bool = True
    """Whether the other side notices that a program has died, as at a socket."""
    lost: float = 0.0
    doubled: float = 0.0
    split: float = 0.0
    late: float = 0.0
    late_s: float = 0.1
    usual_s: float = 0.0005


SOCKET = Line(split=0.1)
BUSY_SOCKET = Line(split=0.3, late=0.1)
LEAKY_LINE = Line(ends_with_caller=False, lost=0.03, doubled=0.03, split=0.1, late=0.03)
LINES = (SOCKET, SOCKET, BUSY_SOCKET, LEAKY_LINE)


class End(asyncio.StreamWriter):
    """One end of a line: what is written here is fed to the reader at the other end, in order."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        to: Process,
        line: Line,
        random: Random,
        on_fault: Callable[[str], None],
        on_arrival: Callable[[], None],
        silent_until_s: Callable[[], float],
    ) -> None:
        """``reader``: of the process ``to``. What is sent before ``silent_until_s`` has to wait."""
        self._to_reader = reader
        self._to = to
        self._line = line
        self._random = random
        self._on_fault = on_fault
        self._on_arrival = on_arrival
        self._silent_until_s = silent_until_s
        self._loop = asyncio.get_running_loop()
        self._free_s = 0.0
        self._closed = False
        self.other: End | None = None

    def write(self, data: Any) -> None:
        """Send one frame."""
        line, random = self._line, self._random
        if self._closed:
            return
        if random.random() < line.lost:
            self._on_fault("frame lost")
            return
        copies = 1
        if random.random() < line.doubled:
            self._on_fault("frame doubled")
            copies = 2
        for _ in range(copies):
            if len(data) > 2 and random.random() < line.split:
                self._on_fault("frame split")
                middle = random.randrange(1, len(data))
                self._deliver(data[:middle])
                self._deliver(data[middle:])
            else:
                self._deliver(data)

    def writelines(self, data: Any) -> None:
        """Send several frames."""
        for frame in data:
            self.write(frame)

    def _deliver(self, data: bytes) -> None:
        delay_s = self._line.usual_s
        if self._random.random() < self._line.late:
            self._on_fault("frame late")
            delay_s += self._random.uniform(0, self._line.late_s)
        self._free_s = max(self._free_s, self._loop.time() + delay_s, self._silent_until_s())
        self._loop.call_at(self._free_s, self._arrive, data, context=self._to.context())

    def _arrive(self, data: bytes) -> None:
        if not self._to_reader.at_eof():
            self._on_arrival()
            self._to_reader.feed_data(data)

    def close(self) -> None:
        """Hang up; what was sent arrives before."""
        if not self._closed:
            self._closed = True
            at_s = max(self._free_s, self._loop.time()) + self._line.usual_s
            self._loop.call_at(at_s, self._to_reader.feed_eof, context=self._to.context())
            if self.other is not None:
                self.other._closed = True

    def is_closing(self) -> bool:
        return self._closed

    async def drain(self) -> None:
        """The line takes everything at once."""

    async def wait_closed(self) -> None:
        """It is closed at once."""

    def __del__(self, *_: object) -> None:
        """Nothing is open that would have to be closed."""


def connected(
    caller: Process,
    device: Process,
    line: Line,
    random: Random,
    on_fault: Callable[[str], None],
    on_heard: Callable[[], None],
    silent_until_s: Callable[[], float],
) -> tuple[tuple[asyncio.StreamReader, End], tuple[asyncio.StreamReader, End]]:
    """A new connection: the caller's reader and writer, and the device's.

    ``on_heard``: called when something of the caller reaches the device.
    """
    to_caller, to_device = asyncio.StreamReader(), asyncio.StreamReader()
    callers = End(to_device, device, line, random, on_fault, on_heard, silent_until_s)
    devices = End(to_caller, caller, line, random, on_fault, lambda: None, silent_until_s)
    callers.other, devices.other = devices, callers
    if line.ends_with_caller:
        caller.on_death.append(callers.close)
        device.on_death.append(devices.close)
    return (to_caller, callers), (to_device, devices)
