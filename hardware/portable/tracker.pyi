from hardware.portable.pulses import Pulse, Verdict
from hardware.portable.settings import Settings

SOONER_US: int
LATER_US: int

LONGEST_TRAIN: int
"""The loop stops in time for up to so many cards nose to tail; more are treated as stuck."""

class Ahead:
    """One launcher's figure, for as long as its core lives."""

    us: int
    """In microseconds of travel, from 0 to ``most_us``."""
    most_us: int
    """The shortest possible way from the roller to the beam: five eighths of ``late_first_us``,
    which allows for a slow card and some lateness."""

    def __init__(self, settings: Settings) -> None: ...
    def learn(self, length_us: int, longest_us: int) -> None:
        """The last card has slid out of the beam; its pulse was this long, as travel.

        ``longest_us``: if the pulse is longer, the roller had not let the card go in time.
        """

    def too_soon(self) -> None:
        """The last card did not slide out: the roller had not let it go."""

class Tracker:
    """Turns the beam's edges into cards.

    A verdict that is returned is overwritten by the next one.
    """

    blocked: bool
    """The beam as last seen."""
    pulse: Pulse
    """What blocks the beam, or blocked it last."""

    def __init__(self, settings: Settings) -> None: ...
    def learn_anew(self) -> None:
        """See ``Eject.learn_anew``."""

    def spin(self, now_us: int, at_rest: bool) -> None:
        """The motor starts, in either direction.

        ``at_rest``: the next card lies where every card starts from, so that it can be late.
        """

    def forget(self, now_us: int) -> None:
        """Begin a new measurement with whatever blocks the beam now."""

    def resume(self) -> None:
        """The motor has started forward while the beam is blocked: the pulse goes on."""

    def may_have_passed(self, now_us: int) -> int:
        """How many cards can have passed since the last one, or the start, if nobody saw them."""

    def travel_us(self, now_us: int) -> int:
        """Travel since the motor started, in microseconds at feed speed."""

    def lead(self, now_us: int) -> None:
        """Leading edge while the motor turns forward."""

    def dipped(self, now_us: int) -> bool:
        """The beam was free for a moment while a card passes, but the pulse goes on.

        True: the pulse so far was the previous card bouncing at its end; a new pulse begins now.

        In the middle of a card this is light from elsewhere. From then on, until ``forget``, a
        pulse has ended only when the beam has stayed free.
        """

    def dip_us(self) -> int:
        """How long the beam has to stay free before this pulse has ended."""

    def whole(self, now_us: int, forward: bool) -> bool:
        """Whether the open pulse is long enough for a card, so that its end needs no waiting.

        ``forward``: the motor turns; else the card has rolled or slid on since ``hold``.
        """

    def trail(self, now_us: int) -> Verdict | None:
        """Trailing edge while the motor turns forward; None: too short for a card."""

    def one_card_us(self) -> int:
        """How long one more card can take, counted from the end of the card before it."""

    def hold(self, now_us: int) -> None:
        """The motor stops turning forward: keep the length of the pulse so far."""

    def stopped_late(self, late_us: int) -> None:
        """The motor ran on for so much longer."""

    def lead_held(self, now_us: int, foreign: bool) -> None:
        """Leading edge while the motor does not turn forward.

        ``foreign``: it did not turn forward just before either, so this is no card.
        """

    def trail_held(self, now_us: int) -> Verdict | None:
        """Trailing edge while the motor brakes or stands; None: no card."""

    def pulled_back(self, back_us: int) -> Verdict:
        """The beam came free while the motor turned backward, after this much travel."""

    def clear(self) -> None:
        """The beam is free, and nothing is to be counted for it."""

    def gone_before(self) -> int:
        """How many cards may have gone before the one that still blocks the beam at the end."""

    def until_long_us(self, now_us: int) -> int:
        """Until the pulse that is open is longer than one card can be at feed speed."""

    def until_let_go_us(self, now_us: int, cards: int) -> int:
        """Until the roller has let go of the last of the ``cards`` that make up the open pulse.

        From then on the card slides out by itself.
        """

    def may_be_train(self, cards: int) -> bool:
        """Whether the open pulse may be so many cards nose to tail."""

    def jam_us(self, at_feed_us: int) -> int:
        """A time at the calibrated speed, at the pace of the cards."""
