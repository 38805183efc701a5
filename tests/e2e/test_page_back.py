"""Back closes what is open, one step at a time, and leaves the page only from the table itself."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from tests.e2e.looking import HOST, button, settled, tap_slowly
from tests.e2e.page_server import PLAYS, PageServer, offer, table
from tests.e2e.past import past_course, past_game
from tests.e2e.told import RED_7, told
from tests.e2e.views import THREE

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.thorough]

BEFORE = "about:blank"
"""What the browser showed before it opened the page."""
GAME = past_game(1, "Ann", "Bo")


@pytest_asyncio.fixture(loop_scope="session")
async def fresh(browser: Browser, server: PageServer) -> AsyncIterator[Page]:
    """The page on a device that came from elsewhere."""
    page = await browser.new_page(reduced_motion="reduce")
    await tap_slowly(page)
    await page.goto(f"http://{HOST}:{server.port}/")
    yield page
    await page.close()


async def back_leaves(page: Page) -> None:
    """The table alone is there: Back leads to where the browser was before."""
    await expect(page.get_by_role("heading", level=1)).to_have_text("Bo's turn")
    await page.go_back()
    assert page.url == BEFORE


async def test_back_closes_a_question(fresh: Page, server: PageServer) -> None:
    server.show(told(THREE, RED_7))
    await settled(fresh, server)
    await button(fresh, "Wild").click()
    question = fresh.get_by_role("region", name="Question")
    await expect(question).to_be_visible()
    await fresh.go_back()
    await expect(question).to_have_count(0)
    assert server.told == []
    await button(fresh, "Wild").click()
    await button(fresh, "Cancel").click()
    await back_leaves(fresh)


async def test_a_question_that_is_asked_from_a_panel_leads_back_to_the_table(
    fresh: Page, server: PageServer
) -> None:
    server.show(table(legal=[*PLAYS, offer("suggested", "player")]))
    await settled(fresh, server)
    await button(fresh, "More").click()
    await button(fresh, "Somebody told a player what to play").click()
    await expect(fresh.get_by_role("region", name="Question")).to_be_visible()
    await expect(fresh.get_by_role("region", name="More")).to_have_count(0)
    await button(fresh, "Cancel").click()
    await expect(button(fresh, "More")).to_be_visible()
    await back_leaves(fresh)


async def test_back_closes_what_a_card_does(fresh: Page, server: PageServer) -> None:
    server.show(table(legal=PLAYS))
    await settled(fresh, server)
    await button(fresh, "Red 3").click(button="right")
    await expect(fresh.get_by_role("region", name="What the card does")).to_be_visible()
    await fresh.go_back()
    await expect(fresh.get_by_role("region", name="What the card does")).to_have_count(0)
    await back_leaves(fresh)


@pytest.mark.parametrize(
    ("way_in", "way_back"),
    [("Look at game 1", "Back to the list"), ("Play on in game 1", "Not now")],
    ids=["looked at", "asked of"],
)
async def test_back_leads_from_a_past_game_to_the_list_and_on_to_the_table(
    fresh: Page, server: PageServer, way_in: str, way_back: str
) -> None:
    server.found |= {"/api/games": [GAME], "/api/games/1": past_course(GAME)}
    server.show(table(legal=PLAYS))
    await settled(fresh, server)
    await button(fresh, "More").click()
    await button(fresh, "Past games").click()
    await button(fresh, way_in).click()
    await expect(button(fresh, way_back)).to_be_visible()
    await fresh.go_back()
    await expect(button(fresh, way_in)).to_be_visible()
    await button(fresh, way_in).click()
    await button(fresh, way_back).click()
    await expect(button(fresh, way_in)).to_be_visible()
    await fresh.go_back()
    await expect(button(fresh, "More")).to_be_visible()
    await back_leaves(fresh)


async def test_back_does_not_leave_a_question_that_has_to_be_answered(
    fresh: Page, server: PageServer
) -> None:
    asked = offer("color", "color", by="Bo")
    server.show(table(phase="color", top="wild", color=None, legal=[asked]))
    await settled(fresh, server)
    await fresh.go_back()
    await expect(fresh.get_by_role("region", name="Question")).to_be_visible()
    server.show(table(legal=PLAYS))
    await settled(fresh, server)
    await back_leaves(fresh)


async def test_back_leads_from_an_address_of_a_panel_to_the_table(
    browser: Browser, server: PageServer
) -> None:
    server.show(table(legal=PLAYS))
    page = await browser.new_page(reduced_motion="reduce")
    await tap_slowly(page)
    await page.goto(f"http://{HOST}:{server.port}/#more")
    panel = page.get_by_role("region", name="More")
    await expect(panel).to_be_visible()
    await page.go_back()
    await expect(panel).to_have_count(0)
    await back_leaves(page)
    await page.close()


async def test_an_address_that_is_typed_while_a_panel_is_open_opens_its_own(
    fresh: Page, server: PageServer
) -> None:
    server.show(table(legal=PLAYS))
    await settled(fresh, server)
    await button(fresh, "More").click()
    await fresh.evaluate("location.hash = '#cards'")
    await expect(fresh.get_by_role("region", name="What the cards do")).to_be_visible()
    await fresh.go_back()
    await expect(fresh.get_by_role("region", name="More")).to_be_visible()
    await fresh.go_back()
    await back_leaves(fresh)
