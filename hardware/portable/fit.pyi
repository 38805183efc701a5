from hardware.portable.card_weight import CardWeight

FINE: int

class Fit:
    """The newest weight, and the number of cards that is nearest to it."""

    weight: int
    cards: int
    off: int
    """How far the weight is from so many cards."""
    spread: int
    """How far it may be, as one standard deviation."""

    def __init__(self, card: CardWeight) -> None: ...
    def weigh(self, weight: int, noise: int) -> None:
        """Take a weight in; ``noise``: what it may be off because of the readings."""

    def rest(self) -> int:
        """The weight beyond this number of cards; negative: what is missing to it."""

    def is_clear(self) -> bool:
        """Whether it fits this number of cards and no other, whatever the light barrier says."""

    def is_too_many(self) -> bool:
        """Whether so many cards are never clear, because each may weigh a little more or less."""

    def has_part(self) -> bool:
        """Whether it is between two numbers of cards."""

    def is_near(self) -> bool:
        """Whether it is so near that it may correct the light barrier."""

    def is_enough_to_agree(self) -> bool:
        """Whether it confirms this number, if the light barrier counted as many."""

    def low(self) -> int:
        """The lowest number of cards that it allows."""

    def at_least(self) -> int:
        """The lowest number of cards that it allows if nothing leans on the launcher."""

    def high(self) -> int:
        """The highest number of cards that it allows."""
