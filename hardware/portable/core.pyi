from hardware.portable.hits import HitRecord
from hardware.portable.settings import Settings
from hardware.portable.trace import Trace

ARMED: int
ENDED: int
FAULTED: int
BUSY: int
IN_USE: int
ANY_PRESSES: int
USUAL: int
"""The duty of the launcher's settings."""
EVENT_PRESS: int
EVENT_CARD: int
EVENT_ENDED: int
EVENT_FAULTS: int

class Core:
    """A launcher without its pins.

    A board reports edges, in their order and with their moments (microseconds that wrap at 2^30),
    and calls ``tick`` when ``next_tick_in_us`` says. After every call it puts ``motor_pct`` and
    ``braking`` into effect (and what `signals` makes of the rest). If the motor's duty changed, it
    calls ``tick`` again. An edge's moment may lie in the past, by as much as the board was late.
    ``tick`` is always given the present, because limits and rests count from when the motor really
    changed. A hit's number is positive for a press, negative for ``eject``.
    """

    faults: int
    """The latched faults, as bits of `hardware.portable.faults`."""
    dings: int
    """Acknowledgements so far; the board sounds one whenever this grows."""
    lamp_asked: bool
    """The lamp was asked for with ``lamp``."""
    suspense_level: int
    """How close the next cards are, 0 to 4, as last set with ``suspense``."""
    presses: int
    """Presses so far, accepted or not."""
    trace: Trace
    """Inputs and motor as they happen, for whoever watches."""

    def __init__(self, settings: Settings, now_us: int) -> None: ...
    @property
    def settings(self) -> Settings:
        """The settings that it works with, except while it ejects with less power than usual."""

    @property
    def motor_pct(self) -> int:
        """The duty that the motor should have now, in percent; negative: reverse."""

    @property
    def braking(self) -> bool:
        """With ``motor_pct`` 0: short the motor; False: let it coast."""

    @property
    def ejecting(self) -> bool:
        """Cards of a hit are under way."""

    @property
    def hit_under_way(self) -> int:
        """The number of the hit whose cards come now; 0: none."""

    @property
    def may_turn(self) -> bool:
        """A turntable may turn: no cards are under way, and there is no fault.

        In a fault somebody's hands may be in the launcher.
        """

    @property
    def armed_hit(self) -> int:
        """The number that the next accepted press will have; 0: nothing is armed."""

    @property
    def button_down(self) -> bool:
        """Somebody holds the button, or its release has not settled."""

    @property
    def mouth_counted(self) -> bool:
        """A card sticks out of the mouth and is already part of a count."""

    @property
    def events_lost(self) -> int:
        """Events that found the ring full. Results are complete all the same."""

    @property
    def lease_trips(self) -> int:
        """How often the caller fell silent while armed or ejecting."""

    def card_edge(self, now_us: int, blocked: bool) -> None:
        """The card sensor's beam was blocked, or came free."""

    def card_edges_missed(self, now_us: int, edges: int) -> None:
        """So many edges of the card sensor were lost, so as many cards as that may have come.

        Call it before ``card_edge`` for the edge that came after them. Edges that were seen are
        counted as usual.
        """

    def cover_edge(self, now_us: int, is_open: bool) -> None:
        """The cover's switch has changed. Open: motor off at once, and it stays off."""

    def motor_fault_edge(self, now_us: int, reported: bool) -> None:
        """The motor driver's fault output has changed.

        If it reports a fault for ``motor_fault_us``, the motor goes off, and stays off.
        """

    def hopper_edge(self, now_us: int, empty: bool) -> None:
        """The hopper's switch has changed: no card left, or cards again."""

    def button_edge(self, now_us: int, down: bool) -> None:
        """A raw edge of the button; bounces are told as well."""

    def tick(self, now_us: int) -> None:
        """It is now ``now_us``, and the last duty is in effect: do what is due."""

    def next_tick_in_us(self, now_us: int) -> int:
        """Microseconds until ``tick`` has something to do; -1: nothing."""

    def arm(self, now_us: int, hit: int, count: int, presses: int = ...) -> int:
        """Let the next press be this hit and give ``count`` cards in all.

        ARMED: it is armed (or already under way); another hit that was armed is not any more.
        ENDED: that number has had its cards, see ``result`` (None: too long ago). FAULTED: faults
        are latched. BUSY: another hit is under way. A hit that was broken off is armed for the
        rest. Begins the lease. With ``presses``, IN_USE: the button is down, or ``self.presses`` is
        another number; nothing is armed now.
        """

    def eject(self, now_us: int, hit: int, count: int, duty_pct: int = USUAL) -> int:
        """As ``arm`` with a press at once, without a ding.

        ``duty_pct``: the motor gets this instead of its usual duty, 50 to 100, but never more than
        that, until something else is ejected or armed. The loop then knows of the cards only what
        follows from the ratio of the two.
        """

    def disarm(self, now_us: int) -> bool:
        """Take the arming back; False: too late, cards are under way."""

    def long_lease(self, on: bool) -> None:
        """Give the caller the long lease while a hit waits for its press, from the next ``arm`` on.

        At the press the short one begins, so the motor never runs on the long one.
        """

    def count_strictly(self, on: bool) -> None:
        """Count strictly from now on, or no longer: see ``Settings.strict``."""

    def beat(self, now_us: int) -> None:
        """The caller is alive: its lease begins anew."""

    def drop_lease(self, now_us: int) -> None:
        """The caller is gone: disarm, finish the card under way, then break the hit off."""

    def clear_faults(self, now_us: int) -> int:
        """Unlatch the faults; returns the bits of those whose cause is still there."""

    def safe_off(self, now_us: int) -> None:
        """Motor off at once, disarm, break off a hit under way; from any state."""

    def forget(self, now_us: int) -> None:
        """A new caller: as ``safe_off``, and the numbers of earlier hits mean nothing any more.

        A hit still under way ends without an event or a result.
        """

    def ding(self) -> None:
        """Sound the acknowledgement without a press."""

    def lamp(self, on: bool) -> None:
        """Light the lamp, also while nothing is armed."""

    def suspense(self, level: int) -> None:
        """How close the next cards are, 0 to 4: lamp and ding show it."""

    def take_event(self) -> tuple[int, int, int, int] | None:
        """The oldest event that was not taken yet: kind, moment, and two values.

        EVENT_PRESS: hit (0: nothing was armed), presses so far. EVENT_CARD: hit, number of the
        card in it, from 1. EVENT_ENDED: hit, 0. EVENT_FAULTS: bits, 0.
        """

    def result(self, hit: int) -> HitRecord | None:
        """What is known of a hit, even while it runs; None: it is not one of the last 16."""
