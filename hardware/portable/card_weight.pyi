from hardware.portable.scale_settings import ScaleSettings

SHARE: int
LEAST_OFF_PERMILLE: int
RESTLESS_PERMILLE: int

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
