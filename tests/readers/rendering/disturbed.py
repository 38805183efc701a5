"""Cameras that shake, hunt for their focus, change their exposure, …: what a good camera does not.

The sitting itself is drawn as for any camera, so that only the disturbance is to blame.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.readers.rendering.cards import Picture
from tests.readers.rendering.conditions import Conditions
from tests.readers.rendering.picture import SIZE, Camera, Held
from tests.readers.rendering.sitting import Sitting

HUNTS_S = 1.0
"""So long after a movement an autofocus hunts."""
BANDS = 3
"""So many bands of a flickering lamp are in a picture."""
COARSE = (640, 480)
COARSE_JPEG = 60
KNOCKED_EVERY_S = 15.0
SHADOW_S = 4.0
"""A shadow needs so long to pass over the picture, and comes again after twice as long."""
SHADOW_SHARE = 0.3
"""So much of the picture's width the shadow covers, with its soft edges."""


@dataclass(frozen=True)
class Disturbance:
    """What goes wrong with each frame."""

    shake_px: float = 0.0
    """Standard deviation of each frame's shift, in each direction."""
    hunting_px: float = 0.0
    """Standard deviation of the blur while the autofocus hunts."""
    exposure: float = 1.0
    """So many times as bright while a hand is in the picture."""
    mirrored: bool = False
    is_coarse: bool = False
    """A camera of 640 by 480, as high as the other one sees, strongly compressed."""
    flicker: float = 0.0
    """Bands of a lamp that flickers are brighter and darker by this share."""
    shadow: float = 0.0
    """A shadow that passes takes this share of the light."""
    knock_px: float = 0.0
    """From now and then on, the camera looks this far aside."""


DISTURBANCES = {
    "shake 0.1": Disturbance(shake_px=0.1),
    "shake 0.25": Disturbance(shake_px=0.25),
    "shake 0.5": Disturbance(shake_px=0.5),
    "focus": Disturbance(hunting_px=2.5),
    "exposure +35 %": Disturbance(exposure=1.35),
    "exposure -35 %": Disturbance(exposure=0.65),
    "mirrored": Disturbance(mirrored=True),
    "640 by 480": Disturbance(is_coarse=True),
    "flicker": Disturbance(flicker=0.1),
    "shadow": Disturbance(shadow=0.4),
    "knock": Disturbance(knock_px=6.0),
}


class DisturbedCamera(Camera):
    """A camera with a disturbance. It has its own randomness, so that the noise stays the same."""

    def __init__(
        self, conditions: Conditions, seed: tuple[int, ...], disturbance: Disturbance
    ) -> None:
        if disturbance.is_coarse:
            conditions = replace(conditions, jpeg=95)  # compressed when it is small
        super().__init__(conditions, seed)
        self._disturbance = disturbance
        self._shake = np.random.default_rng([*seed, 4])
        self._before: tuple[Picture, Held | None] | None = None
        self._moved_at_s = -HUNTS_S

    def frame(self, still: Picture, hand: Held | None, at_s: float) -> Picture:
        """A frame, as the computer gets it."""
        seen = super().frame(still, hand, at_s)
        if self._disturbance.is_coarse:
            seen = _coarse(seen)
        return np.asarray(cv2.flip(seen, 1), np.uint8) if self._disturbance.mirrored else seen

    def exposed(self, picture: Picture, still: Picture, hand: Held | None, at_s: float) -> Picture:
        """What falls on the sensor."""
        if self._has_moved(still, hand):
            self._moved_at_s = at_s
        disturbance = self._disturbance
        if disturbance.hunting_px and at_s - self._moved_at_s < HUNTS_S:
            picture = np.asarray(
                cv2.GaussianBlur(picture, (0, 0), disturbance.hunting_px), np.uint8
            )
        if disturbance.shake_px:
            x, y = self._shake.normal(0, disturbance.shake_px, 2)
            picture = _shifted(picture, x, y)
        if disturbance.knock_px:
            turns = 2.4 * (at_s // KNOCKED_EVERY_S)  # the golden angle: each knock leads elsewhere
            far = disturbance.knock_px * (at_s >= KNOCKED_EVERY_S)
            picture = _shifted(picture, far * math.cos(turns), far * math.sin(turns))
        if hand is not None:
            picture = np.asarray(cv2.convertScaleAbs(picture, alpha=disturbance.exposure), np.uint8)
        if disturbance.flicker or disturbance.shadow:
            picture = np.asarray(np.clip(picture * self._light_at(at_s), 0, 255), np.uint8)
        return picture

    def _light_at(self, at_s: float) -> NDArray[np.float32]:
        """How bright each point of the picture is lit at this moment."""
        rows, columns = (np.linspace(0, 1, size) for size in (SIZE[1], SIZE[0]))
        phases = BANDS * rows + self._shake.random()
        flicker = 1 + self._disturbance.flicker * np.sin(2 * np.pi * phases)
        middle = (at_s % (3 * SHADOW_S)) / SHADOW_S * 2 - 0.5
        depths = np.exp(-((2 * (columns - middle) / SHADOW_SHARE) ** 2))
        return np.outer(flicker, 1 - self._disturbance.shadow * depths).astype(np.float32)

    def _has_moved(self, still: Picture, hand: Held | None) -> bool:
        before, self._before = self._before, (still, hand)
        return before is not None and (before[0] is not still or before[1] != hand)


def _shifted(picture: Picture, x: float, y: float) -> Picture:
    shift = np.array([(1, 0, x), (0, 1, y)], np.float32)
    return np.asarray(
        cv2.warpAffine(
            picture, shift, SIZE, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
        ),
        np.uint8,
    )


def _coarse(picture: Picture) -> Picture:
    wide = SIZE[1] * COARSE[0] // COARSE[1]
    left = (SIZE[0] - wide) // 2
    small = cv2.resize(picture[:, left : left + wide], COARSE, interpolation=cv2.INTER_AREA)
    coded = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, COARSE_JPEG])[1]
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_GRAYSCALE), np.uint8)


def disturbed_sitting(seed: int, disturbance: Disturbance) -> Sitting:
    """A sitting in a picture that would be sharp without the disturbance."""
    camera = partial(DisturbedCamera, disturbance=disturbance)
    return Sitting(seed, sharp=True, camera=camera)
