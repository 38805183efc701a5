"""The Pico's program in real time, on simulated pins: how soon it does what it is to do.

Reads ``launcher.json`` in its folder and speaks on its console. A while after the motor went on,
the cover is opened. Each time a line of ``reflexes.jsonl`` tells the moments, in µs of the
monotonic clock: motor on, cover open, motor off; of the ticks so far how many, their µs, the
longest; and the bytes that are in use after a collection, at most so far.
"""

import gc
import json
import time

import machine

PAUSE_US = 20000


class Watched(machine.PWM):
    """Pulses that note when they switch the motor."""

    forward, reverse = 0, 0
    on = False
    at_us = 0

    def duty_u16(self, duty):
        super().duty_u16(duty)
        levels = machine.Pin.levels
        on = levels.get(Watched.forward, 0) > levels.get(Watched.reverse, 0)
        if on != Watched.on:
            Watched.on = on
            Watched.at_us = time.ticks_us()


machine.PWM = Watched

from firmware_bridge.pico.board import TICK_HZ, Board  # noqa: E402 -- with those pulses
from firmware_bridge.pico.main_program import Port, Program  # noqa: E402


class Stand:
    """The program, its timer, and a hand at the cover."""

    def __init__(self, wiring):
        Watched.forward, Watched.reverse = wiring["motor"]["pins"][:2]
        self._cover = wiring["cover"]
        machine.Pin.levels[wiring["card_sensor"]] = 0
        machine.Pin.levels[self._cover] = 0
        board = Board(wiring, time.ticks_us)
        self._program = Program(board, Port(), machine.WDT(2000), "bench")
        self._due_us = time.ticks_us()
        self._open_us = 0
        self._ticks = [0, 0, 0]
        self._most_bytes = 0

    def step(self):
        """One round of the main program, before it what interrupts it."""
        now_us = time.ticks_us()
        if now_us >= self._due_us:
            machine.interrupt(machine.Timer.callback, None)
            took_us = time.ticks_us() - now_us
            ticks, sum_us, longest_us = self._ticks
            self._ticks = [ticks + 1, sum_us + took_us, max(longest_us, took_us)]
            self._due_us = now_us + 1000000 // TICK_HZ
        if self._open_us:
            if now_us - self._open_us > PAUSE_US:
                self._open_us = 0
                machine.edge(self._cover, 0)
        elif Watched.on and now_us - Watched.at_us > PAUSE_US:
            self._open()
        self._program.step()

    def _open(self):
        on_us = Watched.at_us
        self._open_us = time.ticks_us()
        machine.edge(self._cover, 1)
        moments = [on_us, self._open_us, Watched.at_us]
        gc.collect()
        self._most_bytes = max(self._most_bytes, gc.mem_alloc())
        with open("reflexes.jsonl", "a") as file:
            file.write(json.dumps(moments + self._ticks + [self._most_bytes]) + "\n")


with open("launcher.json") as wiring:
    stand = Stand(json.load(wiring))
open("reflexes.jsonl", "w").close()  # it serves
while True:
    stand.step()
