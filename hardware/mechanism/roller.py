"""The roller: its surface speed follows the motor as a first-order lag, in closed form."""

from __future__ import annotations

import math
from dataclasses import dataclass

NEVER = math.inf


@dataclass(frozen=True, slots=True)
class Spin:
    """Speed from one moment on, as long as nobody changes the drive. µs and mm."""

    since_us: float
    speed: float
    """mm/µs at that moment; negative: reverse."""
    aim: float
    """mm/µs that it tends to."""
    tau_us: float
    creep: float
    """Without drive, below this speed (mm/µs) it stands still."""

    def speed_at(self, at_us: float) -> float:
        """Surface speed at a moment, mm/µs."""
        if at_us >= self.stop_us():
            return 0.0
        return self.aim + (self.speed - self.aim) * math.exp(-(at_us - self.since_us) / self.tau_us)

    def travel(self, at_us: float) -> float:
        """Signed surface travel from the beginning to a moment, in mm."""
        run = min(at_us, self.stop_us()) - self.since_us
        lag = 1.0 - math.exp(-run / self.tau_us)
        return self.aim * run + (self.speed - self.aim) * self.tau_us * lag

    def stop_us(self) -> float:
        """When it comes to rest; NEVER where it is driven."""
        if self.aim != 0.0:
            return NEVER
        if abs(self.speed) <= self.creep:
            return self.since_us
        return self.since_us + self.tau_us * math.log(abs(self.speed) / self.creep)

    def turn_us(self) -> float:
        """When its direction changes; NEVER if it does not."""
        if self.speed * self.aim >= 0.0:
            return NEVER
        return self.since_us + self.tau_us * math.log((self.aim - self.speed) / self.aim)

    def forward(self, at_us: float) -> int:
        """Its direction just after a moment: 1, -1, or 0 at rest."""
        speed = self.speed_at(at_us)
        if self.aim != 0.0 and abs(speed) < 1e-12:
            speed = self.aim
        return (speed > 0.0) - (speed < 0.0)

    def reach_us(self, from_us: float, mm: float) -> float:
        """When, after ``from_us``, it has travelled ``mm`` (of either sign) further.

        NEVER where it stops or turns before. Solved by Newton's method from the side on which it
        converges without overshooting.
        """
        speed = self.speed_at(from_us)
        sign = 1.0 if mm > 0.0 else -1.0
        speed, aim, far, tau = speed * sign, self.aim * sign, abs(mm), self.tau_us
        if speed <= 0.0 and aim <= 0.0:
            return NEVER
        if aim <= 0.0:
            if aim < 0.0:
                most = self._travel_to_turn(speed, aim, tau)
            else:
                most = (speed - self.creep) * tau
            if far >= most:
                return NEVER
        if aim == 0.0:
            return from_us - tau * math.log(1.0 - far / (speed * tau))
        # accelerating: convex, start beyond; slowing down: concave, start before
        run = (far + max(aim - speed, 0.0) * tau) / aim if aim > 0.0 and aim > speed else 0.0
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
