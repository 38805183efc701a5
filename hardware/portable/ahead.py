"""How long before the last card's end the motor may stop: learned from the ends themselves.

The roller lets a card go before its end passes the beam; from then on it slides out by itself,
and whatever the roller still moves is the next one. So the motor stops that long ahead. Where it
stopped too early, the last card is slow, or does not come at all: its end is late, and the next
hit's stop comes later.
"""

SOONER_US = 100
LATER_US = 3_200


class Ahead:
    def __init__(self, settings):
        self._set = settings
        self.most_us = settings.late_first_us * 5 >> 3
        self.us = settings.late_first_us >> 1

    def learn(self, length_us, longest_us):
        # what is far longer is no slow card, and says nothing
        if length_us <= longest_us:
            self._move(SOONER_US)
        elif length_us < 2 * self._set.card_us:
            self._move(-LATER_US)

    def too_soon(self):
        self._move(-LATER_US)

    def _move(self, by_us):
        us = self.us + by_us
        if 0 <= us <= self.most_us:
            self.us = us
