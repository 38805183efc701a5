"""The page knows who its device is, and asks the referee again when that changes."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from tests.e2e.looking import settled
from tests.e2e.page_server import PageServer, device, seat, seat_of, table

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.thorough]


async def is_a(page: Page, role: str) -> None:
    """Wait until the page takes its device for that."""
    await expect(page.locator("main")).to_have_attribute("data-role", role)


async def test_a_page_asks_again_when_the_table_tells_of_its_device(
    page: Page, server: PageServer
) -> None:
    server.show(table())
    await settled(page, server)
    await is_a(page, "table")
    server.me = seat_of("Bo")
    held = {"access": "seats", "seats": [seat("Bo", 1)], "devices": [device(1, "Bo")]}
    server.show(table() | held)
    await is_a(page, "seat")
    asked = server.asked_me
    server.show(table() | held | {"devices": [*held["devices"], device(2, "Ann")]})
    await settled(page, server)
    assert server.asked_me == asked, "another phone's seat is no news about this one"
    server.me = server.me | {"role": "spectator", "device": None, "player": None}
    server.show(table() | held | {"devices": [device(2, "Ann")]})
    await is_a(page, "spectator")


async def test_who_comes_back_is_asked_for_again(page: Page, server: PageServer) -> None:
    """A backup that was restored meanwhile voids every seat."""
    server.show(table())
    await settled(page, server)
    server.leave()
    await page.locator('main[data-lost="true"]').wait_for()
    server.me = seat_of("Ann")
    server.come_back()
    await is_a(page, "seat")
