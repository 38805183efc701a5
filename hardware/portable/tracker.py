"""Cards from the edges of one beam and from how long it stayed blocked.

Travel is measured in microseconds at feed speed, and the spin-up is taken as a straight ramp:
that is exact once the motor is up to speed, and some 4 ms off while it is not.

What a long blockage can be: two cards nose to tail, two that overlap, or one that slips. A card
that slips is also late at the beam, so a long blockage after a leading edge in time is taken as
that many cards; after a late one it is one card, and the others are only possible.
What this cannot see: two cards that lie within three tenths of a card's length of each other.
Travel is at the pace of the cards themselves (`hardware/portable/pace.py`).
"""

from hardware.portable import ticks
from hardware.portable.pace import Pace

PAST_ROUNDING_US = 40


class Tracker:
    def __init__(self, settings):
        self._set = settings
        self.blocked = False
        self.open = False
        self.cards = 0
        self.maybe = 0
        self._spun_us = 0
        self._lead_us = 0
        self._trail_us = 0
        self._lead_travel_us = 0
        self._before_us = 0
        self._at_rest = False
        self._late = False
        self._resumed = False
        self._first = True
        self._clean = True
        self._rest = False
        self._flickers = False
        self._held_us = 0
        self._pace = Pace(settings)

    def spin(self, now_us, at_rest):
        self._spun_us = now_us
        self._at_rest = at_rest
        self._first = True
        self._clean = True

    def forget(self, now_us):
        self._flickers = False
        self._before_us = 0
        self._lead_us = now_us

    def resume(self):
        self._lead_travel_us = 0
        self._late = True
        self._resumed = True
        self.open = True

    def may_have_passed(self, now_us):
        since = self.travel_us(now_us) if self._first else ticks.diff(now_us, self._trail_us)
        return since // self._set.card_us

    def travel_us(self, now_us):
        return self._pace.travel_us(self._ran_us(now_us))

    def _ran_us(self, now_us):
        ran = ticks.diff(now_us, self._spun_us)
        ramp = self._set.spin_up_us
        if ran >= ramp:
            return ran - (ramp >> 1)
        if ran <= 0:
            return 0
        return (ran * ((ran << 8) // ramp)) >> 9

    def lead(self, now_us):
        self.blocked = True
        self.open = True
        self._rest = self._just_went(now_us)
        travel = self.travel_us(now_us)
        if self._first:
            self._late = not self._at_rest or travel > self._set.late_first_us
        else:
            gap = self._pace.travel_us(ticks.diff(now_us, self._trail_us))
            self._late = gap > self._set.late_next_us or not self._clean
        self._lead_us = now_us
        self._lead_travel_us = travel
        self._before_us = 0
        self._resumed = False

    def dipped(self, now_us):
        # bounce is at a card's ends; in its middle only light does that
        quarters = self._length_us(now_us) * 4 // self._set.card_us
        if 1 <= quarters <= 2:
            self._flickers = True

    def dip_us(self):
        # what is left of a card that stuck out may be short: do not wait for the next one
        return self._set.dip_us >> 1 if self._resumed else self._set.dip_us

    def whole(self, now_us, forward):
        if not self.open or self._flickers:
            return False
        if forward:
            length = self._length_us(now_us)
        else:
            length = self._before_us + ticks.diff(now_us, self._held_us)
        one = self._set.card_us
        # in time, as calibrated: a pace that was learned may be out of date
        return (
            length > one * 2 or self._pace.time_us(length) * 100 >= self._set.whole_card_pct * one
        )

    def trail(self, now_us):
        self.blocked = False
        self.open = False
        length = self._length_us(now_us)
        if not self._resumed and self._too_short(length):
            return False
        first = self._first
        self._trail_us = now_us
        self._held_us = now_us
        self._first = False
        self._judge(length)
        if not first and not self._resumed and not self._flickers:
            self._pace.learn(length)
        self._clean = self.maybe == 0 and not self._resumed
        return True

    def hold(self, now_us):
        # one that was held before did not move since, or it would have ended: time proves nothing
        if self.open and not (self._resumed and self._before_us):
            self._before_us = self._length_us(now_us)
        self._held_us = now_us

    def lead_held(self, now_us):
        self.blocked = True
        self.open = False
        self._rest = self._just_went(now_us)
        self._lead_us = now_us
        self._before_us = 0
        self._resumed = False

    def trail_held(self, now_us):
        self.blocked = False
        self.open = False
        if not self._resumed and self._too_short(ticks.diff(now_us, self._lead_us)):
            return False
        self.cards = 1
        self.maybe = self._beyond_one(self._before_us)
        return True

    def pulled_back(self, back_us):
        self.blocked = False
        self.open = False
        one = self._set.card_us
        gone = self._before_us + self._set.overrun_us - back_us
        nearest = (gone + one // 2) // one
        off = (gone - nearest * one) * 100
        tolerance = self._set.gone_tolerance_pct * one
        self.maybe = 0
        if -25 * one <= gone * 100 < 0:
            self.cards = 0
        elif gone >= 0 and -tolerance <= off <= tolerance:
            self.cards = nearest
        else:
            # two that overlapped may both be out, or came back together
            self.cards = gone // one
            self.maybe = 2
        if self.cards < 0:
            self.cards = 0
        if self._resumed or self.cards > 1:
            # rather a card that was stuck and came free on the way back
            self.maybe += self.cards
            self.cards = 0

    def clear(self):
        self.blocked = False
        self.open = False

    def gone_before(self):
        one = self._set.card_us
        return (self._before_us + self._set.more_cards_tolerance_pct * one // 100) // one

    def until_long_us(self, now_us):
        longest = self._set.one_card_max_pct * self._set.card_us // 100
        left = self._pace.time_us(longest - self._length_us(now_us))
        left += self._still_to_lose_us(now_us) + PAST_ROUNDING_US
        return left if left > 0 else 0

    def _still_to_lose_us(self, now_us):
        lost = ticks.diff(now_us, self._spun_us) - self._ran_us(now_us)
        return (self._set.spin_up_us >> 1) - lost

    def _length_us(self, now_us):
        return self._before_us + self.travel_us(now_us) - self._lead_travel_us

    def _just_went(self, now_us):
        return not self._first and ticks.diff(now_us, self._trail_us) <= self._set.dip_us

    def _too_short(self, length_us):
        shortest = self._set.chatter_max_pct
        if self._rest:
            # perhaps the end of the card that seemed to have ended
            shortest = 130 - self._set.whole_card_pct
        return length_us * 100 < shortest * self._set.card_us

    def _beyond_one(self, length_us):
        one = self._set.card_us
        if length_us * 100 <= self._set.one_card_max_pct * one:
            return 0
        more = (length_us - self._set.more_cards_tolerance_pct * one // 100 - 1) // one
        return more if more > 1 else 1

    def _judge(self, length_us):
        one = self._set.card_us
        tolerance = self._set.more_cards_tolerance_pct * one // 100
        nearest = (length_us + one // 2) // one
        off = length_us - nearest * one
        self.maybe = self._beyond_one(length_us)
        if self.maybe == 0 or self._late:
            self.cards = 1
        elif nearest > 1 and -tolerance <= off <= tolerance:
            self.cards = nearest
            self.maybe = 0
        else:
            self.cards = length_us // one
            self.maybe = 1
