"""How good a frame is for reading: light, glare, sharpness, and how large the markers are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from controller.readers.camera.detecting import Region
from controller.readers.camera.light import PAPER_SHARE, Picture, patch, ranked
from controller.readers.camera.marker import Marker

SHINING = 250
"""A pixel so bright shows nothing but light."""
STEEPEST = 0.98
GAUSS = 2.507
"""The steepest slope of an edge that a Gaussian blurs is its height over this and its sigma."""


@dataclass(frozen=True, slots=True)
class Quality:
    """What was measured in one frame."""

    light: float
    """Brightness of white, 0 to 255: of the markers' paper, or else of the brightest parts."""
    shining: float
    """Share of the pile's place that shows nothing but light."""
    side_px: float | None = None
    """How long the side of the smallest marker is; None: there is no marker."""
    blur_px: float | None = None
    """How far the edges of the sharpest marker are smeared (standard deviation)."""


def measure(picture: Picture, region: Region | None, markers: Sequence[Marker]) -> Quality:
    """Measure a still frame. ``region``: where the pile is."""
    part = picture
    if region is not None:
        left, top, wide, high = region
        part = picture[top : top + high, left : left + wide]
    few = part[::4, ::4]
    light, shining = ranked(few, PAPER_SHARE), float(np.mean(few >= SHINING))
    if not markers:
        return Quality(light, shining)
    patches = [patch(marker, picture, 2) for marker in markers]
    blurs = [blur for around in patches if (blur := _blur(around)) is not None]
    side_px = min(marker.side_px for marker in markers)
    light = max(ranked(around, PAPER_SHARE) for around in patches)
    return Quality(light, shining, side_px, min(blurs) if blurs else None)


def _blur(around: Picture) -> float | None:
    if min(around.shape) < 5:
        return None
    height = ranked(around, PAPER_SHARE) - ranked(around, 1 - PAPER_SHARE)
    levels = around.astype(np.float32)
    across, down = cv2.Scharr(levels, -1, 1, 0), cv2.Scharr(levels, -1, 0, 1)
    steepest = ranked(np.asarray(cv2.magnitude(across, down)), STEEPEST) / 32
    return height / (GAUSS * steepest) if steepest else None
