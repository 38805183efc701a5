from hardware.portable.pulse import Pulse
from hardware.portable.settings import Settings
from hardware.portable.verdict import Verdict

LONGEST_TRAIN: int
"""Cards nose to tail that the loop stops in time for; more are as good as stuck."""

class Tracker:
    """Turns the beam's edges into cards.

    A verdict that is returned is overwritten by the next one.
    """

    blocked: bool
    """The beam as last seen."""
    pulse: Pulse
    """What blocks the beam, or blocked it last."""

    def __init__(self, settings: Settings) -> None: ...
    def spin(self, now_us: int, at_rest: bool) -> None:
        """The motor starts, in either direction.

        ``at_rest``: the next card lies where every card starts from, so that it can be late.
        """

    def forget(self, now_us: int) -> None:
        """Whatever blocks the beam now is where a new measurement begins."""

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

        True: what there was of it was the end of the card before, bouncing; it begins only now.

        In the middle of a card that is light from elsewhere, and from then on no end is believed
        before the beam has stayed free, until ``forget``.
        """

    def dip_us(self) -> int:
        """How long the beam has to stay free, where this pulse may not have ended yet."""

    def whole(self, now_us: int, forward: bool) -> bool:
        """Whether the open pulse is long enough for a card: if it ends now, that is no dip.

        ``forward``: the motor turns; else the card has rolled or slid on since ``hold``.
        """

    def trail(self, now_us: int) -> Verdict | None:
        """Trailing edge while the motor turns forward; None: too short for a card."""

    def one_card_us(self) -> int:
        """How long one more card can take, from the one before it."""

    def hold(self, now_us: int) -> None:
        """The motor stops turning forward: what has passed so far is kept."""

    def stopped_late(self, late_us: int) -> None:
        """It turned on for so much longer."""

    def lead_held(self, now_us: int, foreign: bool) -> None:
        """Leading edge while the motor does not turn forward.

        ``foreign``: nor did it just before. Nothing of ours moves into the beam then.
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
        """Until the roller has let go the last of so many cards that make up the open pulse.

        Its end comes by itself then.
        """

    def may_be_train(self, cards: int) -> bool:
        """Whether so many cards nose to tail are to be reckoned with in the open pulse."""

    def jam_us(self, at_feed_us: int) -> int:
        """A time at the calibrated speed, at the pace of the cards."""
