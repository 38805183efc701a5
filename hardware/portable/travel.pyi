from hardware.portable.settings import Settings

EVEN: int
SLOWEST: int
FASTEST: int
LIKE_EACH_OTHER: int

PAST_ROUNDING_US: int
"""Added to a wait, so that a timer never ends just before what it waits for."""

class Pace:
    """Converts between time and travel, which is time at the feed speed of the calibration."""

    def __init__(self, settings: Settings) -> None: ...
    def travel_us(self, us: int) -> int:
        """How far a card gets in this time, in microseconds at calibrated speed."""

    def time_us(self, travel_us: int) -> int:
        """How long a card takes for this travel."""

    def learn(self, length_us: int) -> None:
        """Learn from a pulse of this length, as travel: move by a small part of the difference.

        If the pulse is like the two before it, move by all of the difference, within 0.62 to 1.1
        of the calibrated speed.
        """

class Travel:
    """The roller's travel since the motor started, in either direction."""

    pace: Pace
    """How fast cards run compared with the calibration."""

    def __init__(self, settings: Settings) -> None: ...
    def start(self, now_us: int) -> None:
        """The motor starts, in either direction."""

    def so_far_us(self, now_us: int) -> int:
        """Travel since the motor started."""

    def until_us(self, now_us: int, travel_us: int) -> int:
        """Time until the roller has travelled that much further; 0: it has already."""
