from hardware.portable.settings import ScaleSettings

BLOCK_SAMPLES: int
BLOCK_US: int
MOST_BLOCKS: int
AGREE: int
HIGHEST_COUNT: int

class Rest:
    """Levels are in sixteenths of a count."""

    blocks: int
    """How many blocks in a row agree. 0 or 1: the scale is not at rest."""
    settled: int
    """The mean of these blocks without the newest one, which may hold the beginning of a
    disturbance."""
    newest: int
    noise: int
    """By how much the mean of a block differs while the scale is at rest. Learned."""

    def __init__(self, settings: ScaleSettings) -> None: ...
    def lost(self) -> None:
        """Something happens now, so that what came before is over."""

    def sample(self, at_us: int, count: int) -> bool:
        """Take a reading. True: a block has ended."""

    def level(self) -> int:
        """The mean of all blocks that agree."""
