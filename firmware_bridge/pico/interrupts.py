"""What interrupts hear, and the core for the main program while they feed it.

Edges of switches and light barrier are heard by interrupt, and checked against levels.
"""

from machine import Pin, disable_irq, enable_irq

from hardware.portable.ticks import MASK

BOTH = Pin.IRQ_RISING | Pin.IRQ_FALLING

TIMED = (
    "arm",
    "eject",
    "disarm",
    "beat",
    "drop_lease",
    "forget",
    "clear_faults",
    "safe_off",
    "watch",
)
"""Methods that take a moment. It has to be the present: an interrupt may have told a later one."""


class Input:
    """An input pin. ``tell(now_us, is_so)`` gets every change, ``missed`` the lost edges.

    While one handler runs, the chip keeps one edge of each direction. ``edge`` gets such an edge
    when the handler has ended, unless ``check`` has found it meanwhile.
    """

    def __init__(self, pin, active_high, tell, missed, edge, ticks_us):
        self._pin = pin
        self._active_high = 1 if active_high else 0
        self._tell = tell
        self._missed = missed
        self._edge = edge
        self._ticks_us = ticks_us
        self._level = -1
        self._found_by_check = False
        # first, because the first interrupt asks it
        self._irq = self._pin.irq()
        # bound here: binding a method allocates, which an interrupt must not do
        self._pin.irq(self._interrupted, BOTH, hard=True)

    def check(self, now_us):
        """Tell a change of the level now, even before its interrupt comes; False: there is none."""
        level = self._pin.value()
        if level == self._level:
            return False
        self._found_by_check = self._level >= 0
        self._change(now_us, level)
        return True

    def heard(self, now_us):
        """Take the edge, or the edges, that an interrupt stands for."""
        found_by_check = self._found_by_check
        self._found_by_check = False
        edges = self._irq.flags()
        if edges != BOTH:
            # by the edge and not by the level, which may have changed again: that is an edge, too
            self._change(now_us, 1 if edges == Pin.IRQ_RISING else 0)
            return
        level = self._pin.value()
        if self._missed is not None and not (found_by_check and level != self._level):
            # it changed there and back at least once that nobody was told of
            self._missed(now_us, 2)
        self._change(now_us, level)

    def _change(self, now_us, level):
        if level != self._level:
            self._level = level
            self._tell(now_us, level == self._active_high)

    def _interrupted(self, pin):
        # the moment before anything else: nothing that is done here makes it later
        self._edge(self, self._ticks_us() & MASK)


class Guarded:
    """Calls the core, or its trace, with interrupts switched off during each call."""

    def __init__(self, core, present):
        self._core = core
        self._present = present

    def __getattr__(self, name):
        attribute = getattr(self._core, name)
        if not callable(attribute):
            return attribute
        timed = name in TIMED

        def uninterrupted(*args):
            rest = args[1:] if timed else args
            state = disable_irq()
            try:
                return attribute(self._present(), *rest) if timed else attribute(*rest)
            finally:
                enable_irq(state)

        return uninterrupted
