"""Microseconds that wrap, as a microcontroller counts them.

A moment is an integer from 0 to 2^30 - 1. Only differences mean anything, and only up to 2^29 µs
(about nine minutes) either way. So nothing keeps a moment for longer than that: whatever waits is
a `Timer`, and the next tick stops a timer that is due.

No step leaves the 31 bits that MicroPython holds without allocating.
"""

MASK = (1 << 30) - 1
_HALF = 1 << 29


def diff(later, earlier):
    gap = (later - earlier) & MASK
    if gap >= _HALF:
        gap = gap - _HALF - _HALF
    return gap


def add(moment, gap_us):
    if moment >= _HALF:
        moment = moment - _HALF - _HALF
    return (moment + gap_us) & MASK


def sooner(a_us, b_us):
    if a_us < 0:
        return b_us
    if b_us < 0 or a_us < b_us:
        return a_us
    return b_us


class Timer:
    def __init__(self):
        self.on = False
        self._at_us = 0

    def start(self, now_us, gap_us):
        self._at_us = add(now_us, gap_us)
        self.on = True

    def stop(self):
        self.on = False

    def due(self, now_us):
        return self.on and diff(self._at_us, now_us) <= 0

    def left_us(self, now_us):
        if not self.on:
            return -1
        left_us = diff(self._at_us, now_us)
        return left_us if left_us > 0 else 0
