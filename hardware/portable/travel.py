"""How far the roller has moved a card, from how long the motor has been on and the cards' pace.

Travel is in microseconds at feed speed. A motor gets there by 1 - exp(-t / tau), with tau half of
``spin_up_us``. After t it has travelled t - tau (1 - exp(-t / tau)). Up to three tau that is
computed as 18 tau t^2 / (t + 6 tau)^2, from there on as t - tau; both are off by a twentieth of
tau at most. All of it is at the pace of the cards, which is learned from them: a battery sags
within an evening, and then a card blocks the beam for up to half as long again. Slips and overlaps
have a different length each time, so pulses of the same length are cards.
"""

from hardware.portable import ticks

EVEN = 1024
SLOWEST = 640
FASTEST = 1130
LIKE_EACH_OTHER = 2

PAST_ROUNDING_US = 40


class Pace:
    def __init__(self, settings):
        self._set = settings
        self._pace = EVEN
        self._alike = 0
        self._last_us = 0

    def travel_us(self, us):
        if self._pace == EVEN:
            return us
        return (us >> 4) * self._pace >> 6

    def time_us(self, travel_us):
        if self._pace == EVEN:
            return travel_us
        return (travel_us >> 4) * EVEN // self._pace << 4

    # small functions: a frame of more than a few words would be allocated on MicroPython

    def learn(self, length_us):
        if length_us * 2 < self._set.card_us:
            return
        self._compare(length_us - self._last_us, length_us)
        self._last_us = length_us
        self._move(self._pace * self._set.card_us // length_us - self._pace, self._share(length_us))

    def _compare(self, off_us, length_us):
        if abs(off_us) << 4 <= length_us:
            self._alike += 1
        else:
            self._alike = 0

    def _share(self, length_us):
        off_us = length_us - self._set.card_us
        if abs(off_us) << 3 <= self._set.card_us:
            return 8
        if self._alike >= LIKE_EACH_OTHER:
            return 1
        if off_us < 0 and self._pace < EVEN:
            # nothing is shorter than a card, so a weak supply has recovered
            return 2
        return 0

    def _move(self, by, share):
        if share == 0:
            return
        by = (by + (share >> 1)) // share
        if SLOWEST <= self._pace + by <= FASTEST:
            self._pace += by


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
