"""Edges through gpiozero, from whichever thread its pin factory calls.

It may lose edges, or stop hearing any, without an error: `edges.CheckedEdges` finds out.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from typing import Any

from gpiozero import InputDevice

from hardware.gpio.edges import Edge
from hardware.gpio.launcher_pins import Input


def monotonic_us(ticks_s: float) -> int:
    """Convert a local factory's ticks, which are seconds of the monotonic clock."""
    return round(ticks_s * 1e6)


class GpiozeroEdges:
    """An ``EdgeSource`` on gpiozero's pins.

    ``at_us`` turns the factory's ticks into microseconds of the monotonic clock. The chip pulls
    the inputs up, but ``pulled_down`` down.
    """

    def __init__(
        self,
        factory: Any,
        inputs: Mapping[Input, int],
        at_us: Callable[[float], int] = monotonic_us,
        pulled_down: Collection[Input] = (),
    ) -> None:
        self._at_us = at_us
        self._waiting: deque[Edge] = deque()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._devices: dict[Input, InputDevice] = {}
        try:
            for name, gpio in inputs.items():
                up = name not in pulled_down
                self._devices[name] = InputDevice(gpio, pull_up=up, pin_factory=factory)
        except BaseException:
            self.close()
            raise
        # A pin holds only a weak reference to its listener.
        self._listeners = [self._listen(name) for name in inputs]

    def watch(self, loop: asyncio.AbstractEventLoop, moved: Callable[[], None]) -> None:
        """See ``EdgeSource``."""
        self._loop = loop
        self._moved = moved

    def take(self) -> list[Edge]:
        """See ``EdgeSource``."""
        edges = []
        while self._waiting:
            edges.append(self._waiting.popleft())
        return edges

    def levels(self) -> dict[Input, bool]:
        """See ``EdgeSource``."""
        return {name: bool(device.pin.state) for name, device in self._devices.items()}

    def close(self) -> None:
        """See ``EdgeSource``."""
        self._loop = None
        for device in self._devices.values():
            device.close()
        self._devices.clear()

    def _listen(self, name: Input) -> Callable[[float, bool], None]:
        def changed(ticks_s: float, state: bool) -> None:
            self._waiting.append(Edge(self._at_us(ticks_s), name, bool(state)))
            loop = self._loop
            # After an exception lgpio's thread would hear nothing any more.
            with suppress(RuntimeError):
                if loop is not None:
                    loop.call_soon_threadsafe(self._moved)

        pin = self._devices[name].pin
        pin.edges = "both"
        pin.when_changed = changed
        return changed
