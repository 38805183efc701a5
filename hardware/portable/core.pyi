from hardware.portable.records import Record
from hardware.portable.settings import Settings
from hardware.portable.trace import Trace

ARMED: int
ENDED: int
FAULTED: int
BUSY: int
EVENT_PRESS: int
EVENT_CARD: int
EVENT_ENDED: int
EVENT_FAULTS: int

class Core:
    """A launcher without its pins.

    A board reports edges, in their order and with their moments (microseconds that wrap at 2^30),
    and calls ``tick`` when ``next_tick_in_us`` says. After every call it puts ``motor_pct`` and
    ``braking`` into effect (and what `signals` makes of the rest), and where the motor's duty
    changed it calls ``tick`` again. An edge's moment may lie back, by as much as the board was
    late; ``tick`` is always given the present, for limits and rests count from when the motor
    really changed.
    A hit's number is positive for a press, negative for ``eject``.
    """

    faults: int
    """The latched faults, as bits of `hardware.portable.faults`."""
    dings: int
    """Acknowledgements so far; one more: sound it once."""
    lamp_asked: bool
    """The lamp was asked for with ``lamp``."""
    suspense_level: int
    """How close the next cards are, 0 to 4, as last said with ``suspense``."""
    presses: int
    """Presses so far, accepted or not."""
    trace: Trace
    """Inputs and the motor as they happen, for who watches."""

    def __init__(self, settings: Settings, now_us: int) -> None: ...
    @property
    def settings(self) -> Settings:
        """Those it works with."""

    @property
    def motor_pct(self) -> int:
        """Duty that the motor is to get now, in percent; negative: reverse."""

    @property
    def braking(self) -> bool:
        """With ``motor_pct`` 0: short the motor; False: let it coast."""

    @property
    def ejecting(self) -> bool:
        """Cards of a hit are under way."""

    @property
    def may_turn(self) -> bool:
        """A turntable may: no cards are under way, and no fault for which hands may be in it."""

    @property
    def armed_hit(self) -> int:
        """The number that the next accepted press will have; 0: none."""

    @property
    def mouth_counted(self) -> bool:
        """A card sticks out of the mouth that is part of an earlier count."""

    @property
    def events_lost(self) -> int:
        """Events that found the ring full. Results are complete nevertheless."""

    @property
    def lease_trips(self) -> int:
        """How often the caller fell silent while armed or ejecting."""

    def card_edge(self, now_us: int, blocked: bool) -> None:
        """The card sensor's beam was blocked, or came free."""

    def card_edges_missed(self, now_us: int, edges: int) -> None:
        """So many edges of the card sensor were lost: as many cards as that can be may have come.

        Whatever was seen is counted as ever; to be told before the edge that came after them.
        """

    def cover_edge(self, now_us: int, is_open: bool) -> None:
        """The cover's switch, where there is one. Open: motor off at once, and it stays off."""

    def hopper_edge(self, now_us: int, empty: bool) -> None:
        """The hopper's switch, where there is one: no card left, or cards again."""

    def button_edge(self, now_us: int, down: bool) -> None:
        """A raw edge of the button, bounces and all."""

    def tick(self, now_us: int) -> None:
        """It is now so late, and what was asked of the motor is in effect: do what is due."""

    def next_tick_in_us(self, now_us: int) -> int:
        """Until ``tick`` has something to do, in microseconds; -1: nothing pending."""

    def arm(self, now_us: int, hit: int, count: int) -> int:
        """Let the next press be this hit and give ``count`` cards in all.

        ARMED: so it is (or it is under way already); takes the place of another hit that was
        armed. ENDED: that number has had its cards, see ``result`` (None: too long ago).
        FAULTED: faults are latched. BUSY: another hit is under way. A hit that was broken off is
        armed for the rest. Begins the lease.
        """

    def eject(self, now_us: int, hit: int, count: int) -> int:
        """As ``arm`` and a press at once, without a ding."""

    def disarm(self, now_us: int) -> bool:
        """Take the arming back; False: too late, cards are under way."""

    def beat(self, now_us: int) -> None:
        """The caller lives: its lease begins anew."""

    def drop_lease(self, now_us: int) -> None:
        """The caller is gone: disarmed; a card under way is finished, then the hit broken off."""

    def clear_faults(self, now_us: int) -> int:
        """Unlatch; returns the bits of those whose cause is still there."""

    def safe_off(self, now_us: int) -> None:
        """Motor off at once, disarmed, a hit under way broken off; from any state."""

    def forget(self, now_us: int) -> None:
        """A new caller: safe off, and the numbers of earlier hits mean nothing any more.

        A hit still under way ends without an event or a result.
        """

    def ding(self) -> None:
        """Sound the acknowledgement without a press."""

    def lamp(self, on: bool) -> None:
        """Light the lamp, also while nothing is armed."""

    def suspense(self, level: int) -> None:
        """How close the next cards are, 0 to 4: lamp and ding will tell."""

    def take_event(self) -> tuple[int, int, int, int] | None:
        """The oldest event that was not taken yet: kind, moment, and two values.

        EVENT_PRESS hit (0: nothing was armed), presses so far. EVENT_CARD hit, its how manieth.
        EVENT_ENDED hit, 0. EVENT_FAULTS bits, 0.
        """

    def result(self, hit: int) -> Record | None:
        """What is known of a hit, also while it runs; None: not one of the last 16."""
