from collections.abc import Sequence
from typing import Final

HOLD_US: Final[int]
NOBODY: Final[int]

class Turntable:
    """A turntable's position in steps. The board calls ``tick``, and moves the motor there."""

    position: int
    """Where it stands, in steps to the left of where it stood at the start."""
    seat: int
    """The seat that it faces or turns to; ``NOBODY``: none was asked for, or it is lost."""
    held: bool
    """Its motor needs current: it turns, has just stopped, or waits to go on."""
    lost: bool
    """It turned all the way and found no home, so it does not turn again."""

    def __init__(self, stops: Sequence[int], step_us: int, home_steps: int) -> None:
        """``stops``: position of each seat. ``step_us``: least time from one step to the next.

        ``home_steps``: before it first faces anybody, it goes back to its home switch, by so many
        steps at most; 0: it is at home now.
        """

    @property
    def turning(self) -> bool:
        """It is on its way to a seat, or waits to go on."""

    def face(self, seat: int) -> bool:
        """Turn to a seat with the next ticks. False: there is no such seat, or it is lost.

        ``NOBODY``: stop where it is.
        """

    def home_edge(self, at_home: bool) -> None:
        """The home switch has changed."""

    def tick(self, now_us: int, may_turn: bool) -> None:
        """It is now ``now_us``: take one step if one is due and it may turn."""

    def due_in_us(self, now_us: int) -> int:
        """Microseconds until ``tick`` has something to do; -1: nothing."""
