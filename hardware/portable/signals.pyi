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
    """Lamp and buzzer of a core. The board calls ``tick`` after the core's, then sets both."""

    lamp_on: bool
    """Whether the lamp is lit now. It shows the first of these that is so: a latched fault, cards
    coming, an armed hit, ``Core.lamp``."""
    tone_hz: int
    """The tone that sounds now; 0: none. A new ding or a new fault starts its tune anew."""

    def __init__(self, core: Core, pitch_hz: int) -> None:
        """``pitch_hz``: the pitch of a ding while no cards are near, 1 to ``MOST_HZ``."""

    def tick(self, now_us: int) -> None:
        """It is now ``now_us``: go on in pattern and tune."""

    def due_in_us(self, now_us: int) -> int:
        """Microseconds until ``tick`` has something to change; -1: nothing."""
