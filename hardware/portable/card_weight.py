"""What a card weighs, and how certain that is: calibrated, then learned from sure hits.

It also learns how far weights are from whole cards, whatever the reason is (a cable that moves, a
table that gives way). A scale that is often half a card off is never sure.
"""

SHARE = 256
LEAST_OFF_PERMILLE = 2
RESTLESS_PERMILLE = 25


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
