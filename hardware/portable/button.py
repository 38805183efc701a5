"""One push button: a press acts at its first edge; the next one needs a settled release before it.

While the motor runs, its brushes spark into the button's line. Then a press has to last a little.
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
