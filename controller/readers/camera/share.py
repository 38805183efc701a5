"""Where somebody says that the pile is. Needs no OpenCV, so that the doctor can check it, too."""

from __future__ import annotations

from controller.base.errors import WRONG_USAGE, Trouble

Share = tuple[float, float, float, float]
"""A part of a picture, as shares of its width and height: left, top, width, height."""


def share_of(region: str) -> Share:
    """Read ``LEFT,TOP,WIDTH,HEIGHT`` in percent as shares. Raises ``Trouble``."""
    try:
        left, top, wide, high = (float(part) / 100 for part in region.split(","))
    except ValueError:
        left = top = wide = high = -1.0
    if not (left >= 0 and top >= 0 and wide > 0 and high > 0 and max(left + wide, top + high) <= 1):
        raise Trouble(
            f"{region!r} is no part of a picture: write left edge, top edge, width and height in "
            "percent, for example 25,10,50,80.",
            WRONG_USAGE,
        )
    return left, top, wide, high
