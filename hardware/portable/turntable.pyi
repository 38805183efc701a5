from collections.abc import Sequence
from typing import Final

HOLD_US: Final[int]
NOBODY: Final[int]

class Turntable:
    """A turntable's position in steps. Its board calls ``tick``, and shows it to a motor."""

    position: int
    """Where it stands, in steps to the left from where it stood at the start."""
    seat: int
    """The seat that it faces or is to face; ``NOBODY``: none was asked for, or it is lost."""
    held: bool
    """Its motor needs current: it turns, or has just come to a stop, or waits to go on."""
    lost: bool
    """It turned all the way and found no home: it will not turn again."""

    def __init__(self, stops: Sequence[int], step_us: int, home_steps: int) -> None:
        """``stops``: position of each seat. ``step_us``: from one step to the next, at least.

        ``home_steps``: so many steps at most it goes back for its home switch before it first
        faces anybody; 0: it is at home where it stands now.
        """

    @property
    def turning(self) -> bool:
        """It is on its way, or waits to go on."""

    def face(self, seat: int) -> bool:
        """Turn to a seat, with the next ticks; False: there is no such one, or it is lost.

        ``NOBODY``: stop where it is.
        """

    def home_edge(self, at_home: bool) -> None:
        """The home switch, where there is one."""

    def tick(self, now_us: int, may_turn: bool) -> None:
        """It is now so late: take the one step that is due, if it may turn."""

    def due_in_us(self, now_us: int) -> int:
        """Until ``tick`` has something to do by itself, in microseconds; -1: nothing."""
