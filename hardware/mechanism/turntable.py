"""A simulated turntable, which never loses a step."""

from __future__ import annotations

from typing import Final

from hardware.portable.turntable import Turntable

DEGREE_US: Final = 16_667
"""60 degrees a second: a launcher full of cards is heavy."""


def simulated_turntable(seats: int) -> Turntable:
    """A turntable with so many seats, evenly spread around it; 0: without seats."""
    return Turntable([360 * seat // seats for seat in range(seats)], DEGREE_US, 0)
