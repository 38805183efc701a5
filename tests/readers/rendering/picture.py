"""What the camera sees of a pile: projection, blur, light, glare, hands, noise, compression."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.readers.rendering.cards import CARD_MM, MARKER_MM, Picture
from tests.readers.rendering.conditions import Conditions, Event
from tests.readers.rendering.pile import Laid, Pile

SIZE = (1280, 720)
DOUBLE = (SIZE[0] * 2, SIZE[1] * 2)
FOCAL_PX = 640 / math.tan(math.radians(33))
"""A camera that sees 66 degrees."""
TABLE_MM = (960.0, 760.0)
DRAWN = 14
"""Cards below these can no longer be seen."""
EXPOSURE_S = 0.02
SKIN = 165
TABLE_PX_PER_MM = 3
Points = NDArray[np.float32]
Numbers = NDArray[Any]


@dataclass(frozen=True)
class Held:
    """A hand at the pile: where its fingers are, and the card that it holds above the table."""

    x_mm: float
    y_mm: float
    from_deg: float
    card: Laid | None = None
    height_mm: float = 0.0
    speed_px_s: float = 0.0
    seed: int = 0


class Camera:
    """Turns piles into frames. One for a sitting."""

    def __init__(self, conditions: Conditions, seed: tuple[int, ...]) -> None:
        self._conditions = conditions
        self._random = np.random.default_rng([*seed, 1])
        self._distance_mm = FOCAL_PX * MARKER_MM / conditions.marker_px
        self._rotation = tilt_matrix(conditions.tilt_deg, conditions.tilt_towards_deg)
        ground = _ground(conditions.ground, np.random.default_rng([*seed, 2]))
        self._table = _warped(ground, self.project(_edges(TABLE_MM)) * 2, DOUBLE)
        self._scene: tuple[tuple[Laid, ...], Picture] = ((), self._table.copy())
        self._seen: tuple[tuple[Laid, ...] | None, NDArray[np.float32]] = (
            None,
            np.empty((0, 0), np.float32),
        )
        self._light = self._lit()
        self._usual_light = float(np.median(self._light))
        noise = self._random.normal(0, conditions.noise, (SIZE[1] + 256, SIZE[0] + 256))
        self._noise = np.round(noise).astype(np.int16)

    def project(self, points: list[tuple[float, float]], height_mm: float = 0.0) -> Points:
        """Where points of the table are in the picture."""
        space = np.array([(x, y, -height_mm) for x, y in points]) @ self._rotation.T
        depth = space[:, 2:] + self._distance_mm
        seen = space[:, :2] / depth * FOCAL_PX + (SIZE[0] / 2, SIZE[1] / 2)
        return np.asarray(seen, np.float32)

    def still(self, pile: Pile, event: Event | None) -> Picture:
        """The scene without hands and noise. Rendered once, at twice the size of a frame."""
        lit = self._without_glare(pile.cards[-DRAWN:])
        if event is not None and event.glare != "none" and pile.top is not None:
            lit = lit + self._glare(pile.top, event)
        return np.asarray(np.clip(lit, 0, 255), np.uint8)

    def _without_glare(self, cards: tuple[Laid, ...]) -> NDArray[np.float32]:
        """What these cards look like. The last ones are remembered: most events only add a card."""
        if self._seen[0] != cards:
            laid, scene = self._scene
            if cards[: len(laid)] != laid:
                laid, scene = (), self._table.copy()
            for card in cards[len(laid) :]:
                self._lay(scene, card, 0.0, 2.0, 0.0)
            self._scene = (cards, scene)
            blurred = cv2.GaussianBlur(scene, (0, 0), max(0.3, self._conditions.blur_px * 2))
            frame = cv2.resize(blurred, SIZE, interpolation=cv2.INTER_AREA)
            self._seen = (cards, frame.astype(np.float32) * self._light)
        return self._seen[1]

    def frame(self, still: Picture, hand: Held | None, at_s: float) -> Picture:
        """A frame of the scene, as the computer gets it."""
        picture = still
        if hand is not None:
            picture = still.copy()
            self._hold(picture, hand)
        picture = self.exposed(picture, still, hand, at_s)
        level = 1 + 0.006 * float(self._random.normal())
        if self._conditions.shadow:
            level *= 1 - 0.12 * (0.5 + 0.5 * math.sin(at_s * 0.7))
        x, y = (int(self._random.integers(256)) for _ in range(2))
        noise = self._noise[y : y + SIZE[1], x : x + SIZE[0]]
        seen = cv2.add(cv2.convertScaleAbs(picture, alpha=level), noise, dtype=cv2.CV_8U)
        quality = [cv2.IMWRITE_JPEG_QUALITY, self._conditions.jpeg]
        _, coded = cv2.imencode(".jpg", seen, quality)
        return np.asarray(cv2.imdecode(coded, cv2.IMREAD_GRAYSCALE), np.uint8)

    def exposed(self, picture: Picture, still: Picture, hand: Held | None, at_s: float) -> Picture:
        """What falls on the sensor: a good camera changes nothing of a scene and a hand."""
        return picture

    def _lay(
        self, scene: Numbers, card: Laid, height_mm: float, scale: float, smear_px: float
    ) -> None:
        corners = [card.place(*corner) for corner in _edges(CARD_MM)]
        there = self.project(corners, height_mm) * scale
        margin = 6 + smear_px
        left, top = (max(0, int(there[:, axis].min() - margin)) for axis in (0, 1))
        right = min(scene.shape[1], int(there[:, 0].max() + margin))
        bottom = min(scene.shape[0], int(there[:, 1].max() + margin))
        if right <= left or bottom <= top:
            return
        place = there - np.array((left, top), np.float32)
        size = (right - left, bottom - top)
        drawn: Numbers = _warped(card.face.picture, place, size).astype(np.float32)
        mask: Numbers = _warped(card.face.mask, place, size).astype(np.float32) / 255
        blur = self._conditions.blur_px if scale == 1.0 else 0.0
        if smear_px >= 1:
            kernel = np.full((1, int(smear_px) | 1), 1 / (int(smear_px) | 1), np.float32)
            drawn, mask = (cv2.filter2D(part, -1, kernel) for part in (drawn * mask, mask))
        else:
            drawn = drawn * mask
        if blur:
            drawn, mask = (cv2.GaussianBlur(part, (0, 0), blur) for part in (drawn, mask))
        if scale == 1.0:
            drawn *= self._light[top:bottom, left:right]
        under = scene[top:bottom, left:right]
        under[:] = np.clip(under * (1 - mask) + drawn, 0, 255).astype(np.uint8)

    def _hold(self, picture: Numbers, hand: Held) -> None:
        if hand.card is not None:
            self._lay(picture, hand.card, hand.height_mm, 1.0, hand.speed_px_s * EXPOSURE_S)
        ((x, y),) = self.project([(hand.x_mm, hand.y_mm)], hand.height_mm)
        grain = self._conditions.marker_px / MARKER_MM
        towards = math.radians(hand.from_deg)
        out = np.array((math.cos(towards), math.sin(towards)))
        across = np.array((-out[1], out[0]))
        tip = np.array((x, y))
        random = np.random.default_rng(hand.seed)
        skin = min(255.0, SKIN * self._usual_light)
        palm = tip + out * 75 * grain
        for finger in range(4):
            spread = across * (finger - 1.5) * 17 * grain
            end = tip + spread + out * float(random.uniform(0, 14)) * grain
            _limb(picture, end, palm + spread * 0.9, 15 * grain, skin * 0.96 + finger)
        _limb(picture, palm, palm + out * 60 * grain, 78 * grain, skin)
        _limb(picture, palm + out * 60 * grain, palm + out * 900 * grain, 62 * grain, skin * 0.8)

    def _lit(self) -> NDArray[np.float32]:
        towards = math.radians(self._conditions.falloff_towards_deg)
        x = np.linspace(-0.5, 0.5, SIZE[0], dtype=np.float32)[None, :]
        y = np.linspace(-0.5, 0.5, SIZE[1], dtype=np.float32)[:, None]
        along = np.clip(x * math.cos(towards) + y * math.sin(towards) + 0.5, 0, 1)
        return np.asarray(
            self._conditions.gain * (1 - self._conditions.falloff * along), np.float32
        )

    def _glare(self, top: Laid, event: Event) -> NDArray[np.float32]:
        grain = self._conditions.marker_px / MARKER_MM
        near = self.project(list(top.markers))
        centres = {"marker": near[:1], "markers": near}.get(event.glare)
        if centres is None:
            middle = near.mean(axis=0)
            across = (near[1] - near[0])[::-1] * (1, -1)
            # far enough from both markers that its light does not reach them
            centres = (middle + across / np.linalg.norm(across) * 60 * grain)[None, :]
        size = event.glare_mm * grain * (0.5 if event.glare == "beside" else 1.0)
        x = np.arange(SIZE[0], dtype=np.float32)
        y = np.arange(SIZE[1], dtype=np.float32)
        light = np.zeros((SIZE[1], SIZE[0]), np.float32)
        for at in centres:
            along = np.exp(-(((x - at[0]) / size) ** 2) / 2)
            light += np.outer(np.exp(-(((y - at[1]) / size) ** 2) / 2), along) * event.glare_level
        return light


def _limb(
    picture: Picture, start: NDArray[np.float64], end: NDArray[np.float64], px: float, level: float
) -> None:
    (x, y), (to_x, to_y) = start.round().astype(int).tolist(), end.round().astype(int).tolist()
    cv2.line(picture, (x, y), (to_x, to_y), level, max(1, round(px)), cv2.LINE_AA)


def tilt_matrix(tilt_deg: float, towards_deg: float) -> NDArray[np.float64]:
    """How the table is turned against the camera."""
    towards, tilt = math.radians(towards_deg), math.radians(tilt_deg)
    matrix, _ = cv2.Rodrigues(np.array((math.cos(towards), math.sin(towards), 0.0)) * tilt)
    return np.asarray(matrix, np.float64)


def _edges(size_mm: tuple[float, float]) -> list[tuple[float, float]]:
    """The corners of something with this size, from its centre."""
    wide, high = size_mm[0] / 2, size_mm[1] / 2
    return [(-wide, -high), (wide, -high), (wide, high), (-wide, high)]


def _warped(picture: Picture, corners: Points, size: tuple[int, int]) -> Picture:
    high, wide = picture.shape
    own = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    matrix = cv2.getPerspectiveTransform(own, corners.astype(np.float32))
    return np.asarray(cv2.warpPerspective(picture, matrix, size, flags=cv2.INTER_LINEAR))


def _ground(kind: str, random: np.random.Generator) -> Picture:
    wide, high = (round(side * TABLE_PX_PER_MM) for side in TABLE_MM)
    level = float(random.uniform(60, 200))
    ground = np.full((high, wide), level, np.float32)
    x = np.arange(wide, dtype=np.float32)[None, :] / TABLE_PX_PER_MM
    y = np.arange(high, dtype=np.float32)[:, None] / TABLE_PX_PER_MM
    if kind == "wood":
        rough = cv2.GaussianBlur(random.normal(0, 1, (high, wide)).astype(np.float32), (0, 0), 2)
        waves = np.sin(y / 3.1 + 2.5 * np.sin(x / 120) + 1.5 * np.sin(y / 41))
        ground += 14 * waves + 25 * rough
    elif kind == "checks":
        side = float(random.uniform(6, 30))
        ground += 45 * (((x // side) + (y // side)) % 2 - 0.5)
    elif kind == "speckled":
        rough = cv2.GaussianBlur(random.normal(0, 1, (high, wide)).astype(np.float32), (0, 0), 3)
        ground += 220 * rough
    elif kind == "print":
        page = np.full((high, wide), 0, np.uint8)
        for row in range(20, high, 34):
            words = "".join(chr(int(sign)) for sign in random.integers(33, 120, 140))
            cv2.putText(page, words, (4, row), cv2.FONT_HERSHEY_SIMPLEX, 1.0, 255, 2)
        ground = 225 - page.astype(np.float32) * 0.75
    return np.asarray(np.clip(ground, 0, 255), np.uint8)
