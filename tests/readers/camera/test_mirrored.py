"""A mirrored picture, as front cameras give it, is told; no card is read in it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat

import pytest

from tests.readers import rendering  # noqa: F401 - skips where OpenCV is missing

import numpy as np  # isort: skip

from controller.readers.camera.detecting import (  # isort: skip
    Detection,
    Detector,
    Mirroring,
    Region,
    check_mirroring,
    legible_both_ways,
)
from controller.readers.camera.eye import Eye  # isort: skip
from controller.readers.camera.light import Picture  # isort: skip
from controller.sightings.reader_book import HEALTH

from tests.readers.camera.test_detecting import table  # isort: skip
from tests.readers.camera.test_running import Pretended, heard, running  # isort: skip

DECK = range(112)
RANDOM = np.random.default_rng(3)


def card(number: int) -> Picture:
    """A card with its two markers (the turned one drawn turned), from above."""
    upper = table((number, 600, 200))
    lower = np.rot90(table((number, 1280 - 500 - 30, 720 - 380 - 30)), 2)
    picture = upper.copy()
    picture[370:420, 490:540] = lower[370:420, 490:540]
    return picture


def noisy(picture: Picture) -> Iterator[Picture]:
    """Frames of a camera that sees this."""
    for still in repeat(picture):
        noise = RANDOM.normal(0, 2, still.shape)
        yield np.clip(still + noise, 0, 255).astype(np.uint8)


@pytest.mark.looptime
async def test_a_mirrored_picture_is_told_within_five_seconds() -> None:
    mirrored = noisy(card(3)[:, ::-1])
    keys = await heard(running(lambda: Pretended(mirrored)), 5.0)
    assert keys == ["reader.mirrored"]
    assert "reader.mirrored" in HEALTH


@pytest.mark.looptime
async def test_a_picture_that_is_not_mirrored_is_not_called_so() -> None:
    assert "reader.mirrored" not in await heard(running(lambda: Pretended(noisy(card(3)))), 5.0)


@pytest.mark.thorough
def test_no_card_is_read_in_a_mirrored_picture_and_one_when_it_no_longer_is() -> None:
    eye, at_s, seen = Eye(range(250)), 0.0, []
    # 70 reads as 124 there
    for picture in (card(3)[:, ::-1], card(70)[:, ::-1], card(3)):
        for frame, _ in zip(noisy(picture), range(20), strict=False):
            at_s += 0.2
            seen += [report.number for report in eye.see(frame, at_s)]
    assert seen == [3]


class Counting(Detector):
    """Counts how often a frame is searched."""

    searched = 0

    def find(self, picture: Picture, region: Region | None = None) -> Detection:
        self.searched += 1
        return super().find(picture, region)


def test_the_flipped_frame_is_searched_once_a_second_and_only_where_a_label_is_unread() -> None:
    def searched(picture: Picture, detector: Counting) -> int:
        detection = Detector(DECK).find(picture)
        mirroring = Mirroring()
        for nth in range(25):
            at_s = 100 + nth / 5
            mirroring = check_mirroring(mirroring, detector, picture, detection, at_s)
        return detector.searched

    unread = table((3, 300, 200), (3, 600, 400))
    for left, top in ((300, 200), (600, 400)):
        square = unread[top + 5 : top + 10, left + 5 : left + 10]
        square[:] = 230 - square
    assert searched(unread, Counting(DECK)) == 5
    assert searched(table(), Counting(DECK)) == 0
    assert searched(table((3, 300, 200)), Counting(DECK)) == 0


def test_one_marker_in_the_flipped_frame_is_chance() -> None:
    detector = Detector(DECK)
    for markers, expected in ((((3, 300, 200),), False), (((3, 300, 200), (4, 600, 400)), True)):
        picture = np.ascontiguousarray(table(*markers)[:, ::-1])
        detection = detector.find(picture)
        assert not detection.markers and detection.labels
        mirroring = check_mirroring(Mirroring(), detector, picture, detection, 0.0)
        assert mirroring.is_mirrored is expected


@pytest.mark.thorough
def test_the_markers_that_are_legible_both_ways_are_those_that_the_detector_reads_so() -> None:
    detector, read = Detector(range(250)), set()
    for number in range(250):
        if detector.find(np.ascontiguousarray(table((number, 300, 200))[:, ::-1])).markers:
            read.add(number)
    assert read == legible_both_ways() and {8, 70, 124} < read
