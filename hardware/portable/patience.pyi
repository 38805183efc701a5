from hardware.portable.settings import Settings

class Patience:
    """Counts the tries for one card: call ``begin`` whenever a card came."""

    slow: bool
    """The card was in the beam before, so it is likelier a slow card than two cards."""

    def __init__(self, settings: Settings) -> None: ...
    def begin(self) -> None:
        """A new card."""

    def tried(self) -> None:
        """The card did not come."""

    def held_up(self) -> None:
        """The card was in the beam, and was pulled back."""

    @property
    def at_end(self) -> bool:
        """There were enough tries."""

    @property
    def jam_us(self) -> int:
        """A card that blocks the beam for this long is stuck; a slow card has twice as long."""
