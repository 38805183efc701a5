"""How often a card is tried, and how long it may take."""


class Patience:
    def __init__(self, settings):
        self._set = settings
        self._tries = 0
        self.slow = False

    def begin(self):
        self._tries = 0
        self.slow = False

    def tried(self):
        self._tries += 1

    def held_up(self):
        self.slow = True

    @property
    def at_end(self):
        return self._tries >= self._set.attempts

    @property
    def jam_us(self):
        return self._set.jam_us << 1 if self.slow else self._set.jam_us
