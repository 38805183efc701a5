"""Edges checked against levels: whatever listens may lose some without a word, or go deaf.

A level that differs from what the last edge said, for two looks, stands for an edge that was lost.
The kernel's numbers tell of a loss only with the next edge, and a card that lies still has none.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from hardware.gpio.edges import Edge, EdgeSource
from hardware.gpio.launcher_pins import Input

LOOK_S: Final = 0.05


class CheckedEdges:
    """An ``EdgeSource`` on another one, which it takes over."""

    def __init__(self, source: EdgeSource) -> None:
        self._source = source
        self._heard: dict[Input, bool] = {}
        self._odd: set[Input] = set()
        self._found: list[Edge] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        self._moved: Callable[[], None] = lambda: None
        self._failure: Exception | None = None
        self._look: asyncio.TimerHandle | None = None

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
        found, self._found = self._found, []
        # one that came after all needs nobody to stand for it
        return edges + [edge for edge in found if self._heard[edge.name] == edge.high]

    def levels(self) -> dict[Input, bool]:
        """See ``EdgeSource``; from now on they are known."""
        levels = self._source.levels()
        self._heard |= levels
        return levels

    def close(self) -> None:
        """See ``EdgeSource``."""
        self._loop = None
        if self._look is not None:
            self._look.cancel()
        self._source.close()

    def _look_soon(self) -> None:
        if self._loop is not None:
            self._look = self._loop.call_later(LOOK_S, self._compare)

    def _compare(self) -> None:
        self._look_soon()
        if self._loop is None:
            return
        try:
            levels = self._source.levels()
        except Exception as error:  # for whoever takes: the loop would only write it down
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
            self._found.append(Edge(now_us, name, levels[name], missed=1))
        self._moved()
