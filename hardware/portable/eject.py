"""The eject loop: gives exactly so many cards, and accounts for what really came.

spin up - leading edge - trailing edge - ... - brake - retract - settle - verify

Cards are fed without a stop. The motor brakes as soon as the roller has let go of the last card
that is wanted, before that card's end reaches the beam: it slides out by itself, and the next card
does not get that far. The roller then pulls back what it still holds. If that was in the beam, the
distance tells how many cards went out.

If the motor has to rest, it rests between two cards: a card under which it stops cannot be timed,
nor told from two. No card comes into the beam while the roller does not turn forward.

What each state does at each event: the table ``_TRANSITIONS`` at the end.
"""

from hardware.portable import faults, ticks
from hardware.portable.account import Account, Patience
from hardware.portable.tracker import Tracker

IDLE = 0
REST = 1
SPIN_UP = 2
PASSING = 3
BRAKE = 4
COOL = 5
RETRACT = 6
SETTLE = 7

_MOTOR_STOPPED = 1
_TIME_UP = 2
_BLOCKED = 3
_FREE = 4
_CLOSE = 5

# made once: MicroPython would make them anew wherever they are written in a function
_OVER = (IDLE, SETTLE)
_FORWARD = (SPIN_UP, PASSING)

# of the time for which a card is pulled back: none of it is over
_ALL = -1


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
        self._back_left_us = _ALL
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

    def learn_anew(self):
        self._beam.learn_anew()

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
        self._feed(now_us, now_us)

    def close(self, now_us):
        if self.state in _OVER or self._closing:
            return
        self._closing = True
        self._bound.start(now_us, self._set.finish_bound_us)
        self._do(_CLOSE, now_us, now_us)

    def cut(self, now_us):
        if self.state == IDLE:
            self._limits.drive(now_us, 0)
            return
        self._closing = True
        if self.state != SETTLE:
            self._settle(now_us, now_us)

    def edge(self, now_us, blocked):
        if blocked:
            if self._dip.on:
                # too short for a gap between cards: bounce, or light from elsewhere
                self._dip.stop()
                if self.state == PASSING and self._beam.dipped(now_us):
                    self._pass(now_us)
            elif not self._beam.blocked:
                self._do(_BLOCKED, now_us, now_us)
        elif self._beam.blocked and not self._dip.on:
            if not self._reversed and self._beam.whole(now_us, self.state == PASSING):
                # at once, so that this card is not taken for one with the next
                self._do(_FREE, now_us, now_us)
            else:
                self._dip_us = now_us
                self._dip.start(now_us, self._beam.dip_us())

    def hopper_edge(self, now_us, empty):
        passed = self._may_have_passed(now_us)
        self.account.hopper.switch(empty, passed, self._beam.blocked)

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
            self._do(_FREE, now_us, self._dip_us)
        if self._bound.due(now_us):
            self._bound.stop()
            if self.state != SETTLE:
                self._settle(now_us, now_us)
        if self._limits.pct == 0 and (self.state in _FORWARD or self.state == RETRACT):
            self._do(_MOTOR_STOPPED, now_us, now_us)
        elif self._time_is_up(now_us):
            self._do(_TIME_UP, now_us, now_us)

    def due_in_us(self, now_us):
        wait_us = self._timer.left_us(now_us)
        if self.state == SPIN_UP:
            wait_us = ticks.sooner(wait_us, self._no_card.left_us(now_us))
        wait_us = ticks.sooner(wait_us, self._dip.left_us(now_us))
        return ticks.sooner(wait_us, self._bound.left_us(now_us))

    def _do(self, event, now_us, at_us):
        # at_us: when it happened, which may be earlier than now_us
        _TRANSITIONS[self.state][event](self, now_us, at_us)

    def _time_is_up(self, now_us):
        if self.state == REST or self.state == COOL:
            return True  # it asks at every tick whether the motor may turn
        timer = self._no_card if self.state == SPIN_UP else self._timer
        if not timer.due(now_us):
            return False
        timer.stop()
        return True

    # what a state does at an event: see _TRANSITIONS

    def _stay(self, now_us, at_us):
        pass

    def _feed(self, now_us, at_us):
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

    def _begins(self, now_us, at_us):
        self._beam.lead(now_us)
        self._pass(now_us)

    def _appears(self, now_us, at_us):
        self._beam.lead_held(now_us, self._reversed or self.state == IDLE)

    def _mouth_free(self, now_us, at_us):
        self._beam.clear()
        self.account.mouth_counted = False

    def _is_out(self, now_us, at_us):
        self._timer.stop()
        self.state = SPIN_UP
        verdict = self._beam.trail(at_us)
        if verdict is None:
            return
        self._count(verdict)
        if verdict.pending and self.account.delivered + 1 == self._target:
            # two cards are likelier than a roller that slowed down, and no other card will tell
            self._count(verdict.of(1, 0))
        if self.account.delivered >= self._target or not self._has_time(now_us):
            self._brake(now_us, at_us)
        else:
            self._no_card.start(now_us, self._set.no_card_us)

    def _left_at_rest(self, now_us, at_us):
        if self._reversed:
            self._came_back(at_us)
            return
        verdict = self._beam.trail_held(at_us)
        if verdict is None:
            return
        self._count(verdict)
        # now only the roller has to come to rest
        if self.state == BRAKE and self._timer.left_us(now_us) > self._set.brake_us:
            self._timer.start(now_us, self._set.brake_us)

    def _pulled_free(self, now_us, at_us):
        self._back_us += self._beam.travel_us(at_us)
        if self._timer.left_us(now_us) < self._set.retract_more_us:
            # so far that the card lies under the roller, where every card starts from
            self._timer.start(now_us, self._set.retract_more_us)
        self._stretched = True
        self._came_back(at_us)

    def _no_card_came(self, now_us, at_us):
        self.account.hopper.saw_nothing(self._may_have_passed(now_us))
        self._brake(now_us, at_us)

    def _brake(self, now_us, at_us):
        self._beam.hold(now_us)
        self._back_us = 0
        self._back_left_us = _ALL
        self._begin_brake(now_us)

    def _stopped_in_reverse(self, now_us, at_us):
        # the motor has to rest: what remains follows, and no more, or this would never end
        self._back_us += self._beam.travel_us(now_us)
        self._back_left_us = self._timer.left_us(now_us)
        self._begin_brake(now_us)

    def _retract(self, now_us, at_us):
        self.state = COOL  # unless the motor may turn at once
        if self._set.retract_pct == 0:
            self._next(now_us)
        elif self._limits.drive(now_us, -self._set.retract_pct):
            self._beam.spin(now_us, False)
            if self._back_left_us == _ALL:
                self._stretched = False
                self._back_left_us = self._set.retract_us
            self._reversed = True
            self.state = RETRACT
            self._timer.start(now_us, self._back_left_us)
            self._back_left_us = _ALL
        elif self._closing:
            self._settle(now_us, at_us)

    def _retracted(self, now_us, at_us):
        if self._beam.blocked and not self._stretched:
            self._stretched = True
            self._timer.start(now_us, self._set.retract_max_us - self._set.retract_us)
            return
        self._stop_reverse(now_us)
        self._at_rest = not self._beam.blocked
        self._next(now_us)

    def _finish(self, now_us, at_us):
        self._target = self.account.delivered + (0 if self.account.mouth_counted else 1)
        self._timer.start(now_us, self._beam.until_long_us(now_us))

    def _settle(self, now_us, at_us):
        wait_us = self._set.settle_us
        if self.state in _FORWARD:
            wait_us += self._set.brake_us
            self._beam.hold(now_us)
            self._reversed = False
        elif self.state == RETRACT:
            wait_us += self._set.brake_us
            self._stop_reverse(now_us)
        self._limits.drive(now_us, 0)
        self.state = SETTLE
        self._bound.stop()
        self._timer.start(now_us, wait_us)

    def _verify(self, now_us, at_us):
        if self._dip.on:
            # a card that left the beam just now is not sticking
            self._timer.start(now_us, self._set.dip_us)
            return
        self.state = IDLE
        if not self._beam.blocked:
            return
        if self._beam.pulse.open:
            self.account.went_before(self._beam.gone_before())
        if not self._beam.pulse.foreign and self.fault != faults.JAM:
            self.account.sticks()

    # parts of these

    def _has_time(self, now_us):
        # the motor has to rest before it would be stopped under a card
        needed_us = self._beam.one_card_us() + self._set.retract_us
        return self._limits.rested or self._limits.spare_us(now_us) >= needed_us

    def _may_have_passed(self, now_us):
        return self._beam.may_have_passed(now_us) if self.state == SPIN_UP else 0

    def _pass(self, now_us):
        self.state = PASSING
        rest = self._target - self.account.delivered + self.account.mouth_counted
        wait_us = self._beam.jam_us(self._patience.jam_us)
        if not self._patience.slow and self._beam.may_be_train(rest):
            # if cards follow nose to tail, the pulse has to end with the last one wanted
            wait_us = ticks.sooner(wait_us, self._beam.until_let_go_us(now_us, rest))
        self._timer.start(now_us, wait_us)

    def _count(self, verdict):
        if self.account.count(verdict.cards, verdict.maybe):
            self._patience.begin()

    def _begin_brake(self, now_us):
        self._limits.drive(now_us, 0)
        self.state = BRAKE
        wait_us = self._set.brake_us
        if self._beam.pulse.open and not self._reversed and not self._closing:
            # a card that the roller has let go slides out first; the rest is pulled back then
            wait_us += self._set.settle_us
        self._timer.start(now_us, wait_us)

    def _came_back(self, at_us):
        if not self._beam.pulse.open:
            self._beam.clear()
            return
        verdict = self._beam.pulled_back(self._back_us)
        if self.account.pulled_back(verdict.cards, verdict.maybe):
            self._patience.begin()
        else:
            self._patience.held_up()

    def _stop_reverse(self, now_us):
        # the roller runs on a little: a card may leave the beam after this
        self._back_us += self._beam.travel_us(now_us)
        self._limits.drive(now_us, 0)

    def _next(self, now_us):
        if self._closing or self.account.delivered >= self._target:
            self._settle(now_us, now_us)
            return
        # this counts as a try even if the motor had to rest, or it could go on like that for ever
        self._patience.tried()
        if self._patience.at_end or (self.account.hopper.empty and not self._beam.blocked):
            self.fault = self.account.given_up(self._beam.blocked)
            self._settle(now_us, now_us)
            return
        self._feed(now_us, now_us)


_E = Eject

# fmt: off
_TRANSITIONS = (
    # state   motor off               time is up        beam blocked beam free         caller gone
    (IDLE,    _E._stay,               _E._stay,         _E._appears, _E._mouth_free,   _E._stay),
    (REST,    _E._stay,               _E._feed,         _E._appears, _E._left_at_rest, _E._settle),
    (SPIN_UP, _E._no_card_came,       _E._no_card_came, _E._begins,  _E._left_at_rest, _E._brake),
    (PASSING, _E._no_card_came,       _E._brake,        _E._appears, _E._is_out,       _E._finish),
    (BRAKE,   _E._stay,               _E._retract,      _E._appears, _E._left_at_rest, _E._stay),
    (COOL,    _E._stay,               _E._retract,      _E._appears, _E._left_at_rest, _E._settle),
    (RETRACT, _E._stopped_in_reverse, _E._retracted,    _E._appears, _E._pulled_free,  _E._stay),
    (SETTLE,  _E._stay,               _E._verify,       _E._appears, _E._left_at_rest, _E._stay),
)
# fmt: on
