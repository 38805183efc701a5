"""The hits between two rests of the scale: what the light barrier counted, and rounding hid.

Each look at the weight says how many of the counted cards are missing. If the same number is
missing after each of the next hits, no card leans anywhere: a card that leans is taken sooner or
later.
A card that leans on the launcher with a part of its weight hides the rest of itself among the
errors of the weight. When somebody takes it, its part leaves the scale. If rest and part together
weigh as much as a card, one card more has come than was told.
"""

from hardware.portable.ticks import Timer

MOST_UNSURE = 3
MOST_MISSING = 2
LOADED = 10

LEANS_US = 10_000_000


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
