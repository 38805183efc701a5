"""How far the roller has moved a card, from how long the motor has been on.

Travel is in microseconds at feed speed. A motor gets there by 1 - exp(-t / tau), with tau half of
``spin_up_us``. After t it has travelled t - tau (1 - exp(-t / tau)). Up to three tau that is
computed as 18 tau t^2 / (t + 6 tau)^2, from there on as t - tau; both are off by a twentieth of
tau at most. All of it is at the pace of the cards (`hardware/portable/pace.py`).
"""

from hardware.portable import ticks
from hardware.portable.pace import Pace

PAST_ROUNDING_US = 40


class Travel:
    def __init__(self, settings):
        self._set = settings
        self._started_us = 0
        self.pace = Pace(settings)

    def start(self, now_us):
        self._started_us = now_us

    def so_far_us(self, now_us):
        return self.pace.travel_us(self._at_even_pace_us(now_us))

    def until_us(self, now_us, travel_us):
        left_us = self.pace.time_us(travel_us)
        left_us += self._still_to_lose_us(now_us) + PAST_ROUNDING_US
        return left_us if left_us > 0 else 0

    def _at_even_pace_us(self, now_us):
        ran_us = ticks.diff(now_us, self._started_us)
        tau_us = self._set.spin_up_us >> 1
        if ran_us >= 3 * tau_us:
            return ran_us - tau_us
        if ran_us <= 0:
            return 0
        share = (ran_us << 11) // (6 * tau_us + ran_us)
        return (18 * tau_us >> 4) * (share * share >> 6) >> 12

    def _still_to_lose_us(self, now_us):
        # a motor that still speeds up will have lost half of the spin-up time in the end
        lost_us = ticks.diff(now_us, self._started_us) - self._at_even_pace_us(now_us)
        return (self._set.spin_up_us >> 1) - lost_us
