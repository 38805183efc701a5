"""The hits between two rests of the scale, as the light barrier counted them.

Each look at the weight says how many of the counted cards are missing. If the same number is
missing after each of the next hits, no card leans anywhere: a card that leans is taken sooner or
later.
"""

MOST_UNSURE = 3
MOST_MISSING = 2
LOADED = 10


class Window:
    def __init__(self):
        self.last_hit = None
        self._last_counted = 0
        self._last_doubted = 0
        self.begin()

    def hit_ends(self, number, delivered, uncertain):
        if number != self.last_hit:
            self._last_counted = 0
            self._last_doubted = 0
        self.counted += delivered - self._last_counted
        self.doubted += uncertain - self._last_doubted
        self._last_counted = delivered
        self._last_doubted = uncertain
        self.last_hit = number
        if self.first_hit is None:
            self.first_hit = number
        if self.reported:
            self.reported = False
            self._unsure += 1

    def begin(self):
        # the last hit may go on later
        self.first_hit = None
        self.counted = 0
        self.doubted = 0
        self.reported = False
        self.missing = 0
        self.leans = False
        self._unsure = 0
        self._looks = 0

    def forget(self):
        self.last_hit = None
        self.begin()

    def look(self, cards, clear):
        # a look that is not clear says nothing new, but it may agree with those before
        missing = self.counted - cards if clear or self.missing > 0 else 0
        if missing > 0 and clear:
            self.leans = True
        if missing > MOST_MISSING and self._looks > 0:
            # so many cards do not lean: a hand lies on it, and goes away
            return
        still_missing = missing == self.missing or self._looks == 0
        self.missing = missing if still_missing else 0
        self._looks += 1

    def is_loaded(self, cards):
        return cards <= self.counted - LOADED

    def is_too_long(self):
        return self._unsure >= MOST_UNSURE

    def may_end(self):
        # with a difference that stayed the same for as long as could be
        if self.missing < 0:
            return self.missing > -LOADED and self.doubted == 0
        return 0 < self.missing <= MOST_MISSING and self._looks > 1
