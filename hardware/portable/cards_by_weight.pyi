from hardware.portable.card_weight import CardWeight, Inside
from hardware.portable.settings import ScaleSettings

AT_REST_BLOCKS: int
SURPRISED_BLOCKS: int
PATIENT_BLOCKS: int
HAND_BLOCKS: int
LEARNED_CARDS: int

class Word:
    """What the weight says. The scale uses the object again: copy it to keep it."""

    first_hit: int | None
    """The first hit of the window; None: no hit has ended in it."""
    last_hit: int | None
    left: int
    """So many cards have left since the window began; negative: cards were put in."""
    left_low: int
    left_high: int
    """The numbers that the weight allows. If there is one number only, the word is sure, and a new
    window begins. If there are several, the next word is about the same hits again, unless
    nothing more can be found out about them."""
    inside: int | None
    """None: the scale was not tared."""
    inside_low: int
    inside_high: int
    at_us: int

    def __init__(self) -> None: ...

class Scale:
    """Feed it each reading; it allocates nothing."""

    card: CardWeight
    inside: Inside
    word: Word
    """The newest word, when ``sample`` returns True."""

    def __init__(self, settings: ScaleSettings) -> None: ...
    @property
    def still(self) -> bool:
        """Whether the scale is at rest."""

    def hit_begins(self, number: int) -> None:
        """A press has begun this hit."""

    def hit_ends(self, number: int, delivered: int, uncertain: int) -> None:
        """The hit is over, or was broken off, and the motor is off.

        ``delivered`` and ``uncertain`` are those of the hit's record. A hit that was broken off
        and goes on later ends twice under the same number.
        """

    def forget(self) -> None:
        """No later word is about the hits until now."""

    def mouth(self, counted: bool) -> None:
        """A card that was counted sticks out of the mouth, and lies on the scale; or no longer."""

    def turning(self, on: bool) -> None:
        """The turntable begins to turn, or stands still again."""

    def lost(self) -> None:
        """The chip cannot be read. The new word says that nobody knows how many cards are inside.

        After that it begins anew, as if it had just been switched on.
        """

    def tare(self) -> None:
        """The hopper is empty: the next rest is the weight of no card. Then there is a word."""

    def ask(self) -> None:
        """At the next rest there is a word, also if nothing has changed."""

    def sample(self, at_us: int, counts: int) -> bool:
        """A reading of the chip, -2^23 to 2^23 - 1, at a moment. True: there is a new word."""
