"""How many cards one pulse of the beam was: so many at least, and perhaps so many more.

What a long blockage can be: two cards nose to tail, two that overlap, or one that slips. A card
that slips is also late at the beam, so a long blockage after a leading edge in time is taken as
that many cards; after a late one it is one card, and the others are only possible.
What this cannot see: two cards that lie within three tenths of a card's length of each other.
"""

SHORTEST_PCT = 75
HIDDEN_PCT = 30


class Verdict:
    def __init__(self, settings):
        self._set = settings
        self.cards = 0
        self.maybe = 0

    # small functions: a frame of more than a few words would be allocated on MicroPython

    def passed(self, length_us, late):
        self.cards = 1
        self.maybe = self.beyond_one(length_us)
        if self.maybe > 0 and not late:
            self._several(length_us)

    def _several(self, length_us):
        one = self._set.card_us
        nearest = (length_us + one // 2) // one
        off = abs(length_us - nearest * one)
        if nearest > 1 and off <= self._set.more_cards_tolerance_pct * one // 100:
            self.cards = nearest
            self.maybe = 0
        else:
            self.cards = length_us // one
            self.maybe += 1 - self.cards

    def slid_out(self, before_us, most_us):
        self.cards = 1
        self.maybe = self.beyond_one(most_us) if self.is_long(before_us) else 0

    def pulled_back(self, before_us, back_us, resumed):
        self._went_before(before_us, before_us + self._set.overrun_us - back_us)
        if resumed or self.cards > 1:
            # rather a card that was stuck and came free on the way back
            self.maybe += self.cards
            self.maybe += self.beyond_one(before_us)
            self.cards = 0

    def _went_before(self, before_us, gone_us):
        one = self._set.card_us
        nearest = (gone_us + one // 2) // one
        off = abs(gone_us - nearest * one)
        self.maybe = 0
        if -one <= gone_us * 4 < 0:
            self.cards = 0
        elif gone_us >= 0 and off * 100 <= self._set.gone_tolerance_pct * one:
            self.cards = nearest
        else:
            # two that overlapped may both be out, or came back together
            self.cards = gone_us // one if gone_us > 0 else 0
            self.maybe = 1 + self.beyond_one(before_us)

    def rather_none(self):
        self.cards = 0
        self.maybe += 1

    def unseen(self, cards):
        self.maybe += cards

    def gone_before(self, before_us):
        if self.is_long(before_us):
            return self.beyond_one(before_us)
        one = self._set.card_us
        return (before_us + self._set.more_cards_tolerance_pct * one // 100) // one

    def beyond_one(self, length_us):
        if not self.is_long(length_us):
            return 0
        more = (length_us - self._set.card_us) * 10 // (HIDDEN_PCT * self._set.card_us // 10)
        return more if more > 1 else 1

    def is_chatter(self, length_us):
        return length_us * 100 < self._set.chatter_max_pct * self._set.card_us

    def is_short(self, time_us):
        return time_us * 100 < SHORTEST_PCT * self._set.card_us

    def is_long(self, length_us):
        return length_us * 100 > self._set.one_card_max_pct * self._set.card_us
