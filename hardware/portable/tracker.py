"""The beam's pulses as cards: measures each pulse as travel and has it judged.

In the order of a hit: ``spin``, then for every card ``lead`` and ``trail``; ``hold`` when the motor
stops; then ``lead_held`` and ``trail_held`` for what still slides, or ``spin`` in reverse and
``pulled_back``. A pulse that is open when the motor starts forward again is resumed.
Travel: `hardware/portable/travel.py`. What a pulse means: `hardware/portable/pulses.py`.

How long before the last card's end the motor may stop is learned from the ends of cards. The
roller lets a card go before its end passes the beam. From then on the card slides out by itself,
and whatever the roller still moves is the next card. So the motor stops that long ahead. If it
stops too early, the last card is slow or does not come at all: its end is late, and the motor
stops later in the next hit.
"""

from hardware.portable import ticks
from hardware.portable.pulses import Judge, Previous, Pulse
from hardware.portable.travel import Travel

SOONER_US = 100
LATER_US = 3_200

LONGEST_TRAIN = 3


class Ahead:
    def __init__(self, settings):
        self._set = settings
        self.most_us = settings.late_first_us * 5 >> 3
        self.us = settings.late_first_us >> 1

    def learn(self, length_us, longest_us):
        # what is far longer is no slow card, so nothing can be learned from it
        if length_us <= longest_us:
            self._move(SOONER_US)
        elif length_us < 2 * self._set.card_us:
            self._move(-LATER_US)

    def too_soon(self):
        self._move(-LATER_US)

    def _move(self, by_us):
        us = self.us + by_us
        if 0 <= us <= self.most_us:
            self.us = us


class Tracker:
    def __init__(self, settings):
        self._set = settings
        self.blocked = False
        self.pulse = Pulse()
        self._previous = Previous(settings)
        self.learn_anew()
        self._flickers = False
        self._held_us = 0
        self._stop_us = 0
        self._stopped_ahead = False

    def learn_anew(self):
        self._travel = Travel(self._set)
        self._judge = Judge(self._set)
        self._ahead = Ahead(self._set)

    def forget(self, now_us):
        self._flickers = False
        self.pulse.forget(now_us)

    def spin(self, now_us, at_rest):
        self._travel.start(now_us)
        self._previous.start(at_rest)
        self._judge.start()

    def resume(self):
        self.pulse.resume()

    def travel_us(self, now_us):
        return self._travel.so_far_us(now_us)

    def may_have_passed(self, now_us):
        if self._previous.none:
            since_us = self.travel_us(now_us)
        else:
            since_us = ticks.diff(now_us, self._previous.trail_us)
        return since_us // self._set.card_us

    def lead(self, now_us):
        self.blocked = True
        travel_us = self.travel_us(now_us)
        self.pulse.begin(now_us, travel_us, self.may_have_passed(now_us))
        if self._previous.none:
            self._lead_first(travel_us)
        else:
            self._lead_next(ticks.diff(now_us, self._previous.trail_us))

    def _lead_first(self, travel_us):
        late = travel_us > self._set.late_first_us
        self.pulse.late = late or not self._previous.at_rest
        self.pulse.late_by_us = travel_us - self._ahead.most_us
        self.pulse.early = travel_us * 2 < self._set.late_first_us
        self._previous.usual_us = self._set.card_us

    def _lead_next(self, gap_us):
        gap_us = self._travel.pace.travel_us(gap_us)
        self.pulse.late = gap_us > self._set.late_next_us or not self._previous.certain
        self.pulse.late_by_us = gap_us
        self.pulse.early = False

    def dipped(self, now_us):
        if self._previous.bounces(self.pulse, now_us, self._set.dip_us):
            # that was the card before bouncing at its end; the next card comes only now
            self.lead(now_us)
            return True
        # bounce comes at a card's ends; in the middle of a card it is light from elsewhere
        quarters = self._length_us(now_us) * 4 // self._set.card_us
        if 1 <= quarters <= 2:
            self._flickers = True
        return False

    def dip_us(self):
        # the rest of a card that stuck out may be short: do not wait until the next card comes
        return self._set.dip_us >> 1 if self.pulse.resumed else self._set.dip_us

    def whole(self, now_us, forward):
        if not self.pulse.open or self._flickers:
            return False
        length_us = self._length_us(now_us) if forward else self._most_us(now_us)
        card_us = self._set.card_us
        # compared as calibrated time: the pace that was learned may be out of date
        took_us = self._travel.pace.time_us(length_us)
        return length_us > card_us * 2 or took_us * 100 >= self._set.whole_card_pct * card_us

    def trail(self, now_us):
        length_us = self._length_us(now_us)
        self.clear()
        if not self.pulse.resumed and self._judge.is_chatter(length_us):
            # if it is longer than a bounce, it may be all that was seen of a card
            self._previous.short = self._previous.short or length_us > self._set.dip_us
            return None
        self._held_us = now_us
        cannot_slip = self._cannot_slip(length_us)
        verdict = self._judge.passed(length_us, self.pulse.late, cannot_slip)
        self._doubt(verdict, length_us)
        self._passed(now_us, length_us, verdict)
        return verdict

    def _passed(self, now_us, length_us, verdict):
        previous = self._previous
        previous.none = False
        previous.trail_us = now_us
        alone = length_us < 2 * self._set.card_us
        previous.usual_us = length_us if alone else self._judge.longest_us
        if not self.pulse.resumed and not self._flickers and verdict.cards > 0:
            self._judge.learn(length_us)
            self._travel.pace.learn(length_us)
        previous.certain = verdict.maybe <= 0 and not self.pulse.resumed

    def _cannot_slip(self, length_us):
        # a card that slips is late at the beam by as much as its pulse is longer than usual
        pulse = self.pulse
        pct = (length_us - self._previous.usual_us) * 100 // self._set.card_us
        spared_us = self._set.late_next_us >> 3
        return not pulse.early and (pulse.late_by_us - spared_us) * 100 < self._ahead.most_us * pct

    def hold(self, now_us):
        pulse = self.pulse
        pulse.hold(self.travel_us(now_us))
        self._held_us = now_us
        self._stop_us = now_us
        let_go_us = self._set.card_us - self._ahead.us
        of_last_us = pulse.before_us % self._set.card_us
        self._stopped_ahead = pulse.open and not pulse.resumed and of_last_us >= let_go_us

    def stopped_late(self, late_us):
        self._stop_us = ticks.add(self._stop_us, late_us)

    def lead_held(self, now_us, foreign):
        self.blocked = True
        late = ticks.diff(now_us, self._stop_us) > self._set.brake_us
        self.pulse.begin_held(now_us, foreign or late)

    def trail_held(self, now_us):
        pulse = self.pulse
        went_on = pulse.open
        self.clear()
        if went_on:
            return self._slid_out(self._most_us(now_us))
        seen_us = ticks.diff(now_us, pulse.lead_us)
        if pulse.foreign or self._judge.is_chatter(seen_us):
            return None
        verdict = self._judge.slid_out(0, seen_us)
        self._doubt(verdict, seen_us)
        return verdict

    def _slid_out(self, most_us):
        pulse = self.pulse
        if not self._stopped_ahead:
            verdict = self._judge.slid_out(pulse.before_us, most_us)
        else:
            train = 1 if pulse.late else pulse.before_us // self._set.card_us + 1
            verdict = self._judge.slid_out_ahead(most_us, train)
            self._learn_ahead(most_us, verdict.cards)
        self._doubt(verdict, most_us)
        return verdict

    def _learn_ahead(self, most_us, cards):
        of_last_us = most_us - (cards - 1) * self._set.card_us
        self._ahead.learn(of_last_us, self._judge.longest_us)
        if cards == 1:
            self._travel.pace.learn(most_us)

    def _doubt(self, verdict, length_us):
        pulse = self.pulse
        previous = self._previous
        time_us = self._travel.pace.time_us(length_us)
        short = not pulse.resumed and self._judge.is_short(time_us)
        if short or pulse.foreign:
            verdict.rather_none()
        if short or previous.short or pulse.passed > 1:
            # the sensor may have been blind for a moment and missed cards in between
            verdict.unseen(pulse.passed)
        previous.short = short

    def pulled_back(self, back_us):
        self.clear()
        pulse = self.pulse
        verdict = self._judge.pulled_back(pulse.before_us, back_us, pulse.resumed, pulse.late)
        if verdict.cards == 0:
            self._ahead.too_soon()
        return verdict

    def clear(self):
        self.blocked = False
        self.pulse.open = False

    def gone_before(self):
        return self._judge.gone_before(self.pulse.before_us) + self.pulse.foreign

    def jam_us(self, at_feed_us):
        return self._travel.pace.time_us(at_feed_us)

    def one_card_us(self):
        longest = self._set.one_card_max_pct * self._set.card_us // 100 + self._set.late_next_us
        return self._travel.pace.time_us(longest)

    def until_long_us(self, now_us):
        return self._until_us(now_us, self._set.one_card_max_pct * self._set.card_us // 100)

    def until_let_go_us(self, now_us, cards):
        return self._until_us(now_us, cards * self._set.card_us - self._ahead.us)

    def _until_us(self, now_us, length_us):
        return self._travel.until_us(now_us, length_us - self._length_us(now_us))

    def may_be_train(self, cards):
        # a late pulse may be one card that slips, which is just slow
        return cards <= 1 or (
            cards <= LONGEST_TRAIN and not self.pulse.late and not self.pulse.resumed
        )

    def _length_us(self, now_us):
        return self.pulse.length_us(self.travel_us(now_us))

    def _most_us(self, now_us):
        return self.pulse.before_us + ticks.diff(now_us, self._held_us)
