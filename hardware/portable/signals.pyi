from typing import Final

from hardware.portable.core import Core

MOST_HZ: Final[int]
DARK: Final[tuple[int, ...]]
LIT: Final[tuple[int, ...]]
FAULT: Final[tuple[int, ...]]
BUSY: Final[tuple[int, ...]]
ARMED: Final[tuple[tuple[int, ...], ...]]
DING: Final[tuple[int, ...]]
ALARM: Final[tuple[int, ...]]

class Signals:
    """Lamp and buzzer of a core. Its board calls ``tick`` after the core's, and obeys."""

    lamp_on: bool
    """Whether the lamp is lit now. A latched fault comes before cards that are coming, these
    before a hit that is armed, that before ``Core.lamp``."""
    tone_hz: int
    """What sounds now; 0: nothing. A new ding, or a new fault, begins anew."""

    def __init__(self, core: Core, pitch_hz: int) -> None:
        """``pitch_hz``: of a ding while nothing is near, 1 to ``MOST_HZ``."""

    def tick(self, now_us: int) -> None:
        """It is now so late: go on in pattern and tune."""

    def due_in_us(self, now_us: int) -> int:
        """Until ``tick`` has something to change by itself, in microseconds; -1: nothing."""
