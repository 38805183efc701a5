LOWEST_PCT: int
"""No launcher is driven with less. Counting was not tested with less (docs/counting.md), and dry
friction takes the larger part of a roller's speed the lower the duty is."""
FULL_PCT: int
AT_FEED_SPEED: tuple[str, ...]
"""The settings that are times at feed speed."""

COUNT_BITS: int
"""The scale calculates in parts of a count: 2 to the power of this are one count."""

class Settings:
    """Integers with defaults; ``Settings(lease_us=100_000)`` changes one of them."""

    feed_pct: int
    """Duty while cards are fed, 1 to 100."""
    retract_pct: int
    """Duty while the next card is pulled back, 1 to 100; 0: this motor cannot reverse."""
    max_duty_pct: int
    """No duty above this reaches the motor, in either direction."""
    max_on_us: int
    """The motor is never driven longer than this; pauses shorter than the cooldown add up."""
    cooldown_us: int
    """How long the motor rests before it has its whole on-time again."""
    reverse_dead_us: int
    """Between one direction and the other the motor is off for at least this long."""
    spin_up_us: int
    """From standstill to feed speed: twice the motor's time constant."""
    card_us: int
    """How long one card blocks the beam at feed speed."""
    one_card_max_pct: int
    """Of ``card_us``: a longer pulse may be more than one card. If cards are alike, the loop
    learns a lower limit."""
    more_cards_tolerance_pct: int
    """Of ``card_us``: a long pulse that is this near to a whole number of cards is that many. If
    cards are alike, less is allowed above that number."""
    gone_tolerance_pct: int
    """Of ``card_us``: before a card was pulled back, a length of cards went out; if that is not
    this near to a whole number of cards, it is in doubt. A card that is pulled back does not slip:
    it has just begun to move."""
    overrun_us: int
    """How much further a card gets than its times say, while the motor brakes and reverses."""
    chatter_max_pct: int
    """Of ``card_us``: a shorter pulse is the sensor's output bouncing."""
    whole_card_pct: int
    """Of ``card_us``: a shorter pulse may not have ended yet when the beam comes free."""
    strict: int
    """1: strict counting. A pulse that is among the longest of single cards is doubted already. 0:
    only what is longer than that."""
    dip_us: int
    """... unless the beam stays free for so long: other lamps shine into it 100 times a second."""
    late_first_us: int
    """Travel from the start to the first leading edge beyond which a card may have slipped."""
    late_next_us: int
    """From one card's trailing edge to the next one's leading edge, likewise."""
    no_card_us: int
    """If the roller turns for this long and no card comes, the loop tries again."""
    jam_us: int
    """What blocks the beam for this long while the roller turns is stuck, or slips. Longer than
    three cards nose to tail take; at the pace of the cards."""
    attempts: int
    """How often the loop tries to move one card before it gives up, 1 or more."""
    brake_us: int
    """Time for the roller to stop; at least ``reverse_dead_us``."""
    retract_us: int
    """How long the next card is pulled back."""
    retract_more_us: int
    """For how long at least it is pulled back after the beam came free."""
    retract_max_us: int
    """For how long at most it is pulled back, while the beam stays blocked."""
    settle_us: int
    """After the last movement: cards that slide out within this time are still counted."""
    lease_us: int
    """A caller that is silent for this long loses the launcher."""
    armed_lease_us: int
    """The same while a hit waits for its press, for a caller that asked for the long lease."""
    finish_bound_us: int
    """After that, the motor is off within this time whatever the card under way does."""
    release_us: int
    """The button counts as released when it has been up for this long."""
    noisy_press_us: int
    """While the motor runs, the button counts as pressed when it has been down for this long:
    longer than sparks of the motor's brushes, shorter than a finger."""
    motor_fault_us: int
    """A fault that the motor driver reports counts when it has lasted for this long: longer than
    sparks of the motor's brushes."""
    def __init__(self, **changes: int) -> None: ...
    def change(self, changes: dict[str, int]) -> None:
        """Take other values for some of them."""

def at_duty(settings: Settings, pct: int) -> dict[str, int]:
    """What of these settings changes if the motor gets the duty ``pct`` (percent).

    It turns back as fast as it feeds: how far a card was pulled back follows from the time that
    it took, at the one speed that a calibration measured.
    """

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
