"""Cameras that shake, hunt for their focus, or change their exposure: what a good camera does not.

The sitting itself is drawn as for any camera, so that only the disturbance is to blame.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import cv2
import numpy as np

from tests.readers.rendering.cards import Picture
from tests.readers.rendering.conditions import Conditions
from tests.readers.rendering.picture import SIZE, Camera, Held
from tests.readers.rendering.sitting import Sitting

HUNTS_S = 1.0
"""So long after a movement an autofocus hunts."""


@dataclass(frozen=True)
class Disturbance:
    """What goes wrong with each frame."""

    shake_px: float = 0.0
    """Standard deviation of each frame's shift, in each direction."""
    hunting_px: float = 0.0
    """Standard deviation of the blur while the autofocus hunts."""
    exposure: float = 1.0
    """So many times as bright while a hand is in the picture."""


DISTURBANCES = {
    "shake 0.1": Disturbance(shake_px=0.1),
    "shake 0.25": Disturbance(shake_px=0.25),
    "shake 0.5": Disturbance(shake_px=0.5),
    "focus": Disturbance(hunting_px=2.5),
    "exposure +35 %": Disturbance(exposure=1.35),
    "exposure -35 %": Disturbance(exposure=0.65),
}


class DisturbedCamera(Camera):
    """A camera with a disturbance. It has its own randomness, so that the noise stays the same."""

    def __init__(
        self, conditions: Conditions, seed: tuple[int, ...], disturbance: Disturbance
    ) -> None:
        super().__init__(conditions, seed)
        self._disturbance = disturbance
        self._shake = np.random.default_rng([*seed, 4])
        self._before: tuple[Picture, Held | None] | None = None
        self._moved_at_s = -HUNTS_S

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
            shift = np.array([(1, 0, x), (0, 1, y)], np.float32)
            picture = np.asarray(
                cv2.warpAffine(
                    picture, shift, SIZE, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
                ),
                np.uint8,
            )
        if hand is not None:
            picture = np.asarray(cv2.convertScaleAbs(picture, alpha=disturbance.exposure), np.uint8)
        return picture

    def _has_moved(self, still: Picture, hand: Held | None) -> bool:
        before, self._before = self._before, (still, hand)
        return before is not None and (before[0] is not still or before[1] != hand)


def disturbed_sitting(seed: int, disturbance: Disturbance) -> Sitting:
    """A sitting in a picture that would be sharp without the disturbance."""
    camera = partial(DisturbedCamera, disturbance=disturbance)
    return Sitting(seed, sharp=True, camera=camera)
