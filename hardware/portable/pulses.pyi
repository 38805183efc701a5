from hardware.portable.settings import Settings

SPREAD_BITS: int
ALLOWED_SPREADS: int
BESIDES_PCT: int
TINY_PCT: int

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

class Pulse:
    """The present or the last pulse. Lengths are travel, in microseconds at feed speed."""

    open: bool
    """It began, or went on, while the motor turned forward, and has not ended yet."""
    foreign: bool
    """It began while the roller did not turn forward, so it is no card."""
    resumed: bool
    """It was there already when the motor started forward."""
    late: bool
    """It began so late that it may be a card that slips."""
    late_by_us: int
    """By how much it began later than a card can at the earliest."""
    early: bool
    """It began earlier than the first card of a run can."""
    passed: int
    """How many cards may have passed before it, had the sensor been blind."""
    lead_us: int
    """The moment of its leading edge."""
    before_us: int
    """Its length when the motor last stopped turning forward; 0: it has not been held."""

    def __init__(self) -> None: ...
    def begin(self, now_us: int, travel_us: int, passed: int) -> None:
        """Leading edge while the motor turns forward, after so much travel."""

    def begin_held(self, now_us: int, foreign: bool) -> None:
        """Leading edge while the motor does not turn forward."""

    def resume(self) -> None:
        """The motor has started forward, and the beam is still blocked."""

    def forget(self, now_us: int) -> None:
        """Measure what blocks the beam now from here on."""

    def length_us(self, travel_us: int) -> int:
        """Its length when the roller has travelled so far since the motor started."""

    def hold(self, travel_us: int) -> None:
        """The motor stops turning forward, after so much travel."""

class Previous:
    """What passed the beam before the present pulse, since the motor started."""

    none: bool
    """Nothing passed since then."""
    at_rest: bool
    """At that start the next card lay where every card starts from, so it can be late."""
    certain: bool
    """The last pulse left no doubt about how many cards it was."""
    short: bool
    """The last pulse was too short for a card, so the sensor may have been blind for a moment."""
    trail_us: int
    """The moment of the last trailing edge."""
    usual_us: int
    """The length of a card as last seen: what slips is longer than this."""

    def __init__(self, settings: Settings) -> None: ...
    def start(self, at_rest: bool) -> None:
        """The motor starts."""

    def bounces(self, pulse: Pulse, now_us: int, dip_us: int) -> bool:
        """Whether ``pulse``, which lasted until now, was the end of the previous card bouncing."""

class Spread:
    """The mean difference of single cards from the calibrated length, as a limit."""

    longest_us: int
    """No card is longer than this, in microseconds of travel: the card's length, three times the
    mean difference, and three hundredths. At first, and at most, ``one_card_max_pct``."""

    def __init__(self, settings: Settings) -> None: ...
    def learn(self, length_us: int) -> None:
        """Learn from a pulse that was one card."""

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
        """No single card is longer: see ``Spread``."""

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
