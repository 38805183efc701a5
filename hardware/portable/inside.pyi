from hardware.portable.card_weight import CardWeight

class Inside:
    """``best``, ``low`` and ``high`` say how many cards are inside, since ``look``."""

    tared: bool
    """False: nobody knows how many cards are inside."""
    best: int
    low: int
    high: int
    def __init__(self, card: CardWeight) -> None: ...
    def tare(self, level: int) -> None:
        """No card is inside now."""

    def is_empty(self) -> bool:
        """Whether no card has been put in since it was tared, or all have left."""

    def drifted(self, shift: int) -> None:
        """The scale's level has moved, but no card has."""

    def removed(self, low: int, high: int) -> None:
        """At least ``low`` and at most ``high`` cards have left."""

    def look(self, level: int, low: int, high: int) -> None:
        """Find out how many are inside at a level.

        ``low`` and ``high``: so many cards have left since ``removed`` was last called.
        """
