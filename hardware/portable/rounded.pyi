from hardware.portable.card_weight import CardWeight

LEANS_US: int

class Rounded:
    def __init__(self, card: CardWeight) -> None: ...
    def forget(self) -> None:
        """Nobody knows what lies on the scale."""

    def passes(self, now_us: int) -> None:
        """Time passes, and a card that leaned has been taken by now."""

    def add(self, now_us: int, rest: int) -> None:
        """Hits weighed so much more than the number of cards that was told for sure."""

    def is_near(self, rest: int) -> bool:
        """Whether the hits before and the new ones, with this rest, weigh whole cards together."""

    def is_a_card(self, part: int) -> bool:
        """Whether a part of a card that left without a press makes a whole card with the rest."""
