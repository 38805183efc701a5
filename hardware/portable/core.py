"""The launcher's brain, beside the motor: inputs and commands in, motor and events out.

It puts together what is explained elsewhere: the eject loop (`eject`), which hit a press gives
(`hits`), the limits of the motor and the caller's lease (`limits`) and the button (`debouncing`).
Here are the latched faults, and what depends on several of these.
"""

from hardware.portable import faults as fault_bits
from hardware.portable import ticks
from hardware.portable import trace as traced
from hardware.portable.debouncing import Button, FaultLine
from hardware.portable.eject import IDLE, Eject
from hardware.portable.hits import Arming, Events, UnderWay
from hardware.portable.limits import Lease, Limits
from hardware.portable.settings import Settings, at_duty
from hardware.portable.trace import Trace

ARMED = 0
ENDED = 1
FAULTED = 2
BUSY = 3
IN_USE = 4

ANY_PRESSES = -1
USUAL = 0

# not told to callers: nothing prevents that a hit is taken on
FREE = 5

EVENT_PRESS = 1
EVENT_CARD = 2
EVENT_ENDED = 3
EVENT_FAULTS = 4


class Core:
    def __init__(self, settings, now_us):
        self._set = settings
        self._usual = Settings(**settings.__dict__)
        self._limits = Limits(settings)
        self._button = Button(settings)
        self._fault_line = FaultLine(settings)
        self._eject = Eject(settings, self._limits)
        self._arming = Arming()
        self._under_way = UnderWay()
        self._lease = Lease(settings)
        self._events = Events()
        self.trace = Trace()
        self._cover_open = False
        self.lamp_asked = False
        self.suspense_level = 0
        self.faults = 0
        self.dings = 0
        self.presses = 0

    @property
    def settings(self):
        return self._usual

    @property
    def motor_pct(self):
        return self._limits.pct

    @property
    def braking(self):
        return self._limits.pct == 0 and self._eject.state != IDLE

    @property
    def ejecting(self):
        return self._under_way.record is not None

    @property
    def hit_under_way(self):
        return self._under_way.record.hit if self.ejecting else 0

    @property
    def may_turn(self):
        return not self.ejecting and not self.faults

    @property
    def armed_hit(self):
        return self._arming.armed_hit

    @property
    def button_down(self):
        return not self._button.free

    @property
    def mouth_counted(self):
        return self._eject.account.mouth_counted

    @property
    def events_lost(self):
        return self._events.lost

    @property
    def lease_trips(self):
        return self._lease.trips

    def card_edge(self, now_us, blocked):
        self.trace.level(traced.SENSOR, now_us, int(blocked))
        self._pass(now_us)
        self._eject.edge(now_us, blocked)
        self._account(now_us)

    def card_edges_missed(self, now_us, edges):
        self.trace.note(traced.MISSED, now_us, edges)
        self._pass(now_us)
        self._eject.missed(edges)
        self._account(now_us)

    def cover_edge(self, now_us, is_open):
        self.trace.level(traced.COVER, now_us, int(is_open))
        self._pass(now_us)
        self._cover_open = is_open
        if is_open:
            self._stop(now_us, fault_bits.COVER_OPEN)

    def motor_fault_edge(self, now_us, reported):
        self.trace.level(traced.MOTOR_FAULT, now_us, int(reported))
        self._pass(now_us)
        self._fault_line.edge(now_us, reported)

    def hopper_edge(self, now_us, empty):
        self.trace.level(traced.HOPPER, now_us, int(empty))
        self._pass(now_us)
        self._eject.hopper_edge(now_us, empty)

    def button_edge(self, now_us, down):
        self.trace.level(traced.BUTTON, now_us, int(down))
        self._pass(now_us)
        if self._button.edge(now_us, down, self.ejecting):
            self._pressed(now_us)

    def _pressed(self, now_us):
        self.presses += 1
        if self._arming.armed_hit and self._eject.unexplained:
            self._disarm()
            self._latch(now_us, fault_bits.SENSOR_BLOCKED)
        record = self._arming.take()
        if record is None:
            self._events.put(EVENT_PRESS, now_us, 0, self.presses)
            return
        self.dings += 1
        self._events.put(EVENT_PRESS, now_us, record.hit, self.presses)
        self._begin(now_us, record)

    def tick(self, now_us):
        self.trace.level(traced.MOTOR, now_us, self._limits.pct)
        self._eject.stopped_late(self._limits.in_effect(now_us))
        self._pass(now_us)

    def _pass(self, now_us):
        self._limits.tick(now_us)
        if self._fault_line.tick(now_us):
            self._stop(now_us, fault_bits.MOTOR_FAULT)
        if self._button.tick(now_us):
            self._pressed(now_us)
        if self._lease.due(now_us):
            self.drop_lease(now_us)
        self._eject.tick(now_us)
        self._account(now_us)

    def next_tick_in_us(self, now_us):
        wait = ticks.sooner(self._limits.due_in_us(now_us), self._button.due_in_us(now_us))
        wait = ticks.sooner(wait, self._fault_line.due_in_us(now_us))
        wait = ticks.sooner(wait, self._lease.left_us(now_us))
        return ticks.sooner(wait, self._eject.due_in_us(now_us))

    def arm(self, now_us, hit, count, presses=ANY_PRESSES):
        answer = self._answer(now_us, hit)
        if answer != FREE:
            return answer
        if presses != ANY_PRESSES and (presses != self.presses or self.button_down):
            self._disarm()
            return IN_USE
        self._drive_with(USUAL)
        record = self._arming.record(hit, count)
        self._lease.wait(now_us)
        self._arming.arm(record)
        return ARMED

    def eject(self, now_us, hit, count, duty_pct=USUAL):
        answer = self._answer(now_us, hit)
        if answer != FREE:
            return answer
        self._drive_with(duty_pct)
        record = self._arming.record(hit, count)
        self._lease.wait(now_us)
        self._begin(now_us, record)
        return ARMED

    def _answer(self, now_us, hit):
        self.tick(now_us)
        if self.ejecting and self._under_way.record.hit == hit:
            self.beat(now_us)
            return ARMED
        if self._arming.is_over(hit):
            return ENDED
        if self._eject.state != IDLE:
            return BUSY
        if self._eject.unexplained and not self.faults:
            self._latch(now_us, fault_bits.SENSOR_BLOCKED)
        return FAULTED if self.faults else FREE

    def _drive_with(self, duty_pct):
        usual_pct = self._usual.feed_pct
        if duty_pct == USUAL or duty_pct > usual_pct:
            duty_pct = usual_pct
        if duty_pct != self._set.feed_pct:
            # only while nothing is armed or moves: an ejection disarms, and arming comes here first
            self._set.change(at_duty(self._usual, duty_pct))
            self._eject.learn_anew()

    def disarm(self, now_us):
        self.tick(now_us)
        if self.ejecting:
            return False
        self._disarm()
        return True

    def long_lease(self, on):
        self._lease.long_while_armed = on

    def count_strictly(self, on):
        # left as it is if nothing changes, so that a trace names only settings that were changed
        if on != bool(self._set.strict):
            self._set.strict = self._usual.strict = int(on)

    def beat(self, now_us):
        # a lease that has run out is not renewed
        if self._lease.due(now_us):
            self.tick(now_us)
        self._lease.beat(now_us)

    def drop_lease(self, now_us):
        if not self._lease.held:
            return
        self.trace.note(traced.OFF, now_us, 1)
        self._lease.trip()
        if self._eject.state == IDLE:
            self._disarm()
            return
        self._under_way.lease_lost = True
        self._eject.close(now_us)

    def clear_faults(self, now_us):
        self.tick(now_us)
        still = 0
        if self._eject.account.hopper.empty:
            still |= self.faults & fault_bits.EMPTY
        if self._cover_open:
            still |= self.faults & fault_bits.COVER_OPEN
        if self._fault_line.active:
            still |= self.faults & fault_bits.MOTOR_FAULT
        if self._eject.unexplained:
            still |= self.faults & (fault_bits.JAM | fault_bits.SENSOR_BLOCKED)
        self.trace.note(traced.CLEAR, now_us, still)
        if still != self.faults:
            self.faults = still
            self._events.put(EVENT_FAULTS, now_us, still, 0)
        return still

    def safe_off(self, now_us):
        self.trace.note(traced.OFF, now_us, 0)
        self._arming.disarm()
        self._lease.end()
        self._eject.cut(now_us)
        self._account(now_us)

    def forget(self, now_us):
        self.safe_off(now_us)
        self.suspense_level = 0
        self._under_way.abandon()
        self._arming.forget()

    def ding(self):
        self.dings += 1

    def lamp(self, on):
        self.lamp_asked = on

    def suspense(self, level):
        self.suspense_level = level

    def take_event(self):
        return self._events.take()

    def result(self, hit):
        return self._arming.result(hit)

    def _disarm(self):
        self._arming.disarm()
        if self._eject.state == IDLE:
            self._lease.end()

    def _begin(self, now_us, record):
        self._lease.feed(now_us)
        self._arming.disarm()
        self._under_way.begin(now_us, record)
        rest = record.requested - record.delivered
        if rest > 0:
            self.trace.note(traced.BEGIN, now_us, rest)
            self._eject.begin(now_us, rest)
        else:
            self._eject.nothing()
        self._account(now_us)

    def _account(self, now_us):
        under_way = self._under_way
        record = under_way.record
        if record is None:
            return
        while under_way.is_ahead(self._eject.account):
            under_way.note_card(now_us)
            self._events.put(EVENT_CARD, now_us, record.hit, record.delivered)
        under_way.note_doubt(self._eject.account)
        if self._eject.state == IDLE:
            self._end(now_us, record)

    def _end(self, now_us, record):
        self._lease.end()
        stopped_by = self.faults & (fault_bits.COVER_OPEN | fault_bits.MOTOR_FAULT)
        self._under_way.end(self._eject.account, self._eject.fault, stopped_by)
        self._events.put(EVENT_ENDED, now_us, record.hit, 0)
        self._latch(now_us, record.fault)

    def _stop(self, now_us, fault):
        self._latch(now_us, fault)
        self._disarm()
        self._eject.cut(now_us)
        self._account(now_us)

    def _latch(self, now_us, fault):
        if fault & ~self.faults:
            self.faults |= fault
            self._events.put(EVENT_FAULTS, now_us, self.faults, 0)
