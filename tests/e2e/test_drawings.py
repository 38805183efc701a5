"""Drawings of the documents at a phone's width: every word can be read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser

DOCS = Path(__file__).parents[2] / "docs"
DRAWINGS = sorted(DOCS.rglob("*.svg"))
PHONE_PX = 375
SMALLEST_PX = 9.0
BOXES = """() => [...document.querySelectorAll("svg text")].map((text) => {
  const box = text.getBoundingClientRect();
  const px = parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a;
  return [text.textContent, box.left, box.top, box.right, box.bottom, px];
})"""

pytestmark = pytest.mark.asyncio(loop_scope="session")


def shown(drawing: Path) -> str:
    return f"<body style='margin: 0'>{drawing.read_text()}"


@pytest.mark.parametrize("drawing", DRAWINGS, ids=lambda path: path.stem)
async def test_words_are_large_enough_inside_and_apart(browser: Browser, drawing: Path) -> None:
    page = await browser.new_page(viewport={"width": PHONE_PX, "height": 800})
    await page.set_content(shown(drawing))
    texts: list[list[Any]] = await page.evaluate(BOXES)
    await page.close()
    assert texts
    for nth, (text, left, top, right, bottom, px) in enumerate(texts):
        assert px >= SMALLEST_PX, text
        assert left >= 0 and right <= PHONE_PX, text
        for other, left2, top2, right2, bottom2, _ in texts[:nth]:
            # the box of a line of text is higher than its letters
            apart = right <= left2 or right2 <= left or bottom - 3 <= top2 or bottom2 - 3 <= top
            assert apart, f"{text!r} lies on {other!r}"
