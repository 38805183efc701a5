from hardware.portable.settings import Settings

EVEN: int
SLOWEST: int
FASTEST: int
LIKE_EACH_OTHER: int

class Pace:
    """Between time and travel, which is time at the feed speed of the calibration."""

    def __init__(self, settings: Settings) -> None: ...
    def travel_us(self, us: int) -> int:
        """How far a card gets in this time, in microseconds at the calibrated speed."""

    def time_us(self, travel_us: int) -> int:
        """How long it takes for that."""

    def learn(self, length_us: int) -> None:
        """So long, as travel, was a pulse: a small part of what it is off is believed.

        One that is alike its two predecessors is believed altogether, from 0.62 to 1.1 of the
        calibrated speed.
        """
