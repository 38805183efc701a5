"""The scale of a test page in a photograph: from above or at an angle, a bit blurred."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.readers import rendering  # noqa: F401 - skips where OpenCV is missing

import cv2  # isort: skip
import numpy as np

from controller.base.errors import Trouble
from controller.cli.deck import command
from controller.decks.paper import PAPERS, SIDE_MM, Paper, places, scale_markers
from controller.readers.camera.light import Picture
from controller.readers.camera.printed import scale_in
from tests.readers.rendering.cards import DICTIONARY

PX_PER_MM = 8
WIDE, HIGH = 1600, 1200
ANGLES = {
    "from above": ((450.0, 60.0), (1150.0, 60.0), (1150.0, 1050.0), (450.0, 1050.0)),
    "at an angle": ((520.0, 110.0), (1090.0, 160.0), (1210.0, 1080.0), (380.0, 1010.0)),
    "lying down": ((1400.0, 250.0), (1380.0, 950.0), (330.0, 1000.0), (310.0, 260.0)),
    "on its head": ((1150.0, 1100.0), (500.0, 1120.0), (480.0, 150.0), (1130.0, 170.0)),
}


def photograph(paper: Paper, part: float, corners: tuple[tuple[float, float], ...]) -> Picture:
    """A test page on a dark wooden table. ``corners``: where those of the paper are."""
    if corners is ANGLES["from above"]:  # a camera above the sheet keeps its shape
        wide = 990 * paper.wide_mm / paper.high_mm
        corners = ((450.0, 60.0), (450 + wide, 60.0), (450 + wide, 1050.0), (450.0, 1050.0))
    high_px, wide_px = round(paper.high_mm * PX_PER_MM), round(paper.wide_mm * PX_PER_MM)
    sheet = np.full((high_px, wide_px), 235, np.uint8)
    side = round(SIDE_MM * part * PX_PER_MM)
    for number, (x, y) in zip(scale_markers(paper), places(paper), strict=True):
        left = round((paper.wide_mm / 2 + (x - paper.wide_mm / 2) * part) * PX_PER_MM)
        top = round((paper.high_mm / 2 + (y - paper.high_mm / 2) * part) * PX_PER_MM)
        marker = cv2.aruco.generateImageMarker(DICTIONARY, number, side)
        sheet[top : top + side, left : left + side] = np.where(marker > 0, 235, 25)
    edges = np.array([(0, 0), (wide_px, 0), (wide_px, high_px), (0, high_px)], np.float32)
    seen = cv2.getPerspectiveTransform(edges, np.array(corners, np.float32))
    random = np.random.default_rng(5)
    grain = cv2.GaussianBlur(random.normal(80, 60, (HIGH, WIDE)), (0, 0), 3)
    there = cv2.warpPerspective(np.full_like(sheet, 255), seen, (WIDE, HIGH))
    drawn = cv2.warpPerspective(sheet, seen, (WIDE, HIGH), flags=cv2.INTER_AREA)
    picture = np.where(there > 127, drawn, grain)
    light = np.linspace(1.0, 0.75, WIDE)[None, :]
    soft = cv2.GaussianBlur(picture * light, (0, 0), 1.0) + random.normal(0, 4, picture.shape)
    return np.clip(soft, 0, 255).astype(np.uint8)


@pytest.mark.thorough
@pytest.mark.parametrize("corners", ANGLES.values(), ids=ANGLES)
@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
def test_a_wrong_scale_is_told(paper: Paper, corners: tuple[tuple[float, float], ...]) -> None:
    for part in (0.97, 1.0):
        found = scale_in(photograph(paper, part, corners))
        assert found is not None
        assert found.paper == paper
        assert (found.across, found.down) == pytest.approx((part, part), abs=0.004)
        assert found.right == (part == 1.0)


def run(photo: Path) -> Result:
    return CliRunner().invoke(command, ["scale", str(photo)])


def test_the_command_says_what_to_do(tmp_path: Path) -> None:
    paper, corners = PAPERS["a4"], ANGLES["at an angle"]
    photo = tmp_path / "photo.jpg"
    cv2.imwrite(str(photo), photograph(paper, 1.0, corners))
    assert run(photo).output.endswith("the scale is right.\n")
    cv2.imwrite(str(photo), photograph(paper, 0.97, corners))
    ended = run(photo)
    assert isinstance(ended.exception, Trouble)
    assert ended.exception.exit_code == 1
    assert str(ended.exception).startswith("Printed at 97.")
    assert "print again at 100 %" in str(ended.exception)


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (None, "cannot be read (No such file or directory)"),
        (b"", "is no picture"),
        (b"no picture at all", "is no picture"),
        (b"\x89PNG\r\n\x1a\n" + bytes(50), "is no picture"),
    ],
)
def test_no_picture_is_one_sentence(tmp_path: Path, body: bytes | None, sentence: str) -> None:
    photo = tmp_path / "photo.png"
    if body is not None:
        photo.write_bytes(body)
    ended = run(photo)
    assert isinstance(ended.exception, Trouble)
    assert ended.exception.exit_code == 2
    assert sentence in str(ended.exception)


def test_a_page_that_is_cut_off_says_nothing(tmp_path: Path) -> None:
    whole = photograph(PAPERS["a4"], 1.0, ANGLES["from above"])
    cut = (whole[80:], whole[:, :1100], whole[62:1049, 452:1140], np.full_like(whole, 200))
    for picture in cut:
        photo = tmp_path / "photo.png"
        cv2.imwrite(str(photo), picture)
        assert "is not seen whole" in str(run(photo).exception)
