"""Codes that bring a phone to the table: its own Wi-Fi, where it has one, and its address."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from controller.base.config import AccessPoint
from controller.network.way_in import WayIn
from tests.e2e.looking import button, settled
from tests.e2e.page_server import NO_GAME, PageServer, table, way_in
from tests.worlds.evening import OWN_WIFI

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.thorough]

OPEN = "Connect a phone"
FETCHED = "() => [...document.querySelectorAll('.join img')].every((one) => one.complete)"
DRAWN = "(images) => images.map((one) => one.naturalWidth > 0)"


async def drawn(page: Page) -> list[bool]:
    """Whether each code on the page is a picture that the browser could draw."""
    await page.wait_for_function(FETCHED)
    found: list[bool] = await page.locator(".join img").evaluate_all(DRAWN)
    return found


async def test_a_table_with_its_own_wifi_shows_both_codes_in_their_order(
    page: Page, server: PageServer
) -> None:
    server.found |= way_in(OWN_WIFI)
    server.show(table())
    await settled(page, server)
    await button(page, "More").click()
    await button(page, OPEN).click()
    await expect(page.locator(".join li")).to_have_count(3)
    steps = await page.locator(".join li").all_inner_texts()
    assert "Wi-Fi Rollerdeck, password deal me in" in steps[0]
    assert "say who you are" in steps[1]
    assert "http://10.42.0.1" in steps[2]
    assert await drawn(page) == [True, True]
    await button(page, "Back to the table").click()
    await expect(page.locator(".table-screen")).to_be_visible()


async def test_a_password_that_the_configuration_keeps_is_to_be_asked_for(
    page: Page, server: PageServer
) -> None:
    server.found |= way_in(WayIn("0.0.0.0", 80, AccessPoint("Rollerdeck", "deal me in")))
    server.show(NO_GAME)
    await settled(page, server)
    await button(page, OPEN).click()
    await expect(page.locator(".join li")).to_have_count(3)
    first = page.locator(".join li").first
    await expect(first).to_contain_text("Wi-Fi Rollerdeck")
    ask = "Ask the person who set up the table for the Wi-Fi password."
    await expect(first).to_contain_text(ask)
    assert await drawn(page) == [True]
    await button(page, "Back to the table").click()


async def test_in_somebody_elses_network_no_wifi_is_shown(page: Page, server: PageServer) -> None:
    server.found |= way_in(WayIn("192.168.1.20", 8080, AccessPoint()))
    server.show(NO_GAME)
    await settled(page, server)
    await button(page, OPEN).click()
    await expect(page.locator(".join li")).to_have_count(2)
    await expect(page.locator(".join li").last).to_contain_text("http://192.168.1.20:8080")
    assert await drawn(page) == [True]
    await button(page, "Back to the table").click()


async def test_a_machine_without_any_network_says_so(page: Page, server: PageServer) -> None:
    server.found["/api/join"] = {"address": None, "wifi": None}
    server.show(NO_GAME)
    await settled(page, server)
    await button(page, OPEN).click()
    await expect(page.locator(".join")).to_contain_text("not connected to a network")
    await button(page, "Back to the table").click()


async def test_a_referee_that_does_not_answer_can_be_asked_again(
    page: Page, server: PageServer
) -> None:
    server.show(NO_GAME)
    await settled(page, server)
    await button(page, OPEN).click()
    again = button(page, "Try again")
    await again.wait_for()  # only then does the referee answer
    server.found |= way_in(OWN_WIFI)
    await again.click()
    await expect(page.locator(".join li")).to_have_count(3)
    await button(page, "Back to the table").click()
