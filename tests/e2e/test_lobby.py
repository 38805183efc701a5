"""Before a game: phones scan the table's code, say who they are, and are on the list."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from tests.e2e.conftest import TABLET
from tests.e2e.evening import Evening
from tests.e2e.looking import button, tap_slowly
from tests.e2e.test_pairing import PHONE, WHO

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.thorough]


@pytest_asyncio.fixture(loop_scope="session")
async def evening(tmp_path: Path, browser: Browser) -> AsyncIterator[Evening]:
    page = await (await browser.new_context(viewport=TABLET, reduced_motion="reduce")).new_page()
    await tap_slowly(page)
    evening = Evening(tmp_path, page)
    try:
        await evening.open()
        yield evening
        await page.context.close()
    finally:
        evening.end()


async def scanned(browser: Browser, evening: Evening, code: str) -> Page:
    """A phone that has scanned the table's code."""
    phone = await (await browser.new_context(**PHONE)).new_page()
    await tap_slowly(phone)
    await phone.goto(f"{evening.address}/seat#{code}")
    await expect(phone.get_by_role("heading", name="Who are you?")).to_be_visible()
    return phone


async def test_from_the_scan_a_name_and_a_tap_lead_to_a_seat_and_into_the_game(
    browser: Browser, evening: Evening
) -> None:
    table = evening.page
    await button(table, "Connect a phone").click()
    letters = table.locator(".join .letters")
    await expect(letters).to_be_visible()
    code = await letters.inner_text()
    phones = [await scanned(browser, evening, code) for _ in range(3)]
    for phone, player in zip(phones[:2], ("Ann", "Bo"), strict=True):
        await phone.reload()  # it asks for the name again
        await phone.get_by_label("Your name").fill(player)
        await button(phone, "Sit down").tap()
        await expect(phone.get_by_role("heading", name=f"You are {player}")).to_be_visible()
        welcome = phone.get_by_role("alert").filter(has_text=f"Welcome, {player}!")
        await expect(welcome).to_have_attribute("data-done", "true")
    await phones[2].get_by_label("Your name").fill("Bo")
    await button(phones[2], "Sit down").tap()
    await expect(phones[2].get_by_role("alert")).to_contain_text("Bo has a phone already")
    await button(table, "Back to the table").click()
    names = table.locator(".seat-row input")
    await expect(names).to_have_count(2)
    assert [await name.input_value() for name in await names.all()] == ["Ann", "Bo"]
    await names.nth(1).fill("Bob")  # from now on the list is the host's
    await phones[2].get_by_label("Your name").fill("Cy")
    await button(phones[2], "Sit down").tap()
    await button(table, "Add Cy").click()
    await names.nth(1).fill("Bo")
    await button(table, "Start the game").click()
    for phone, player in zip(phones, ("Ann", "Bo", "Cy"), strict=True):
        await expect(phone.locator('main[data-role="seat"]')).to_have_count(1)
        await expect(phone.locator(".pairing")).to_have_count(0)
        assert (await phone.evaluate(WHO))["player"] == player
        await phone.context.close()
    assert (await evening.table())["game"]["players"] == ["Ann", "Bo", "Cy"]
