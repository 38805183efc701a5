from hardware.portable.settings import Settings

LOWEST_PCT: int
"""No launcher is driven with less. Counting was not tested with less (docs/counting.md), and dry
friction takes the larger part of a roller's speed the lower the duty is."""
FULL_PCT: int
AT_FEED_SPEED: tuple[str, ...]
"""The settings that are times at feed speed."""

def changed(settings: Settings, pct: int) -> dict[str, int]:
    """What of these settings changes if the motor gets the duty ``pct`` (percent).

    It turns back as fast as it feeds: how far a card was pulled back follows from the time that
    it took, at the one speed that a calibration measured.
    """
