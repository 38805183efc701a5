"""Edges through the kernel's own binding, with the kernel's timestamps, queue and numbers.

This is the only source that knows how many edges it has lost: the kernel numbers the edges of each
line, so a gap in the numbers is a count of edges.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING

from hardware.gpio.edges import Edge
from hardware.gpio.launcher_pins import Input

if TYPE_CHECKING:  # a desktop may lack the library, so it is imported only where it is needed
    from gpiod import EdgeEvent, LineRequest

QUEUE = 1024
"""The kernel keeps so many edges: the most that it allows for one request (64 lines by 16)."""


def request_inputs(
    path: str, lines: list[int], consumer: str, pulled_down: Collection[int] = ()
) -> LineRequest:
    """Claim lines of a chip as inputs with both edges; may raise OSError.

    The chip pulls the lines up, but ``pulled_down`` down.
    """
    import gpiod
    from gpiod.line import Bias, Clock, Direction
    from gpiod.line import Edge as Edges

    def pulled(bias: Bias) -> gpiod.LineSettings:
        return gpiod.LineSettings(
            direction=Direction.INPUT,
            edge_detection=Edges.BOTH,
            bias=bias,
            event_clock=Clock.MONOTONIC,
        )

    down = tuple(line for line in lines if line in pulled_down)
    up = tuple(line for line in lines if line not in pulled_down)
    groups = {up: pulled(Bias.PULL_UP), down: pulled(Bias.PULL_DOWN)}
    return gpiod.request_lines(
        path,
        {group: settings for group, settings in groups.items() if group},
        consumer=consumer,
        event_buffer_size=QUEUE,
    )


class GpiodEdges:
    """An ``EdgeSource`` on one request for all inputs, so that all edges are in order."""

    def __init__(self, request: LineRequest, inputs: Mapping[Input, int]) -> None:
        self._request = request
        self._names = {line: name for name, line in inputs.items()}
        self._numbers = dict.fromkeys(self._names, 0)
        self._loop: asyncio.AbstractEventLoop | None = None

    def watch(self, loop: asyncio.AbstractEventLoop, moved: Callable[[], None]) -> None:
        """See ``EdgeSource``: the request's descriptor is readable while edges wait."""
        self._loop = loop
        loop.add_reader(self._request.fd, moved)

    def take(self) -> list[Edge]:
        """See ``EdgeSource``. One reading takes everything that is in the kernel's queue."""
        if not self._request.wait_edge_events(0):
            return []
        return [self._edge(event) for event in self._request.read_edge_events(QUEUE)]

    def levels(self) -> dict[Input, bool]:
        """See ``EdgeSource``."""
        lines = list(self._names)
        values = self._request.get_values(lines)
        return {self._names[line]: bool(high) for line, high in zip(lines, values, strict=True)}

    def close(self) -> None:
        """See ``EdgeSource``."""
        if self._loop is not None:
            self._loop.remove_reader(self._request.fd)
            self._loop = None
        self._request.release()

    def _edge(self, event: EdgeEvent) -> Edge:
        line = event.line_offset
        missed = event.line_seqno - self._numbers[line] - 1
        self._numbers[line] = event.line_seqno
        return Edge(
            at_us=event.timestamp_ns // 1000,
            name=self._names[line],
            high=event.event_type is event.Type.RISING_EDGE,
            missed=missed,
        )
