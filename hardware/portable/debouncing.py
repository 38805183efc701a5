"""The inputs into which the motor's brushes spark: the button, and the motor driver's fault output.

A press of the button acts at its first edge, and the next one needs a settled release before it.
While the motor runs, a press has to last a little. A fault always has to.
"""

from hardware.portable import ticks


class Button:
    def __init__(self, settings):
        self._set = settings
        self.held = False
        self._press = ticks.Timer()
        self._release = ticks.Timer()

    @property
    def free(self):
        return not self.held and not self._press.on

    def edge(self, now_us, down, noisy):
        if not down:
            self._press.stop()
            if self.held:
                self._release.start(now_us, self._set.release_us)
            return False
        self._release.stop()
        if self.held:
            return False
        if noisy:
            self._press.start(now_us, self._set.noisy_press_us)
            return False
        self._press.stop()
        self.held = True
        return True

    def tick(self, now_us):
        if self._release.due(now_us):
            self._release.stop()
            self.held = False
        if not self._press.due(now_us):
            return False
        self._press.stop()
        self.held = True
        return True

    def due_in_us(self, now_us):
        return ticks.sooner(self._press.left_us(now_us), self._release.left_us(now_us))


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
