from hardware.portable.settings import Settings

SHORTEST_PCT: int
"""Of ``card_us``: what blocks the beam for less is no whole card. The fastest pace that is learned
leaves it 88."""
HIDDEN_PCT: int
"""Of a card: what each of several that overlap shows of itself, or they are not told apart."""

class Verdict:
    """Lengths are travel, in microseconds at feed speed."""

    cards: int
    """Of the last pulse: cards that it was at least."""
    maybe: int
    """Of the last pulse: how many more it may have been; -1: it settles that the one before was
    two, and ``cards`` holds the second of them."""
    pending: bool
    """The last pulse was two cards that overlap, or the roller has slowed down just now: the next
    pulse tells."""

    def __init__(self, settings: Settings) -> None: ...
    @property
    def longest_us(self) -> int:
        """No single card is longer: see `hardware.portable.spread`."""

    def passed(self, length_us: int, late: bool, cannot_slip: bool) -> None:
        """It ended while the motor turned forward. ``late``: it also began late.

        ``cannot_slip``: not so late that it could be one card which slips.
        """

    def slid_out(self, before_us: int, most_us: int) -> None:
        """It ended while the motor braked or stood.

        ``before_us``: so long it was until then; ``most_us``: so long it is at most.
        """

    def slid_out_ahead(self, most_us: int, train: int) -> None:
        """It ended after the motor had stopped because the last card was let go.

        ``most_us``: so long it was, or less, where that card was slow. ``train``: the most cards
        that it can have been when the motor stopped; 1 where it began late.
        """

    def pulled_back(self, before_us: int, back_us: int, resumed: bool, late: bool) -> None:
        """The beam came free while the motor turned backward, after this much travel.

        What was blocked for longer than that travel went out before. A card that slips does so
        both ways, and comes out as none. ``resumed``: it had been in the beam from the start;
        ``late``: it began late.
        """

    def rather_none(self) -> None:
        """It was too short for a card, or began with something that is none."""

    def unseen(self, cards: int) -> None:
        """So many may have passed before it, had the sensor been blind."""

    def gone_before(self, before_us: int) -> int:
        """How many may have gone before the card that still blocks the beam at the end."""

    def beyond_one(self, length_us: int) -> int:
        """How many more than one it can have been."""

    def is_chatter(self, length_us: int) -> bool:
        """Rather the sensor's output bouncing."""

    def is_short(self, time_us: int) -> bool:
        """Too short for a card; as time, for a pace that was learned may be out of date."""

    def is_long(self, length_us: int) -> bool:
        """Longer than one card."""

    def learn(self, length_us: int) -> None:
        """A card that was alone was so long."""
