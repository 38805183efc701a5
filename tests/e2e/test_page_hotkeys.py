"""Keys of a keyboard that stand for a button, wherever the focus is."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Page, expect

from tests.e2e.looking import HOST, button, settled
from tests.e2e.page_server import NO_GAME, PLAYS, PageServer, offer, refused, table

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.thorough]

QUICKLY = """(() => {
  const of = Object.getOwnPropertyDescriptor(Event.prototype, "timeStamp").get;
  let first;
  const get = function () {
    if (this.type === "keydown") first ??= of.call(this);
    return first ?? of.call(this);
  };
  Object.defineProperty(Event.prototype, "timeStamp", { get });
})()"""
"""From the first key on, all is done at one time, however slow the machine is."""
HIT = {"number": 3, "by": "Bo", "owner": "Bo", "stage": "armed", "requested": None, "out": 0}
CALLS = [
    offer("uno", by="Bo"),
    offer("catch", by="Cy", player="Ann"),
    offer("undo"),
    offer("set", "hands"),
]


async def test_uno_catch_and_undo_have_a_key(page: Page, server: PageServer) -> None:
    server.show(table(legal=[*PLAYS, *CALLS]))
    await settled(page, server)
    for number, (key, deed) in enumerate((("u", "uno"), ("c", "catch"), ("z", "undo")), start=1):
        await page.keyboard.press(key)
        assert (await server.heard(number))[-1]["do"] == deed
    await button(page, "Red 3").focus()
    await page.keyboard.press("Shift+U")
    assert (await server.heard(4))[-1]["do"] == "uno"


@pytest.mark.parametrize(
    ("keys", "card"),
    [
        ("r5", "red-5"),
        ("bs", "blue-skip"),
        ("gd", "green-discard-all"),
        ("ww", "wild"),
        ("wa", "wild-all-hit"),
    ],
)
async def test_a_card_is_two_keys(page: Page, server: PageServer, keys: str, card: str) -> None:
    server.show(table(legal=PLAYS))
    await settled(page, server)
    for key in keys:
        await page.keyboard.press(key)
    assert await server.heard() == [{"do": "play", "by": "Bo", "card": card}]


WILDS = [
    {"do": "play", "by": "Bo", "card": card, "needs": ["color"], "may": []}
    for card in ("wild", "wild-all-hit")
]


async def test_a_wild_and_its_colour_are_two_keys(page: Page, server: PageServer) -> None:
    server.show(table(legal=WILDS))
    await settled(page, server)
    for key in "wg":
        await page.keyboard.press(key)
    assert await server.heard() == [{"do": "play", "by": "Bo", "card": "wild", "color": "green"}]


async def test_the_launcher_is_pressed_by_a_key(page: Page, server: PageServer) -> None:
    server.answers["/api/simulator/press"] = (204, {})
    server.show(table(launcher={"hit": HIT}))
    await settled(page, server)
    await page.keyboard.press("p")
    await server.heard()
    assert [path for path, _ in server.told] == ["/api/simulator/press"]


async def test_a_key_does_nothing_where_its_button_is_off_held_or_meant_for_a_field(
    page: Page, server: PageServer
) -> None:
    server.show(table(legal=CALLS[1:]))
    await settled(page, server)
    await page.keyboard.press("u")
    await page.keyboard.press("Control+z")
    await page.keyboard.down("z")
    await page.keyboard.down("z")  # held: the keyboard repeats it
    await page.keyboard.up("z")
    await button(page, "More").click()
    await button(page, "Correct something").click()
    await page.get_by_label("Hand of Bo").press("c")
    await button(page, "Cancel").click()
    await page.keyboard.press("c")
    assert [one["do"] for one in await server.heard(2)] == ["undo", "catch"]


async def test_a_key_pressed_twice_at_once_is_one_tap(browser: Browser, server: PageServer) -> None:
    page = await browser.new_page()
    await page.add_init_script(QUICKLY)
    server.show(table(legal=CALLS))
    await page.goto(f"http://{HOST}:{server.port}/")
    await settled(page, server)
    await page.keyboard.press("z")
    await server.heard()
    await settled(page, server)
    await page.keyboard.press("z")
    await expect(page.locator(".notices")).to_contain_text("Two quick taps")
    assert len(server.told) == 1
    await page.close()


async def test_a_question_mark_lists_the_keys_or_explains_the_card(
    page: Page, server: PageServer
) -> None:
    server.show(table(legal=PLAYS))
    await settled(page, server)
    await page.get_by_role("heading", level=1).focus()
    await page.keyboard.press("?")
    keys = page.get_by_role("region", name="Keyboard")
    for key in ("U", "C", "Z", "?"):
        await expect(keys.locator("kbd").get_by_text(key, exact=True)).to_be_visible()
    await page.keyboard.press("Enter")
    await expect(keys).to_have_count(0)
    await button(page, "Red 3").focus()
    await page.keyboard.press("?")
    await expect(page.get_by_role("region", name="What the card does")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("region", name="What the card does")).to_have_count(0)
    await button(page, "More").click()
    await expect(page.locator(".panel.more")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(page.locator(".panel.more")).to_have_count(0)


async def test_escape_closes_what_was_told_then_a_question_then_what_is_open(
    page: Page, server: PageServer
) -> None:
    server.answers["/api/commands"] = 409, refused("refusal.wrong_turn", player="Bo")
    server.show(table(legal=[*WILDS, *CALLS[2:]]))
    await button(page, "More").click()
    await button(page, "Correct something").click()
    await page.get_by_label("Hand of Bo").fill("3")
    await button(page, "Set").click()
    told, opened = page.locator(".refusal"), page.locator(".panel.set")
    await expect(told).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(told).to_have_count(0)
    await expect(opened).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(opened).to_have_count(0)
    await button(page, "Wild").click()
    await expect(page.get_by_test_id("ask")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(page.get_by_test_id("ask")).to_have_count(0)


async def test_no_key_is_heard_where_there_is_no_table(page: Page, server: PageServer) -> None:
    server.show(NO_GAME)
    await settled(page, server)
    for key in ("u", "c", "z", "?"):
        await page.keyboard.press(key)
    await expect(page.get_by_role("region", name="Keyboard")).to_have_count(0)
    assert server.told == []
