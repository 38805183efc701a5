"""A seat's own turn with one key: a light moves over what can be activated, Space takes it."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from tests.e2e.conftest import PATIENCE_MS
from tests.e2e.looking import button
from tests.e2e.phones import Phones, phones

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.thorough]

INTERVAL_MS = 2000
LIT = """[...document.querySelectorAll("[data-scanned]")].map((key) =>
    (key.ariaLabel ?? key.textContent).replace(/\\s+/g, " ").trim())"""
MOST_STEPS = 60


async def scan_to(table: Phones, page: Page, name: str) -> int:
    """Press the key whenever the light is where that name is, until it is activated.

    Returns how often the key was pressed.
    """
    presses = 0
    async with table.paused():
        for _ in range(MOST_STEPS):
            lit = await page.evaluate(LIT)
            if name in lit:
                await page.keyboard.press("Space")
                presses += 1
                if lit == [name]:
                    break
            else:
                await page.clock.run_for(INTERVAL_MS)
        else:
            raise AssertionError(f"the light never comes to {name}")
    await table.settled()
    return presses


LIT_ALONE = """key => key.matches("[data-scanned]")
    ? document.querySelectorAll("[data-scanned]").length === 1 : null"""


async def take(page: Page, key: Locator) -> None:
    """Press the switch whenever the light is there, until it alone is taken; time is paused."""
    for _ in range(MOST_STEPS):
        alone = await key.evaluate(LIT_ALONE)
        if alone is None:
            await page.clock.run_for(INTERVAL_MS)
        else:
            await page.keyboard.press("Space")
            if alone:
                return
    raise AssertionError(f"the light never comes to {key}")


async def fill(page: Page, field: Locator, *keys: str) -> None:
    """Fill a field by keys alone."""
    await take(page, field)
    for key in keys:
        await take(page, page.get_by_role("dialog").get_by_role("button", name=key, exact=True))


async def own_turn(table: Phones) -> Page:
    """Bo's phone, which scans, in Bo's turn."""
    await table.begin(hands={"Ann": 4, "Bo": 3, "Cy": 4})
    bo = await table.sit("Bo")
    await button(bo.page, "Menu").tap()
    await button(bo.page, "every 2 seconds").tap()
    await expect(button(bo.page, "every 2 seconds")).to_have_attribute("aria-pressed", "true")
    await button(bo.page, "Close").tap()
    await table.settled()
    return bo.page


async def test_a_turn_and_a_call_of_uno_take_one_key(tmp_path: Path, browser: Browser) -> None:
    async with phones(tmp_path, browser, access="seats", breath_s=0.0) as table:
        page = await own_turn(table)
        assert await scan_to(table, page, "Red 3") == 2
        assert table.said("play") == 1
        await table.say(do="play", by="Cy", card="red-4")
        await table.say(do="play", by="Ann", card="red-6")
        await table.settled()
        await scan_to(table, page, "UNO")
        await scan_to(table, page, "Wild, call green")
        assert [table.said("uno"), table.said("play")] == [1, 4]
        state = table.evening.state
        assert (state["color"], state["hands"]["Bo"]) == ("green", 1)


async def test_a_device_that_was_told_nothing_does_not_scan(
    tmp_path: Path, browser: Browser
) -> None:
    async with phones(tmp_path, browser, access="seats", breath_s=0.0) as table:
        await table.begin()
        bo = await table.sit("Bo")
        await bo.page.clock.run_for(20 * INTERVAL_MS)
        assert await bo.page.evaluate(LIT) == []


async def test_the_choice_stays_and_ends_with_off(tmp_path: Path, browser: Browser) -> None:
    async with phones(tmp_path, browser, access="seats", breath_s=0.0) as table:
        page = await own_turn(table)
        await page.reload()
        await table.settled()
        await page.clock.run_for(INTERVAL_MS)
        assert await page.evaluate(LIT)
        await button(page, "Menu").tap()
        await button(page, "off").tap()
        await page.clock.run_for(20 * INTERVAL_MS)
        assert await page.evaluate(LIT) == []


@pytest.mark.parametrize("key", ["Space", "Enter"])
async def test_a_key_that_is_held_is_pressed_once(
    tmp_path: Path, browser: Browser, key: str
) -> None:
    async with phones(tmp_path, browser, access="seats", breath_s=0.0) as table:
        page = await own_turn(table)
        async with table.paused():
            for _ in range(MOST_STEPS):
                await page.clock.run_for(INTERVAL_MS)
                lit = await page.evaluate(LIT)
                if "Red 3" in lit and len(lit) > 1:
                    break
            else:
                raise AssertionError("the light never comes to the cards")
            for _ in range(3):  # as a keyboard repeats it
                await page.keyboard.down(key)
            await page.keyboard.up(key)
            assert len(await page.evaluate(LIT)) == 1
        await table.settled()
        assert table.said("play") == 0


async def scanning_set_up(table: Phones) -> Page:
    """The set-up on a device that scans."""
    page = (await table.open()).page
    await page.evaluate("localStorage.rollerdeck = JSON.stringify({ scan: 2 })")
    await page.reload()
    await page.locator("main[data-settled] .setup").wait_for(timeout=PATIENCE_MS)
    for _ in range(MOST_STEPS):  # until it scans, it looks at nobody's keys
        await page.clock.run_for(INTERVAL_MS)
        if await page.evaluate(LIT):
            return page
    raise AssertionError("there is no light")


async def test_who_types_is_not_disturbed(tmp_path: Path, browser: Browser) -> None:
    async with phones(tmp_path, browser) as table:
        page = await scanning_set_up(table)
        name = page.locator(".setup input:not([type=radio])").first
        await name.tap()
        await page.keyboard.type("An")
        await page.clock.run_for(5 * INTERVAL_MS)
        await page.keyboard.type(" n")
        await expect(name).to_have_value("An n")


async def test_choices_of_the_set_up_take_one_key(tmp_path: Path, browser: Browser) -> None:
    async with phones(tmp_path, browser) as table:
        page = await scanning_set_up(table)
        choices = page.locator(".dealer input")
        for _ in range(MOST_STEPS):
            await page.clock.run_for(INTERVAL_MS)
            if await choices.first.get_attribute("data-scanned") is not None:
                break
        await page.keyboard.press("Space")
        await page.clock.run_for(INTERVAL_MS)
        await page.keyboard.press("Space")
        await expect(choices.nth(1)).to_be_checked()


async def test_a_whole_set_up_takes_one_key(tmp_path: Path, browser: Browser) -> None:
    async with phones(tmp_path, browser) as table:
        page = await scanning_set_up(table)
        async with table.paused():
            if not await page.locator(".edition-fold[open]").count():
                await take(page, page.locator(".edition-fold > summary"))
            await take(page, page.get_by_role("radio", name="Extreme"))
            await fill(page, page.get_by_label("Player 1", exact=True), "A", "N", "N", "Close")
            await fill(
                page, page.get_by_label("Player 2", exact=True), "C", "delete", "B", "O", "Close"
            )
            await take(page, page.get_by_role("radio", name="Bo"))
            await take(page, page.locator(".rules > summary"))
            target = page.get_by_label("Target score")
            await fill(page, target, "\N{MINUS SIGN}100", "\N{MINUS SIGN}100", "+10", "Close")
            await take(page, page.locator(".options > summary"))
            await fill(
                page, page.get_by_label("A player who does not play hits"), "until cards come"
            )
            await take(page, button(page, "Start the game"))
        await table.settled()
        game = (await table.api.get("/api/table")).json()["game"]
        assert (game["edition"], game["players"], game["dealer"]) == (
            "extreme",
            ["Ann", "Bo"],
            "Bo",
        )
        assert (game["target"], game["options"]) == (310, {"own_hits": "until_cards"})


async def scanning_the_count(table: Phones) -> Page:
    """A device that scans, where the hands of Ann and Cy are to be counted."""
    page = await scanning_set_up(table)
    await table.begin(hands={"Ann": 2, "Bo": 1, "Cy": 1})
    await table.say(do="play", by="Bo", card="red-3")
    await table.settled()
    return page


async def test_hands_are_counted_with_one_key(tmp_path: Path, browser: Browser) -> None:
    async with phones(tmp_path, browser) as table:
        page = await scanning_the_count(table)
        async with table.paused():
            await fill(
                page, page.get_by_label("Points of Ann", exact=True), "+10", "+1", "+1", "Close"
            )
            await take(page, button(page, "Count the points of Ann"))
        await table.settled()
        async with table.paused():
            await take(page, button(page, "Tap the cards of Cy"))
            await take(page, button(page, "Skip, 20 points"))
            await take(page, button(page, "Count the cards of Cy"))
        await table.settled()
        assert table.evening.state["scores"]["Bo"] == 32


async def test_a_field_that_is_gone_is_filled_no_more(tmp_path: Path, browser: Browser) -> None:
    async with phones(tmp_path, browser) as table:
        page = await scanning_the_count(table)
        async with table.paused():
            await fill(page, page.get_by_label("Points of Ann", exact=True), "+10")
        await table.say(do="count", player="Ann", points=4)
        await table.settled()
        await page.clock.run_for(INTERVAL_MS)
        await expect(page.get_by_role("dialog")).to_have_count(0)


async def test_one_switch_can_begin_an_evening(page: Page) -> None:
    """By the browser's own timers, which a clock of tests is kinder than."""
    group = page.get_by_role("group", name="Scan with one key")
    await group.get_by_role("button", name="every 2 seconds").click()
    await expect(page.locator("[data-scanned]").first).to_be_visible()
    await group.get_by_role("button", name="off").click()
    await expect(page.locator("[data-scanned]")).to_have_count(0)
