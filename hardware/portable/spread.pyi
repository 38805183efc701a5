from hardware.portable.settings import Settings

FINE: int
ALLOWED: int
BESIDES_PCT: int
TINY_PCT: int

class Spread:
    """The mean difference of single cards from the calibrated length, as a limit."""

    longest_us: int
    """No card is longer than this, in microseconds of travel: the card's length, thrice the mean
    difference, and three hundredths; ``one_card_max_pct`` at most, and at first."""

    def __init__(self, settings: Settings) -> None: ...
    def learn(self, length_us: int) -> None:
        """One card more that was alone in its pulse."""
