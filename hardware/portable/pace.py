"""How fast cards run, compared with the calibration: learned from the cards.

A battery sags within an evening; then a card blocks the beam for up to half as long again. Slips
and overlaps have a different length each time, so pulses of the same length are cards.
"""

EVEN = 1024
SLOWEST = 640
FASTEST = 1130
LIKE_EACH_OTHER = 2


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
