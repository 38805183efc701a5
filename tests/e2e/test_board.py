"""The scoreboard in a real browser, on a TV and on a phone, with 1, 12 and 60 tables."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import Browser, Page, ViewportSize, expect

from controller.club.hub.scoreboard import Board
from controller.club.hub.table_messages import Status, TableMessage
from tests.e2e.axe import Audit
from tests.e2e.board_views import SIZES, board_at, filled, site_of
from tests.e2e.layout import LONG, faults
from tests.e2e.looking import drawn

pytestmark = pytest.mark.asyncio(loop_scope="session")

TV: ViewportSize = {"width": 1920, "height": 1080}
PHONE: ViewportSize = {"width": 390, "height": 844}
SILENT_MS = 4000
LANGUAGES = ("en", "de", "es", "fr")


@asynccontextmanager
async def shown(
    browser: Browser, board: Board, screen: ViewportSize, language: str = "en"
) -> AsyncIterator[Page]:
    async with board_at(board) as url:
        page = await browser.new_page(viewport=screen, locale=language)
        try:
            await page.clock.install()
            await page.goto(url)
            await expect(page.locator(".tile")).to_have_count(len(board))
            await drawn(page)
            yield page
        finally:
            await page.close()


@pytest.mark.thorough
async def test_the_board_follows_the_tables(browser: Browser) -> None:
    board = filled(12)
    async with shown(browser, board, TV) as page:
        await expect(page.locator(".tile").first).to_contain_text("s turn")
        await expect(page.locator(".standings tbody tr").first).to_contain_text("table-6")
        await expect(page.locator(".tile[data-state=play] .turn")).not_to_have_count(0)
        for without in ("away", "over"):
            await expect(page.locator(f".tile[data-state={without}]")).not_to_have_count(0)
            await expect(page.locator(f".tile[data-state={without}] .turn")).to_have_count(0)
        board.tell(TableMessage("table-1", Status(False), False))
        board.tell(TableMessage("table-13", Status(True), False))
        site_of(page.url).changed()
        await expect(page.locator(".tile").first).to_contain_text("Not connected")
        await expect(page.locator(".tile").last).to_contain_text("No game")
        await expect(page.locator(".tile")).to_have_count(13)
        site_of(page.url).streams._streams.clear()  # a proxy holds the connection back
        board.tell(TableMessage("table-1", Status(True), False))
        site_of(page.url).changed()
        await page.clock.fast_forward(SILENT_MS)
        await expect(page.locator(".tile").first).to_contain_text("s turn")


@pytest.mark.thorough
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("screen", [TV, PHONE], ids=["tv", "phone"])
@pytest.mark.parametrize("count", SIZES)
async def test_everything_can_be_read(
    browser: Browser, count: int, screen: ViewportSize, language: str
) -> None:
    async with shown(browser, filled(count), screen, language) as page:
        assert [str(one) for one in await faults(page, whole=LONG)] == []
        scrolls = await page.evaluate("document.documentElement.scrollHeight > innerHeight")
        assert not (scrolls and screen is TV)
        assert await Audit(everything=True).violations(page) == []
