"""Draws what the camera shows, with the program that draws piles for the reader's own tests."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Final

import cv2
import msgspec

from tests.readers.rendering.sitting import Frame, Sitting
from tests.vm.booted.camera import FACES, STORY, Step, Story

SEED: Final = 22
"""In this sitting the pile is empty at first, and cards are only laid."""
QUALITY: Final = [cv2.IMWRITE_JPEG_QUALITY, 85]


def draw(folder: Path) -> None:
    """Draw all of it into a new folder."""
    folder.mkdir(parents=True)
    events: defaultdict[int, list[Frame]] = defaultdict(list)
    sitting = Sitting(SEED, sharp=True)
    for frame in sitting.frames(len(FACES)):
        events[frame.truth.event].append(frame)
    kinds = {happened.event.kind for happened in sitting.happened}
    assert kinds == {"play"} and events[-1][0].truth.top is None, "choose another seed"
    steps = []
    for nth in range(len(FACES)):
        resting = [frame for frame in events[nth] if frame.truth.resting]
        moving = [frame for frame in events[nth] if not frame.truth.resting]
        number = resting[0].truth.top
        assert number is not None
        steps.append(Step(number, _written(folder, moving), _written(folder, resting)))
    story = Story(_written(folder, events[-1]), tuple(steps))
    (folder / STORY).write_bytes(msgspec.json.encode(story))


def _written(folder: Path, frames: list[Frame]) -> tuple[str, ...]:
    names = []
    for frame in frames:
        name = f"{frame.at_s:07.2f}.jpg"
        assert cv2.imwrite(str(folder / name), frame.picture, QUALITY)
        names.append(name)
    return tuple(names)
