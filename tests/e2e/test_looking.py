"""What the tests of the page wait with: nothing waits for ever."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser

from tests.e2e.looking import drawn

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.thorough
async def test_who_waits_for_a_frame_that_never_comes_is_told(browser: Browser) -> None:
    page = await browser.new_page()
    await drawn(page, frames=2)
    await page.evaluate("window.requestAnimationFrame = () => 0")
    with pytest.raises(AssertionError, match="draws no frames"):
        await drawn(page)
    await page.close()
