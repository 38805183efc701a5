"""The turn clock on a table screen, a TV and a phone: seen quietly, heard once at its end."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Page, expect

from tests.e2e.conftest import PATIENCE_MS, TABLET
from tests.e2e.looking import HOST, settled
from tests.e2e.page_server import JSON, PageServer, seat_of, table
from tests.e2e.senses import EARS

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.thorough]

GONG = "110 Hz"
LIMIT_S = 30
UP = "Bo, your time is up."


def clock(left_ms: int, *, runs: bool = True) -> JSON:
    """A table that waits for Bo."""
    elapsed_ms = 1000 * LIMIT_S - left_ms
    shown = {"player": "Bo", "limit_s": LIMIT_S, "elapsed_ms": elapsed_ms, "runs": runs}
    return table() | {"clock": shown}


async def test_the_seconds_run_down_unheard_and_the_end_is_heard_once(
    browser: Browser, server: PageServer
) -> None:
    page = await browser.new_page(viewport=TABLET, reduced_motion="reduce")
    page.set_default_timeout(PATIENCE_MS)
    await page.add_init_script(EARS)
    server.show(clock(1400))
    await page.goto(f"http://{HOST}:{server.port}/")
    await settled(page, server)
    await page.get_by_role("switch", name="Sound").click()
    shown = page.locator(".clock")
    await expect(shown).to_have_text("0 s")  # the page has counted by itself
    await expect(shown).to_have_attribute("aria-hidden", "true")
    await expect(page.get_by_role("status").filter(has_text=UP)).to_have_count(0)
    assert await page.evaluate("sounds") == []
    for _ in range(2):
        server.show(clock(0))
        await settled(page, server)
    await expect(page.get_by_role("status").filter(has_text=UP)).to_have_count(1)
    assert (await page.evaluate("sounds")).count(GONG) == 1
    server.show(table())
    await expect(shown).to_have_count(0)
    await expect(page.get_by_text(UP)).to_have_count(0)
    await page.close()


async def test_a_clock_that_stands_still_is_seen_on_a_tv(
    still_tv: Page, server: PageServer
) -> None:
    server.show(clock(26_000, runs=False))
    await settled(still_tv, server)
    await expect(still_tv.locator(".tv-sub .clock")).to_have_text("26 s")


async def test_a_seats_phone_shows_the_clock_of_whoever_is_waited_for(
    page: Page, server: PageServer
) -> None:
    for player in ("Bo", "Ann"):
        server.me = seat_of(player)
        server.show(clock(26_000, runs=False) | {"access": "seats"})
        await page.reload()
        await settled(page, server)
        await expect(page.locator(".own-head .clock")).to_have_text("26 s")
