"""The eject loop: so many cards out, not one more, and an honest account of what came.

recount - spin up - leading edge - trailing edge - ... - brake - retract - settle - verify

Cards are fed without a stop. The motor brakes as soon as the roller has let go the last one that
is wanted, ahead of its end at the beam: it slides out by itself, and the next one does not get
that far. What the roller still holds is pulled back; how far, if it was in the beam, tells what
went out.

The motor rests between two cards, where it has to: one that is stopped under a card can neither be
timed nor told from two. Nothing of ours comes into the beam while the roller does not turn forward.
"""

from hardware.portable import faults, ticks
from hardware.portable.account import Account
from hardware.portable.patience import Patience
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
        self.account = Account()
        self.fault = 0
        self._patience = Patience(settings)
        self._target = 0
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
        return self._beam.blocked and not self._dip.on and not self.account.mouth_counted

    def nothing(self):
        self.account.nothing()
        self.fault = 0

    def begin(self, now_us, count):
        self.account.begin()
        self.fault = 0
        self._target = count
        self._patience.begin()
        self._closing = False
        self._reversed = False
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
            self._target = self.account.delivered + (0 if self.account.mouth_counted else 1)
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
                if self.state == PASSING and self._beam.dipped(now_us):
                    self._pass(now_us)
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
        passed = self._may_have_passed(now_us)
        self.account.hopper.switch(empty, passed, self._beam.blocked)

    def _came(self, now_us):
        if self.state == SPIN_UP:
            self._beam.lead(now_us)
            self._pass(now_us)
        else:
            self._beam.lead_held(now_us, self._reversed or self.state == IDLE)

    def _went(self, now_us, at_us):
        if self.state == PASSING:
            self._out(now_us, at_us)
        elif self.state == IDLE:
            self._beam.clear()
            self.account.mouth_counted = False
        elif self._reversed:
            self._pulled_back(now_us, at_us)
        elif self._beam.trail_held(at_us):
            self._count(self._beam.verdict.cards, self._beam.verdict.maybe)
            self._has_slid_out(now_us)

    def _has_slid_out(self, now_us):
        # nothing more to wait for than that the roller stands
        if self.state == BRAKE and self._timer.left_us(now_us) > self._set.brake_us:
            self._timer.start(now_us, self._set.brake_us)

    def stopped_late(self, late_us):
        if self.state == IDLE:
            return
        self._beam.stopped_late(late_us)
        if self._beam.blocked and late_us * 2 > self._set.card_us:
            self.account.stopped_late()

    def missed(self, edges):
        if self.state != IDLE:
            self.account.missed(edges)

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
        if not self._has_time(now_us) or not self._limits.drive(now_us, self._set.feed_pct):
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

    def _has_time(self, now_us):
        # a motor that rests between two cards is not stopped under one
        needed_us = self._beam.one_card_us() + self._set.retract_us
        return self._limits.rested or self._limits.spare_us(now_us) >= needed_us

    def _saw_nothing(self, now_us):
        self.account.hopper.saw_nothing(self._may_have_passed(now_us))

    def _may_have_passed(self, now_us):
        return self._beam.may_have_passed(now_us) if self.state == SPIN_UP else 0

    def _pass(self, now_us):
        self.state = PASSING
        rest = self._target - self.account.delivered + self.account.mouth_counted
        wait_us = self._beam.jam_us(self._patience.jam_us)
        if not self._patience.slow and self._beam.may_be_train(rest):
            # of cards nose to tail it is to end with the last one that is wanted
            wait_us = ticks.sooner(wait_us, self._beam.until_let_go_us(now_us, rest))
        self._timer.start(now_us, wait_us)

    def _out(self, now_us, at_us):
        self._timer.stop()
        self.state = SPIN_UP
        if not self._beam.trail(at_us):
            return
        self._count(self._beam.verdict.cards, self._beam.verdict.maybe)
        if self._beam.verdict.pending and self.account.delivered + 1 == self._target:
            # rather two cards than a roller that slowed down; but no other one comes to tell
            self._count(1, 0)
        if self.account.delivered >= self._target or not self._has_time(now_us):
            self._brake(now_us)
        else:
            self._no_card.start(now_us, self._set.no_card_us)

    def _count(self, cards, maybe):
        if self.account.count(cards, maybe):
            self._patience.begin()

    def _brake(self, now_us):
        if self.state != RETRACT:
            self._beam.hold(now_us)
            self._back_us = 0
        self._limits.drive(now_us, 0)
        self.state = BRAKE
        wait = self._set.brake_us
        if self._beam.open and not self._reversed and not self._closing:
            # what the roller has let go slides out; what is then left is pulled back
            wait += self._set.settle_us
        self._timer.start(now_us, wait)

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
        if self.account.pulled_back(self._beam.verdict.cards, self._beam.verdict.maybe):
            self._patience.begin()
        else:
            self._patience.held_up()

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
        if self._closing or self.account.delivered >= self._target:
            self._settle(now_us)
            return
        # also where the motor had to rest: it must not take turns with its cooldown for ever
        self._patience.tried()
        if self._patience.at_end or (self.account.hopper.empty and not self._beam.blocked):
            self.fault = self.account.given_up(self._beam.blocked)
            self._settle(now_us)
            return
        self._feed(now_us)

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
            self.account.went_before(self._beam.gone_before())
        if not self._beam.foreign and self.fault != faults.JAM:
            self.account.sticks()
