from hardware.portable.settings import ScaleSettings

SHARE: int
LEAST_OFF_PERMILLE: int
RESTLESS_PERMILLE: int

WHOLE: int

def root_sum(a: int, b: int) -> int: ...
def root(value: int) -> int:
    """The root of a whole number, rounded down."""

class CardWeight:
    """All weights are in sixteenths of a count."""

    card: int
    """The mass of a card."""
    off: int
    """How far ``card`` may be off (a standard deviation)."""
    restless: int
    """How far weights are from whole cards without a reason that is known."""

    def __init__(self, settings: ScaleSettings) -> None: ...
    def nearest(self, weight: int) -> int:
        """The number of cards whose weight is nearest."""

    def doubt(self, cards: int, noise: int) -> int:
        """How far the weight of so many cards may be off (a standard deviation)."""

    def learn(self, cards: int, weight: int, noise: int) -> None:
        """So many cards, 1 or more, surely had this weight."""

    def missed_by(self, off: int) -> None:
        """A weight was so far from a whole number of cards."""

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
