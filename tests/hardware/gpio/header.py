"""A Pi's header between a library for pins and what is wired to them."""

from __future__ import annotations

from collections.abc import Callable


class Header:
    """Levels: what the library gives its outputs, and what is put at its inputs."""

    def __init__(self) -> None:
        self.changed: Callable[[], None] = lambda: None
        """Called when an output has changed."""
        self._driven: dict[int, float] = {}
        self._put: dict[int, bool] = {}
        self._listeners: dict[int, Callable[[bool, int], None]] = {}

    def level(self, gpio: int) -> float:
        """What is at an output, a share of the time with pulses; low by a resistor without one."""
        return self._driven.get(gpio, 0.0)

    def put(self, gpio: int, high: bool, now_us: int) -> None:
        """Something at an input changes."""
        before = self.read(gpio)
        self._put[gpio] = high
        if high != before and gpio in self._listeners:
            self._listeners[gpio](high, now_us)

    def read(self, gpio: int) -> bool:
        """What the library reads; nothing is wired: pulled up."""
        return bool(self._driven[gpio]) if gpio in self._driven else self._put.get(gpio, True)

    def drive(self, gpio: int, level: float) -> None:
        """The library gives an output a level."""
        before = self._driven.get(gpio)
        self._driven[gpio] = level
        if level != before:
            self.changed()

    def let_go(self, gpio: int) -> None:
        """The library makes a pin an input."""
        if self._driven.pop(gpio, 0.0):
            self.changed()

    def listen(self, gpio: int, heard: Callable[[bool, int], None]) -> None:
        """The library hears edges from now on, with the level and the moment in microseconds."""
        self._listeners[gpio] = heard

    def unlisten(self, gpio: int) -> None:
        """It hears them no more."""
        self._listeners.pop(gpio, None)
