"""A scale under a launcher: tells the estimator which hits the core has, and keeps its words."""

from hardware.portable.cards_by_weight import Scale
from hardware.portable.ticks import MASK


class Weighing:
    def __init__(self, core, settings):
        self.scale = Scale(settings)
        self._core = core
        self._hit = 0
        self._ended = False
        self._new = False
        self.readings = 0
        self.counts = 0
        self.trouble = ""

    def sample(self, at_us, counts):
        self.readings = (self.readings + 1) & MASK
        self.counts = counts
        self._watch()
        if self.scale.sample(at_us, counts):
            self._new = True
        return self._new

    def turning(self, on):
        self.scale.turning(on)

    def tare(self):
        self.scale.tare()

    def weigh(self):
        self.scale.ask()

    def forget(self):
        self._hit = 0
        self._new = False
        self.scale.forget()

    def lost(self):
        self.scale.lost()
        self._hit = 0
        self._ended = False
        self._new = True

    def take(self):
        if not self._new:
            return None
        self._new = False
        word = self.scale.word
        inside = -1 if word.inside is None else word.inside
        hits = word.first_hit or 0, word.last_hit or 0
        cards = word.left, word.left_low, word.left_high
        return hits + cards + (inside, word.inside_low, word.inside_high, word.at_us)

    def _watch(self):
        hit = self._core.hit_under_way
        if hit != 0:
            if self._hit != 0 and self._hit != hit:
                # it was broken off, and nobody let it go on
                self._end()
            if self._hit != hit or self._ended:
                self._hit = hit
                self._ended = False
                self.scale.hit_begins(hit)
        elif self._hit != 0 and not self._ended:
            self._ended = True
            self._end_if_complete()
        self.scale.mouth(self._core.mouth_counted)

    def _end_if_complete(self):
        record = self._core.result(self._hit)
        if record is None or record.complete:
            self._end()

    def _end(self):
        record = self._core.result(self._hit)
        if record is not None:
            self.scale.hit_ends(self._hit, record.delivered, record.uncertain)
        self._hit = 0
