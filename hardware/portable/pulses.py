"""A pulse of the beam, and how many cards it was: at least so many, and perhaps so many more.

A pulse is the time for which something blocks the beam. A long one can be two cards nose to tail,
two that overlap, or one that slips. A card that slips is also late at the beam. So a long pulse
after a leading edge in time counts as several cards; after a late one it counts as one card, and
the others are only possible.
Two cards that lie within three tenths of a card's length of each other cannot be told apart.
With strict counting, a pulse that is among the longest of single cards is doubted, too; how much
these differ is learned from them. If it came too soon for a card that slips, a little less is
enough.
"""

from hardware.portable import ticks

SPREAD_BITS = 4
ALLOWED_SPREADS = 3
BESIDES_PCT = 3
TINY_PCT = 1

SHORTEST_PCT = 75
HIDDEN_PCT = 30
STRICT_PCT = 70
STRICT_SOON_PCT = 60
STRICT_LEAST_PCT = 8


class Pulse:
    def __init__(self):
        self.open = False
        self.foreign = False
        self.resumed = False
        self.late = False
        self.late_by_us = 0
        self.early = False
        self.passed = 0
        self.lead_us = 0
        self.before_us = 0
        self._lead_travel_us = 0

    def begin(self, now_us, travel_us, passed):
        self.open = True
        self.foreign = False
        self.resumed = False
        self.passed = passed
        self.lead_us = now_us
        self.before_us = 0
        self._lead_travel_us = travel_us

    def begin_held(self, now_us, foreign):
        self.open = False
        self.foreign = foreign
        self.resumed = False
        self.lead_us = now_us
        self.before_us = 0

    def resume(self):
        self.open = True
        self.resumed = True
        self.late = True
        self._lead_travel_us = 0

    def forget(self, now_us):
        self.lead_us = now_us
        self.before_us = 0

    def length_us(self, travel_us):
        return self.before_us + travel_us - self._lead_travel_us

    def hold(self, travel_us):
        # one that was held before did not move since, or it would have ended: time proves nothing
        if self.open and not (self.resumed and self.before_us):
            self.before_us = self.length_us(travel_us)


class Previous:
    def __init__(self, settings):
        self.none = True
        self.at_rest = False
        self.certain = True
        self.short = False
        self.trail_us = 0
        self.usual_us = settings.card_us

    def start(self, at_rest):
        self.none = True
        self.at_rest = at_rest
        self.certain = True
        self.short = False

    def bounces(self, pulse, now_us, dip_us):
        if self.none or pulse.resumed or pulse.before_us:
            return False
        near = ticks.diff(pulse.lead_us, self.trail_us) < dip_us
        return near and ticks.diff(now_us, pulse.lead_us) < 2 * dip_us


class Spread:
    def __init__(self, settings):
        self._card_us = settings.card_us
        self._most_us = settings.one_card_max_pct * settings.card_us // 100
        self._besides_us = BESIDES_PCT * settings.card_us // 100
        self.longest_us = self._most_us
        # in sixteenths, or small differences would be lost
        self._off = (
            self._most_us - settings.card_us - self._besides_us << SPREAD_BITS
        ) // ALLOWED_SPREADS

    def learn(self, length_us):
        off = abs(length_us - self._card_us) << SPREAD_BITS
        max_off = 3 * self._off + (TINY_PCT * self._card_us << SPREAD_BITS) // 100
        # one card that is far longer than any before is no reason to expect more of them
        off = off if off < max_off else max_off
        self._off += (off - self._off) >> SPREAD_BITS
        longest = self._card_us + self._besides_us + (ALLOWED_SPREADS * self._off >> SPREAD_BITS)
        self.longest_us = longest if longest < self._most_us else self._most_us


class Verdict:
    def __init__(self):
        self.cards = 0
        self.maybe = 0
        self.pending = False

    def of(self, cards, maybe):
        self.cards = cards
        self.maybe = maybe
        return self

    def rather_none(self):
        self.cards = 0
        self.maybe += 1

    def unseen(self, cards):
        self.maybe += cards


class Judge:
    def __init__(self, settings):
        self._set = settings
        self._spread = Spread(settings)
        self._verdict = Verdict()  # made once: every answer is this object

    @property
    def longest_us(self):
        return self._spread.longest_us

    def start(self):
        self._verdict.pending = False

    # small functions: a frame of more than a few words would be allocated on MicroPython

    def passed(self, length_us, late, cannot_slip):
        if self.is_long(length_us):
            return self._long(length_us, late, cannot_slip)
        # the roller has not slowed down, so the pulse before was two cards
        settles = self._verdict.pending and length_us * 10 > 9 * self._set.card_us
        self._verdict.pending = False
        if length_us > self._sure_us(cannot_slip):
            return self._verdict.of(1, 1)
        return self._verdict.of(2, -1) if settles else self._verdict.of(1, 0)

    def _sure_us(self, cannot_slip):
        if not self._set.strict:
            return self.longest_us
        card_us = self._set.card_us
        pct = STRICT_SOON_PCT if cannot_slip else STRICT_PCT
        more_us = (self.longest_us - card_us) * pct // 100
        # where all cards are alike, even the longest of them are no sign of two
        least_us = STRICT_LEAST_PCT * card_us // 100
        strict_us = card_us + (more_us if more_us > least_us else least_us)
        return strict_us if strict_us < self.longest_us else self.longest_us

    def _long(self, length_us, late, cannot_slip):
        verdict = self._verdict
        verdict.pending = False
        if late:
            return verdict.of(1, self.beyond_one(length_us))
        self._several(length_us)
        if cannot_slip and verdict.maybe > 0 and length_us < 2 * self._set.card_us:
            verdict.maybe = 1
            verdict.pending = True
        return verdict

    def _several(self, length_us):
        card_us = self._set.card_us
        nearest = self._nearest(length_us)
        if nearest > 1 and self._is_near(length_us - nearest * card_us, nearest):
            return self._verdict.of(nearest, 0)
        at_least = length_us // card_us
        return self._verdict.of(at_least, self.beyond_one(length_us) + 1 - at_least)

    def _is_near(self, off_us, cards):
        card_us = self._set.card_us
        tolerance_us = self._set.more_cards_tolerance_pct * card_us // 100
        if off_us > 0:
            # longer than so many cards ever are: another card lies between them
            unlike = (self.longest_us - card_us) * cards * 3 >> 2
            tolerance_us = unlike if unlike < tolerance_us else tolerance_us
        return abs(off_us) <= tolerance_us

    def slid_out(self, before_us, most_us):
        return self._verdict.of(1, self.beyond_one(most_us) if self.is_long(before_us) else 0)

    def slid_out_ahead(self, most_us, train):
        maybe = self.beyond_one(most_us)
        if maybe == 0 or train <= 1:
            return self._verdict.of(1, maybe)
        verdict = self._several(most_us)
        if verdict.cards > train:
            verdict.of(train, verdict.maybe + verdict.cards - train)
        return verdict

    def pulled_back(self, before_us, back_us, resumed, late):
        gone_us = before_us + self._set.overrun_us - back_us
        self._went_out(before_us, gone_us, late or resumed)
        if resumed or self._verdict.cards > 1:
            self._rather_stuck(before_us)
        return self._verdict

    def _went_out(self, before_us, gone_us, may_slip):
        verdict = self._went_before(before_us, gone_us)
        if may_slip or self.is_long(before_us):
            return
        if gone_us * 200 > self._set.gone_tolerance_pct * self._set.card_us:
            # a shorter way back than the way out: it lay on the card that went out
            verdict.of(1, 0)

    def _went_before(self, before_us, gone_us):
        if -self._set.card_us <= gone_us * 4 < 0:
            return self._verdict.of(0, 0)
        if gone_us >= 0 and self._is_whole(gone_us):
            return self._verdict.of(self._nearest(gone_us), 0)
        # two cards that overlapped are both out, or came back together
        cards = gone_us // self._set.card_us if gone_us > 0 else 0
        return self._verdict.of(cards, 1 + self.beyond_one(before_us))

    def _is_whole(self, gone_us):
        card_us = self._set.card_us
        off_us = abs(gone_us - self._nearest(gone_us) * card_us)
        return off_us * 100 <= self._set.gone_tolerance_pct * card_us

    def _nearest(self, length_us):
        return (length_us + self._set.card_us // 2) // self._set.card_us

    def _rather_stuck(self, before_us):
        # likelier a card that was stuck and came free on the way back
        self._verdict.maybe += self._verdict.cards
        self._verdict.maybe += self.beyond_one(before_us)
        self._verdict.cards = 0

    def gone_before(self, before_us):
        if self.is_long(before_us):
            return self.beyond_one(before_us)
        card_us = self._set.card_us
        return (before_us + self._set.more_cards_tolerance_pct * card_us // 100) // card_us

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
        if not self.is_long(length_us):
            self._spread.learn(length_us)
