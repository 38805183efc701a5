"""The caller's lease: while it lasts, the caller is taken to be alive.

While a hit waits for its press, nothing turns. So a caller that asked for it gets a longer lease
meanwhile; from the press on, the lease is short for everybody.
"""

from hardware.portable import ticks


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
