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
    """One ejection at a time. After every call the owner reads ``state`` and ``account``."""

    state: int
    """IDLE, REST (the motor may not turn forward yet), SPIN_UP (until a leading edge),
    PASSING (until its trailing edge), BRAKE, COOL (the motor may not turn backward yet), RETRACT,
    SETTLE."""
    account: Account
    """What the ejection came to so far."""
    fault: int
    """EMPTY, SLIP, JAM, SENSOR_DEAD or 0."""

    def __init__(self, settings: Settings, limits: Limits) -> None: ...
    @property
    def blocked(self) -> bool: ...
    @property
    def unexplained(self) -> bool:
        """Something blocks the beam that is not a counted card."""

    def learn_anew(self) -> None:
        """Forget what the cards taught, because the settings have changed; only when IDLE."""

    def nothing(self) -> None:
        """An ejection of no cards, which is over at once."""

    def begin(self, now_us: int, count: int) -> None:
        """Eject ``count`` (at least 1) cards; only when IDLE."""

    def close(self, now_us: int) -> None:
        """Finish the card under way and feed no other; motor off within ``finish_bound_us``."""

    def cut(self, now_us: int) -> None:
        """Motor off at once; cards that still slide out are counted."""

    def hopper_edge(self, now_us: int, empty: bool) -> None:
        """The hopper's switch has changed."""

    def edge(self, now_us: int, blocked: bool) -> None: ...
    def stopped_late(self, late_us: int) -> None:
        """The motor ran on for so much longer than it should have."""

    def missed(self, edges: int) -> None:
        """So many edges were lost; the cards that they may have been are in doubt."""

    def tick(self, now_us: int) -> None: ...
    def due_in_us(self, now_us: int) -> int: ...
