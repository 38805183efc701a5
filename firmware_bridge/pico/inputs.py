"""Edges of switches and light barrier: heard by interrupt, and checked against levels."""

from machine import Pin


class Input:
    """One pulled-up pin. ``tell(now_us, is_so)`` gets every change, ``missed`` the lost edges."""

    def __init__(self, number, active_high, tell, missed, edge):
        self._pin = Pin(number, Pin.IN, Pin.PULL_UP)
        self._active_high = 1 if active_high else 0
        self._tell = tell
        self._missed = missed
        self._edge = edge
        self._level = -1
        # bound here: binding a method allocates, which an interrupt must not do
        self._pin.irq(self._interrupted, Pin.IRQ_RISING | Pin.IRQ_FALLING, hard=True)

    def check(self, now_us):
        """Compare with the level: if it changed without an edge, the edge was lost."""
        level = self._pin.value()
        if level != self._level:
            self._level = level
            self._tell(now_us, level == self._active_high)

    def heard(self, now_us):
        """Take an edge."""
        if self._pin.value() == self._level and self._missed is not None:
            # it changed there and back before the interrupt came
            self._missed(now_us, 2)
        self.check(now_us)

    def _interrupted(self, pin):
        self._edge(self)
