"""What stops a motor: its limits, which are the only way to it, and the end of the caller's lease.

The limits: duty, continuous on-time, rest after it, dead time when reversing. While the lease
lasts, the caller is taken to be alive. While a hit waits for its press, nothing turns. So a caller
that asked for it gets a longer lease meanwhile; from the press on, the lease is short for
everybody.
"""

from hardware.portable import ticks


class Limits:
    def __init__(self, settings):
        self._set = settings
        self.pct = 0
        self.cooling = False
        self._on_since_us = 0
        self._used_us = 0
        self._off_us = 0
        self._unsettled = False
        self._rest = ticks.Timer()
        self._dead = ticks.Timer()
        self._direction = 0

    def may(self, now_us, pct):
        self.tick(now_us)
        if self.cooling:
            return False
        turning = 1 if pct > 0 else -1
        return self._direction == turning or (self._direction == 0 and not self._unsettled)

    def drive(self, now_us, pct):
        if pct == 0 or not self.may(now_us, pct):
            self._off(now_us)
            return 0
        max_pct = self._set.max_duty_pct
        if pct > max_pct:
            pct = max_pct
        elif pct < -max_pct:
            pct = -max_pct
        if self.pct == 0:
            # as far as we know the motor was not off yet, so it has been on all the time
            self._on_since_us = self._off_us if self._unsettled else now_us
            self._unsettled = False
        self._rest.stop()
        self._dead.stop()
        self._direction = 1 if pct > 0 else -1
        self.pct = pct
        return pct

    def in_effect(self, now_us):
        if not self._unsettled:
            return 0
        self._unsettled = False
        late_us = ticks.diff(now_us, self._off_us)
        self._used_us += late_us
        if self._used_us >= self._set.max_on_us:
            self.cooling = True
        self._rest.start(now_us, self._set.cooldown_us)
        self._dead.start(now_us, self._set.reverse_dead_us)
        return late_us

    def tick(self, now_us):
        if self.pct != 0 and self._budget_us(now_us) <= 0:
            self._off(now_us)
            self.cooling = True
        if self._unsettled:
            return
        if self._dead.due(now_us):
            self._dead.stop()
            self._direction = 0
        if self._rest.due(now_us):
            self._rest.stop()
            self._used_us = 0
            self.cooling = False

    def due_in_us(self, now_us):
        if self.pct != 0:
            budget = self._budget_us(now_us)
            return budget if budget > 0 else 0
        return ticks.sooner(self._rest.left_us(now_us), self._dead.left_us(now_us))

    @property
    def rested(self):
        return self.pct == 0 and self._used_us == 0 and not self._unsettled

    def spare_us(self, now_us):
        return self._budget_us(now_us) if self.pct != 0 else self._set.max_on_us - self._used_us

    def _budget_us(self, now_us):
        return self._set.max_on_us - self._used_us - ticks.diff(now_us, self._on_since_us)

    def _off(self, now_us):
        if self.pct == 0:
            return
        self.pct = 0
        # A short pause is no rest: until a pause has lasted for the cooldown, on-time adds up.
        self._used_us += ticks.diff(now_us, self._on_since_us)
        self._off_us = now_us
        self._unsettled = True
        self._rest.start(now_us, self._set.cooldown_us)
        self._dead.start(now_us, self._set.reverse_dead_us)


class Lease:
    def __init__(self, settings):
        self._set = settings
        self._timer = ticks.Timer()
        self._gap_us = settings.lease_us
        self.long_while_armed = False
        self.trips = 0

    @property
    def held(self):
        return self._timer.on

    def wait(self, now_us):
        long = self.long_while_armed
        self._gap_us = self._set.armed_lease_us if long else self._set.lease_us
        self._timer.start(now_us, self._gap_us)

    def feed(self, now_us):
        self._gap_us = self._set.lease_us
        # a press says nothing of the caller, so it never makes the lease end later
        if not 0 <= self._timer.left_us(now_us) <= self._gap_us:
            self._timer.start(now_us, self._gap_us)

    def beat(self, now_us):
        if self._timer.on:
            self._timer.start(now_us, self._gap_us)

    def due(self, now_us):
        return self._timer.due(now_us)

    def left_us(self, now_us):
        return self._timer.left_us(now_us)

    def end(self):
        self._timer.stop()

    def trip(self):
        self._timer.stop()
        self.trips += 1
