from hardware.portable.hopper import Hopper

class Account:
    """Adds up the cards, and how many more there may have been."""

    delivered: int
    """Cards that came since ``begin``, at least; includes ``sticking``."""
    uncertain: int
    """How many more cards may have come."""
    sticking: int
    """1: at the end a card was left in the mouth."""
    mouth_counted: bool
    """The card that sticks out of the mouth has already been counted."""
    hopper: Hopper

    def __init__(self) -> None: ...
    def nothing(self) -> None:
        """An ejection of no cards."""

    def begin(self) -> None:
        """A new ejection."""

    def count(self, cards: int, maybe: int) -> bool:
        """Count ``cards``, and ``maybe`` more in doubt. True: there was a card."""

    def pulled_back(self, cards: int, maybe: int) -> bool:
        """As ``count``, for the cards that went out before the one that was pulled back."""

    def stopped_late(self) -> None:
        """The motor ran on for so long that another card may have gone."""

    def missed(self, edges: int) -> None:
        """So many edges of the sensor were lost."""

    def went_before(self, cards: int) -> None:
        """So many cards may have left before the one that is in the beam at the end."""

    def sticks(self) -> None:
        """The card in the beam stays in the mouth, and counts."""

    def given_up(self, blocked: bool) -> int:
        """No card could be moved: JAM, EMPTY, SLIP or SENSOR_DEAD."""
