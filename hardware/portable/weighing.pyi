from hardware.portable.cards_by_weight import Scale
from hardware.portable.core import Core
from hardware.portable.settings import ScaleSettings

class Weighing:
    """What a board has as its ``scale``; see ``firmware_bridge.device.Scale``."""

    scale: Scale
    readings: int
    """How many readings there were; it begins again after 2^30."""
    counts: int
    """The newest reading."""
    trouble: str
    """Why the chip cannot be read, if whoever reads it says so; empty: it can, or nobody says."""
    def __init__(self, core: Core, settings: ScaleSettings) -> None: ...
    def sample(self, at_us: int, counts: int) -> bool:
        """Take a reading of the chip, at the core's ticks. True: a word waits to be taken.

        A hit that was broken off ends for the scale when it is complete, or when another begins.
        """

    def turning(self, on: bool) -> None:
        """The turntable begins to turn, or stands still again."""

    def tare(self) -> None:
        """The launcher holds no card now."""

    def weigh(self) -> None:
        """Make a new word at the next rest."""

    def forget(self) -> None:
        """The hits until now are another caller's: no later word is about them."""

    def lost(self) -> None:
        """The chip cannot be read; see ``hardware.portable.cards_by_weight.Scale.lost``."""

    def take(self) -> tuple[int, int, int, int, int, int, int, int, int] | None:
        """The newest word that was not taken yet, or None.

        First and last hit (0: none), left, the lowest and the highest of it, inside (negative: not
        tared), the lowest and the highest of it, and the core's ticks of the moment.
        """
