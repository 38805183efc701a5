from typing import Final

SENSOR: Final[int]
"""The card sensor's beam; 1: blocked."""
BUTTON: Final[int]
"""The button's raw level; 1: down."""
COVER: Final[int]
"""1: open."""
HOPPER: Final[int]
"""1: empty."""
MOTOR: Final[int]
"""Its duty in percent, from when it was in effect; negative: reverse."""
MOTOR_FAULT: Final[int]
"""1: the motor driver reports a fault."""
MISSED: Final[int]
"""This many edges of the card sensor were lost just before."""
BEGIN: Final[int]
"""This many cards begin to come."""
OFF: Final[int]
"""What was under way was broken off: 0 by a command, 1 because the lease was lost."""
CLEAR: Final[int]
"""The faults were cleared; the value is what stayed latched."""
NAMES: Final[tuple[str, ...]]
"""The names of the kinds, in order."""
LEVELS: Final[int]
"""Kinds below this are levels, of which only changes are kept; the others are events."""
KEPT: Final[int]
"""So many entries can wait to be taken; further ones are lost, and counted."""

class Trace:
    """A ring of (kind, moment, value)."""

    lost: int
    """Entries that found the ring full since ``watch``."""

    def __init__(self) -> None: ...
    def watch(self, now_us: int, on: bool) -> None:
        """Begin, with the levels that are not 0, or end. Entries that wait are forgotten."""

    def level(self, kind: int, now_us: int, value: int) -> None:
        """A level is this from now on; nothing is noted if it was so already."""

    def note(self, kind: int, now_us: int, value: int) -> None:
        """Something happened."""

    def take(self) -> tuple[int, int, int] | None:
        """The oldest entry that was not taken yet: kind, moment, value."""
