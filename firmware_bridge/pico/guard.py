"""The core for the main program, while interrupts feed it."""

from machine import disable_irq, enable_irq

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
