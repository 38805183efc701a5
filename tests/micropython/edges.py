"""A Pico's inputs on simulated pins: prints as JSON what its core was told of some edges.

``micropython edges.py WIRING HANDLER LEVELS``: the light barrier takes these levels (such as
``101``) while a handler runs, one each time that it looks: ``tick`` for the timer's, ``masked`` for
a piece of the main program without interrupts, which does not look, ``pin`` for its own, which
the first level brings about. Time passes with every look at the clock or at a pin.
"""

import json
import sys

import machine

from firmware_bridge.pico.board import Board
from hardware.portable.trace import NAMES

LOOK_US = 100
BEGIN_US = 5000


class Bench:
    """A board, its clock, and a hand at the light barrier."""

    def __init__(self, wiring):
        self._now_us = 0
        self._sensor = wiring["card_sensor"]
        self._coming = []
        machine.Pin.levels[self._sensor] = 0
        self.board = Board(wiring, self._ticks_us)
        self.board.core.trace.watch(0, True)
        machine.reading = self._look
        self._now_us = BEGIN_US

    def _ticks_us(self):
        now_us = self._now_us
        self._look(None)
        return now_us

    def _look(self, number):
        self._now_us += LOOK_US
        if self._coming:
            machine.edge(self._sensor, self._coming.pop())

    def tick(self, levels):
        self._coming = levels[::-1]
        machine.interrupt(machine.Timer.callback, None)

    def masked(self, levels):
        state = machine.disable_irq()
        for level in levels:
            machine.edge(self._sensor, level)
        machine.enable_irq(state)

    def pin(self, levels):
        self._coming = levels[:0:-1]
        machine.edge(self._sensor, levels[0])

    def told(self):
        found = []
        entry = self.board.core.trace.take()
        while entry is not None:
            kind, ticks, value = entry
            found.append([NAMES[kind], ticks - BEGIN_US, value])
            entry = self.board.core.trace.take()
        return found


with open(sys.argv[1]) as file:
    bench = Bench(json.load(file))
getattr(bench, sys.argv[2])([int(level) for level in sys.argv[3]])
print(json.dumps(bench.told()))
