from hardware.portable.settings import Settings

SHORTEST_PCT: int
"""Of ``card_us``: a shorter pulse is no whole card. At the fastest pace that is learned a card
still has 88."""
HIDDEN_PCT: int
"""Of a card: several cards that overlap can be told apart only if each shows this much."""

STRICT_PCT: int
"""Of what the longest single cards are longer than a card: with strict counting, a longer pulse is
doubted."""
STRICT_SOON_PCT: int
"""The same for a pulse that came too soon for a card that slips."""

STRICT_LEAST_PCT: int
"""Of ``card_us``: no pulse that is longer by less is doubted because of strict counting. Cards of a
weak supply are alike, and slow down together."""

class Verdict:
    """What a pulse was."""

    cards: int
    """So many cards at least."""
    maybe: int
    """How many more it may have been; -1: it settles that the pulse before was two cards, and
    ``cards`` holds the second of them."""
    pending: bool
    """The pulse was two cards that overlap, or the roller has slowed down just now: the next
    pulse tells which."""

    def __init__(self) -> None: ...
    def of(self, cards: int, maybe: int) -> Verdict:
        """Become this verdict; returns itself."""

    def rather_none(self) -> None:
        """The pulse was too short for a card, or began with something that is none."""

    def unseen(self, cards: int) -> None:
        """So many cards may have passed before the pulse, had the sensor been blind."""

class Judge:
    """Judges pulses by their length, which is travel in microseconds at feed speed.

    Every verdict is the same object, because nothing may be allocated while a hit runs. Read it
    before you ask for the next.
    """

    def __init__(self, settings: Settings) -> None: ...
    @property
    def longest_us(self) -> int:
        """No single card is longer: see `hardware.portable.spread`."""

    def start(self) -> None:
        """The motor starts: the next pulse settles nothing about the one before."""

    def passed(self, length_us: int, late: bool, cannot_slip: bool) -> Verdict:
        """Judge a pulse that ended while the motor turned forward.

        ``late``: it also began late. ``cannot_slip``: it did not begin late enough for one card
        that slips.
        """

    def slid_out(self, before_us: int, most_us: int) -> Verdict:
        """Judge a pulse that ended while the motor braked or stood.

        ``before_us``: its length until then; ``most_us``: its greatest possible length.
        """

    def slid_out_ahead(self, most_us: int, train: int) -> Verdict:
        """Judge a pulse that ended after the motor had stopped because the last card was let go.

        ``most_us``: its length, or more than that where the last card was slow. ``train``: the
        most cards that it can have been when the motor stopped; 1 where it began late.
        """

    def pulled_back(self, before_us: int, back_us: int, resumed: bool, late: bool) -> Verdict:
        """Judge a pulse that ended while the motor turned backward, after this much travel.

        What was blocked for longer than that travel went out before. Half of
        ``gone_tolerance_pct`` is enough for that if the pulse is no longer than one card, and
        began in time: then it was a card that lay on the one that went out. A card that slips does
        so both ways, and comes out as none. ``resumed``: it had been in the beam from the start;
        ``late``: it began late.
        """

    def gone_before(self, before_us: int) -> int:
        """How many cards may have gone before the one that still blocks the beam at the end."""

    def beyond_one(self, length_us: int) -> int:
        """How many more than one card a pulse of this length can have been."""

    def is_chatter(self, length_us: int) -> bool:
        """It is so short that the sensor's output rather bounced."""

    def is_short(self, time_us: int) -> bool:
        """It is too short for a card. As time, for a pace that was learned may be out of date."""

    def is_long(self, length_us: int) -> bool:
        """It is longer than one card."""

    def learn(self, length_us: int) -> None:
        """A pulse of one card was this long."""
