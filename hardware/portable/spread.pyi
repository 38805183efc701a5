from hardware.portable.settings import Settings

FINE: int
ALLOWED: int
BESIDES_PCT: int
TINY_PCT: int

class Spread:
    """The mean difference of single cards from the calibrated length, as a limit."""

    longest_us: int
    """No card is longer than this, in microseconds of travel: the card's length, three times the
    mean difference, and three hundredths. At first, and at most, ``one_card_max_pct``."""

    def __init__(self, settings: Settings) -> None: ...
    def learn(self, length_us: int) -> None:
        """Learn from a pulse that was one card."""
