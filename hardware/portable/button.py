"""One push button: the press acts at its first edge, and only a settled release allows the next."""

from hardware.portable import ticks


class Button:
    def __init__(self, settings):
        self._set = settings
        self.held = False
        self._release = ticks.Timer()

    def edge(self, now_us, down):
        if not down:
            if self.held:
                self._release.start(now_us, self._set.release_us)
            return False
        self._release.stop()
        if self.held:
            return False
        self.held = True
        return True

    def tick(self, now_us):
        if self._release.due(now_us):
            self._release.stop()
            self.held = False

    def due_in_us(self, now_us):
        return self._release.left_us(now_us)
