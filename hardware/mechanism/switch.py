"""The button's line: a finger that presses, contacts that bounce, brushes that spark into it."""

from __future__ import annotations

from random import Random

from hardware.mechanism.parameters import Parameters
from hardware.mechanism.roller import NEVER


class Switch:
    """Makes the line's edges: presses, bounces and sparks."""

    def __init__(self, parameters: Parameters, random: Random) -> None:
        self._set = parameters
        self._random = random
        self.edges: list[tuple[int, bool]] = []
        """The line's edges that nobody has taken yet, each with its moment; True: down."""
        self.noisy = False
        """More of the motor's sparks get through than with the machine's own wiring."""
        self._down = False
        self._spark_us = NEVER

    def move(self, at_us: int, down: bool) -> None:
        """A finger presses or releases it at a moment, now or later, and the contacts bounce."""
        toggles = 2 * self._random.randint(0, self._set.button_bounces)
        within_us = self._set.button_bounce_us
        spread = sorted(self._random.randint(1, within_us) for _ in range(toggles))
        for index, after_us in enumerate([0, *spread]):
            self.edges.append((at_us + after_us, down if index % 2 == 0 else not down))
        self.edges.sort(key=lambda edge: edge[0])

    def motor(self, now_us: int, on: bool) -> None:
        """The motor is driven from now on, or is not."""
        rate = self._set.noisy_line_hz if self.noisy else self._set.brush_noise_hz
        self._spark_us = now_us + self._wait_us(rate) if on and rate else NEVER

    def next_us(self) -> float:
        """When to call ``watch`` next; NEVER: not before a finger comes."""
        return self._spark_us

    def watch(self, now_us: int) -> None:
        """Bring it to the present."""
        if self._spark_us > now_us:
            return
        if not self.edges:  # while a contact bounces, a spark changes nothing
            self.edges.append((now_us, not self._down))
            width_us = self._random.randint(*self._set.brush_noise_us)
            self.edges.append((now_us + width_us, self._down))
        self.motor(now_us, True)

    def take(self) -> tuple[int, bool]:
        """Return the first edge: its moment, and True for down."""
        edge = self.edges.pop(0)
        self._down = edge[1]
        return edge

    def _wait_us(self, rate_hz: float) -> int:
        return 1 + round(self._random.expovariate(rate_hz) * 1e6)
