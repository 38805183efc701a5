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
