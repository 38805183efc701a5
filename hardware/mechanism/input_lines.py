"""The lines from the mechanism to the board: the card sensor's and the button's.

The card sensor's output says blocked while something shades the sensor and no other light is too
bright. At the button, a finger presses, contacts bounce, and brushes spark into the line.
"""

from __future__ import annotations

from random import Random

from hardware.mechanism.parameters import Parameters
from hardware.mechanism.roller import NEVER


class Beam:
    """Turns what is in front of the sensor into edges, including bounces."""

    def __init__(self, parameters: Parameters, random: Random) -> None:
        self._set = parameters
        self._random = random
        self.edges: list[tuple[int, bool]] = []
        """The output's edges that nobody has taken yet, each with its moment."""
        self.stuck = False
        """Something stays in front of the sensor."""
        self.blind = False
        """Nothing blocks it: there is too much light, or its cable is off and it reads free."""
        self._card = False
        self.output = False
        """Whether the sensor says blocked, once its edges are taken."""
        self._finger: bool | None = None
        self._finger_us = NEVER
        self._flicker = False
        self._dip = False
        self._dip_us = NEVER

    def finger(self, now_us: int, on: bool) -> None:
        """A hand reaches for the cards again and again, beginning now; or stays away."""
        self._finger = True if on else None
        self._finger_us = now_us + self._random.randint(*self._set.finger_in_us) if on else NEVER

    def flicker(self, now_us: int, on: bool) -> None:
        """From now on other light pulses and is too bright each time; or it does so no longer."""
        self._flicker = on
        self._dip = False
        self._dip_us = now_us + self._random.randrange(self._set.flicker_period_us) if on else NEVER

    def next_us(self) -> float:
        """When to call ``watch`` next; NEVER: not before a card comes or goes."""
        # pulses of light change nothing while nothing is in the beam
        if self._flicker and self._shaded and self._dip_us < self._finger_us:
            return self._dip_us
        return self._finger_us

    def watch(self, now_us: int, card: bool) -> None:
        """Bring it to the present. ``card``: a card is in the beam."""
        self._card = card
        if self._finger_us <= now_us:
            self._finger = not self._finger
            spread = self._set.finger_in_us if self._finger else self._set.finger_out_us
            self._finger_us = now_us + self._random.randint(*spread)
        if self._flicker:
            self._pulse(now_us)
        output = self._shaded and not self.blind and not self._dip
        if output != self.output:
            self.output = output
            self._bounce(now_us, output)

    @property
    def _shaded(self) -> bool:
        return self._card or self.stuck or bool(self._finger)

    def _pulse(self, now_us: int) -> None:
        while self._dip_us <= now_us:
            self._dip = not self._dip
            dip_us = self._random.randint(*self._set.flicker_dip_us)
            self._dip_us += dip_us if self._dip else self._set.flicker_period_us - dip_us

    def _bounce(self, now_us: int, output: bool) -> None:
        # the new edge replaces bounces of the one before that are still to come
        self.edges = [edge for edge in self.edges if edge[0] <= now_us]
        self.edges.append((now_us, output))
        max_bounces = self._set.beam_bounces
        toggles = 2 * (max_bounces - int(self._random.random() * (max_bounces + 1)))
        if toggles:
            within_us = self._set.beam_bounce_us
            spread = sorted(self._random.randint(1, within_us) for _ in range(toggles))
            for index, after_us in enumerate(spread):
                self.edges.append((now_us + after_us, output == bool(index % 2)))


class Switch:
    """Makes the line's edges: presses, bounces and sparks."""

    def __init__(self, parameters: Parameters, random: Random) -> None:
        self._set = parameters
        self._random = random
        self.edges: list[tuple[int, bool]] = []
        """The line's edges that nobody has taken yet, each with its moment; True: down."""
        self.noisy = False
        """More of the motor's sparks get through than with the machine's own wiring."""
        self.down = False
        """Whether the line says down, by the last edge that was taken."""
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
            self.edges.append((now_us, not self.down))
            width_us = self._random.randint(*self._set.brush_noise_us)
            self.edges.append((now_us + width_us, self.down))
        self.motor(now_us, True)

    def take(self) -> tuple[int, bool]:
        """Return the first edge: its moment, and True for down."""
        edge = self.edges.pop(0)
        self.down = edge[1]
        return edge

    def _wait_us(self, rate_hz: float) -> int:
        return 1 + round(self._random.expovariate(rate_hz) * 1e6)
