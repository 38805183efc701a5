from hardware.portable.settings import Settings

class Patience:
    """Counted anew for every card: ``begin`` whenever one came."""

    slow: bool
    """It was in the beam before, so that it rather is a slow one than two."""

    def __init__(self, settings: Settings) -> None: ...
    def begin(self) -> None:
        """A new card."""

    def tried(self) -> None:
        """It did not come."""

    def held_up(self) -> None:
        """It was in the beam, and was pulled back."""

    @property
    def at_end(self) -> bool:
        """It was tried often enough."""

    @property
    def jam_us(self) -> int:
        """What blocks the beam for this long is stuck; a slow one is given twice as long."""
