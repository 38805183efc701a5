"""Frames of several shapes, as a folder can have them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import islice

import pytest

from tests.readers import rendering  # noqa: F401 - skips where OpenCV is missing

import numpy as np  # isort: skip

from controller.readers.camera.eye import Eye  # isort: skip
from controller.readers.camera.light import Picture  # isort: skip
from tests.readers.rendering.sitting import Sitting  # isort: skip


def seen(numbers: Collection[int], pictures: Iterable[Picture]) -> list[int | None]:
    """The cards that are reported of frames."""
    eye = Eye(numbers)
    return [card.number for nth, frame in enumerate(pictures) for card in eye.see(frame, nth / 5)]


@pytest.mark.thorough
def test_a_picture_of_another_shape_is_another_view() -> None:
    sitting = Sitting(41, sharp=True)
    frames = [frame.picture for frame in islice(sitting.frames(1), 30)]
    usual = seen(sitting.numbers, frames)
    assert usual
    turned = [np.ascontiguousarray(np.rot90(frame)) for frame in frames[22:]]
    assert seen(sitting.numbers, [*frames, *turned, *frames[22:]]) == usual
