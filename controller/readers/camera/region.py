"""The part of the picture where the pile is: found by itself from where markers were."""

from __future__ import annotations

from dataclasses import dataclass

from controller.readers.camera.detecting import Region
from controller.readers.camera.marker import MARKER_MM, Marker

AROUND_MM = 110.0
"""So far around a marker there can be another one of the pile: a card is 103 mm from corner to
corner."""
LOST_AFTER = 8
"""After so many still frames without a marker, the whole picture is searched again."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the pile is."""

    region: Region | None = None
    """None: not known; the whole picture is searched."""
    nothing: int = 0
    """In how many frames there was no marker."""


def follow(place: Place, markers: tuple[Marker, ...], size: tuple[int, int]) -> Place:
    """Learn from a still frame in which markers were looked for."""
    if not markers:
        nothing = place.nothing + 1
        return Place(None if nothing >= LOST_AFTER else place.region, nothing)
    around = AROUND_MM * max(marker.side_px for marker in markers) / MARKER_MM
    xs, ys = zip(*(marker.centre for marker in markers), strict=True)
    left, top = max(0, int(min(xs) - around)), max(0, int(min(ys) - around))
    right = min(size[0], int(max(xs) + around) + 1)
    bottom = min(size[1], int(max(ys) + around) + 1)
    if place.region is not None:
        # a marker that is not read now can be read in the next frame
        old_left, old_top, wide, high = place.region
        left, top = min(left, old_left), min(top, old_top)
        right, bottom = max(right, old_left + wide), max(bottom, old_top + high)
    return Place((left, top, right - left, bottom - top))
