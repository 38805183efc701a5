"""What a sitting and its events look like: camera, light, ground, hands. All from a seed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

Ground = Literal["plain", "wood", "checks", "speckled", "print"]
Glare = Literal["none", "beside", "marker", "markers"]
Fingers = Literal["none", "edge", "marker"]
Happening = Literal["play", "nudge", "show", "take_up"]

GROUNDS: tuple[Ground, ...] = ("plain", "wood", "checks", "speckled", "print")
SHARP_BLUR_PX = 1.2
SHARP_MARKER_PX = 25.0
SHARP_NOISE = 8.0
SHARP_TILT_DEG = 25.0


@dataclass(frozen=True)
class Conditions:
    """What stays as it is for a sitting."""

    marker_px: float
    """How long a marker's side is in the picture."""
    blur_px: float
    """Standard deviation of the blur."""
    noise: float
    """Standard deviation of the noise, in levels of grey out of 255."""
    tilt_deg: float
    tilt_towards_deg: float
    gain: float
    """Brightness: 1 is a well lit picture."""
    falloff: float
    """Share of the light that is lost from one edge of the picture to the other."""
    falloff_towards_deg: float
    shadow: bool
    """Somebody's soft shadow moves over the picture."""
    ground: Ground
    scatter_mm: float
    """Standard deviation of the cards' places in the pile."""
    aligned: bool
    """The cards lie more or less parallel."""
    jpeg: int
    """Quality of the pictures' compression."""
    lying: int
    """Cards in the pile at the start."""

    @property
    def sharp(self) -> bool:
        """Whether the picture itself meets what was fixed beforehand."""
        return (
            self.blur_px <= SHARP_BLUR_PX
            and self.marker_px >= SHARP_MARKER_PX
            and self.noise <= SHARP_NOISE
            and self.tilt_deg <= SHARP_TILT_DEG
        )

    @property
    def why_not_sharp(self) -> tuple[str, ...]:
        """The conditions that are worse than sharp."""
        return tuple(
            name
            for name, bad in (
                ("blur", self.blur_px > SHARP_BLUR_PX),
                ("small", self.marker_px < SHARP_MARKER_PX),
                ("noise", self.noise > SHARP_NOISE),
                ("tilt", self.tilt_deg > SHARP_TILT_DEG),
            )
            if bad
        )


@dataclass(frozen=True)
class Event:
    """What a hand does at the pile, and how."""

    kind: Happening
    approach_s: float
    hover_s: float
    """How long the card is held still above the pile; 0: not at all."""
    hover_mm: float
    """How high it is held."""
    linger_s: float
    """How long fingers stay on the card that was laid."""
    fingers: Fingers
    """What they cover meanwhile."""
    withdraw_s: float
    rest_s: float
    """How long nothing happens afterwards."""
    glare: Glare
    glare_mm: float
    glare_level: float
    from_deg: float
    """The side from which the hand comes."""


def sitting_conditions(random: np.random.Generator, sharp: bool = False) -> Conditions:
    """Draw them; ``sharp``: only within what was fixed as sharp."""
    good = sharp or random.random() < 0.6
    return Conditions(
        marker_px=float(random.uniform(25.5, 40) if good else random.uniform(18, 34)),
        blur_px=float(random.uniform(0.3, 1.2) if good else random.uniform(0.3, 2.2)),
        noise=float(random.uniform(1, 8) if good else random.uniform(2, 16)),
        tilt_deg=float(random.uniform(0, 25) if good else random.uniform(0, 45)),
        tilt_towards_deg=float(random.uniform(0, 360)),
        gain=float(random.uniform(0.5, 1.05) if good else random.uniform(0.2, 1.1)),
        falloff=float(random.uniform(0, 0.6)),
        falloff_towards_deg=float(random.uniform(0, 360)),
        shadow=bool(random.random() < 0.15),
        ground=GROUNDS[int(random.integers(len(GROUNDS)))],
        scatter_mm=float(random.uniform(3, 20)),
        aligned=bool(random.random() < 0.4),
        jpeg=int(random.integers(60, 95)),
        lying=int(random.choice([0, 0, 1, 3, 6])),
    )


def event(random: np.random.Generator, kind: Happening) -> Event:
    """Draw how a hand does it."""
    hovers = kind == "show" or random.random() < 0.1
    fingers = str(random.choice(["none", "edge", "marker"], p=[0.6, 0.25, 0.15]))
    glare = str(random.choice(["none", "beside", "marker", "markers"], p=[0.72, 0.14, 0.1, 0.04]))
    return Event(
        kind=kind,
        approach_s=float(random.uniform(0.3, 0.9)),
        hover_s=float(random.uniform(0.5, 1.4)) if hovers else 0.0,
        hover_mm=float(random.uniform(30, 110)),
        linger_s=0.0 if fingers == "none" else float(random.uniform(0.3, 1.2)),
        fingers=fingers,  # type: ignore[arg-type]
        withdraw_s=float(random.uniform(0.25, 0.6)),
        rest_s=float(random.uniform(1.8, 3.0)),
        glare=glare,  # type: ignore[arg-type]
        glare_mm=float(random.uniform(7, 18)),
        glare_level=float(random.uniform(90, 260)),
        from_deg=float(random.uniform(0, 360)),
    )


def next_kind(random: np.random.Generator) -> Happening:
    """What happens next at the pile."""
    kinds: tuple[Happening, ...] = ("play", "nudge", "show", "take_up")
    return kinds[int(random.choice(4, p=[0.84, 0.07, 0.06, 0.03]))]
