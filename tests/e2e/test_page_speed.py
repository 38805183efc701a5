"""What does not change is not touched, and a page on which nothing happens draws nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from tests.e2e.drawing import frames_drawn, rests, traced
from tests.e2e.looking import HOST, drawn, settled
from tests.e2e.page_server import PLAYS, PageServer, attack_deck, ruling, table
from tests.e2e.seat_phone import BOS, phone_of
from tests.e2e.told import RED_7, play, told
from tests.e2e.views import THREE

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.thorough]

WATCHED_FRAMES = 15
LINES = 200
"""As many lines as the log of a table has."""
ARMED = {"number": 1, "by": "Bo", "owner": "Bo", "stage": "armed", "requested": None, "out": 0}
MOST_STYLED = 100
"""Elements whose style a turn may change on a player's phone: it has about 300."""
TALL = {"width": 390, "height": 844}
RUNNING = ARMED | {"requested": 5, "out": 2, "stage": "running"}

WATCH = """() => {
  window.touched = [];
  const name = (node) => node.dataset?.card ?? node.className?.baseVal ?? node.className ?? "";
  const note = (how, node) => {
    const element = node.nodeType === 1 ? node : node.parentElement;
    if (node.nodeType !== 8) touched.push([how, element?.localName ?? "text", name(element ?? {})]);
  };
  window.watch = new MutationObserver((records) => records.forEach((one) => {
    if (one.type !== "childList") note(one.attributeName ?? "text", one.target);
    one.addedNodes.forEach((node) => note("added", node));
    one.removedNodes.forEach((node) => note("removed", node));
  }));
  watch.observe(document.body,
    { subtree: true, childList: true, attributes: true, characterData: true });
}"""


def lines(first: int) -> list[dict[str, Any]]:
    """A full log whose oldest line is of the entry ``first``."""
    return [
        ruling("ruling.plays", "COM-4", player="Bo", card=f"red-{1 + seq % 9}") | {"seq": seq}
        for seq in range(first, first + LINES)
    ]


async def touched(page: Page, server: PageServer, shown: dict[str, Any]) -> list[tuple[str, ...]]:
    """What a push changes in the document: how, what, and its class or card."""
    await page.evaluate(WATCH)
    server.show(shown)
    await settled(page, server)
    found = await page.evaluate("() => { watch.disconnect(); return touched; }")
    return [tuple(one) for one in found if one[0] != "data-settled"]


@pytest_asyncio.fixture(loop_scope="session")
async def moving(browser: Browser, server: PageServer) -> AsyncIterator[Page]:
    """The page on a device that has nothing against motion."""
    page = await browser.new_page(viewport={"width": 1024, "height": 768})
    await page.goto(f"http://{HOST}:{server.port}/")
    yield page
    await page.close()


@pytest.mark.parametrize("size", [(1024, 768), (390, 844)])
async def test_a_page_on_which_nothing_happens_draws_no_frame(
    moving: Page, server: PageServer, size: tuple[int, int]
) -> None:
    await moving.set_viewport_size({"width": size[0], "height": size[1]})
    server.show(table(legal=PLAYS, direction="right", launcher={"hit": RUNNING}))
    await settled(moving, server)
    assert await rests(moving, WATCHED_FRAMES), "something moves for ever"

    async def something() -> None:
        server.show(table(legal=PLAYS))
        await settled(moving, server)
        await drawn(moving, frames=2)

    assert await frames_drawn(moving, something()) > 0, "nothing was watched"


async def test_a_new_line_of_the_log_touches_no_other(page: Page, server: PageServer) -> None:
    server.show(table(legal=PLAYS, log=lines(1)))
    await settled(page, server)
    found = await touched(page, server, table(legal=PLAYS, log=lines(2)))
    rows = [one for one in found if one[1] == "li"]
    assert sorted(rows) == [("added", "li", ""), ("removed", "li", "")]
    # a new element, because a screen reader does not hear the same words again
    others = sorted(one for one in found if one not in rows)
    newest = [("added", "span", ""), ("removed", "span", "")]
    assert others == newest, "only the newest ruling under the headline says it, too"


NEWEST = """() => {
  const newest = () => document.querySelector(".log li").textContent.trim();
  window.drawn = [];
  const note = (_, watch) => { drawn.push(newest()); watch.disconnect(); };
  new MutationObserver(note)
    .observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


async def test_a_turn_does_not_wait_for_its_row_of_the_log(page: Page, server: PageServer) -> None:
    server.show(table(legal=PLAYS, log=lines(1)))
    await settled(page, server)
    await page.evaluate(NEWEST)
    server.show(table(legal=PLAYS, turn="Cy", log=lines(2)))
    await settled(page, server)
    newest = page.get_by_role("list", name="Log").get_by_role("listitem").first
    (drawn,) = await page.evaluate("drawn")
    assert "red 3" in drawn, "the row came with the turn"
    await expect(newest).to_contain_text("red 4")


FELT = """() => {
  const shown = () => [".headline h1", ".pile .card"].map((one) =>
    document.querySelector(one).textContent + (document.querySelector(one).ariaLabel ?? ""));
  window.drawn = [];
  const note = (_, watch) => { drawn.push(shown()); watch.disconnect(); };
  new MutationObserver(note)
    .observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


async def test_a_turn_does_not_wait_for_the_felt(page: Page, server: PageServer) -> None:
    server.show(told(THREE, RED_7))
    await settled(page, server)
    await page.evaluate(FELT)
    server.show(told(THREE, RED_7, play("Bo", "red-3")))
    await settled(page, server)
    ((headline, top),) = await page.evaluate("drawn")
    assert "Cy" in headline, "the turn was not there yet"
    assert "Red 7" in top, "the felt came with the turn"
    await expect(page.get_by_role("img", name="Red 3 lies on top")).to_be_visible()


FIRST_DRAWING = """() => new MutationObserver((_, watch) => {
  if (!document.querySelector("main[data-role]")) return;
  window.seats = document.querySelectorAll(".seat").length;
  watch.disconnect();
}).observe(document, { subtree: true, childList: true, attributes: true })"""


async def test_the_first_drawing_has_the_felt(page: Page, server: PageServer) -> None:
    server.show(told(THREE, RED_7))
    await page.add_init_script(f"({FIRST_DRAWING})()")
    await page.reload()
    await settled(page, server)
    assert await page.evaluate("seats") == len(THREE)


async def test_a_turn_touches_only_the_keys_that_change(page: Page, server: PageServer) -> None:
    before, after = told(THREE, RED_7), told(THREE, RED_7, play("Bo", "red-3"))
    server.show(before)
    await settled(page, server)
    may = [
        {one["card"] for one in shown["legal"] if one["do"] == "play"} for shown in (before, after)
    ]
    changing = may[0] ^ may[1]
    assert changing
    deck = {entry["card"] for entry in attack_deck()}
    keys = [one for one in await touched(page, server, after) if one[2] in deck]
    assert sorted(keys) == sorted(("disabled", "button", card) for card in changing)


async def test_keys_that_come_back_are_those_that_went(
    browser: Browser, server: PageServer
) -> None:
    async with phone_of(browser, server, BOS) as phone:
        mine, others = told(THREE, RED_7), told(THREE, RED_7, play("Bo", "red-3"))
        for shown in (mine, others):
            server.show(shown)
            await settled(phone, server)
        await expect(phone.locator(".own-keys")).to_be_hidden()
        await expect(phone.get_by_role("list", name="Log")).to_be_visible()
        devtools = await phone.context.new_cdp_session(phone)
        found: list[tuple[str, ...]] = []

        async def turn() -> None:
            found.extend(await touched(phone, server, mine))

        events = await traced(devtools, ["devtools.timeline"], turn())
        await expect(phone.get_by_role("button", name="Red 3")).to_be_visible()
        await expect(phone.get_by_role("list", name="Log")).to_be_hidden()
    deck = {entry["card"] for entry in attack_deck()}
    assert not [one for one in found if one[2] in deck]
    styled = [one["args"]["elementCount"] for one in events if "elementCount" in one["args"]]
    assert 0 < max(styled) < MOST_STYLED, "the style of the whole page was computed anew"


BOXES = """() => Object.fromEntries(
  [...document.querySelectorAll(".own-head, .felt, .seat, .middle, .what, .pile, .launcher, .dock")]
    .map((one, at) => [`${at} ${one.className}`, JSON.stringify(one.getBoundingClientRect())]))"""


async def test_nothing_moves_on_a_tall_phone_when_its_player_is_called_on(
    browser: Browser, server: PageServer
) -> None:
    async with phone_of(browser, server, BOS, viewport=TALL) as phone:
        boxes = []
        for shown in (told(THREE, RED_7), told(THREE, RED_7, play("Bo", "red-3"))):
            server.show(shown)
            await settled(phone, server)
            await drawn(phone)
            boxes.append(await phone.evaluate(BOXES))
    assert boxes[0] == boxes[1]


KEY_CHANGES = """(selector) => {
  const key = document.querySelector(selector);
  const isText = (one) => one.nodeType === Node.TEXT_NODE && one.data.trim();
  const words = [...key.childNodes].find(isText);
  words.data += "x";
  document.documentElement.offsetHeight;
}"""
LAID_OUT = "SvgTextLayoutAlgorithm::Layout"
"""What Chromium traces of each number that it lays out in a picture."""


async def test_a_key_that_changes_leaves_the_layout_of_the_others(
    browser: Browser, server: PageServer
) -> None:
    async with phone_of(browser, server, BOS, viewport=TALL) as phone:
        devtools = await phone.context.new_cdp_session(phone)

        async def laid_out(selector: str) -> int:
            change = phone.evaluate(KEY_CHANGES, selector)
            return sum(one["name"] == LAID_OUT for one in await traced(devtools, ["blink"], change))

        assert await laid_out(".own-keys .chip text") > 0, "nothing was watched"
        assert await laid_out(".own-keys .caption") == 0


async def test_a_card_that_comes_out_touches_the_launcher_alone(
    page: Page, server: PageServer
) -> None:
    server.show(table(legal=PLAYS, launcher={"hit": RUNNING}))
    await settled(page, server)
    await page.evaluate(WATCH)
    server.move(hit=RUNNING | {"out": 3})
    await page.locator('.tray[data-count="3"]').wait_for()
    found = await page.evaluate("() => { watch.disconnect(); return touched; }")
    assert len(found) <= 8, found
