"""How well the camera sees, for the table: reported when it changes, not in every frame."""

from __future__ import annotations

from dataclasses import dataclass, replace

from controller.readers.camera.quality import Quality
from controller.readers.reports import Health

DARK_BELOW = 45.0
"""White looks no brighter than this."""
SHINING_ABOVE = 0.04
FAR_BELOW_PX = 22.0
"""Sides of markers from which most plays are read (measured on drawn piles)."""
BLURRED_ABOVE_PX = 1.5
LASTING = 3
"""So many frames in a row have to say the same."""
MOVING_AFTER = 50
FROZEN_AFTER = 25
"""After so many frames (5 a second) the picture moves too long, or not at all any more."""
SHAKING_WITHIN = 40
SHAKING_BELOW, CALM_FROM = 0.5, 0.6
"""The camera shakes if so small a share of so many frames is still, until so large a one is. While
people lay cards, two thirds are (drawn piles)."""

OK = Health("reader.ok")
LOST = Health("reader.lost")
MOVING = Health("reader.moving")
FROZEN = Health("reader.still")
MIRRORED = Health("reader.mirrored")
SHAKING = Health("reader.shaking")


@dataclass(frozen=True, slots=True)
class Advice:
    """What was reported last, and what may have to be reported next."""

    reported: Health | None = None
    coming: str = ""
    """The key that the last frames say."""
    frames: int = 0
    """How many frames in a row have said it."""
    moving: int = 0
    """For how many frames something has been moving."""
    stills: tuple[bool, ...] = ()
    """Whether each of the last ``SHAKING_WITHIN`` frames was still."""


def health_of(quality: Quality) -> Health:
    """What one frame says."""
    if quality.light < DARK_BELOW:
        return Health("reader.dark", {"light": round(quality.light)})
    if quality.shining > SHINING_ABOVE:
        return Health("reader.glare", {"pct": round(quality.shining * 100)})
    if quality.side_px is not None and quality.side_px < FAR_BELOW_PX:
        return Health("reader.far", {"px": round(quality.side_px)})
    if quality.blur_px is not None and quality.blur_px > BLURRED_ABOVE_PX:
        return Health("reader.blurred", {"px": round(quality.blur_px, 1)})
    return OK


def advise(
    past: Advice, quality: Quality | None, still: bool, same: int, mirrored: bool = False
) -> tuple[Advice, Health | None]:
    """Take in a frame. Returns the new advice, and the health to report; None: nothing new.

    ``quality``: None if nobody measured it. ``same``: how many frames were exactly the same.
    ``mirrored``: whether the picture is mirrored.
    """
    stills = (*past.stills, still)[-SHAKING_WITHIN:]
    now = replace(past, moving=0 if still else past.moving + 1, stills=stills)
    for health, applies in (
        (FROZEN, same >= FROZEN_AFTER),
        (MOVING, now.moving >= MOVING_AFTER),
        (MIRRORED, mirrored),
        (SHAKING, _shakes(now)),
    ):
        if applies:
            return _report(now, health, at_once=True)
    return (now, None) if quality is None else _report(now, health_of(quality), at_once=False)


def _shakes(advice: Advice) -> bool:
    """Whether the picture rests too seldom; if it never does, something moves in front of it."""
    if len(advice.stills) < SHAKING_WITHIN:
        return False
    limit = CALM_FROM if advice.reported == SHAKING else SHAKING_BELOW
    return 0 < sum(advice.stills) < limit * SHAKING_WITHIN


def _report(past: Advice, health: Health, at_once: bool) -> tuple[Advice, Health | None]:
    frames = past.frames + 1 if health.key == past.coming else 1
    now = replace(past, coming=health.key, frames=frames)
    is_same = past.reported is not None and past.reported.key == health.key
    if is_same or (frames < LASTING and not at_once):
        return now, None
    return replace(now, reported=health), health
