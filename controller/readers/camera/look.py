"""What moved from one frame to the next: compared on small grey pictures.

Where an arm reaches over the edge, it can be as bright as the table, so that only a part of it is
seen. But what a card changes is where this card lies.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.readers.camera.light import SHINING, WHITE, Picture, dazzling, paper, ranked
from controller.readers.camera.marker import CARD_MM, MARKER_MM, Card, Marker
from controller.readers.camera.rest import lay_there, lies_elsewhere
from controller.readers.camera.steady import light, shrink_factor, shrunk

Small = NDArray[np.int16]

MOVED_CELLS = 24
"""So many cells that changed are a movement."""
EDGE_CELLS = 4
"""So many cells that changed at an edge of the picture are an arm."""
LEAST_CHANGE = 9.0
NOISES = 7.0
"""A change is so many times the noise, and at least ``LEAST_CHANGE`` levels."""
GROUND_AFTER = 6
"""What came over the edge and has lain still for so many frames belongs to the table."""
NEW_SCENE_AFTER = 20
"""The scene is at least so many frames old when a movement begins: a hand that comes slowly is not
in it."""
FRESH_NOISES = 1.8
FRESH_LEVELS = 3.0
"""A marker is fresh if its cells differ on average by so many times the noise and so many levels.
Noise alone makes 1.13 times the noise."""

BESIDE_MM = 10.0
"""So far around a card, a change can be the card's: a marker says roughly where its card is."""
BLOCK = 5
"""A change is looked for in squares of so many cells, so that a faint one is found, too."""
FAINT = 0.5
"""There, it counts if it is on average so large, as a share of what counts in a single cell."""
CARDS = 1.0
"""Something else came if it has changed as many cells as a card has, or so many times as many."""
ALIKE = 0.7
"""A marker was there before if the pictures of its place are so much alike (correlation)."""
SHINING_SHARE = 0.3
"""Where so much of a marker's place was so bright, nobody knows what was there."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What lies there, small and as a whole."""

    small: Small
    picture: Picture


@dataclass(frozen=True, slots=True)
class Look:
    """What is remembered of earlier frames. The pictures in it are never changed."""

    small: Small | None = None
    """The frame before."""
    scene: Scene | None = None
    """What lies there, as it was some time after it was known."""
    later: Scene | None = None
    """What becomes the scene next, so that it follows the light of the day."""
    age: int = 0
    """For how many frames there was nothing new."""
    before: Scene | None = None
    """The scene as it was when the last movement began."""
    noise: float = 2.0
    """How much a cell changes from frame to frame while nothing moves (standard deviation)."""
    still: bool = False
    hand: bool = False
    hand_still: int = 0
    """For how many frames a hand has been there without moving."""
    same: int = 0
    """How many frames were exactly like the one before."""


def look(past: Look, picture: Picture, settled: bool) -> Look:
    """Compare a frame with what came before it.

    ``settled``: it is known what lies there, as far as possible, and nothing has moved since.
    """
    small: Small = shrunk(picture).astype(np.int16)
    if past.small is None:
        return replace(past, small=small)
    change = np.abs(small - past.small)
    if not change.any():
        # a camera has noise: the same frame again is no new sight
        return replace(past, same=past.same + 1)
    noise = 0.9 * past.noise + 0.1 * min(_noise(change), 12.0)
    limit = _limit(noise)
    still = int(np.count_nonzero(_difference(small, past.small) > limit)) < MOVED_CELLS
    now = replace(past, small=small, noise=noise, still=still, same=0)
    if not still:
        before = past.before if past.scene is None else past.scene
        return replace(now, before=before, scene=None, later=None, age=0, hand=False, hand_still=0)
    if settled or past.before is None:
        return _aged(now, Scene(small, picture))
    arm = _arm(_difference(small, past.before.small) > limit)
    waited = past.hand_still + 1 if arm else 0
    return replace(now, hand=arm and waited < GROUND_AFTER, hand_still=waited)


def _aged(now: Look, scene: Scene) -> Look:
    if now.scene is None:
        return replace(now, scene=scene, later=scene, hand=False)
    if now.age + 1 < NEW_SCENE_AFTER:
        return replace(now, age=now.age + 1)
    return replace(now, scene=now.later, later=scene, age=0)


def with_known_scene(now: Look, picture: Picture) -> Look:
    """After a frame from which it is known what lies there: something may move in the next one."""
    if now.scene is not None or now.small is None or not now.still:
        return now
    return _aged(now, Scene(now.small, picture))


def with_freshness(
    look_state: Look, markers: Iterable[Marker], picture: Picture
) -> tuple[Marker, ...]:
    """The markers of a picture, each with whether it came since the movement began."""
    if look_state.before is None or look_state.small is None:
        return tuple(markers)
    before = look_state.before.small * light(look_state.small, look_state.before.small)
    return tuple(
        _with_freshness(look_state, look_state.small, before, marker, picture) for marker in markers
    )


def _with_freshness(
    look_state: Look, small: Small, before: NDArray[Any], marker: Marker, picture: Picture
) -> Marker:
    fresh = _is_fresh(look_state, small, before, marker, picture)
    if fresh is not None:
        return replace(marker, fresh=fresh)
    rest_lay_there = lay_there(marker, small, before, shrink_factor(picture))
    return replace(
        marker,
        fresh=True if rest_lay_there is False else None,
        shone=True,
        rest_lay_there=rest_lay_there is True,
    )


def moved_away(
    look_state: Look, card: Card, read: Sequence[Marker], picture: Picture
) -> bool | None:
    """Whether a card no longer lies where it lay when the last movement began; None: not known.

    ``read``: the markers that were read now.
    """
    if look_state.before is None or look_state.small is None:
        return None
    small, before = look_state.small, look_state.before.small
    return lies_elsewhere(card, read, small, before, shrink_factor(picture))


def dazzled(
    look_state: Look, read: Sequence[Marker], lay: Sequence[Marker], picture: Picture
) -> bool:
    """Whether lights came with the last movement that can hide both markers of a card.

    ``read``: the markers that were read now. ``lay``: those of the cards that lay there before. If
    their paper was nearly as bright as a light, nobody can tell the two.
    """
    if look_state.before is None or not (read or lay):
        return False
    levels = [paper(marker, look_state.before.picture) for marker in lay] or [
        paper(marker, picture) for marker in read
    ]
    if median(levels) >= WHITE:
        return False
    side_px = median(marker.side_px for marker in (*read, *lay))
    return dazzling(picture, look_state.before.picture, side_px)


def _is_fresh(
    look_state: Look, small: Small, before: NDArray[Any], marker: Marker, picture: Picture
) -> bool | None:
    place = _place(marker, shrink_factor(picture))
    if not small[place].size:
        return None
    change = np.abs(small[place] - before[place])
    if float(change.mean()) <= FRESH_NOISES * look_state.noise + FRESH_LEVELS:
        return False
    assert look_state.before is not None
    area = _place(marker)
    previous = look_state.before.picture[area]
    if np.count_nonzero(previous >= SHINING) > SHINING_SHARE * previous.size:
        return None
    # a light that came or went changes the picture, but not the pattern in it
    return _alike(picture[area], previous) < ALIKE


def _place(marker: Marker, factor: float = 1.0) -> tuple[slice, slice]:
    """The rows and columns of a marker in a picture that is so many times as large."""
    corners = np.asarray(marker.corners) * factor
    (left, top), (right, bottom) = np.floor(corners.min(axis=0)), np.ceil(corners.max(axis=0))
    return slice(max(0, int(top)), int(bottom)), slice(max(0, int(left)), int(right))


def _alike(first: Picture, second: Picture) -> float:
    """How much the patterns in two pictures of one place are alike: 1 is the same.

    Where one of them shows nothing but light, nothing is compared.
    """
    around = (max(first.shape) // 2,) * 2
    dark = (np.maximum(first, second) < SHINING).astype(np.float32)
    near = cv2.blur(dark, around) + 1e-6
    patterns = [dark * (part - cv2.blur(dark * part, around) / near) for part in (first, second)]
    energy = float(np.linalg.norm(patterns[0]) * np.linalg.norm(patterns[1]))
    return float(np.sum(patterns[0] * patterns[1])) / energy if energy else 0.0


def strange(look_state: Look, cards: Sequence[Marker], factor: float) -> bool:
    """Whether more has changed beside the cards than light does, since the last movement began.

    ``cards``: markers that were read, and those of the cards that are known to lie there.
    ``factor``: how long a pixel of the markers' picture is in the small pictures that are compared.
    """
    if look_state.small is None or look_state.before is None or not cards:
        return False
    difference = _difference(look_state.small, look_state.before.small).astype(np.float32)
    limit = FAINT * _limit(look_state.noise)
    changed = (cv2.blur(difference, (BLOCK, BLOCK)) > limit).astype(np.uint8)
    for marker in cards:
        cv2.fillConvexPoly(
            changed, np.round(np.array(marker.outline(BESIDE_MM)) * factor).astype(np.int32), 0
        )
    sides = [marker.side_px * factor / MARKER_MM for marker in cards]
    card = CARD_MM[0] * CARD_MM[1] * (sum(sides) / len(sides)) ** 2
    return int(np.count_nonzero(changed)) > CARDS * card


def _limit(noise: float) -> float:
    return max(LEAST_CHANGE, NOISES * noise)


def _noise(change: NDArray[Any]) -> float:
    """The standard deviation of one frame's noise, from the differences of two."""
    # what moved has large differences, so that the smaller half of them is the noise alone
    return ranked(change[::3, ::3], 0.68) / 1.414


def _difference(small: Small, other: Small) -> NDArray[Any]:
    """How much each cell differs, apart from the light of the whole picture."""
    return np.asarray(np.abs(small - other * light(small, other)))


def _arm(changed: NDArray[Any]) -> bool:
    edges = (changed[0], changed[-1], changed[:, 0], changed[:, -1])
    return any(int(np.count_nonzero(edge)) >= EDGE_CELLS for edge in edges)
