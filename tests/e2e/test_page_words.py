"""The words of the page are its own."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.thorough]


async def test_no_browser_translates_the_page(page: Page) -> None:
    """Chrome's translation replaces the page's texts, and what is rendered later is lost."""
    assert await page.locator("html").get_attribute("translate") == "no"
