from hardware.portable.settings import Settings

SOONER_US: int
LATER_US: int

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
