"""The beam's pulses, measured as travel of the cards.

Travel is in microseconds at feed speed. A motor gets there by 1 - exp(-t / tau), with tau half of
``spin_up_us``; what it has travelled then, t - tau (1 - exp(-t / tau)), is taken as
18 tau t^2 / (t + 6 tau)^2 up to three tau, and t - tau from there on. That is off by a twentieth
of tau at most. It is at the pace of the cards themselves (`hardware/portable/pace.py`). What a
pulse means: `hardware/portable/verdict.py`.
"""

from hardware.portable import ticks
from hardware.portable.ahead import Ahead
from hardware.portable.pace import Pace
from hardware.portable.verdict import Verdict

PAST_ROUNDING_US = 40
LONGEST_TRAIN = 3


class Tracker:
    def __init__(self, settings):
        self._set = settings
        self.blocked = False
        self.open = False
        self.foreign = False
        self.verdict = Verdict(settings)
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
        self._flickers = False
        self._held_us = 0
        self._stop_us = 0
        self._passed = 0
        self._short = False
        self._pace = Pace(settings)
        self._ahead = Ahead(settings)
        self._stopped_ahead = False
        self._reach_us = self._ahead.most_us
        self._late_by_us = 0
        self._early = False
        self._usual_us = settings.card_us

    def spin(self, now_us, at_rest):
        self._spun_us = now_us
        self._at_rest = at_rest
        self.verdict.pending = False
        self._first = True
        self._clean = True
        self._short = False

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
        tau = self._set.spin_up_us >> 1
        if ran >= 3 * tau:
            return ran - tau
        if ran <= 0:
            return 0
        share = (ran << 11) // (6 * tau + ran)
        return (18 * tau >> 4) * (share * share >> 6) >> 12

    def lead(self, now_us):
        self.blocked = True
        self.open = True
        self.foreign = False
        self._passed = self.may_have_passed(now_us)
        travel = self.travel_us(now_us)
        if self._first:
            self._late = not self._at_rest or travel > self._set.late_first_us
            self._late_by_us = travel - self._reach_us
            self._usual_us = self._set.card_us
            self._early = travel * 2 < self._set.late_first_us
        else:
            gap = self._pace.travel_us(ticks.diff(now_us, self._trail_us))
            self._late = gap > self._set.late_next_us or not self._clean
            self._late_by_us = gap
            self._early = False
        self._lead_us = now_us
        self._lead_travel_us = travel
        self._before_us = 0
        self._resumed = False

    def dipped(self, now_us):
        if self._was_bounce(now_us):
            # the card before it bounced at its end, and only now comes the next one
            self.lead(now_us)
            return True
        # bounce is at a card's ends; in its middle only light does that
        quarters = self._length_us(now_us) * 4 // self._set.card_us
        if 1 <= quarters <= 2:
            self._flickers = True
        return False

    def _was_bounce(self, now_us):
        if self._first or self._resumed or self._before_us:
            return False
        near = ticks.diff(self._lead_us, self._trail_us) < self._set.dip_us
        return near and ticks.diff(now_us, self._lead_us) < 2 * self._set.dip_us

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
        if not self._resumed and self.verdict.is_chatter(length):
            # longer than a bounce: perhaps all that was seen of a card
            self._short = self._short or length > self._set.dip_us
            return False
        self._trail_us = now_us
        self._held_us = now_us
        self._first = False
        self.verdict.passed(length, self._late, self._cannot_slip(length))
        self._doubt(length)
        self._usual_us = length if length < 2 * self._set.card_us else self.verdict.longest_us
        if not self._resumed and not self._flickers and self.verdict.cards > 0:
            self.verdict.learn(length)
            self._pace.learn(length)
        self._clean = self.verdict.maybe <= 0 and not self._resumed
        return True

    def _cannot_slip(self, length_us):
        # what slips is late at the beam by as much as it is longer there than the one before it
        pct = (length_us - self._usual_us) * 100 // self._set.card_us
        spared_us = self._set.late_next_us >> 3
        return not self._early and (self._late_by_us - spared_us) * 100 < self._reach_us * pct

    def jam_us(self, at_feed_us):
        return self._pace.time_us(at_feed_us)

    def one_card_us(self):
        longest = self._set.one_card_max_pct * self._set.card_us // 100 + self._set.late_next_us
        return self._pace.time_us(longest)

    def hold(self, now_us):
        # one that was held before did not move since, or it would have ended: time proves nothing
        if self.open and not (self._resumed and self._before_us):
            self._before_us = self._length_us(now_us)
        self._held_us = now_us
        self._stop_us = now_us
        let_go_us = self._set.card_us - self._ahead.us
        of_last_us = self._before_us % self._set.card_us
        self._stopped_ahead = self.open and not self._resumed and of_last_us >= let_go_us

    def stopped_late(self, late_us):
        self._stop_us = ticks.add(self._stop_us, late_us)

    def lead_held(self, now_us, foreign):
        self.blocked = True
        self.open = False
        self.foreign = foreign or ticks.diff(now_us, self._stop_us) > self._set.brake_us
        self._lead_us = now_us
        self._before_us = 0
        self._resumed = False

    def trail_held(self, now_us):
        went_on = self.open
        self.clear()
        if went_on:
            self._slid_out(self._before_us + ticks.diff(now_us, self._held_us))
            return True
        seen = ticks.diff(now_us, self._lead_us)
        if self.foreign or self.verdict.is_chatter(seen):
            return False
        self.verdict.slid_out(0, seen)
        self._doubt(seen)
        return True

    def _slid_out(self, most_us):
        if self._stopped_ahead:
            train = 1 if self._late else self._before_us // self._set.card_us + 1
            self.verdict.slid_out_ahead(most_us, train)
            before_us = (self.verdict.cards - 1) * self._set.card_us
            self._ahead.learn(most_us - before_us, self.verdict.longest_us)
            if self.verdict.cards == 1:
                self._pace.learn(most_us)
        else:
            self.verdict.slid_out(self._before_us, most_us)
        self._doubt(most_us)

    def _doubt(self, length_us):
        short = not self._resumed and self.verdict.is_short(self._pace.time_us(length_us))
        if short or self.foreign:
            self.verdict.rather_none()
        if short or self._short or self._passed > 1:
            # a sensor that was blind for a moment may have missed what came in between
            self.verdict.unseen(self._passed)
        self._short = short

    def pulled_back(self, back_us):
        self.clear()
        self.verdict.pulled_back(self._before_us, back_us, self._resumed, self._late)
        if self.verdict.cards == 0:
            self._ahead.too_soon()

    def clear(self):
        self.blocked = False
        self.open = False

    def gone_before(self):
        return self.verdict.gone_before(self._before_us) + self.foreign

    def until_long_us(self, now_us):
        return self._until_us(now_us, self._set.one_card_max_pct * self._set.card_us // 100)

    def until_let_go_us(self, now_us, cards):
        return self._until_us(now_us, cards * self._set.card_us - self._ahead.us)

    def may_be_train(self, cards):
        # one that is late may be one card that slips, and just be slow
        return cards <= 1 or (cards <= LONGEST_TRAIN and not self._late and not self._resumed)

    def _until_us(self, now_us, length_us):
        left = self._pace.time_us(length_us - self._length_us(now_us))
        left += self._still_to_lose_us(now_us) + PAST_ROUNDING_US
        return left if left > 0 else 0

    def _still_to_lose_us(self, now_us):
        lost = ticks.diff(now_us, self._spun_us) - self._ran_us(now_us)
        return (self._set.spin_up_us >> 1) - lost

    def _length_us(self, now_us):
        return self._before_us + self.travel_us(now_us) - self._lead_travel_us
