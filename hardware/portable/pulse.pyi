from hardware.portable.settings import Settings

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
