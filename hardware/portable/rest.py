"""Whether the scale is at rest, and at which level: mean values of short blocks that agree.

A hand, the motor, or a card that slides shows as a block with a wide range, or as two blocks after
each other that differ.
"""

from hardware.portable.settings import COUNT_BITS
from hardware.portable.ticks import diff

BLOCK_SAMPLES = 4
BLOCK_US = 70_000
MOST_BLOCKS = 8
AGREE = 4
HIGHEST_COUNT = (1 << 23) - 1


class Rest:
    def __init__(self, settings):
        self._least_noise = settings.noise >> 2
        self._most_noise = settings.card >> 2
        wide = max(settings.card * 3 // 4, settings.noise * 8)
        self._widest = (wide >> COUNT_BITS) + 1
        self.noise = max(1, settings.noise >> 1)
        self.blocks = 0
        self.settled = 0
        self.newest = 0
        self._samples = 0
        self._first = 0
        self._first_us = 0
        self._sum = 0
        self._low = 0
        self._high = 0

    def lost(self):
        self.blocks = 0
        self._samples = 0

    def sample(self, at_us, count):
        if self._samples == 0:
            self._begin(at_us, count)
        off = count - self._first
        self._sum += off
        if off < self._low:
            self._low = off
        if off > self._high:
            self._high = off
        self._samples += 1
        if self._samples < BLOCK_SAMPLES or diff(at_us, self._first_us) < BLOCK_US:
            return False
        self._end()
        self._samples = 0
        return True

    def _begin(self, at_us, count):
        self._first = count
        self._first_us = at_us
        self._sum = 0
        self._low = 0
        self._high = 0

    def _end(self):
        if self._high - self._low > self._widest:
            self.blocks = 0
            return
        mean = (self._first << COUNT_BITS) + (self._sum << COUNT_BITS) // self._samples
        if self.blocks > 0 and self._agrees(mean):
            self._merge()
            self._learn(abs(mean - self.newest))
            self.blocks += 1
        else:
            self.blocks = 1
            self.settled = mean
        self.newest = mean

    def _agrees(self, mean):
        tolerance = AGREE * self.noise
        return abs(mean - self.newest) <= tolerance and abs(mean - self.settled) <= tolerance

    def _merge(self):
        weight = min(self.blocks, MOST_BLOCKS)
        self.settled += (self.newest - self.settled) // weight

    def _learn(self, off):
        noise = self.noise + (off * 7 // 8 - self.noise) // 16
        self.noise = max(self._least_noise, min(noise, self._most_noise))

    def level(self):
        weight = min(self.blocks, MOST_BLOCKS)
        return self.settled + (self.newest - self.settled) // weight
