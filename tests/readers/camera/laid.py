"""Cards as a camera from straight above sees them: two pixels a millimetre."""

from __future__ import annotations

import math

from controller.readers.camera.marker import OFF_CENTRE_MM, Card, Marker, Point

GRAIN = 2.0
MIDDLE = 300.0


def lay(
    number: int,
    at_mm: tuple[float, float],
    turn_deg: float = 0.0,
    *,
    fresh: bool | None = None,
    larger: float = 1.0,
) -> Card:
    """A card that lies there with both markers in sight. ``larger``: how much it is held nearer."""
    turn = math.radians(turn_deg)
    grain = GRAIN * larger

    def point(right: float, down: float) -> Point:
        x = at_mm[0] * GRAIN + (right * math.cos(turn) - down * math.sin(turn)) * grain
        y = at_mm[1] * GRAIN + (right * math.sin(turn) + down * math.cos(turn)) * grain
        return MIDDLE + x, MIDDLE + y

    right, down = OFF_CENTRE_MM
    corners = [(right - 6, down - 6), (right + 6, down - 6), (right + 6, down + 6)]
    corners.append((right - 6, down + 6))
    first = tuple(point(x, y) for x, y in corners)
    second = tuple(point(-x, -y) for x, y in corners)
    return Card(number, (Marker(number, _four(first), fresh), Marker(number, _four(second), fresh)))


def _four(points: tuple[Point, ...]) -> tuple[Point, Point, Point, Point]:
    one, two, three, four = points
    return one, two, three, four
