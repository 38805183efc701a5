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
        found = getattr(self._core, name)
        if not callable(found):
            return found
        timed = name in TIMED

        def uninterrupted(*given):
            rest = given[1:] if timed else given
            state = disable_irq()
            try:
                return found(self._present(), *rest) if timed else found(*rest)
            finally:
                enable_irq(state)

        return uninterrupted
