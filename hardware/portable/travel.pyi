from hardware.portable.pace import Pace
from hardware.portable.settings import Settings

PAST_ROUNDING_US: int
"""Added to a wait, so that a timer never ends just before what it waits for."""

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
