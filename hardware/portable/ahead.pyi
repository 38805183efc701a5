from hardware.portable.settings import Settings

SOONER_US: int
LATER_US: int

class Ahead:
    """One launcher's figure, for as long as its core lives."""

    us: int
    """In microseconds of travel, from 0 to ``most_us``."""
    most_us: int
    """The shortest way that there may be from the roller to the beam: five eighths of
    ``late_first_us``, in which a slow card and some lateness are allowed for."""

    def __init__(self, settings: Settings) -> None: ...
    def learn(self, length_us: int, longest_us: int) -> None:
        """The last card has slid out of the beam: so long, as travel, was its pulse.

        ``longest_us``: longer than that is none that the roller had let go in time.
        """

    def too_soon(self) -> None:
        """It did not: the roller had not let it go."""
