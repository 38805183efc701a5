"""How many cards one pulse of the beam was: so many at least, and perhaps so many more.

What a long blockage can be: two cards nose to tail, two that overlap, or one that slips. A card
that slips is also late at the beam, so a long blockage after a leading edge in time is taken as
that many cards; after a late one it is one card, and the others are only possible.
What this cannot see: two cards that lie within three tenths of a card's length of each other.
"""

from hardware.portable.spread import Spread

SHORTEST_PCT = 75
HIDDEN_PCT = 30


class Verdict:
    def __init__(self, settings):
        self._set = settings
        self._spread = Spread(settings)
        self.pending = False
        self.cards = 0
        self.maybe = 0

    @property
    def longest_us(self):
        return self._spread.longest_us

    # small functions: a frame of more than a few words would be allocated on MicroPython

    def passed(self, length_us, late, cannot_slip):
        was_pending = self.pending
        self.pending = False
        self.cards = 1
        self.maybe = self.beyond_one(length_us)
        if self.maybe == 0:
            self._single(length_us, was_pending)
        elif not late:
            self._several(length_us)
            if cannot_slip and self.maybe > 0 and length_us < 2 * self._set.card_us:
                self.maybe = 1
                self.pending = True

    def _single(self, length_us, was_pending):
        if length_us > self.longest_us:
            self.maybe = 1
        elif was_pending and length_us * 10 > 9 * self._set.card_us:
            # the roller is no slower than it was, so the one before was two
            self.cards = 2
            self.maybe = -1

    def _several(self, length_us):
        one = self._set.card_us
        nearest = (length_us + one // 2) // one
        if nearest > 1 and self._is_near(length_us - nearest * one, nearest):
            self.cards = nearest
            self.maybe = 0
        else:
            self.cards = length_us // one
            self.maybe += 1 - self.cards

    def _is_near(self, off_us, cards):
        one = self._set.card_us
        most = self._set.more_cards_tolerance_pct * one // 100
        if off_us > 0:
            # longer than they ever are: another one between them
            unlike = (self.longest_us - one) * cards * 3 >> 2
            most = unlike if unlike < most else most
        return abs(off_us) <= most

    def slid_out(self, before_us, most_us):
        self.cards = 1
        self.maybe = self.beyond_one(most_us) if self.is_long(before_us) else 0

    def slid_out_ahead(self, most_us, train):
        self.cards = 1
        self.maybe = self.beyond_one(most_us)
        if self.maybe > 0 and train > 1:
            self._several(most_us)
            if self.cards > train:
                self.maybe += self.cards - train
                self.cards = train

    def pulled_back(self, before_us, back_us, resumed, late):
        gone_us = before_us + self._set.overrun_us - back_us
        self._went_before(before_us, gone_us)
        if self.maybe > 0 and gone_us > 0 and not (late or resumed or self.is_long(before_us)):
            # the one that lay on it came back
            self.cards = 1
            self.maybe = 0
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

    def learn(self, length_us):
        if length_us * 100 <= self._set.one_card_max_pct * self._set.card_us:
            self._spread.learn(length_us)
