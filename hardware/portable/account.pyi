from hardware.portable.hopper import Hopper

class Account:
    """Adds up; never more certain than the sensors are."""

    delivered: int
    """Cards that came since ``begin``, at least; includes ``sticking``."""
    uncertain: int
    """How many more may have come."""
    sticking: int
    """1: at the end a card was left in the mouth."""
    mouth_counted: bool
    """The card that sticks out of the mouth has been counted already."""
    hopper: Hopper

    def __init__(self) -> None: ...
    def nothing(self) -> None:
        """An ejection of no cards."""

    def begin(self) -> None:
        """A new ejection."""

    def count(self, cards: int, maybe: int) -> bool:
        """So many came, and perhaps so many more. True: there was a card."""

    def pulled_back(self, cards: int, maybe: int) -> bool:
        """As ``count``: so many went out before the one that was pulled back."""

    def stopped_late(self) -> None:
        """The motor turned on for so long that another card may have gone."""

    def missed(self, edges: int) -> None:
        """So many edges were lost."""

    def went_before(self, gone: int) -> None:
        """So many may have left before the card that is in the beam at the end."""

    def sticks(self) -> None:
        """That card is left in the mouth, and counts."""

    def given_up(self, blocked: bool) -> int:
        """No card could be moved: JAM, EMPTY, SLIP or SENSOR_DEAD."""
