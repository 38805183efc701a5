"""Which markers are found in a scene, and whether the picture has changed there."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

import numpy as np

from controller.readers.camera.labels import UNREAD
from controller.readers.camera.marker import Marker, Point
from controller.readers.camera.rest import (
    ALIKE_SQUARES,
    AROUND_MM,
    CAME_SQUARES,
    LEAST_SQUARES,
)
from tests.readers.rendering.cards import CARD_MM, MARKER_MM, RIM_MM
from tests.readers.rendering.conditions import Conditions, Event
from tests.readers.rendering.picture import DRAWN, FOCAL_PX, SIZE, Held, tilt_matrix
from tests.readers.rendering.pile import Laid, Pile

CHANGED, SHONE, LIT = 3, 5, 1
"""At more points than these, the place of a marker looks different; it shone; it may shine."""
Sight = tuple[int, int, int]
"""What is seen at a point: the number of the card, and where on it in tenths of a millimetre."""
LABEL_MM = MARKER_MM / 2 + RIM_MM / 2
GRID = tuple((x, y) for x in (-1.0, -0.4, 0.4, 1.0) for y in (-1.0, -0.4, 0.4, 1.0))
WIDE, HIGH = (-20.0, -10.0, 0.0, 10.0, 20.0), (-35.0, -25.0, -15.0, -5.0, 5.0, 15.0, 25.0, 35.0)
EDGES = tuple((x, y) for x in WIDE for y in HIGH if abs(x) == WIDE[-1] or abs(y) == HIGH[-1])
"""Where a card has a pattern by which it is known again."""
LAY_SHARE = 0.15
"""A card is known to have lain there if so much of it is in sight as before."""
LABEL_SHARE = 0.7
"""An unread marker looks like a label in so many frames (measured on blurred drawn piles)."""
TABLE, GLARE = -1, -2
"""What is seen where no card is seen."""


@dataclass(frozen=True)
class Scene:
    """Cards that lie still, and the light on the top one."""

    cards: tuple[Laid, ...]
    glare: tuple[tuple[Point, float], ...]
    """Where light is reflected, and how far it reaches in mm."""
    luck: dict[tuple[int, int], float]
    """How often a marker is found in a frame."""
    known: dict[tuple[Laid, Point, float], tuple[Sight, ...]] = field(default_factory=dict)
    """What is seen at a place, as far as it was asked: most frames show the scene of the last."""


class Camera:
    """Stands in for the camera that draws, see ``rendering.picture``."""

    def __init__(self, conditions: Conditions, seed: tuple[int, ...]) -> None:
        self._conditions = conditions
        self._random = np.random.default_rng([*seed, 1])
        self._label_random = np.random.default_rng([*seed, 3])
        self._distance_mm = FOCAL_PX * MARKER_MM / conditions.marker_px
        self._rotation = tilt_matrix(conditions.tilt_deg, conditions.tilt_towards_deg)

    def still(self, pile: Pile, event: Event | None) -> Scene:
        """What lies there, without hands."""
        cards = pile.cards[-DRAWN:]
        glare: list[tuple[Point, float]] = []
        if event is not None and event.glare in ("marker", "markers") and pile.top is not None:
            shining = pile.top.markers[: 1 + (event.glare == "markers")]
            reach = event.glare_mm * (0.4 + event.glare_level / 260)
            glare = [(at, reach) for at in shining]
        luck = {(card.number, nth): self._luck() for card in cards for nth in range(2)}
        return Scene(cards, tuple(glare), luck)

    def _luck(self) -> float:
        """Of a marker that is in sight whole; the same as long as nothing moves."""
        if self._conditions.sharp:
            return 1.0 if self._random.random() < 0.98 else float(self._random.random())
        worse = len(self._conditions.why_not_sharp)
        return float(self._random.beta(1.5 / worse, 0.8 * worse))

    def frame(self, still: Scene, hand: Held | None, at_s: float) -> tuple[Scene, Held | None]:
        """A frame is what lies there, and the hand."""
        return still, hand

    def find(
        self, scene: Scene, before: Scene | None
    ) -> tuple[tuple[Marker, ...], tuple[Marker, ...]]:
        """The markers that a frame of this scene shows, and the labels that cannot be read.

        ``before``: what lay there before.
        """
        markers, labels = [], []
        for card in scene.cards:
            for nth, centre in enumerate(card.markers):
                if any(sight[0] != card.number for sight in _seen(scene, card, centre, LABEL_MM)):
                    continue
                if self._random.random() < scene.luck[card.number, nth]:
                    markers.append(self._marker(scene, before, card, nth, self._random))
                elif self._label_random.random() < LABEL_SHARE:
                    label = self._marker(scene, before, card, nth, self._label_random)
                    labels.append(replace(label, number=UNREAD))
        return tuple(markers), tuple(labels)

    def lit(self, scene: Scene, read: tuple[Marker, ...]) -> frozenset[int]:
        """The cards with a marker that was read and one that a light hides."""
        numbers = {marker.number for marker in read}
        return frozenset(
            card.number
            for card in scene.cards
            for centre in card.markers
            if card.number in numbers
            and sum(sight[0] == GLARE for sight in _seen(scene, card, centre, LABEL_MM)) > LIT
        )

    def moved_away(
        self, scene: Scene, before: Scene | None, number: int, read: tuple[Marker, ...]
    ) -> bool | None:
        """Whether the rest of a card shows that it no longer lies where it lay; None: not known."""
        numbers = {marker.number for marker in read if marker.fresh is not False} - {number}
        over = [card for card in scene.cards if card.number in numbers]
        told = alike = 0
        for card in before.cards if before is not None else ():
            for point in EDGES if card.number == number else ():
                at = card.place(*point)
                now, then = _at(scene, *at), _at(before or scene, *at)
                if then[0] == number and now[0] != GLARE and not any(_on(at, one) for one in over):
                    told, alike = told + 1, alike + (now == then)
        return alike < told / 2 if over and told >= LEAST_SQUARES else None

    def _marker(
        self,
        scene: Scene,
        before: Scene | None,
        card: Laid,
        nth: int,
        random: np.random.Generator,
    ) -> Marker:
        centre = card.markers[nth]
        half = MARKER_MM / 2
        quad = [(-half, -half), (half, -half), (half, half), (-half, half)]
        turn = math.radians(card.turn_deg + 180 * nth)
        cos, sin = math.cos(turn), math.sin(turn)
        at = [(centre[0] + x * cos - y * sin, centre[1] + x * sin + y * cos) for x, y in quad]
        corners = [self._project(point, random) for point in at]
        fresh, shone, lay = None, False, False
        if before is not None:
            now, then = (_seen(one, card, centre, half) for one in (scene, before))
            pairs = [(one, two) for one, two in zip(now, then, strict=True) if one != two]
            fresh = sum(GLARE not in (one[0], two[0]) for one, two in pairs) > CHANGED
            if len(pairs) > CHANGED and sum(one[0] == GLARE for one in then) > SHONE:
                lay_there = _lay_there(scene, before, card)
                fresh = True if lay_there is False else None
                shone, lay = True, lay_there is True
        return Marker(card.number, tuple(corners), fresh, shone, lay)  # type: ignore[arg-type]

    def _project(self, point: Point, random: np.random.Generator) -> Point:
        x, y, z = self._rotation @ np.array((*point, 0.0))
        depth = z + self._distance_mm
        jitter = random.normal(0, 0.3, 2)
        return (
            float(x / depth * FOCAL_PX + SIZE[0] / 2 + jitter[0]),
            float(y / depth * FOCAL_PX + SIZE[1] / 2 + jitter[1]),
        )


def _seen(scene: Scene, card: Laid, centre: Point, half_mm: float) -> tuple[Sight, ...]:
    """What is seen at the points around a place of a card that lies or may have lain there."""
    place = (card, centre, half_mm)
    if place not in scene.known:
        turn = math.radians(card.turn_deg)
        cos, sin = math.cos(turn), math.sin(turn)
        scene.known[place] = tuple(
            _at(
                scene,
                centre[0] + half_mm * (right * cos - down * sin),
                centre[1] + half_mm * (right * sin + down * cos),
            )
            for right, down in GRID
        )
    return scene.known[place]


def _lay_there(scene: Scene, before: Scene, card: Laid) -> bool | None:
    """Whether a part of the card was to be seen before, where it is now; None: not known."""
    seen = [
        [_at(one, *card.place(right, down)) for right in WIDE for down in HIGH]
        for one in (scene, before)
    ]
    pairs = list(zip(*seen, strict=True))
    same = sum(now == then and now[0] == card.number for now, then in pairs)
    if same >= LAY_SHARE * len(pairs):
        return True
    told = sum(GLARE not in (now[0], then[0]) for now, then in pairs)
    return False if told >= CAME_SQUARES and same < ALIKE_SQUARES else None


def _at(scene: Scene, x: float, y: float) -> Sight:
    if any(math.dist((x, y), at) < reach for at, reach in scene.glare):
        return GLARE, 0, 0
    for card in reversed(scene.cards):
        across, along = _across(card, x, y)
        if abs(across) <= CARD_MM[0] / 2 and abs(along) <= CARD_MM[1] / 2:
            return card.number, round(10 * across), round(10 * along)
    return TABLE, 0, 0


def _on(at: Point, card: Laid) -> bool:
    """Whether a point is on a card, or a little beside it."""
    across, along = _across(card, *at)
    return abs(across) <= CARD_MM[0] / 2 + AROUND_MM and abs(along) <= CARD_MM[1] / 2 + AROUND_MM


def _across(card: Laid, x: float, y: float) -> Point:
    """Where a point of the table is on a card, from the card's centre."""
    turn = math.radians(card.turn_deg)
    right, down = x - card.x_mm, y - card.y_mm
    across = right * math.cos(turn) + down * math.sin(turn)
    return across, down * math.cos(turn) - right * math.sin(turn)
