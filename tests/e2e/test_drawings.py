"""Drawings of the documents at a phone's width: every word can be read."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page

DOCS = Path(__file__).parents[2] / "docs"
DRAWINGS = sorted(DOCS.rglob("*.svg"))
PHONE_PX = 375
SMALLEST_PX = 9.0
FAMILIES = ("sans-serif", "serif", "monospace")
"""Readers have different fonts; these three are of different width on every machine."""
BOXES = """() => [...document.querySelectorAll("svg text")]
.filter((text) => text.getNumberOfChars() > 0)
.map((text) => {
  const box = text.getBoundingClientRect();
  const scale = text.getScreenCTM();
  const px = parseFloat(getComputedStyle(text).fontSize) * scale.a;
  const baseline = text.getStartPositionOfChar(0).matrixTransform(scale).y;
  // a font says itself how high its lines are: take letters as high as in most of them
  return [text.textContent, box.left, baseline - 0.75 * px, box.right, baseline + 0.25 * px, px];
})"""

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.thorough]


def shown(drawing: Path, family: str) -> str:
    style = f"<style>svg, svg * {{ font-family: {family} !important }}</style>"
    return f"<body style='margin: 0'>{style}{drawing.read_text()}"


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def sheet(browser: Browser) -> AsyncIterator[Page]:
    """An empty page as wide as a phone, for one drawing after the other."""
    page = await browser.new_page(viewport={"width": PHONE_PX, "height": 800})
    yield page
    await page.close()


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("drawing", DRAWINGS, ids=lambda path: path.stem)
async def test_words_are_large_enough_inside_and_apart(
    sheet: Page, drawing: Path, family: str
) -> None:
    await sheet.set_content(shown(drawing, family))
    texts: list[list[Any]] = await sheet.evaluate(BOXES)
    assert texts
    for nth, (text, left, top, right, bottom, px) in enumerate(texts):
        assert px >= SMALLEST_PX, text
        assert left >= 0 and right <= PHONE_PX, text
        for other, left2, top2, right2, bottom2, _ in texts[:nth]:
            apart = right <= left2 or right2 <= left or bottom <= top2 or bottom2 <= top
            assert apart, f"{text!r} lies on {other!r}"
