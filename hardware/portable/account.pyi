from hardware.portable.settings import Settings

class Hopper:
    """Cards that may have gone unseen. ``passed``: how many can have gone by now."""

    empty: bool
    """What the switch says; False where there is none."""
    emptied_unseen: bool
    """The last cards went, but the sensor saw no card at that time."""

    def __init__(self) -> None: ...
    def begin(self) -> None:
        """A new ejection."""

    def switch(self, empty: bool, passed: int, blocked: bool) -> None:
        """The hopper's switch has changed, while the beam is blocked or free."""

    def saw_nothing(self, passed: int) -> None:
        """The roller turned, and no card came."""

    def unseen(self) -> int:
        """How many cards may have gone unseen; 0 from then on."""

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
