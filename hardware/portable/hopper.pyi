class Hopper:
    """Cards that may have gone without being seen. ``passed``: how many can have, by now."""

    empty: bool
    """What the switch says; False where there is none."""
    emptied_unseen: bool
    """The last cards went while no card was seen that could have been them."""

    def __init__(self) -> None: ...
    def begin(self) -> None:
        """A new ejection."""

    def switch(self, empty: bool, passed: int, blocked: bool) -> None:
        """The hopper's switch says so, while the beam is blocked or free."""

    def saw_nothing(self, passed: int) -> None:
        """The roller turned, and no card came."""

    def unseen(self) -> int:
        """How many may have gone unseen, asked for once."""
