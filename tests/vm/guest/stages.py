"""A driver that notes when it passes which point on the way from a press to the motor's pin."""

from __future__ import annotations

import selectors
import time
from collections.abc import Callable
from ctypes import Array, c_uint64
from typing import Any, Final

from tests.vm.guest.launcher import command
from tests.vm.guest.mechanism import WIRED

STAGES: Final = (
    "the event loop wakes",
    "the driver asks for edges",
    "the edges are read",
    "the core hears of the press",
    "the core has begun the hit",
    "the core has looked at its limits",
    "the pin is to be written",
    "the pin is high",
)
"""Each stage ends at a moment, and begins where the one before it ends."""


def note(moments_ns: Array[c_uint64], *arguments: str) -> None:
    """Be ``rollerdeck`` with these arguments; ``moments_ns``: when the stages of a press ended."""
    import lgpio

    from hardware.gpio.gpiod_edges import GpiodEdges
    from hardware.portable.core import Core

    last_ns = [0] * len(STAGES)

    def watch(owner: Any, name: str, before: int | None, after: int | None) -> None:
        real: Callable[..., Any] = getattr(owner, name)

        def watched(*given: Any, **named: Any) -> Any:
            if before is not None:
                last_ns[before] = time.monotonic_ns()
            done = real(*given, **named)
            if after is not None:
                last_ns[after] = time.monotonic_ns()
            return done

        setattr(owner, name, watched)

    watch(selectors.EpollSelector, "select", None, 0)
    watch(GpiodEdges, "take", 1, 2)
    watch(Core, "button_edge", 3, 4)
    watch(Core, "tick", None, 5)
    watch(lgpio, "gpio_write", 6, 7)
    write = lgpio.gpio_write

    def written(handle: int, gpio: int, high: int) -> int:
        done: int = write(handle, gpio, high)
        if gpio == WIRED.motor_in1 and high:
            for nth, ns in enumerate(last_ns):
                moments_ns[nth] = ns
        return done

    lgpio.gpio_write = written
    command(*arguments)
