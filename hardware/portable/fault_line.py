"""The fault output of a motor driver. It counts once it has lasted a little.

The motor's brushes spark into this line as into the button's.
"""

from hardware.portable import ticks


class FaultLine:
    def __init__(self, settings):
        self._set = settings
        self.active = False
        self._lasting = ticks.Timer()

    def edge(self, now_us, reported):
        if not reported:
            self._lasting.stop()
            self.active = False
        elif not self.active and not self._lasting.on:
            self._lasting.start(now_us, self._set.motor_fault_us)

    def tick(self, now_us):
        if not self._lasting.due(now_us):
            return False
        self._lasting.stop()
        self.active = True
        return True

    def due_in_us(self, now_us):
        return self._lasting.left_us(now_us)
