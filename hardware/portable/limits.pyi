from hardware.portable.settings import Settings

class Limits:
    """What a motor may do. Nothing else in Rollerdeck gives a duty to a motor."""

    pct: int
    """The duty that the motor gets now, in percent; negative: reverse; 0: off."""
    cooling: bool
    """The on-time is used up: the motor stays off until it has rested for ``cooldown_us``."""

    def __init__(self, settings: Settings) -> None: ...
    def may(self, now_us: int, pct: int) -> bool:
        """Whether the motor may now turn in the direction of ``pct``."""

    def drive(self, now_us: int, pct: int) -> int:
        """Ask for a duty. Returns the duty that the motor gets: clamped, or 0 (off) if refused."""

    def in_effect(self, now_us: int) -> int:
        """The last duty is in effect by now: rest and dead time count from here.

        Until then a motor that was told to stop is assumed to run on, and is not reversed.
        Returns how late it stopped, in microseconds; 0: in time, or it did not stop.
        """

    @property
    def rested(self) -> bool:
        """The motor has its whole on-time left."""

    def spare_us(self, now_us: int) -> int:
        """How much on-time the motor has left."""

    def tick(self, now_us: int) -> None:
        """Switch the motor off if it has been on for too long; end rest and dead time."""

    def due_in_us(self, now_us: int) -> int: ...

class Lease:
    """Begins with an arming, is renewed by every beat, and ends with the hit."""

    long_while_armed: bool
    """Whether it lasts for ``armed_lease_us`` while a hit waits for its press."""
    trips: int
    """How often the caller fell silent while it lasted."""

    def __init__(self, settings: Settings) -> None: ...
    @property
    def held(self) -> bool:
        """It has begun and has not ended; it may have run out."""

    def wait(self, now_us: int) -> None:
        """A hit waits for its press: begin, or begin anew."""

    def feed(self, now_us: int) -> None:
        """The motor may turn now: it runs out after ``lease_us`` at the latest, unless renewed."""

    def beat(self, now_us: int) -> None:
        """The caller lives: renew it, if it is held."""

    def due(self, now_us: int) -> bool:
        """Whether it has run out."""

    def left_us(self, now_us: int) -> int:
        """Until it runs out; -1: it is not held."""

    def end(self) -> None:
        """Nothing that needs it is under way any more."""

    def trip(self) -> None:
        """The caller fell silent."""
