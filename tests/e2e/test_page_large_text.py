"""With letters twice as large, what was opened is on the screen, and cards are in order."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page

from tests.e2e.conftest import PATIENCE_MS, TABLET
from tests.e2e.layout import faults, larger_text, set_text
from tests.e2e.looking import button, settled
from tests.e2e.page_server import COLORS, PageServer
from tests.e2e.scenes import kinds
from tests.e2e.views import REFUSAL, SIZES, TEN, TEXTS_PCT, look_at, views

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.thorough]

PLAIN_PCT, LARGE_PCT = TEXTS_PCT
WHERE = """(one) => {
  const { top, bottom } = one.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}"""
ROW = """(row) => [...row.querySelectorAll(".pick")].map((key) => {
  const { left, top } = key.getBoundingClientRect();
  return [top + scrollY, left];
})"""
LETTERS = """() => Math.max(...[...document.querySelectorAll(".chart-name")]
  .map((one) => one.getBoundingClientRect().height))"""
LONG_WORD = len("Featherstonehaugh")
FIVE = ("Benjamin", "Ben", "Charlotte", "Dora", "Eve")
OUTSIDE = """() => [...document.querySelectorAll(".seat > .avatar")].map((disc) => {
  const [inner, outer] = [disc, disc.parentElement].map((one) => one.getBoundingClientRect());
  return Math.max(outer.top - inner.top, inner.bottom - outer.bottom);
})"""
HALVES = """() => {
  const sub = document.querySelector(".headline .sub");
  const walker = document.createTreeWalker(sub, NodeFilter.SHOW_TEXT);
  let found = null;
  while (!found && walker.nextNode()) found = /a.7/.exec(walker.currentNode.data);
  const range = document.createRange();
  range.setStart(walker.currentNode, found.index);
  range.setEnd(walker.currentNode, found.index + 3);
  const lines = [];
  for (let width = 200; width < 500; width += 4) {
    sub.style.width = `${width}px`;
    lines.push(new Set([...range.getClientRects()].map(({ top }) => top)).size);
  }
  sub.style.width = "";
  return Math.max(...lines);
}"""
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
    [("Red Trade Hands", "Trade with which player?"), ("Catch", "Who caught Bo?")],
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
    [(SMALL, LARGE_PCT), (SMALL, PLAIN_PCT), (ACROSS, PLAIN_PCT), (ACROSS, LARGE_PCT)],
)
async def test_cards_stand_in_their_order_and_colours_begin_rows(
    phone: Page, server: PageServer, size: tuple[int, int], percent: int
) -> None:
    text = await larger_text(phone)
    await set_text(text, percent)
    await text.detach()
    await phone.set_viewport_size({"width": size[0], "height": size[1]})
    server.show(views(TEN)["turn up"].shown)
    await settled(phone, server)
    rows = phone.get_by_test_id("picker").get_by_role("group")
    places = [await row.evaluate(ROW) for row in await rows.all()]
    assert len(places) == len(COLORS) + 1
    in_order = [place for row in places for place in row]
    assert in_order == sorted(in_order)
    assert len({row[0][1] for row in places}) == 1


@pytest.mark.parametrize("name", ["scores", "evenings"])
async def test_the_names_in_a_picture_grow_with_the_text(
    phone: Page, server: PageServer, name: str
) -> None:
    await phone.set_viewport_size(TABLET)
    await look_at(phone, server, views(TEN)[name], folded=True)
    large = await phone.evaluate(LETTERS)
    text = await larger_text(phone)
    await set_text(text, PLAIN_PCT)
    await text.detach()
    assert large > 1.8 * await phone.evaluate(LETTERS)


async def test_a_card_and_its_article_stand_on_one_line(phone: Page, server: PageServer) -> None:
    await look_at(phone, server, views(TEN)["play"], folded=True)
    assert await phone.evaluate(HALVES) == 1


@pytest.mark.parametrize(
    ("kind", "name", "size"),
    [
        ("table", "scores", "tablet"),
        ("table", "put right", "tablet-upright"),
        ("phone", "phone, won", "tablet"),
    ],
)
async def test_a_long_name_is_whole_where_there_is_room(
    browser: Browser, server: PageServer, kind: str, name: str, size: str
) -> None:
    device = kinds()[kind]
    width, height = SIZES[size]
    page = await browser.new_page(viewport={"width": width, "height": height})
    page.set_default_timeout(PATIENCE_MS)
    await device.open(page, server)
    await device.tables[-1][name].go(page, server)
    text = await larger_text(page)
    await set_text(text, LARGE_PCT)
    broken = [one for one in await faults(page, whole=LONG_WORD) if one.kind == "broken"]
    await page.close()
    assert broken == []


async def test_a_disc_stands_within_its_row_of_the_list(
    browser: Browser, server: PageServer
) -> None:
    device = kinds()["seats"]
    width, height = SIZES["tablet-upright"]
    page = await browser.new_page(viewport={"width": width, "height": height})
    page.set_default_timeout(PATIENCE_MS)
    await device.open(page, server)
    await device.tables[0]["seats, discs on the felt"].go(page, server)
    text = await larger_text(page)
    await set_text(text, LARGE_PCT)
    outside_px = await page.evaluate(OUTSIDE)
    await page.close()
    assert outside_px
    assert max(outside_px) <= 0


ZOOMED = """(share) => {
  const root = document.documentElement;
  root.style.fontSize = share && `${share * parseFloat(getComputedStyle(root).fontSize)}px`;
}"""
"""A zoom of text alone, which leaves the style sheets' ``@media`` as it is; "" ends it."""


async def cut_by_a_zoom(page: Page) -> list[str]:
    await page.evaluate(ZOOMED, LARGE_PCT / 100)
    cut = [str(fault) for fault in await faults(page)]
    await page.evaluate(ZOOMED, "")
    return cut


@pytest.mark.parametrize("size", ["phone", "tablet", "tablet-upright"])
async def test_a_zoom_of_text_alone_cuts_nothing_at_the_table(
    page: Page, server: PageServer, size: str
) -> None:
    width, height = SIZES[size]
    await page.set_viewport_size({"width": width, "height": height})
    cut: list[str] = []
    for view in ("play", "hits"):
        await look_at(page, server, views(FIVE)[view], folded=True)
        cut += await cut_by_a_zoom(page)
    await page.set_viewport_size(TABLET)
    assert cut == []


@pytest.mark.parametrize("size", ["phone", "common-phone"])
async def test_a_zoom_of_text_alone_cuts_nothing_on_a_seats_phone(
    browser: Browser, server: PageServer, size: str
) -> None:
    device = kinds()["phone"]
    width, height = SIZES[size]
    page = await browser.new_page(viewport={"width": width, "height": height})
    page.set_default_timeout(PATIENCE_MS)
    await device.open(page, server)
    cut: list[str] = []
    for view in ("my turn", "two hits", "waiting", "count"):
        await device.tables[0][f"phone, {view}"].go(page, server)
        cut += await cut_by_a_zoom(page)
    await page.close()
    assert cut == []
