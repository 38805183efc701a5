"""Which number of cards a weight fits, and how well."""

FINE = 256


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
        off = self.off * FINE // card
        spread = min(FINE, self.spread * FINE // card)
        if off > FINE * 3 // 10 and off > 2 * spread:
            return False
        return FINE * (FINE - 2 * off) >= 6 * spread * spread

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
