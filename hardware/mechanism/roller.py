"""The roller: its surface speed follows the motor as a first-order lag, in closed form.

A small brushed motor at a voltage follows dv/dt = (u - v) / tau - friction, where u is the speed
that it would reach without friction. Between two changes of the drive that is an exponential
towards u - friction * tau. Friction alone never turns the roller, it only stops it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

NEVER = math.inf


@dataclass(frozen=True, slots=True)
class Spin:
    """The roller's speed from one moment until the drive changes. µs and mm."""

    since_us: float
    speed: float
    """mm/µs at that moment; negative: reverse."""
    aim: float
    """mm/µs that the speed tends to."""
    tau_us: float
    rests: bool
    """When it comes to a stop, it rests until the drive changes; ``aim`` lies beyond zero then."""
    stop_us: float = field(init=False)
    """When it comes to rest; NEVER if the drive overcomes friction."""

    def __post_init__(self) -> None:
        """It is asked for at every step, and the logarithm takes time."""
        object.__setattr__(self, "stop_us", self._find_stop_us())

    @classmethod
    def under(
        cls, since_us: float, speed: float, free: float, tau_us: float, friction: float
    ) -> Spin:
        """Follow from a drive that would reach ``free`` mm/µs, and ``friction`` in mm/µs².

        Friction acts against the drive if the drive is strong enough, else against the movement.
        That friction also helps to reverse is left out (a reversal has a dead time).
        """
        loss = friction * tau_us
        if abs(free) > loss:
            return cls(since_us, speed, free - math.copysign(loss, free), tau_us, False)
        aim = free - math.copysign(loss, speed) if speed else 0.0
        return cls(since_us, speed, aim, tau_us, True)

    def speed_at(self, at_us: float) -> float:
        """Surface speed at a moment, mm/µs."""
        if at_us >= self.stop_us:
            return 0.0
        return self.aim + (self.speed - self.aim) * math.exp(-(at_us - self.since_us) / self.tau_us)

    def travel(self, at_us: float) -> float:
        """Signed surface travel from the beginning to a moment, in mm."""
        run = min(at_us, self.stop_us) - self.since_us
        lag = 1.0 - math.exp(-run / self.tau_us)
        return self.aim * run + (self.speed - self.aim) * self.tau_us * lag

    def _find_stop_us(self) -> float:
        if not self.rests:
            return NEVER
        if self.speed * self.aim >= 0.0:
            return self.since_us
        return self.since_us + self.tau_us * math.log((self.aim - self.speed) / self.aim)

    def turn_us(self) -> float:
        """When its direction changes; NEVER if it does not."""
        if self.rests or self.speed * self.aim >= 0.0:
            return NEVER
        return self.since_us + self.tau_us * math.log((self.aim - self.speed) / self.aim)

    def forward(self, at_us: float) -> int:
        """Its direction just after a moment: 1, -1, or 0 at rest."""
        speed = self.speed_at(at_us)
        if not self.rests and abs(speed) < 1e-12:
            speed = self.aim
        return (speed > 0.0) - (speed < 0.0)

    def reach_us(self, from_us: float, mm: float) -> float:
        """When, after ``from_us``, it has travelled ``mm`` (of either sign) further.

        NEVER if it stops or turns before. Newton's method begins on the side from which it
        converges without overshooting.
        """
        speed = self.speed_at(from_us)
        sign = 1.0 if mm > 0.0 else -1.0
        speed, aim, far, tau = speed * sign, self.aim * sign, abs(mm), self.tau_us
        if speed <= 0.0 and (aim <= 0.0 or self.rests):
            return NEVER
        if aim < 0.0 and far >= self._travel_to_turn(speed, aim, tau):
            return NEVER
        # accelerating: convex, start beyond; slowing down: concave, start before
        run = (far + (aim - speed) * tau) / aim if aim > speed else 0.0
        for _ in range(60):
            decay = math.exp(-run / tau)
            miss = aim * run + (speed - aim) * tau * (1.0 - decay) - far
            step = miss / (aim + (speed - aim) * decay)
            run -= step
            if abs(step) < 1e-3:
                break
        return from_us + max(run, 0.0)

    @staticmethod
    def _travel_to_turn(speed: float, aim: float, tau: float) -> float:
        run = tau * math.log((aim - speed) / aim)
        return aim * run + (speed - aim) * tau * (1.0 - math.exp(-run / tau))
