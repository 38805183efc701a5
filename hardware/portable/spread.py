"""How much single cards differ in length: learned from them, so that a longer pulse is doubted."""

FINE = 4
ALLOWED = 3
BESIDES_PCT = 3
TINY_PCT = 1


class Spread:
    def __init__(self, settings):
        self._card_us = settings.card_us
        self._most_us = settings.one_card_max_pct * settings.card_us // 100
        self._besides_us = BESIDES_PCT * settings.card_us // 100
        self.longest_us = self._most_us
        # in sixteenths, or small differences would be lost
        self._off = (self._most_us - settings.card_us - self._besides_us << FINE) // ALLOWED

    def learn(self, length_us):
        off = abs(length_us - self._card_us) << FINE
        max_off = 3 * self._off + (TINY_PCT * self._card_us << FINE) // 100
        # one card that is far longer than any before is no reason to expect more of them
        off = off if off < max_off else max_off
        self._off += (off - self._off) >> FINE
        longest = self._card_us + self._besides_us + (ALLOWED * self._off >> FINE)
        self.longest_us = longest if longest < self._most_us else self._most_us
