from hardware.portable.settings import Settings

class Lease:
    """Begins with an arming, is renewed by every beat, and ends with the hit."""

    trips: int
    """How often the caller fell silent while it lasted."""

    def __init__(self, settings: Settings) -> None: ...
    @property
    def held(self) -> bool:
        """It has begun and has not ended; it may have run out."""

    def begin(self, now_us: int) -> None:
        """Begin, or begin anew."""

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
