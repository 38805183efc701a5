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
MISSED: Final[int]
"""So many edges of the card sensor were lost just before."""
BEGIN: Final[int]
"""Cards begin to come, so many."""
OFF: Final[int]
"""What was under way was broken off: 0 switched off, 1 the lease was lost."""
CLEAR: Final[int]
"""The faults were cleared; the value is what stayed latched."""
NAMES: Final[tuple[str, ...]]
"""Of the kinds, in order."""
LEVELS: Final[int]
"""Kinds below this are levels, of which changes are kept; the others are happenings."""
KEPT: Final[int]
"""Entries that wait to be taken; what comes then is lost, and counted."""

class Trace:
    """A ring of (kind, moment, value)."""

    lost: int
    """Entries that found the ring full since ``watch``."""

    def __init__(self) -> None: ...
    def watch(self, now_us: int, on: bool) -> None:
        """Begin, with the levels that are not 0, or end. What was not taken is forgotten."""

    def level(self, kind: int, now_us: int, value: int) -> None:
        """A level is this from now on; one that it was already is no news."""

    def note(self, kind: int, now_us: int, value: int) -> None:
        """Something happened."""

    def take(self) -> tuple[int, int, int] | None:
        """The oldest entry that was not taken yet: kind, moment, value."""
