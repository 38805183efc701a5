"""Edges through gpiozero: whatever its pin factory hears, in whichever thread.

It may lose edges without a word, or go deaf, so it is checked against the levels: one that has
differed from the last edge for two looks stands for an edge that was lost.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Final

from gpiozero import InputDevice

from hardware.gpio.edges import Edge
from hardware.gpio.pins import Input

LOOK_S: Final = 0.05


def monotonic_us(ticks_s: float) -> int:
    """A local factory's ticks are seconds of the monotonic clock."""
    return round(ticks_s * 1e6)


class GpiozeroEdges:
    """An ``EdgeSource`` on gpiozero's pins.

    ``at_us`` turns the factory's ticks into microseconds of the monotonic clock.
    """

    def __init__(
        self,
        factory: Any,
        inputs: Mapping[Input, int],
        at_us: Callable[[float], int] = monotonic_us,
    ) -> None:
        self._at_us = at_us
        self._waiting: deque[Edge] = deque()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._failure: Exception | None = None
        self._look: asyncio.TimerHandle | None = None
        self._devices: dict[Input, InputDevice] = {}
        try:
            for name, gpio in inputs.items():
                self._devices[name] = InputDevice(gpio, pull_up=True, pin_factory=factory)
        except BaseException:
            self.close()
            raise
        self._heard = self.levels()
        self._odd: set[Input] = set()
        # A pin holds its listener weakly.
        self._listeners = [self._listen(name) for name in inputs]

    def watch(self, loop: asyncio.AbstractEventLoop, moved: Callable[[], None]) -> None:
        """See ``EdgeSource``."""
        self._loop = loop
        self._moved = moved
        self._look_soon()

    def take(self) -> list[Edge]:
        """See ``EdgeSource``."""
        if self._failure is not None:
            raise self._failure
        edges = []
        while self._waiting:
            edge = self._waiting.popleft()
            self._heard[edge.name] = edge.high
            edges.append(edge)
        return edges

    def levels(self) -> dict[Input, bool]:
        """See ``EdgeSource``."""
        return {name: bool(device.pin.state) for name, device in self._devices.items()}

    def close(self) -> None:
        """See ``EdgeSource``."""
        self._loop = None
        if self._look is not None:
            self._look.cancel()
        for device in self._devices.values():
            device.close()
        self._devices.clear()

    def _listen(self, name: Input) -> Callable[[float, bool], None]:
        def changed(ticks_s: float, state: bool) -> None:
            self._waiting.append(Edge(self._at_us(ticks_s), name, bool(state)))
            loop = self._loop
            # A thread of lgpio's that meets an exception hears nothing ever again.
            with suppress(RuntimeError):
                if loop is not None:
                    loop.call_soon_threadsafe(self._moved)

        pin = self._devices[name].pin
        pin.edges = "both"
        pin.when_changed = changed
        return changed

    def _look_soon(self) -> None:
        if self._loop is not None:
            self._look = self._loop.call_later(LOOK_S, self._compare)

    def _compare(self) -> None:
        """Take a level that no edge has told of, twice in a row, for an edge that was lost."""
        self._look_soon()
        if self._waiting or self._loop is None:
            return
        try:
            levels = self.levels()
        except Exception as error:  # for whoever takes: the loop would only write it down
            self._failure = error
            self._moved()
            return
        odd = {name for name, high in levels.items() if high != self._heard[name]}
        lost = odd & self._odd
        self._odd = odd - lost
        now_us = round(self._loop.time() * 1e6)
        self._waiting.extend(Edge(now_us, name, levels[name], missed=1) for name in lost)
        if lost:
            self._moved()
