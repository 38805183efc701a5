"""Where a turntable stands and where it goes, one step at a time, and only while it may turn."""

from hardware.portable import ticks

HOLD_US = 500_000
"""The motor holds it for so long after its last step, until it stands still."""


NOBODY = -1
"""Asked to face this seat, it stops where it is."""


class Turntable:
    def __init__(self, stops, step_us, home_steps):
        self.position = 0
        self.seat = NOBODY
        self.held = False
        self.lost = False
        self._stops = stops
        self._step_us = step_us
        self._home_steps = home_steps
        self._homing = home_steps > 0
        self._home = 0
        self._next = ticks.Timer()
        self._hold = ticks.Timer()

    @property
    def turning(self):
        return self._way() != 0

    def face(self, seat):
        if self.lost or seat >= len(self._stops):
            return False
        self.seat = seat
        return True

    def home_edge(self, at_home):
        if at_home and self._homing:
            self._homing = False
            self._home = self.position

    def tick(self, now_us, may_turn):
        way = self._way()
        if way == 0:
            self._rest(now_us)
        elif not may_turn:
            self._next.stop()
            self._hold.stop()
        elif self._next.due(now_us):
            self._step(way)
            # from now on, however late this step is, so that two steps never come at once
            self._next.start(now_us, self._step_us)
        elif not self._next.on:
            self.held = True
            self._hold.stop()
            self._next.start(now_us, self._step_us)

    def due_in_us(self, now_us):
        return ticks.sooner(self._next.left_us(now_us), self._hold.left_us(now_us))

    def _way(self):
        if self.seat < 0:
            return 0
        if self._homing:
            return -1
        gap = self._home + self._stops[self.seat] - self.position
        return 1 if gap > 0 else -1 if gap < 0 else 0

    def _step(self, way):
        if self._homing:
            if self._home_steps == 0:
                self.lost = True
                self.seat = NOBODY
                return
            self._home_steps -= 1
        self.position += way

    def _rest(self, now_us):
        self._next.stop()
        if self._hold.due(now_us):
            self._hold.stop()
            self.held = False
        elif self.held and not self._hold.on:
            self._hold.start(now_us, HOLD_US)
