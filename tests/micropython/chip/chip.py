"""A microcontroller's time: it passes only where the program waits, as far as the test lets it.

What the test says and hears goes over the descriptor that is the program's first argument, a JSON
object a line: the chip tells what changed at its outputs, and is told what changes at its inputs
and how far it may run until it asks again.
"""

import json
import sys

import machine

ROUND_US = 100
"""What one round of a program takes that waits for nothing."""

now_us = 0
_until_us = 0
_tick_us = 0
_told = {}
_risen = {}
_heard = open(int(sys.argv[1]), "rb")
_said = open(int(sys.argv[1]), "wb")


def pass_time(wait_us):
    """Let so much time pass, the timer's interrupts with it."""
    global now_us, _tick_us
    end_us = now_us + wait_us
    while now_us < end_us:
        if now_us >= _until_us or _changed():
            _ask()
        period_us = machine.Timer.period_us
        _tick_us = _tick_us or now_us + period_us
        now_us = min(end_us, _until_us, _tick_us if period_us else end_us)
        if period_us and now_us == _tick_us:
            _tick_us += period_us
            machine.interrupt(machine.Timer.callback, None)


def _changed():
    levels, rises = machine.Pin.levels, machine.Pin.rises
    for number in levels:
        if levels[number] != _told.get(number):
            return True
    for number in rises:
        if rises[number] != _risen.get(number):
            return True
    return False


def _ask():
    """Tell what the outputs are, and take in what happens meanwhile."""
    global _until_us
    _told.update(machine.Pin.levels)
    _risen.update(machine.Pin.rises)
    told = {"now_us": now_us, "levels": _told, "rises": _risen, "fed": machine.WDT.fed}
    _said.write((json.dumps(told) + "\n").encode())
    line = _heard.readline()
    if not line:
        sys.exit()  # nobody tests any more
    answer = json.loads(line)
    _until_us = answer["until_us"]
    for number, level in answer["put"]:
        _told[number] = level
        machine.edge(number, level)


# the levels that the inputs have already when the program starts
_ask()
