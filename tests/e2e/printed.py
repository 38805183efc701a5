"""Sheets as a printer makes them: drawn by the real browser at 300 dots an inch."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from playwright.async_api import Browser, FloatRect, Page

from tests.need import need_module

need_module("cv2", "pip install opencv-python-headless, or `make setup`")
need_module("zxingcpp", "pip install zxing-cpp, or `make setup`")

import cv2  # noqa: E402
import numpy as np  # noqa: E402
import zxingcpp  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

Picture = NDArray[np.uint8]
Point = tuple[float, float]
Corners = tuple[Point, Point, Point, Point]
PX_PER_MM = 300 / 25.4
DICTIONARY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
ALONE = """([number, part]) => {
  const sheets = [...document.querySelectorAll("svg.sheet")];
  sheets.forEach((one, at) => { one.style.display = at === number ? "block" : "none"; });
  const sheet = sheets[number];
  sheet.dataset.whole ??= sheet.getAttribute("viewBox");
  const [wide, high] = sheet.dataset.whole.split(" ").slice(2).map(Number);
  const seen = [(1 - 1 / part) * wide / 2, (1 - 1 / part) * high / 2, wide / part, high / part];
  sheet.setAttribute("viewBox", seen.join(" "));
  return [sheet.getBoundingClientRect().width, sheet.getBoundingClientRect().height];
}"""
"""Shows one sheet alone, at the scale of a printer that fits it into what it can print."""


@asynccontextmanager
async def printing(browser: Browser, document: bytes) -> AsyncIterator[Page]:
    """A page with these sheets, as it looks on paper."""
    page = await browser.new_page(device_scale_factor=300 / 96)
    try:
        page.set_default_timeout(90_000)  # a sheet has as many pixels as four screens
        await page.set_content(document.decode())
        await page.emulate_media(media="print")
        yield page
    finally:
        await page.close()


async def sheet_of(page: Page, number: int, part: float = 1.0) -> Picture:
    """One sheet in levels of grey. ``part``: the scale at which the printer prints."""
    wide, high = await page.evaluate(ALONE, [number, part])
    clip: FloatRect = {"x": 0, "y": 0, "width": wide, "height": high}
    shot = np.frombuffer(await page.screenshot(clip=clip, full_page=True), np.uint8)
    picture = cv2.imdecode(shot, cv2.IMREAD_GRAYSCALE)
    assert picture is not None
    return picture.astype(np.uint8)


def markers_in(picture: Picture) -> list[tuple[int, Corners]]:
    """The number and the corners of each marker in a picture, as OpenCV's detector sees them."""
    corners, numbers, _ = cv2.aruco.ArucoDetector(DICTIONARY).detectMarkers(picture)
    found = []
    for at, quad in enumerate(corners):
        one, two, three, four = ((float(x), float(y)) for x, y in quad.reshape(4, 2))
        found.append((int(np.ravel(numbers)[at]), (one, two, three, four)))
    return found


def seen_by_a_camera(picture: Picture, px_per_mm: float) -> Picture:
    """The same sheet with fewer pixels, as in the picture of a camera above it, a bit blurred."""
    part = px_per_mm / PX_PER_MM
    far = cv2.resize(picture, None, fx=part, fy=part, interpolation=cv2.INTER_AREA)
    return cv2.GaussianBlur(far, (0, 0), 0.5).astype(np.uint8)


def codes_in(picture: Picture) -> list[str]:
    """What a reader of QR codes reads in a picture."""
    kinds = zxingcpp.BarcodeFormats([zxingcpp.BarcodeFormat.QRCode])
    found = zxingcpp.read_barcodes(picture, formats=kinds)
    return [code.text for code in found]


def cut_out(picture: Picture, x: float, y: float, wide: float, high: float) -> Picture:
    """A part of a sheet, whose place and size are in mm."""
    left, top, right, low = (round(v * PX_PER_MM) for v in (x, y, x + wide, y + high))
    return picture[top:low, left:right]
