from hardware.portable.settings import Settings

class Limits:
    """What a motor may do; nothing else in the house gives a duty to a motor."""

    pct: int
    """The duty that the motor gets now, in percent; negative: reverse; 0: off."""
    cooling: bool
    """The on-time is used up; the motor stays off until it has rested for ``cooldown_us``."""

    def __init__(self, settings: Settings) -> None: ...
    def may(self, now_us: int, pct: int) -> bool:
        """Whether the motor may now turn in the direction of ``pct``."""

    def drive(self, now_us: int, pct: int) -> int:
        """Ask for a duty; returns the one that is given: clamped, or 0 (off) where refused."""

    def in_effect(self, now_us: int) -> int:
        """What was given is in effect by now: rest and dead time count from here.

        Until then a motor that was told to stop is taken to turn on, and is not reversed.
        Returns by how much later than meant it stopped, in microseconds; 0: as it was meant.
        """

    @property
    def rested(self) -> bool:
        """All of the on-time is there."""

    def spare_us(self, now_us: int) -> int:
        """How much on-time is left."""

    def tick(self, now_us: int) -> None:
        """Switch off what has been on for long enough, and end what is over."""

    def due_in_us(self, now_us: int) -> int: ...
