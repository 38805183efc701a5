"""Text grows with the browser's, and names of keys do not break on large screens."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from tests.e2e.conftest import TABLET
from tests.e2e.layout import faults, larger_text, set_text
from tests.e2e.page_server import PageServer
from tests.e2e.views import SIZES, TEXTS_PCT, TWO, look_at, views

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.thorough]

PICTURED = ("tablet", "tablet-upright", "screen")
"""Screens with room for the table's picture and the whole deck."""
LONGEST_NAME = "Customizable"
"""Of a key."""


async def test_text_grows_with_the_browsers(page: Page) -> None:
    text = await larger_text(page)
    sizes = []
    for percent in reversed(TEXTS_PCT):
        await set_text(text, percent)
        root = await page.evaluate("getComputedStyle(document.documentElement).fontSize")
        sizes.append(float(root.removesuffix("px")))
    await text.detach()
    large, plain = sizes
    assert large == 2 * plain


@pytest.mark.parametrize("size", PICTURED)
async def test_the_longest_name_of_a_key_does_not_break(
    page: Page, server: PageServer, size: str
) -> None:
    width, height = SIZES[size]
    await page.set_viewport_size({"width": width, "height": height})
    await look_at(page, server, views(TWO)["extreme, play"], folded=True)
    found = [str(one) for one in await faults(page, whole=len(LONGEST_NAME))]
    await page.set_viewport_size(TABLET)
    assert found == []
