"""The reader behind a camera that shakes, hunts for its focus, or changes its exposure."""

from __future__ import annotations

import pytest

from tests.readers import rendering  # noqa: F401 - skips where OpenCV is missing

from tests.readers.measure import Measured, told, watch_disturbed  # isort: skip
from tests.readers.rendering.disturbed import DISTURBANCES  # isort: skip

SEED = 700_000
PLAYS = 8
"""Plays of a sitting."""
LEAST_READ = {
    "shake 0.1": 0.95,
    "shake 0.25": 0.95,
    "shake 0.5": 0.95,
    "focus": 45 / 48,
    "exposure +35 %": 46 / 48,
    "exposure -35 %": 46 / 48,
}


def watched(name: str, seeds: range, plays: int = PLAYS) -> Measured:
    measured = Measured()
    for seed in seeds:
        measured.add(watch_disturbed(seed, plays, DISTURBANCES[name]))
    print(name, told(measured), *measured.notes, sep="\n")
    assert not measured.verdict.wrong
    return measured


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["shake 0.5", "focus", "exposure +35 %"])
def test_a_disturbed_camera_reads(name: str) -> None:
    """Of so few plays, one may be missed."""
    verdict = watched(name, range(SEED, SEED + 1), 4).verdict
    assert verdict.right >= verdict.plays - 1


@pytest.mark.soak
@pytest.mark.parametrize("name", LEAST_READ)
def test_two_hundred_plays_of_a_disturbed_camera(name: str) -> None:
    verdict = watched(name, range(SEED + 100, SEED + 125)).verdict
    assert verdict.plays == 200
    assert verdict.right >= LEAST_READ[name] * verdict.plays
