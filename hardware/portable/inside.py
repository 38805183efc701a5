"""How many cards are inside: what was inside when the scale was tared, less what has left since.

The whole weight above the empty launcher's says the same in another way. Both have to agree.
"""


class Inside:
    def __init__(self, card):
        self._card = card
        self.tared = False
        self.best = 0
        self.low = 0
        self.high = 0
        self._empty = 0
        self._kept_low = 0
        self._kept_high = 0
        self._weighed_low = 0
        self._weighed_high = 0

    def tare(self, level):
        self.tared = True
        self._empty = level
        self._kept_low = 0
        self._kept_high = 0
        self.best = 0
        self.low = 0
        self.high = 0

    def is_empty(self):
        return self.tared and self._kept_low == 0 and self._kept_high == 0 and self.high == 0

    def drifted(self, shift):
        self._empty += shift

    def removed(self, low, high):
        self._kept_low -= high
        self._kept_high -= low

    def look(self, level, low, high):
        """``low``, ``high``: so many cards left since ``removed`` was last called."""
        self._weigh(level - self._empty)
        self.low = self._kept_low - high
        self.high = self._kept_high - low
        if self._weighed_low <= self.high and self._weighed_high >= self.low:
            self.low = max(self.low, self._weighed_low)
            self.high = min(self.high, self._weighed_high)
        else:
            self.low = min(self.low, self._weighed_low)
            self.high = max(self.high, self._weighed_high)
        self.low = max(0, self.low)
        self.high = max(self.low, self.high)
        self.best = max(self.low, min(self._card.nearest(level - self._empty), self.high))

    def _weigh(self, weight):
        doubt = 3 * self._card.doubt(self._card.nearest(weight), self._card.card // 8)
        self._weighed_low = self._card.nearest(weight - doubt)
        self._weighed_high = self._card.nearest(weight + doubt)
