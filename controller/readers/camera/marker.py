"""A marker in a picture, and the card that it is on: which card lies on which."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

MARKER_MM = 12.0
CARD_MM = (56.0, 87.0)
OFF_CENTRE_MM = (19.4, -34.9)
"""From a card's centre to the centre of its marker, to the right and down, the marker upright."""
INSIDE_MM = 3.0
"""A point counts as inside a card if it is at least so far from the card's edges."""
PARTNER_INSIDE_MM = 6.0
"""A marker of which only the place is known counts as covered from here on."""
NUDGED_MM = 3.0
"""A card that lies so far from where it lay was moved."""
MOVED_MM = 10.0
TURNED_DEG = 15.0
"""A marker that lies so far from another place, or turned so far, was moved."""

Point = tuple[float, float]


@dataclass(frozen=True)
class Marker:
    """One marker. Points are in pixels of the frame, to the right and down."""

    number: int
    corners: tuple[Point, Point, Point, Point]
    """Of the upright marker: top left, top right, bottom right, bottom left."""
    fresh: bool | None = None
    """Whether it came here since the last movement began; None: not known."""
    shone: bool = False
    """Then, a light hid what was at this place."""
    rest_lay_there: bool = False
    """It did, and the rest of its card lay there already."""

    @cached_property
    def centre(self) -> Point:
        """Its middle."""
        xs, ys = zip(*self.corners, strict=True)
        return sum(xs) / 4, sum(ys) / 4

    @cached_property
    def side_px(self) -> float:
        """How long its sides are on average."""
        ends = zip(self.corners, (*self.corners[1:], self.corners[0]), strict=True)
        return sum(math.dist(start, end) for start, end in ends) / 4

    @cached_property
    def axes(self) -> tuple[Point, Point]:
        """Its sides, on average: to its right, and down."""
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = self.corners
        right = ((bx - ax + cx - dx) / 2, (by - ay + cy - dy) / 2)
        return right, ((dx - ax + cx - bx) / 2, (dy - ay + cy - by) / 2)

    @cached_property
    def squeezed(self) -> float:
        """How flat a circle looks here: 1 from above; else the cosine of the tilt, nearly."""
        right, down = self.axes
        # the lengths of the axes of the ellipse that a circle becomes
        total = sum(part * part for part in (*right, *down))
        area = abs(right[0] * down[1] - right[1] * down[0])
        root = math.sqrt(max(0.0, total * total - 4 * area * area))
        return math.sqrt((total - root) / (total + root)) if total else 1.0

    def place(self, right_mm: float, down_mm: float) -> Point:
        """Where a point of the card is, measured from this marker's centre."""
        (x, y), ((rx, ry), (ux, uy)) = self.centre, self.axes
        right, down = right_mm / MARKER_MM, down_mm / MARKER_MM
        return x + rx * right + ux * down, y + ry * right + uy * down

    def measured(self, point: Point) -> Point:
        """The reverse of ``place``: where a point of the picture is on the card, in mm."""
        (rx, ry), (ux, uy) = self.axes
        across = rx * uy - ry * ux
        if not across:
            return math.inf, math.inf
        x, y = point[0] - self.centre[0], point[1] - self.centre[1]
        return (x * uy - y * ux) / across * MARKER_MM, (y * rx - x * ry) / across * MARKER_MM

    def near(self, point: Point, far_px: float) -> bool:
        """Whether a point is no farther from its middle than this."""
        return math.dist(self.centre, point) <= far_px

    def meets(self, other: Marker) -> bool:
        """Whether another one is at its place, nearly."""
        (x, y), (other_x, other_y) = self.centre, other.centre
        return abs(x - other_x) + abs(y - other_y) < self.side_px

    @property
    def partner(self) -> Point:
        """Where the other marker of its card should be."""
        return self.place(-2 * OFF_CENTRE_MM[0], -2 * OFF_CENTRE_MM[1])

    def outline(self, around_mm: float) -> list[Point]:
        """The corners of its card, and so much around it."""
        wide, high = (side / 2 + around_mm for side in CARD_MM)
        right, down = (-offset for offset in OFF_CENTRE_MM)
        ends = ((-wide, -high), (wide, -high), (wide, high), (-wide, high))
        return [self.place(right + x, down + y) for x, y in ends]

    def holds(self, point: Point, margin_mm: float) -> bool:
        """Whether a point is on its card, so far from the card's edges."""
        right, down = self.measured(point)
        wide, high = CARD_MM[0] / 2 - margin_mm, CARD_MM[1] / 2 - margin_mm
        return abs(right + OFF_CENTRE_MM[0]) <= wide and abs(down + OFF_CENTRE_MM[1]) <= high


@dataclass(frozen=True, slots=True)
class Card:
    """A card of which one marker or both were found."""

    number: int
    markers: tuple[Marker, ...]

    @property
    def fresh(self) -> bool | None:
        """Whether it can have come with the last movement."""
        freshness = [marker.fresh for marker in self.markers if marker.fresh is not None]
        return any(freshness) if freshness else None

    def holds(self, point: Point, margin_mm: float = INSIDE_MM) -> bool:
        """Whether a point of the picture is on this card, covered or not."""
        return any(marker.holds(point, margin_mm) for marker in self.markers)

    def shows(self, marker: Marker) -> bool:
        """Whether this marker was found again, where it was."""
        return self.number == marker.number and any(
            _same_place(marker, own) for own in self.markers
        )

    def lies_under(self, other: Card, surely: bool = False) -> bool:
        """Whether the other card covers a part of this one.

        It does if its marker can be seen where this card is. It also does if it came with the last
        movement and lies where this card's second marker should be, which cannot be seen; of a
        card that lay there already this says nothing, for the marker may be unreadable. ``surely``:
        only a marker that is seen counts.
        """
        if any(self.holds(marker.centre) for marker in other.markers):
            return True
        if surely or len(self.markers) != 1 or other.fresh is False:
            return False
        return other.holds(self.markers[0].partner, PARTNER_INSIDE_MM)

    @property
    def came_whole(self) -> bool:
        """Whether both its markers are in sight, and it is known of both that they came."""
        return len(self.markers) == 2 and all(marker.fresh for marker in self.markers)

    def shifted_from(self, before: Card) -> bool:
        """Whether a marker is no longer where it was. Both markers of this card are in sight."""
        return not all(
            any(_same_place(own, previous, NUDGED_MM) for own in self.markers)
            for previous in before.markers
        )

    def moved_from(self, before: Card, far_mm: float = MOVED_MM) -> bool:
        """Whether it lies elsewhere, or turned, compared with an earlier frame.

        If only its other marker was in sight then, the place where this one should be counts.
        """
        pairs = [(own, previous) for own in self.markers for previous in before.markers]
        if len(pairs) == 1 and pairs[0][0].near(pairs[0][1].partner, _px(pairs[0][0], MOVED_MM)):
            return False
        return not any(_same_place(own, previous, far_mm) for own, previous in pairs)


def _same_place(first: Marker, second: Marker, far_mm: float = MOVED_MM) -> bool:
    if math.dist(first.centre, second.centre) > _px(first, far_mm):
        return False
    turn = math.degrees(_direction(first) - _direction(second))
    return abs((turn + 180) % 360 - 180) <= TURNED_DEG


def _px(marker: Marker, mm: float) -> float:
    return mm * marker.side_px / MARKER_MM


def _direction(marker: Marker) -> float:
    (left, top), (right, down), _, _ = marker.corners
    return math.atan2(down - top, right - left)
