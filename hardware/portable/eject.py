"""The eject loop: so many cards out, not one more, and an honest account of what came.

recount - spin up - leading edge - trailing edge - ... - brake - retract - settle - verify

The last card that is wanted gets no longer than one card can take: if the beam is still blocked
then, another one follows without a gap, so the motor brakes, the first flies on by itself and
the second is pulled back. How far it has to be pulled back tells which of them it was.
"""

from hardware.portable import faults, ticks
from hardware.portable.hopper import Hopper
from hardware.portable.tracker import Tracker

IDLE = 0
REST = 1
SPIN_UP = 2
PASSING = 3
BRAKE = 4
RETRACT = 5
SETTLE = 6

# made once: MicroPython would make them anew wherever they are written in a function
_OVER = (IDLE, SETTLE)
_FORWARD = (SPIN_UP, PASSING)
_TURNING = (SPIN_UP, PASSING, RETRACT)


class Eject:
    def __init__(self, settings, limits):
        self._set = settings
        self._limits = limits
        self._beam = Tracker(settings)
        self.state = IDLE
        self.delivered = 0
        self.uncertain = 0
        self.sticking = 0
        self.fault = 0
        self.hopper = Hopper()
        self.mouth_counted = False
        self._target = 0
        self._attempts = 0
        self._closing = False
        self._stretched = False
        self._at_rest = False
        self._reversed = False
        self._back_us = 0
        self._timer = ticks.Timer()
        self._no_card = ticks.Timer()
        self._bound = ticks.Timer()
        self._dip = ticks.Timer()
        self._dip_us = 0

    @property
    def blocked(self):
        return self._beam.blocked

    @property
    def unexplained(self):
        return self._beam.blocked and not self._dip.on and not self.mouth_counted

    def nothing(self):
        self.delivered = 0
        self.uncertain = 0
        self.sticking = 0
        self.fault = 0

    def begin(self, now_us, count):
        self.nothing()
        self._target = count
        self._attempts = 0
        self._closing = False
        self._reversed = False
        self.hopper.begin()
        self._beam.forget(now_us)
        self._feed(now_us)

    def close(self, now_us):
        if self.state in _OVER or self._closing:
            return
        self._closing = True
        self._bound.start(now_us, self._set.finish_bound_us)
        if self.state == REST:
            self._settle(now_us)
        elif self.state == SPIN_UP:
            self._brake(now_us)
        elif self.state == BRAKE and not self._timer.on:
            self._settle(now_us)
        elif self.state == PASSING:
            self._target = self.delivered + (0 if self.mouth_counted else 1)
            self._timer.start(now_us, self._beam.until_long_us(now_us))

    def cut(self, now_us):
        if self.state == IDLE:
            self._limits.drive(now_us, 0)
            return
        self._closing = True
        if self.state != SETTLE:
            self._settle(now_us)

    def edge(self, now_us, blocked):
        if blocked:
            if self._dip.on:
                # too short for a gap: bounce, or light from elsewhere
                self._dip.stop()
                if self.state == PASSING:
                    self._beam.dipped(now_us)
            elif not self._beam.blocked:
                self._came(now_us)
        elif self._beam.blocked and not self._dip.on:
            if not self._reversed and self._beam.whole(now_us, self.state == PASSING):
                # the last card is not to wait, nor to be taken for one with the next
                self._went(now_us, now_us)
            else:
                self._dip_us = now_us
                self._dip.start(now_us, self._beam.dip_us())

    def hopper_edge(self, now_us, empty):
        self.hopper.switch(empty, self._may_have_passed(now_us))

    def _came(self, now_us):
        if self.state == SPIN_UP:
            self._beam.lead(now_us)
            self._pass(now_us)
        else:
            self._beam.lead_held(now_us)

    def _went(self, now_us, at_us):
        if self.state == PASSING:
            self._out(now_us, at_us)
        elif self.state == IDLE:
            self._beam.clear()
            self.mouth_counted = False
        elif self._reversed:
            self._pulled_back(now_us, at_us)
        elif self._beam.trail_held(at_us):
            self._count(self._beam.cards, self._beam.maybe)

    def stopped_late(self, late_us):
        if self.state != IDLE and self._beam.blocked and late_us * 2 > self._set.card_us:
            # the card that follows may have been carried so far that it leaves
            self.uncertain += 1

    def missed(self, edges):
        if self.state != IDLE:
            # two edges are a card; an odd one was half of another
            self.uncertain += (edges + 1) // 2

    def tick(self, now_us):
        if self._dip.due(now_us):
            self._dip.stop()
            self._went(now_us, self._dip_us)
        if self._bound.due(now_us):
            self._bound.stop()
            if self.state != SETTLE:
                self._settle(now_us)
        if self.state == REST:
            self._feed(now_us)
        elif self._limits.pct == 0 and self.state in _FORWARD:
            self._saw_nothing(now_us)
            self._brake(now_us)
        elif self._limits.pct == 0 and self.state == RETRACT:
            self._back_us += self._beam.travel_us(now_us)
            self._brake(now_us)
        elif self.state == BRAKE and not self._timer.on:
            self._braked(now_us)
        elif self.state == SPIN_UP:
            if self._no_card.due(now_us):
                self._no_card.stop()
                self._saw_nothing(now_us)
                self._brake(now_us)
        elif self._timer.due(now_us):
            self._timer.stop()
            if self.state == PASSING:
                self._brake(now_us)
            elif self.state == BRAKE:
                self._braked(now_us)
            elif self.state == RETRACT:
                self._retracted(now_us)
            elif self.state == SETTLE:
                self._verify(now_us)

    def due_in_us(self, now_us):
        left = self._timer.left_us(now_us)
        if self.state == SPIN_UP:
            left = ticks.sooner(left, self._no_card.left_us(now_us))
        left = ticks.sooner(left, self._dip.left_us(now_us))
        return ticks.sooner(left, self._bound.left_us(now_us))

    def _feed(self, now_us):
        self._timer.stop()
        if not self._limits.drive(now_us, self._set.feed_pct):
            self.state = REST
            return
        self._reversed = False
        self._beam.spin(now_us, self._at_rest)
        self._at_rest = False
        self._no_card.start(now_us, self._set.no_card_us)
        if self._beam.blocked:
            self._beam.resume()
            self._pass(now_us)
        else:
            self.state = SPIN_UP

    def _saw_nothing(self, now_us):
        self.hopper.saw_nothing(self._may_have_passed(now_us))

    def _may_have_passed(self, now_us):
        return self._beam.may_have_passed(now_us) if self.state == SPIN_UP else 0

    def _pass(self, now_us):
        self.state = PASSING
        last = self.delivered + 1 >= self._target and not self.mouth_counted
        wait = self._beam.until_long_us(now_us) if last else self._set.jam_us
        self._timer.start(now_us, wait)

    def _out(self, now_us, at_us):
        self._timer.stop()
        self.state = SPIN_UP
        if not self._beam.trail(at_us):
            return
        self._count(self._beam.cards, self._beam.maybe)
        if self.delivered >= self._target:
            self._brake(now_us)
        else:
            self._no_card.start(now_us, self._set.no_card_us)

    def _count(self, cards, maybe):
        if self.mouth_counted:
            self.mouth_counted = False
            cards -= 1
        self.delivered += cards
        self.uncertain += maybe
        if cards > 0:
            self._attempts = 0
            # the sensor sees, so either the roller had slipped or it had been blind for a while
            self.uncertain += self.hopper.unseen()

    def _brake(self, now_us):
        if self.state != RETRACT:
            self._beam.hold(now_us)
            self._back_us = 0
        self._limits.drive(now_us, 0)
        self.state = BRAKE
        self._timer.start(now_us, self._set.brake_us)

    def _braked(self, now_us):
        if self._set.retract_pct == 0:
            self._next(now_us)
            return
        if not self._limits.drive(now_us, -self._set.retract_pct):
            if self._closing:
                self._settle(now_us)
            # else the motor has to cool first, and the next tick tries again
            return
        self._beam.spin(now_us, False)
        self._stretched = False
        self._reversed = True
        self.state = RETRACT
        self._timer.start(now_us, self._set.retract_us)

    def _pulled_back(self, now_us, at_us):
        if self.state == RETRACT:
            self._back_us += self._beam.travel_us(at_us)
            if self._timer.left_us(now_us) < self._set.retract_more_us:
                # far enough that the card rests under the roller, where every card starts from
                self._timer.start(now_us, self._set.retract_more_us)
            self._stretched = True
        if not self._beam.open:
            self._beam.clear()
            return
        self._beam.pulled_back(self._back_us)
        if self.mouth_counted:
            # perhaps back in, perhaps pushed out: the next card is not counted, but may be one
            self.uncertain += 1 + self._beam.cards + self._beam.maybe
        else:
            self._count(self._beam.cards, self._beam.maybe)

    def _retracted(self, now_us):
        if self._beam.blocked and not self._stretched:
            self._stretched = True
            self._timer.start(now_us, self._set.retract_max_us - self._set.retract_us)
            return
        self._stop_reverse(now_us)
        self._at_rest = not self._beam.blocked
        self._next(now_us)

    def _stop_reverse(self, now_us):
        # the roller turns on a little: a card may leave the beam after this
        self._back_us += self._beam.travel_us(now_us)
        self._limits.drive(now_us, 0)

    def _next(self, now_us):
        if self._closing or self.delivered >= self._target:
            self._settle(now_us)
            return
        # also where the motor had to rest: it must not take turns with its cooldown for ever
        self._attempts += 1
        if self._attempts >= self._set.attempts or self._known_empty():
            self.fault = self._verdict()
            self._settle(now_us)
            return
        self._feed(now_us)

    def _known_empty(self):
        return self.hopper.empty and not self._beam.blocked

    def _verdict(self):
        if self._beam.blocked:
            return faults.JAM
        if not self._known_empty():
            return faults.SLIP
        if not self.hopper.emptied_unseen:
            return faults.EMPTY
        # the last cards have gone, and the sensor saw nothing of them
        self.uncertain += self.hopper.unseen()
        return faults.SENSOR_DEAD

    def _settle(self, now_us):
        wait = self._set.settle_us
        if self.state in _TURNING:
            wait += self._set.brake_us
        if self.state in _FORWARD:
            self._beam.hold(now_us)
            self._reversed = False
        if self.state == RETRACT:
            self._stop_reverse(now_us)
        self._limits.drive(now_us, 0)
        self.state = SETTLE
        self._bound.stop()
        self._timer.start(now_us, wait)

    def _verify(self, now_us):
        if self._dip.on:
            # what came free just now is not sticking
            self._timer.start(now_us, self._set.dip_us)
            return
        self.state = IDLE
        if not self._beam.blocked:
            return
        if self._beam.open:
            gone = self._beam.gone_before()
            # nor can a card that stuck out before be told from one that has pushed it out
            self.uncertain += 1 if self.mouth_counted and gone == 0 else gone
        if self.fault != faults.JAM and not self.mouth_counted:
            self.mouth_counted = True
            self.sticking = 1
            self.delivered += 1
