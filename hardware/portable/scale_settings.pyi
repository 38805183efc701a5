FINE: int
"""The scale calculates in parts of a count: 2 to the power of this are one count."""

class ScaleSettings:
    """What a bench run found of a scale. All but ``sign`` are in sixteenths of a count."""

    sign: int
    """-1: the readings become smaller with more weight, because two wires are exchanged."""
    card: int
    """The mass of a card."""
    noise: int
    """By how much one reading differs while everything is at rest (root mean square)."""
    card_off: int
    """How far ``card`` may be off: labels make a card 2.5 % heavier, another deck is another
    board. The scale learns the difference."""
    spread: int
    """By how much the cards of a deck differ."""

    def __init__(
        self,
        counts_per_kg: int = ...,
        card_mg: int = ...,
        noise_mg: int = ...,
        card_off_permille: int = ...,
        spread_permille: int = ...,
    ) -> None:
        """The defaults belong to a bar of 5 kg and an NAU7802 with 40 readings a second."""
