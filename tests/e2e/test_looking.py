"""What the tests of the page wait with: nothing waits for ever, and what they share is drawn."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import Browser
from pytest_mock import MockerFixture

from tests.e2e.looking import Kept, drawn, draws
from tests.processes import PATIENCE_S

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.thorough
async def test_who_waits_for_a_frame_that_never_comes_is_told(browser: Browser) -> None:
    page = await browser.new_page()
    await drawn(page, frames=2)
    await page.evaluate("window.requestAnimationFrame = () => 0")
    with pytest.raises(AssertionError, match="draws no frames"):
        await drawn(page)
    await page.close()


@pytest.mark.thorough
async def test_a_page_that_is_drawn_no_more_is_opened_anew(kept_page: Kept) -> None:
    first = await kept_page.page()
    assert await kept_page.page() is first
    await first.evaluate("window.requestAnimationFrame = () => 0")
    another = await kept_page.page()
    assert first.is_closed()
    assert await draws(another)


@pytest.mark.thorough
async def test_a_page_that_is_drawn_no_more_in_the_middle_of_a_test_is_nudged(
    kept_page: Kept, mocker: MockerFixture
) -> None:
    page = await kept_page.page()
    nudged = asyncio.Event()
    mocker.patch("tests.e2e.looking.nudge", side_effect=lambda page: nudged.set())
    await page.evaluate("window.requestAnimationFrame = () => 0")
    await asyncio.wait_for(nudged.wait(), PATIENCE_S)


@pytest.mark.thorough
async def test_a_page_that_is_being_loaded_again_is_asked_once_it_is_there(kept_page: Kept) -> None:
    page = await kept_page.page()
    for nth in range(30):
        loading = asyncio.ensure_future(page.reload())
        await asyncio.sleep(nth * 0.003)  # each time at another moment of the loading
        assert await draws(page)
        await loading
