"""What happens at the inputs, and the interface of what listens to them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from hardware.gpio.launcher_pins import Input


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
