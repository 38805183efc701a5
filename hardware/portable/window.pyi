from hardware.portable.card_weight import CardWeight

MOST_UNSURE: int
MOST_MISSING: int
LOADED: int

LEANS_US: int

class Window:
    first_hit: int | None
    """None: no hit has ended in it."""
    last_hit: int | None
    """The newest hit, also if it ended before the window began."""
    counted: int
    doubted: int
    """So many cards more may have come."""
    reported: bool
    """There was a word about all of these hits, which was not sure."""
    missing: int
    """So many of the counted cards have not left, at each look; negative: too many have left."""
    leans: bool
    """At some look, a card was missing."""

    def __init__(self) -> None: ...
    def hit_ends(self, number: int, delivered: int, uncertain: int) -> None:
        """A hit is over, or was broken off. One that goes on later ends twice."""

    def begin(self) -> None:
        """A new window begins."""

    def forget(self) -> None:
        """No later word is about the hits until now, also if the last one goes on."""

    def look(self, cards: int, clear: bool) -> None:
        """After some rest, so many cards have left; ``clear``: the weight fits no other number."""

    def is_loaded(self, cards: int) -> bool:
        """Whether cards were put in, if so many have left by weight."""

    def is_too_long(self) -> bool:
        """Whether too many hits have come since the first word that was not sure."""

    def may_end(self) -> bool:
        """Whether the same cards were missing, or too many, at all looks."""

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
