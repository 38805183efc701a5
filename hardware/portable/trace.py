"""What the core was told, and what it did to the motor, with the moment of each.

Entries are kept only while somebody watches. The levels are always kept, so that whoever begins
to watch learns how things are.
"""

from array import array

SENSOR = 0
BUTTON = 1
COVER = 2
HOPPER = 3
MOTOR = 4
MOTOR_FAULT = 5
MISSED = 6
BEGIN = 7
OFF = 8
CLEAR = 9

NAMES = (
    "sensor",
    "button",
    "cover",
    "hopper",
    "motor",
    "motor_fault",
    "missed",
    "begin",
    "off",
    "clear",
)

LEVELS = 6
KEPT = 256


class Trace:
    def __init__(self):
        self.lost = 0
        self._levels = array("h", [0] * LEVELS)
        # three small pieces: a microcontroller's memory may have no large one left
        self._kinds = array("b", bytes(KEPT))
        self._moments_us = array("i", bytes(4 * KEPT))
        self._values = array("i", bytes(4 * KEPT))
        self._entry = array("i", bytes(4 * 3))
        self._watched = False
        self._first = 0
        self._held = 0

    def watch(self, now_us, on):
        self._watched = on
        self._held = 0
        self.lost = 0
        if on:
            for kind in range(LEVELS):
                if self._levels[kind]:
                    self._put(kind, now_us, self._levels[kind])

    def level(self, kind, now_us, value):
        if self._levels[kind] != value:
            self._levels[kind] = value
            self.note(kind, now_us, value)

    def note(self, kind, now_us, value):
        if self._watched:
            self._put(kind, now_us, value)

    def _put(self, kind, now_us, value):
        if self._held == KEPT:
            self.lost += 1
            return
        at = (self._first + self._held) % KEPT
        self._kinds[at] = kind
        self._moments_us[at] = now_us
        self._values[at] = value
        self._held += 1

    def take(self):
        if self._held == 0:
            return None
        at = self._first
        self._first = (at + 1) % KEPT
        self._held -= 1
        self._entry[0] = self._kinds[at]
        self._entry[1] = self._moments_us[at]
        self._entry[2] = self._values[at]
        return tuple(self._entry)
