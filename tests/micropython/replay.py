"""Feeds recorded edges, ticks and commands to a launcher's core and prints all that it says.

Runs on CPython and on MicroPython, where no input may allocate: not even a frame that is given
back at once. A trace is text: ``start`` with the core's ticks and settings, then one input a line.
"""

import sys

from hardware.portable.core import EVENT_ENDED, Core
from hardware.portable.settings import Settings
from hardware.portable.ticks import MASK


def nothing():
    return 0


ALLOCATED = nothing
LOCK = nothing
UNLOCK = nothing
if sys.implementation.name == "micropython":
    import micropython

    # the build for WebAssembly does not count; there the locked heap alone tells
    ALLOCATED = getattr(micropython, "mem_total", nothing)
    LOCK = micropython.heap_lock
    UNLOCK = micropython.heap_unlock


class Replay:
    """One trace: ``line`` takes its lines, ``say`` gets what came of each."""

    def __init__(self, say, locked=True, number=int):
        self._say = say
        self._number = number
        self._lock = LOCK if locked else nothing
        self._unlock = UNLOCK if locked else nothing
        self._core = None
        self._start = 0

    def line(self, line):
        """Take one line of a trace."""
        words = line.split()
        if words[0] == "start":
            self._start = self._number(words[1])
            changes = {}
            for word in words[2:]:
                name, value = word.split("=")
                changes[name] = self._number(value)
            self._core = Core(Settings(**changes), self._start)
            self._core.trace.watch(self._start, True)
            self._say("start")
            return
        values = [self._number(word) for word in words[1:]]
        answer = self._put(getattr(self._core, words[0]), values)
        if answer is not None:
            self._say("%s %d" % (words[0], answer))
        now = values[0] if values else self._start
        core = self._core
        waits = self._put(core.next_tick_in_us, [now])
        self._say(
            "%d %d %d %d %d %d"
            % (core.motor_pct, core.braking, core.lamp_asked, core.dings, core.faults, waits)
        )
        event = core.take_event()
        while event is not None:
            kind, at, value, more = event
            self._say("event %d %d %d %d" % (kind, (at - self._start) & MASK, value, more))
            if kind == EVENT_ENDED:
                self._record(core.result(value))
            event = core.take_event()
        seen = core.trace.take()
        while seen is not None:
            self._say("seen %d %d %d" % (seen[0], (seen[1] - self._start) & MASK, seen[2]))
            seen = core.trace.take()

    def _put(self, method, values):
        """Call with nothing to allocate from, and see that nothing was."""
        many = len(values)
        first = values[0] if many > 0 else 0
        second = values[1] if many > 1 else 0
        third = values[2] if many > 2 else 0
        before = ALLOCATED()
        answer = None
        self._lock()
        try:
            if many == 1:
                answer = method(first)
            elif many == 2:
                answer = method(first, second)
            elif many == 3:
                answer = method(first, second, third)
            else:
                answer = method()
        finally:
            self._unlock()
        took = ALLOCATED() - before
        if took:
            self._say("allocated %d bytes" % took)
        return answer

    def _record(self, record):
        times = " ".join([str(ms) for ms in record.card_times_ms])
        self._say(
            "ended %d %d %d %d %d %d %d %s"
            % (
                record.hit,
                record.requested,
                record.delivered,
                record.complete,
                record.uncertain,
                record.sticking,
                record.fault,
                times,
            )
        )


def main(words):
    """Replay the file that is named, with the heap locked unless the second word is ``free``."""
    replay = Replay(print, locked=words[1:] != ["free"])
    with open(words[0]) as traces:
        for line in traces:
            replay.line(line)


if __name__ == "__main__":
    main(sys.argv[1:])
