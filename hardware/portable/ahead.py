"""How long before the last card's end the motor may stop: learned from the ends of cards.

The roller lets a card go before its end passes the beam. From then on the card slides out by
itself, and whatever the roller still moves is the next card. So the motor stops that long ahead.
If it stops too early, the last card is slow or does not come at all: its end is late, and the
motor stops later in the next hit.
"""

SOONER_US = 100
LATER_US = 3_200


class Ahead:
    def __init__(self, settings):
        self._set = settings
        self.most_us = settings.late_first_us * 5 >> 3
        self.us = settings.late_first_us >> 1

    def learn(self, length_us, longest_us):
        # what is far longer is no slow card, so nothing can be learned from it
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
