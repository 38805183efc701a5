"""A card's weight and how certain it is, which number of cards a weight fits, how many are inside.

A card's weight is calibrated, then learned from sure hits. So is how far weights are from whole
cards, whatever the reason is (a cable that moves, a table that gives way). A scale that is often
half a card off is never sure.
Inside is what was inside when the scale was tared, less what has left since. The whole weight above
the empty launcher's says the same in another way. Both have to agree.
"""

SHARE = 256
LEAST_OFF_PERMILLE = 2
RESTLESS_PERMILLE = 25

WHOLE = 256


def root_sum(a, b):
    """The root of the sum of two squares, or a little more; no step needs more than 31 bits."""
    low = min(a, b)
    high = max(a, b)
    if high == 0:
        return 0
    return high + low * (low * 64 // high) // 128


def root(value):
    estimate = value
    better = (value + 1) // 2
    while better < estimate:
        estimate = better
        better = (estimate + value // estimate) // 2
    return estimate


class CardWeight:
    def __init__(self, settings):
        self.card = settings.card
        self.off = settings.card_off
        self._least_off = max(1, settings.card * LEAST_OFF_PERMILLE // 1_000)
        self._spread = settings.spread
        self.restless = max(1, settings.card * RESTLESS_PERMILLE // 1_000)
        self._least_restless = self.restless

    def nearest(self, weight):
        return (weight + self.card // 2) // self.card

    def doubt(self, cards, noise):
        cards = abs(cards)
        noise = root_sum(noise, self.restless)
        return root_sum(noise, root_sum(cards * self.off, self._alike(cards)))

    def learn(self, cards, weight, noise):
        share = self._share(self._card_noise(cards, noise))
        self._learn(weight // cards - self.card, share)

    def _learn(self, off, share):
        self.card += off * share // SHARE
        # what is left of the uncertainty: a part of its square is gone
        remaining = root((SHARE - share) * SHARE)
        self.off = max(self._least_off, self.off * remaining // SHARE)

    def _card_noise(self, cards, noise):
        # the zero may have moved meanwhile: a tenth of a card is nothing unusual
        noise = root_sum(noise, self.card // 10)
        noise = root_sum(noise, self._alike(cards))
        return max(1, noise // cards)

    def _alike(self, cards):
        return self._spread * root(cards * 64) // 8

    def _share(self, noise):
        # squares of numbers below 1024, as a share of 256
        off = self.off
        while off > 1_000 or noise > 1_000:
            off >>= 1
            noise >>= 1
        return SHARE * off * off // (off * off + noise * noise + 1)

    def missed_by(self, off):
        off = min(abs(off), self.card // 2)
        # as a root mean square, if it is as often small as large
        restless = self.restless + (off * 5 // 4 - self.restless) // 16
        self.restless = max(self._least_restless, restless)


class Fit:
    def __init__(self, card):
        self._card = card
        self.weight = 0
        self.cards = 0
        self.off = 0
        self.spread = 0
        self._shaken = 0

    def weigh(self, weight, noise):
        card = self._card
        self.weight = weight
        self.cards = card.nearest(weight)
        self.off = abs(weight - self.cards * card.card)
        self._shaken = card.doubt(0, noise)
        self.spread = card.doubt(self.cards, noise)

    def rest(self):
        return self.weight - self.cards * self._card.card

    def is_clear(self):
        off = self.off
        if off * 10 > self._card.card * 3 or off > 4 * self.spread:
            return False
        return self._card.card - off >= 5 * self.spread

    def is_too_many(self):
        # no weight of so many cards is clear, and that is for the cards more than for the shaking
        return self.spread * 5 > self._card.card and self.spread > 2 * self._shaken

    def has_part(self):
        # between two numbers of cards: something carries a part of a card
        return self.off * 10 > self._card.card * 3

    def is_near(self):
        return self.off * 5 <= self._card.card

    def is_enough_to_agree(self):
        # what the beam counted is likely before anything was weighed. So where the mass of a card
        # is not known well, one card more needs to be only as unlikely as the exponential of 3 says
        card = self._card.card
        if card - self.off < 5 * self._shaken:
            return False
        off = self.off * WHOLE // card
        spread = min(WHOLE, self.spread * WHOLE // card)
        if off > WHOLE * 3 // 10 and off > 2 * spread:
            return False
        return WHOLE * (WHOLE - 2 * off) >= 6 * spread * spread

    def low(self):
        low = self._card.nearest(self.weight - 3 * self.spread)
        return min(low, self._whole()) if self.has_part() else low

    def at_least(self):
        # without the half card by which ``low`` allows for a card that leans
        card = self._card.card
        least = (self.weight - 3 * self.spread + card - 1) // card
        return self._whole() if self.has_part() else min(least, self.cards)

    def high(self):
        high = self._card.nearest(self.weight + 3 * self.spread)
        return max(high, self._whole() + 1) if self.has_part() else high

    def _whole(self):
        return self.weight // self._card.card


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
