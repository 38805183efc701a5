"""With letters twice as large, what was opened is on the screen, and cards are in order."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Page

from tests.e2e.conftest import TABLET
from tests.e2e.layout import larger_text, set_text
from tests.e2e.looking import button, seen
from tests.e2e.page_server import COLORS, PageServer
from tests.e2e.views import REFUSAL, SIZES, TEN, TEXTS_PCT, look_at, views

pytestmark = pytest.mark.asyncio(loop_scope="session")

PLAIN_PCT, LARGE_PCT = TEXTS_PCT
WHERE = """(one) => {
  const { top, bottom } = one.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}"""
ROW = """(row) => [...row.querySelectorAll(".pick")].map((key) => {
  const { left, top } = key.getBoundingClientRect();
  return [top + scrollY, left];
})"""
SMALL, ACROSS = SIZES["common-phone"], SIZES["common-phone-across"]


@pytest_asyncio.fixture(loop_scope="session")
async def phone(page: Page) -> AsyncIterator[Page]:
    """The page of all tests, on a phone with large text; it gets back its size and its text."""
    text = await larger_text(page)
    await page.set_viewport_size({"width": SMALL[0], "height": SMALL[1]})
    await set_text(text, LARGE_PCT)
    yield page
    await set_text(text, PLAIN_PCT)
    await text.detach()
    await page.set_viewport_size(TABLET)


@pytest.mark.parametrize(
    ("tap", "question"),
    [
        ("Red Trade Hands", "Trade with which player?"),
        pytest.param("Catch", "Who caught Bo?", marks=pytest.mark.thorough),
    ],
)
async def test_a_question_comes_onto_the_screen(
    phone: Page, server: PageServer, tap: str, question: str
) -> None:
    await look_at(phone, server, views(TEN)["uno due" if tap == "Catch" else "play"])
    await button(phone, tap).click()
    heading = phone.get_by_role("heading", name=question)
    assert await heading.evaluate(WHERE)
    assert await button(phone, "Cancel").evaluate(WHERE)


async def test_a_refusal_comes_onto_the_screen(phone: Page, server: PageServer) -> None:
    await look_at(phone, server, views(TEN)["play"])
    server.answers["/api/commands"] = (409, REFUSAL)
    await button(phone, "Wild All Hit").evaluate("(key) => key.scrollIntoView()")
    await button(phone, "Undo").click()  # at the lower end of the page
    await button(phone, "All right").wait_for()
    assert await phone.locator(".notices .refusal").evaluate(WHERE)


@pytest.mark.parametrize(
    ("size", "percent"),
    [
        (SMALL, LARGE_PCT),
        *(
            pytest.param(*one, marks=pytest.mark.thorough)
            for one in ((SMALL, PLAIN_PCT), (ACROSS, PLAIN_PCT), (ACROSS, LARGE_PCT))
        ),
    ],
)
async def test_cards_stand_in_their_order_and_colours_begin_rows(
    phone: Page, server: PageServer, size: tuple[int, int], percent: int
) -> None:
    text = await larger_text(phone)
    await set_text(text, percent)
    await text.detach()
    await phone.set_viewport_size({"width": size[0], "height": size[1]})
    server.show(views(TEN)["turn up"].shown)
    await seen(phone, server)
    rows = phone.get_by_test_id("picker").get_by_role("group")
    places = [await row.evaluate(ROW) for row in await rows.all()]
    assert len(places) == len(COLORS) + 1
    in_order = [place for row in places for place in row]
    assert in_order == sorted(in_order)
    assert len({row[0][1] for row in places}) == 1
