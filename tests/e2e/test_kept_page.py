"""What the tests of the page stand on: one page for all of them, of which frames are drawn."""

from __future__ import annotations

import pytest

from tests.e2e.looking import Kept, draws

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.thorough
async def test_a_page_that_is_drawn_no_more_is_opened_anew(kept_page: Kept) -> None:
    first = await kept_page.page()
    assert await kept_page.page() is first
    await first.evaluate("window.requestAnimationFrame = () => 0")
    another = await kept_page.page()
    assert first.is_closed()
    assert await draws(another)
