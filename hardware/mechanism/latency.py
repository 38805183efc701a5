"""How late a board reacts: from an edge, or the end of a timer, to the motor's new duty.

Edges carry the moment at which they happened (from the kernel or an interrupt). So lateness does
not make a measurement wrong, it only delays the reaction.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, slots=True)
class Latency:
    """A distribution by its quantiles: (share of reactions, at most this many µs), from 0 to 1.

    Between two quantiles it is uniform.
    """

    quantiles: tuple[tuple[float, int], ...]

    @property
    def worst_us(self) -> int:
        """The latest possible reaction."""
        return self.quantiles[-1][1]

    def draw_us(self, random: Random) -> int:
        """How late one reaction is."""
        share = random.random()
        index = bisect_right(self.quantiles, share, key=lambda quantile: quantile[0])
        (low, low_us), (high, high_us) = self.quantiles[index - 1], self.quantiles[index]
        return low_us + round((high_us - low_us) * (share - low) / (high - low))


PI_IDLE = Latency(((0.0, 30), (0.5, 80), (0.99, 300), (1.0, 2_000)))
"""A Pi that does nothing else. On a desktop, Python's edge thread in a process of its own wakes up
within 0.03 ms at p99. A Pi's core is about five times slower, its kernel adds up to 0.15 ms, and
now and then a wake-up falls into the timer's housekeeping."""

PI_WRITING = Latency(((0.0, 30), (0.5, 150), (0.99, 3_800), (0.999, 5_900), (1.0, 73_000)))
"""A Pi while the referee is busy and its memory card writes. 3.8 ms is p99 from edge to output in
an emulated machine whose processor was busy. 5.9 ms is p99 of an edge thread in a process that was
busy with JSON, and 73 ms its worst during a garbage collection. The driver has a process of its
own, so this is a bound, not a guess; one reaction in a thousand may be as late as the worst."""

PICO = Latency(((0.0, 10), (0.5, 60), (0.99, 300), (1.0, 8_000)))
"""A Pico with MicroPython: interrupts take microseconds, and the loop runs in a timer's interrupt.
Everything else may wait for a garbage collection, 2 to 8 ms for a heap of 192 kB."""

BOARDS: Mapping[str, Latency] = {"pi_idle": PI_IDLE, "pi_writing": PI_WRITING, "pico": PICO}
"""By name."""
