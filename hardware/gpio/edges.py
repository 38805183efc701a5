"""What happens at the inputs, what listens to them, and how edges are checked against levels.

An edge source may lose edges, or stop hearing any. If a level differs from the last edge at two
checks in a row, it stands for a lost edge. The kernel's sequence numbers show a loss only at the
next edge, and a card that lies still has none.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from hardware.gpio.launcher_pins import Input

LOOK_S: Final = 0.05
"""Between two checks while cards come."""

REST_LOOK_S: Final = 0.25
"""The same while none come: each check wakes the process. At a press the quick checks begin, so an
edge that was lost before it is found as soon as one that is lost after it."""


@dataclass(frozen=True, slots=True)
class Edge:
    """An input has changed."""

    at_us: int
    """When, on the system's monotonic clock: measured at the pin, not when it was read."""
    name: Input
    high: bool
    missed: int = 0
    """Edges of this input just before this one that are known to be lost."""


class EdgeSource(Protocol):
    """Listens to the inputs. Nothing is debounced here; the launcher's core does that."""

    def watch(self, loop: asyncio.AbstractEventLoop, moved: Callable[[], None]) -> None:
        """Call ``moved`` on the loop whenever there may be edges to take."""

    def take(self) -> list[Edge]:
        """Return the edges that were not taken yet, each input's in order; may raise OSError."""

    def levels(self) -> dict[Input, bool]:
        """Return the present levels of the inputs: True is high."""

    def close(self) -> None:
        """Stop listening and let the lines go."""


class CheckedEdges:
    """An ``EdgeSource`` on another one, which it takes over."""

    def __init__(self, source: EdgeSource) -> None:
        self._source = source
        self._heard: dict[Input, bool] = {}
        self._odd: set[Input] = set()
        self._lost: list[Edge] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        self._moved: Callable[[], None] = lambda: None
        self._failure: Exception | None = None
        self._look: asyncio.TimerHandle | None = None
        self._often = False

    def watch(self, loop: asyncio.AbstractEventLoop, moved: Callable[[], None]) -> None:
        """See ``EdgeSource``."""
        self._loop = loop
        self._moved = moved
        self._source.watch(loop, moved)
        self._look_soon()

    def take(self) -> list[Edge]:
        """See ``EdgeSource``."""
        if self._failure is not None:
            raise self._failure
        edges = self._source.take()
        for edge in edges:
            self._heard[edge.name] = edge.high
            self._odd.discard(edge.name)
        lost, self._lost = self._lost, []
        # if the real edge came after all, the one that stands for it is dropped
        arrived = {edge.name for edge in edges}
        return edges + [edge for edge in lost if edge.name not in arrived]

    def levels(self) -> dict[Input, bool]:
        """See ``EdgeSource``; later levels are compared with these."""
        levels = self._source.levels()
        self._heard |= levels
        return levels

    def look_often(self, often: bool) -> None:
        """Say whether cards come, or may come: from now on every ``LOOK_S``, or no longer."""
        if often != self._often:
            self._often = often
            self._look_soon()

    def close(self) -> None:
        """See ``EdgeSource``."""
        self._loop = None
        if self._look is not None:
            self._look.cancel()
        self._source.close()

    def _look_soon(self) -> None:
        if self._look is not None:
            self._look.cancel()
        if self._loop is not None:
            look_s = LOOK_S if self._often else REST_LOOK_S
            self._look = self._loop.call_later(look_s, self._compare)

    def _compare(self) -> None:
        self._look_soon()
        if self._loop is None:
            return
        try:
            levels = self._source.levels()
        except Exception as error:  # ``take`` raises it: here the event loop would only log it
            self._failure = error
            self._moved()
            return
        odd = {name for name, high in levels.items() if high != self._heard.get(name, high)}
        lost = odd & self._odd
        self._odd = odd - lost
        if not lost:
            return
        now_us = round(self._loop.time() * 1e6)
        for name in lost:
            self._heard[name] = levels[name]
            self._lost.append(Edge(now_us, name, levels[name], missed=1))
        self._moved()
