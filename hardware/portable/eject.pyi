from hardware.portable.account import Account
from hardware.portable.limits import Limits
from hardware.portable.settings import Settings

IDLE: int
REST: int
SPIN_UP: int
PASSING: int
BRAKE: int
COOL: int
RETRACT: int
SETTLE: int

class Eject:
    """One ejection at a time. After every call its owner looks at ``state`` and the counts."""

    state: int
    """IDLE, REST (the motor may not turn forward yet), SPIN_UP (until a leading edge),
    PASSING (until its trailing edge), BRAKE, COOL (the motor may not turn backward yet), RETRACT,
    SETTLE."""
    account: Account
    """What it came to so far."""
    fault: int
    """EMPTY, SLIP, JAM, SENSOR_DEAD or 0."""

    def __init__(self, settings: Settings, limits: Limits) -> None: ...
    @property
    def blocked(self) -> bool: ...
    @property
    def unexplained(self) -> bool:
        """Something blocks the beam that is no card of ours."""

    def nothing(self) -> None:
        """An ejection of no cards: over at once."""

    def begin(self, now_us: int, count: int) -> None:
        """Eject ``count`` (at least 1) cards; only when IDLE."""

    def close(self, now_us: int) -> None:
        """Finish the card under way and no other; motor off within ``finish_bound_us``."""

    def cut(self, now_us: int) -> None:
        """Motor off at once; what still slides out is counted."""

    def hopper_edge(self, now_us: int, empty: bool) -> None:
        """The hopper's switch says so."""

    def edge(self, now_us: int, blocked: bool) -> None: ...
    def stopped_late(self, late_us: int) -> None:
        """The motor turned on for so much longer than it was meant to."""

    def missed(self, edges: int) -> None:
        """So many edges were lost: the cards that they may have been are uncertain."""

    def tick(self, now_us: int) -> None: ...
    def due_in_us(self, now_us: int) -> int: ...
