"""Stands for ``gpiod.LineRequest``: a queue of numbered edges behind a descriptor."""

from __future__ import annotations

import os
from typing import Any

import gpiod

UNLESS_TOLD = 64
"""gpiod 2.5 reads so many edges at once, if it is not told how many."""


class Kernel:
    """What is used of a request. Lines are pulled up until somebody says otherwise."""

    def __init__(self, lines: list[int]) -> None:
        self.fd, self._tell = os.pipe()
        self.queue: list[Any] = []
        self.numbers = dict.fromkeys(lines, 0)
        self.high = dict.fromkeys(lines, True)
        self.released = False

    def edge(self, line: int, high: bool, at_ns: int, lost: int = 0) -> None:
        """A line changes; so many edges before this one found the queue full."""
        self.numbers[line] += 1 + lost
        self.high[line] = high
        kind = gpiod.EdgeEvent.Type.RISING_EDGE if high else gpiod.EdgeEvent.Type.FALLING_EDGE
        self.queue.append(gpiod.EdgeEvent(kind.value, at_ns, line, 0, self.numbers[line]))
        os.write(self._tell, b".")

    def wait_edge_events(self, timeout: float) -> bool:
        assert timeout == 0, "the loop must not be held up"
        return bool(self.queue)

    def read_edge_events(self, most: int | None = None) -> list[Any]:
        most = most or UNLESS_TOLD
        some, self.queue = self.queue[:most], self.queue[most:]
        os.read(self.fd, len(some))
        return some

    def get_values(self, lines: list[int]) -> list[Any]:
        return [gpiod.line.Value(int(self.high[line])) for line in lines]

    def release(self) -> None:
        self.released = True

    def close(self) -> None:
        """Give the descriptors back."""
        os.close(self.fd)
        os.close(self._tell)
