"""A player's phone: its own keys and nobody else's, and a call when it is its turn."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from tests.e2e.looking import button, settled
from tests.e2e.page_server import (
    JOURNAL,
    NO_GAME,
    SPECTATOR,
    PageServer,
    offer,
    offered,
    seat_of,
)
from tests.e2e.seat_phone import BOS, BOS_ALONE, phone_of
from tests.e2e.seat_views import BO, seat_views
from tests.e2e.told import RED_7, play, sets, told, undone_by
from tests.e2e.views import TEN, THREE

pytestmark = pytest.mark.asyncio(loop_scope="session")

ANN, CY = "Ann", "Cy"
BUZZES = """() => {
  window.buzzes = [];
  Navigator.prototype.vibrate = (pattern) => window.buzzes.push(pattern);
}"""
HIDE = 'Object.defineProperty(document, "hidden", { get: () => true })'
NO_FRAMES = "window.requestAnimationFrame = () => 0"
"""A tab behind others draws none."""


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def bos(browser: Browser, page_server: PageServer) -> AsyncIterator[Page]:
    """Bo's phone, loaded once."""
    page_server.reset()
    async with phone_of(browser, page_server, BOS) as page:
        await page.evaluate(BUZZES)
        yield page


@pytest_asyncio.fixture(loop_scope="session")
async def phone(bos: Page, server: PageServer) -> Page:
    """Bo's phone, at a table that the test shows."""
    server.me = BOS
    await bos.evaluate("window.buzzes.length = 0")
    return bos


async def show(page: Page, server: PageServer, table: dict[str, Any]) -> None:
    server.show(table)
    await settled(page, server)


async def show_first(page: Page, server: PageServer, table: dict[str, Any], acting: bool) -> None:
    """Show a table, and wait for its first picture: whether Bo is called on."""
    server.show(table)
    acts = str(acting).lower()
    await expect(page.locator("header.headline")).to_have_attribute("data-acting", acts)


def waiting() -> dict[str, Any]:
    return told(THREE, RED_7, sets(turn=ANN))


@pytest.mark.thorough
async def test_only_what_may_be_played_is_a_key(phone: Page, server: PageServer) -> None:
    await show(phone, server, told(THREE, RED_7))
    keys = phone.locator(".own-keys .pick")
    cards = {await key.get_attribute("data-card") for key in await keys.all()}
    assert {"red-1", "red-skip", "blue-7"} <= cards
    assert "blue-1" not in cards
    await show(phone, server, waiting())
    await expect(phone.locator(".own-keys")).to_be_hidden()
    await expect(phone.get_by_role("button", name="Red 1")).to_have_count(0)
    await expect(phone.get_by_role("heading", level=1)).to_have_text("Ann's turn")


@pytest.mark.thorough
async def test_a_card_is_played_with_arrow_keys(phone: Page, server: PageServer) -> None:
    await show(phone, server, told(THREE, RED_7))
    await phone.locator(".own-keys").focus()
    for key in ("ArrowDown", "ArrowRight", "ArrowRight"):
        await phone.keyboard.press(key)
    await expect(button(phone, "Red 3")).to_be_focused()
    await phone.keyboard.press("Enter")
    assert await server.heard() == [{"do": "play", "by": BO, "card": "red-3"}]
    await show(phone, server, waiting())
    await expect(phone.get_by_role("heading", level=1)).to_be_focused()


@pytest.mark.thorough
async def test_the_keyboard_does_not_lead_to_keys_that_are_hidden(
    phone: Page, server: PageServer
) -> None:
    at = "[document.activeElement.closest('.own-keys') !== null, document.activeElement.outerHTML]"
    for shown, stops in ((told(THREE, RED_7), 1), (waiting(), 0)):
        await show(phone, server, shown)
        await phone.get_by_role("heading", level=1).focus()
        found = set()
        for _ in range(30):
            await phone.keyboard.press("Tab")
            inside, what = await phone.evaluate(at)
            found |= {what} if inside else set()
        assert len(found) == stops
    await phone.keyboard.press("r")
    assert not (await phone.evaluate(at))[0]


async def test_oneself_sits_at_the_bottom(phone: Page, server: PageServer) -> None:
    await show(phone, server, told(TEN, RED_7, play(BO, "red-3")))
    seats = phone.locator(".seats .seat")
    boxes = [await one.bounding_box() for one in await seats.all()]
    tops = [box["y"] for box in boxes if box]
    assert len(tops) == len(TEN)
    assert tops[0] == max(tops)
    await expect(seats.first).to_contain_text(BO)
    await expect(seats.nth(1)).to_contain_text(CY)


async def test_a_wild_and_its_colour_are_one_tap(phone: Page, server: PageServer) -> None:
    await show(phone, server, told(THREE, RED_7))
    await button(phone, "Wild Hit-Fire, call green").tap()
    assert await server.heard() == [
        {"do": "play", "by": BO, "card": "wild-hit-fire", "color": "green"}
    ]


async def test_a_card_that_equals_the_top_one_is_played_out_of_turn_with_one_tap(
    phone: Page, server: PageServer
) -> None:
    await show(phone, server, seat_views(THREE)["jump in"].shown)
    await button(phone, "Jump in with Red 5").tap()
    assert await server.heard() == [{"do": "play", "by": BO, "card": "red-5"}]


async def test_what_is_owed_is_answered_with_one_tap(phone: Page, server: PageServer) -> None:
    await show(phone, server, seat_views(THREE)["an answer"].shown)
    await button(phone, "Blue Hit 2").tap()
    assert await server.heard() == [{"do": "play", "by": BO, "card": "blue-hit-2"}]


async def test_catch_and_uno_are_one_tap_and_name_their_player(
    phone: Page, server: PageServer
) -> None:
    calls = [offer("uno", by=name) for name in THREE]
    catches = [offer("catch", by=name, player=ANN) for name in (BO, CY)]
    await show(phone, server, waiting() | offered([*calls, *catches]))
    await button(phone, "UNO").tap()
    await button(phone, "Catch Ann").tap()
    assert await server.heard(2) == [
        {"do": "uno", "by": BO},
        {"do": "catch", "by": BO, "player": ANN},
    ]


@pytest.mark.thorough
async def test_what_has_just_been_painted_may_be_played_at_once(
    browser: Browser, server: PageServer
) -> None:
    async with phone_of(browser, server, BOS, slowly=False) as page:
        await show(page, server, waiting())
        await show(page, server, told(THREE, RED_7))
        await button(page, "Red 3").tap()
        await server.heard()
        assert server.saw == [f"{JOURNAL}-{server.seq}"]


async def test_the_phone_buzzes_once_when_its_player_is_called_on(
    phone: Page, server: PageServer
) -> None:
    await show(phone, server, waiting())
    assert await phone.evaluate("window.buzzes.length") == 0
    await show(phone, server, told(THREE, RED_7))
    await show(phone, server, told(THREE, RED_7))
    assert await phone.evaluate("window.buzzes.length") == 1
    await expect(phone.locator("header.headline")).to_have_attribute("data-acting", "true")


@pytest.mark.thorough
async def test_a_phone_behind_other_tabs_buzzes_at_once(
    browser: Browser, server: PageServer
) -> None:
    """Such a tab draws no frame, after which a phone that is looked at buzzes."""
    async with phone_of(browser, server, BOS) as page:
        await page.evaluate(BUZZES)
        await show(page, server, waiting())
        await page.evaluate(f"{NO_FRAMES}; {HIDE}")
        await show_first(page, server, told(THREE, RED_7), acting=True)
        assert await page.evaluate("window.buzzes.length") == 1


@pytest.mark.thorough
async def test_a_phone_that_goes_behind_other_tabs_buzzes_then(
    browser: Browser, server: PageServer
) -> None:
    async with phone_of(browser, server, BOS) as page:
        await page.evaluate(BUZZES)
        await show(page, server, waiting())
        await page.evaluate(NO_FRAMES)
        await show_first(page, server, told(THREE, RED_7), acting=True)
        assert await page.evaluate("window.buzzes.length") == 0
        await page.evaluate(f"{HIDE}; document.dispatchEvent(new Event('visibilitychange'))")
        assert await page.evaluate("window.buzzes.length") == 1


@pytest.mark.thorough
async def test_a_phone_that_cannot_buzz_still_draws_all(
    browser: Browser, server: PageServer
) -> None:
    broken = """() => {
      Navigator.prototype.vibrate = () => { throw Error("it does not buzz"); };
    }"""
    drawn = False
    with pytest.raises(AssertionError):  # the console tells of the error, too
        async with phone_of(browser, server, BOS) as page:
            await show(page, server, waiting())
            await page.evaluate(broken)
            await show(page, server, told(THREE, RED_7))
            drawn = True
    assert drawn


LONG_FLASHES = """() => {
  window.flashes = [];
  const { animate } = Element.prototype;
  Element.prototype.animate = function (frames, how) {
    const flash = animate.call(this, frames, { ...how, duration: 1e6 });
    flashes.push([this.matches(".headline > div"), flash]);
    return flash;
  };
}"""
"""Notes what flashes, and lets it flash longer than any machine takes for the next table."""
FLASHES = "flashes.map(([isHeadline, flash]) => [isHeadline, flash.playState])"


async def flashed(page: Page, *flashes: list[Any]) -> None:
    """Wait until there have been so many flashes: of what, and in which state they are now."""
    script = f"count => window.flashes.length === count && {FLASHES}"
    handle = await page.wait_for_function(script, arg=len(flashes))
    assert await handle.json_value() == list(flashes)


@pytest.mark.thorough
async def test_the_phone_flashes_when_its_player_is_called_on_and_a_call_ends_the_flash_before(
    browser: Browser, server: PageServer
) -> None:
    async with phone_of(browser, server, BOS, reduced_motion="no-preference") as page:
        await page.evaluate(LONG_FLASHES)
        await show(page, server, waiting())
        await flashed(page)
        await show_first(page, server, told(THREE, RED_7), acting=True)
        await flashed(page, [True, "running"])
        await show_first(page, server, waiting(), acting=False)
        await show_first(page, server, told(THREE, RED_7), acting=True)
        await flashed(page, [True, "idle"], [True, "running"])


async def test_nothing_flashes_where_motion_is_unwanted(phone: Page, server: PageServer) -> None:
    await phone.evaluate("() => { Element.prototype.animate = () => { window.flashed = true; }; }")
    await show(phone, server, waiting())
    await show(phone, server, told(THREE, RED_7))
    assert await phone.evaluate("window.flashed") is None


async def test_who_is_next_stands_below(phone: Page, server: PageServer) -> None:
    await show(phone, server, told(THREE, RED_7))
    await expect(phone.locator(".after")).to_have_text("Then Cy")
    await show(phone, server, waiting())
    await expect(phone.locator(".after")).to_have_text("You are next")


async def test_what_is_owed_is_counted_down(phone: Page, server: PageServer) -> None:
    owing = (RED_7, sets(turn=ANN), play(ANN, "red-hit-2"))
    await show(phone, server, told(THREE, *owing))
    pips = phone.get_by_role("region", name="Hits and draws that you owe").locator(".pips i")
    await expect(pips).to_have_count(2)
    await expect(phone.get_by_role("heading", level=1)).to_have_text("Press twice")
    await show(phone, server, told(THREE, *owing, {"do": "hit", "by": BO, "cards": 3}))
    await expect(pips).to_have_count(1)
    await expect(phone.get_by_role("heading", level=1)).to_have_text("Press once")


async def test_another_players_hit_is_not_pressed_for(phone: Page, server: PageServer) -> None:
    owing = told(THREE, RED_7, play(BO, "red-hit-2"))
    assert owing["launcher"]["hit"]["by"] == CY
    await show(phone, server, owing)
    await expect(button(phone, "Press the launcher")).to_be_disabled()


async def test_ones_hand_is_set_to_one_or_more(phone: Page, server: PageServer) -> None:
    await show(phone, server, waiting())
    await button(phone, "Menu").tap()
    await button(phone, "Correct my hand").tap()
    hand = phone.get_by_role("spinbutton", name="Cards in the hand of Bo")
    await expect(hand).to_have_attribute("min", "1")
    await hand.fill("0")
    await hand.fill("5")
    await button(phone, "Set").tap()
    assert await server.heard() == [{"do": "set", "hands": {BO: 5}}]
    await show(phone, server, waiting())


async def test_ones_own_hand_alone_is_counted_and_read_before_it_is_sent(
    phone: Page, server: PageServer
) -> None:
    out = (RED_7, sets(turn=CY, hands={CY: 1}), play(CY, "red-3"))
    await show(phone, server, told(THREE, *out))
    await button(phone, "Type the points instead").tap()
    await expect(phone.get_by_role("spinbutton")).to_have_count(1)
    points = phone.get_by_role("spinbutton", name="Points of your hand")
    await points.fill("5000")
    await expect(phone.get_by_text("7 cards count from 7 to 350 points")).to_be_visible()
    await expect(button(phone, "Send the points")).to_be_disabled()
    await points.fill("47")
    await expect(button(phone, "Send 47 points")).to_be_enabled()  # else nothing can focus it
    await points.press("Enter")  # a thumb on the keyboard has not read the button yet
    assert server.told == []
    await expect(button(phone, "Send 47 points")).to_be_focused()
    await button(phone, "Send 47 points").tap()
    assert await server.heard() == [{"do": "count", "player": BO, "points": 47}]
    counted = (*out, {"do": "count", "player": BO, "points": 47})
    await show(phone, server, told(THREE, *counted))
    await expect(phone.get_by_text("You sent 47 points.")).to_be_visible()
    await expect(phone.get_by_text("Still counting: Ann.")).to_be_visible()


async def test_a_hand_is_counted_by_tapping_its_cards(phone: Page, server: PageServer) -> None:
    out = (RED_7, sets(turn=CY, hands={CY: 1, BO: 2}), play(CY, "red-3"))
    await show(phone, server, told(THREE, *out))
    for card in ("3, 3 points", "Wild, 50 points", "3, 3 points"):
        await button(phone, card).tap()
    await button(phone, "Remove a card").tap()
    await button(phone, "Send 53 points").tap()
    assert await server.heard() == [{"do": "count", "player": BO, "points": 53}]


async def test_an_undo_is_there_for_ones_own_act(phone: Page, server: PageServer) -> None:
    mine = seat_views(THREE)["undo"].shown
    await show(phone, server, mine)
    await button(phone, "Undo").tap()
    assert await server.heard() == [{"do": "undo"}]
    await show(phone, server, undone_by(mine, CY))
    await expect(button(phone, "Undo")).to_be_disabled()


@pytest.mark.thorough
async def test_the_whole_table_is_played_on_in_open_mode(phone: Page, server: PageServer) -> None:
    await show(phone, server, told(THREE, RED_7, sets(turn=CY)))
    await button(phone, "Menu").tap()
    await button(phone, "The whole table").tap()
    await expect(phone).to_have_url(re.compile("#table$"))
    await button(phone, "Red 3").tap()
    assert await server.heard() == [{"do": "play", "by": CY, "card": "red-3"}]
    await button(phone, "More").tap()
    await button(phone, "Close").tap()
    await expect(phone.locator(".own-screen")).to_have_count(0)
    await button(phone, "More").tap()
    await button(phone, "Back to my seat").tap()
    await expect(phone.locator(".own-screen")).to_be_visible()


@pytest.mark.thorough
@pytest.mark.parametrize(
    "me",
    [BOS_ALONE, seat_of(BO, access="open", own_only=True)],
    ids=["seats", "a child's"],
)
async def test_the_whole_table_shows_a_seat_no_key_of_somebody_else(
    browser: Browser, server: PageServer, me: dict[str, Any]
) -> None:
    async with phone_of(browser, server, me) as page:
        await show(page, server, told(THREE, RED_7, sets(turn=CY)))
        await button(page, "Menu").tap()
        await button(page, "The whole table").tap()
        await expect(page.get_by_role("list", name="Players")).to_be_visible()
        await expect(page.locator(".pick:enabled")).to_have_count(0)
        await expect(button(page, "Press the launcher")).to_be_disabled()
        await button(page, "More").tap()
        for name in ("Correct something", "A player leaves", "New game"):
            await expect(button(page, name)).to_have_count(0)


@pytest.mark.thorough
async def test_who_looks_on_has_no_keys_and_is_told_how_to_sit_down(
    browser: Browser, server: PageServer
) -> None:
    async with phone_of(browser, server, SPECTATOR) as page:
        await expect(page.locator(".pick")).to_have_count(0)
        for name in ("UNO", "Catch", "Undo", "Press the launcher"):
            await expect(button(page, name)).to_have_count(0)
        await show(page, server, NO_GAME)
        await button(page, "Sit down").tap()
        await expect(page).to_have_url(re.compile("#sit$"))


@pytest.mark.thorough
async def test_a_seat_whose_name_does_not_play_looks_on(
    browser: Browser, server: PageServer
) -> None:
    async with phone_of(browser, server, seat_of("Dora")) as page:
        await expect(page.get_by_text("Dora does not play in this game")).to_be_visible()
        await show(page, server, told(("Ann", BO, "Dora"), RED_7))
        await expect(page.locator(".own-screen")).to_be_visible()


AWAY = """(hidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.mark.thorough
async def test_a_phone_that_wakes_up_takes_the_whole_table_anew(
    browser: Browser, server: PageServer
) -> None:
    async with phone_of(browser, server, BOS) as page:
        await page.evaluate(AWAY, True)
        with server.held_back():  # what is pushed reaches nobody, and no stream ends
            server.show(told(THREE, RED_7, sets(turn=CY)))
            await page.evaluate(AWAY, False)
            await settled(page, server)
            await expect(page.get_by_role("heading", level=1)).to_have_text("Cy's turn")
