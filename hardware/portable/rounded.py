"""What is left of the newest weights of hits when they are rounded to whole cards.

A card that leans on the launcher with a part of its weight hides the rest of itself among the
errors of the weight. When somebody takes it, its part leaves the scale. If rest and part together
weigh as much as a card, one card more has come than was told.
"""

from hardware.portable.ticks import Timer

LEANS_US = 10_000_000


class Rounded:
    def __init__(self, card):
        self._card = card
        self._newest = 0
        self._newest_ends = Timer()
        self._before = 0
        self._before_ends = Timer()

    def forget(self):
        self._newest_ends.stop()
        self._before_ends.stop()

    def passes(self, now_us):
        if self._newest_ends.due(now_us):
            self._newest_ends.stop()
        if self._before_ends.due(now_us):
            self._before_ends.stop()

    def add(self, now_us, rest):
        if self._newest_ends.on:
            self._before = self._newest
            self._before_ends.start(now_us, self._newest_ends.left_us(now_us))
        self._newest = rest
        self._newest_ends.start(now_us, LEANS_US)

    def is_near(self, rest):
        rest += self._newest if self._newest_ends.on else 0
        return abs(rest) * 10 <= self._card.card * 3

    def is_a_card(self, part):
        # with a part alone, a card is not whole
        card = self._card.card
        if not self._newest_ends.on or part <= 0 or part >= card:
            return False
        part += self._newest
        if self._before_ends.on:
            part += self._before
        return abs(part - card) * 10 <= card * 3
