"""How well the camera sees: told when it changes and lasts, with what can be done."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.readers import rendering  # noqa: F401 - skips where OpenCV is missing

from controller.readers.camera.advice import (  # isort: skip
    FROZEN_AFTER,
    LASTING,
    MOVING_AFTER,
    SHAKING_WITHIN,
    Advice,
    advise,
)
from controller.readers.camera.quality import Quality  # isort: skip
from controller.sightings.reader_book import HEALTH  # isort: skip

GOOD = Quality(light=180, shining=0.0, side_px=30, blur_px=0.9)
DARK = Quality(light=44.9, shining=0.0)


def told(qualities: Sequence[Quality | None], still: bool = True, same: int = 0) -> list[str]:
    advice, keys = Advice(), []
    for quality in qualities:
        advice, health = advise(advice, quality, still, same)
        if health is not None:
            keys.append(health.key)
    return keys


@pytest.mark.parametrize(
    "quality, key",
    [
        (GOOD, "reader.ok"),
        (Quality(45, 0.0), "reader.ok"),
        (DARK, "reader.dark"),
        (Quality(180, 0.041, 30, 0.9), "reader.glare"),
        (Quality(180, 0.04, 30, 0.9), "reader.ok"),
        (Quality(180, 0.0, 21.9, 0.9), "reader.far"),
        (Quality(180, 0.0, 22.0, 0.9), "reader.ok"),
        (Quality(180, 0.0, 30, 1.51), "reader.blurred"),
        (Quality(180, 0.0, 30, 1.5), "reader.ok"),
    ],
)
def test_what_is_bad_is_told(quality: Quality, key: str) -> None:
    assert told([quality] * 20) == [key]
    assert key in HEALTH


def test_one_bad_frame_says_nothing() -> None:
    assert told([GOOD] * LASTING + [DARK] * (LASTING - 1) + [GOOD] * 5) == ["reader.ok"]
    long = [GOOD] * LASTING + [DARK, None] * LASTING + [GOOD] * LASTING
    assert told(long) == ["reader.ok", "reader.dark", "reader.ok"]


def test_a_picture_that_never_rests_or_never_changes_is_told() -> None:
    assert told([None] * (MOVING_AFTER - 1), still=False) == []
    assert told([None] * (MOVING_AFTER + 9), still=False) == ["reader.moving"]
    assert told([GOOD], same=FROZEN_AFTER) == ["reader.still"]
    assert told([GOOD], same=FROZEN_AFTER - 1) == []
    assert {"reader.moving", "reader.still", "reader.lost"} <= set(HEALTH)


def keys_of(stills: Sequence[bool]) -> list[str]:
    """What is reported of frames that are still, and good, or not."""
    advice, keys = Advice(), []
    for still in stills:
        advice, health = advise(advice, GOOD if still else None, still, 0)
        if health is not None:
            keys.append(health.key)
    return keys


def test_a_picture_that_rests_in_less_than_half_of_the_frames_shakes() -> None:
    assert SHAKING_WITHIN < 50  # 10 s
    half = [True, False] * (SHAKING_WITHIN // 2)
    less = [*half[:-2], False, False]
    assert keys_of(half) == ["reader.ok"]
    assert keys_of(less) == ["reader.ok", "reader.shaking"]
    assert keys_of(less[:-1]) == ["reader.ok"]
    # the message does not flicker
    assert keys_of([*less, *half, *half]) == ["reader.ok", "reader.shaking"]
    calm = [*less, *[True] * SHAKING_WITHIN]
    assert keys_of(calm) == ["reader.ok", "reader.shaking", "reader.ok"]
    assert "reader.shaking" in HEALTH
