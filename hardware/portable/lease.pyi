from hardware.portable.settings import Settings

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
