"""The caller's lease: while it lasts, the caller is taken to be alive."""

from hardware.portable import ticks


class Lease:
    def __init__(self, settings):
        self._set = settings
        self._timer = ticks.Timer()
        self.trips = 0

    @property
    def held(self):
        return self._timer.on

    def begin(self, now_us):
        self._timer.start(now_us, self._set.lease_us)

    def beat(self, now_us):
        if self._timer.on:
            self.begin(now_us)

    def due(self, now_us):
        return self._timer.due(now_us)

    def left_us(self, now_us):
        return self._timer.left_us(now_us)

    def end(self):
        self._timer.stop()

    def trip(self):
        self._timer.stop()
        self.trips += 1
