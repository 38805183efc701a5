"""A simulated turntable: it does what it is told, and cannot slip."""

from __future__ import annotations

from typing import Final

from hardware.portable.turntable import Turntable

DEGREE_US: Final = 16_667
"""60 degrees a second: a launcher full of cards is no light load."""


def simulated_turntable(seats: int) -> Turntable:
    """A turntable with so many seats around it, evenly; 0: none at all."""
    return Turntable([360 * seat // seats for seat in range(seats)], DEGREE_US, 0)
