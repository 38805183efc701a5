"""The device's screen stays on where the browser allows it; elsewhere the page says what helps."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, expect

from tests.e2e.axe import Audit, wear
from tests.e2e.conftest import PATIENCE_MS, TABLET
from tests.e2e.looking import button, settled, tap_slowly
from tests.e2e.page_server import NO_GAME, PageServer, table
from tests.e2e.screenshots import THEMES

pytestmark = pytest.mark.asyncio(loop_scope="session")

LOCKS = """(() => {
  const { request } = WakeLock.prototype;
  window.locks = { asked: 0, held: new Set() };
  const show = () => { document.documentElement.dataset.locks = locks.held.size; };
  addEventListener("DOMContentLoaded", show);
  WakeLock.prototype.request = async function (kind) {
    locks.asked += 1;
    const lock = await request.call(this, kind);
    locks.held.add(lock);
    lock.addEventListener("release", () => { locks.held.delete(lock); show(); });
    show();
    return lock;
  };
})()"""
"""Counts what the browser itself gives."""


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def secure_page(browser: Browser, page_server: PageServer) -> AsyncIterator[Page]:
    """The page as this machine's own screen meets it: ``localhost`` is a secure context."""
    context = await browser.new_context(viewport=TABLET, reduced_motion="reduce")
    # a browser with windows allows it by itself, and playwright's headless one does not
    await context.grant_permissions(["screen-wake-lock"])
    page = await context.new_page()
    await tap_slowly(page)
    await page.add_init_script(LOCKS)
    await page.goto(f"http://localhost:{page_server.port}/", timeout=PATIENCE_MS)
    yield page
    await context.close()


@pytest_asyncio.fixture(loop_scope="session")
async def secure(secure_page: Page, server: PageServer) -> AsyncIterator[Page]:
    await settled(secure_page, server)
    yield secure_page
    await secure_page.evaluate("localStorage.clear()")
    await secure_page.reload()


async def is_held(page: Page, held: bool) -> None:
    await expect(page.locator("html")).to_have_attribute("data-locks", str(int(held)))


def switch(page: Page) -> Locator:
    return page.get_by_role("switch", name="Keep this screen on")


@pytest.mark.thorough
async def test_a_table_screen_stays_on_while_a_game_is_on(secure: Page, server: PageServer) -> None:
    server.show(table())
    await is_held(secure, True)  # otherwise a request could still be under way
    server.show(NO_GAME)
    await is_held(secure, False)
    await secure.evaluate("locks.asked = 0")
    server.show(table())
    await is_held(secure, True)
    server.show(table(turn="Cy"))
    await settled(secure, server)
    assert await secure.evaluate("locks.asked") == 1, "it is held once for the whole game"
    server.show(table(phase="game_over", winner="Ann"))
    await is_held(secure, False)


@pytest.mark.thorough
async def test_the_switch_is_heeded_and_remembered(secure: Page, server: PageServer) -> None:
    server.show(table())
    await is_held(secure, True)
    await button(secure, "More").click()
    await expect(switch(secure)).to_be_checked()
    await switch(secure).click()
    await is_held(secure, False)
    await secure.reload()
    await settled(secure, server)
    await expect(switch(secure)).not_to_be_checked()
    await is_held(secure, False)
    await switch(secure).click()
    await is_held(secure, True)
    await button(secure, "Close").click()


@pytest.mark.thorough
async def test_axe_finds_nothing_wrong_with_the_switch(secure: Page, server: PageServer) -> None:
    server.show(table())
    await button(secure, "More").click()
    await expect(switch(secure)).to_be_visible()
    for theme in THEMES:
        await wear(secure, theme)
        assert await Audit(everything=True).violations(secure) == []
    await wear(secure, "light")
    await button(secure, "Close").click()


@pytest.mark.thorough
async def test_over_plain_http_the_page_says_what_helps(page: Page, server: PageServer) -> None:
    server.show(table())
    await settled(page, server)
    await button(page, "More").click()
    await expect(page.get_by_text("in this device's settings")).to_have_text(
        "This page was opened over plain HTTP, so it cannot keep the screen on. Choose in this "
        "device's settings that the screen stays on for longer."
    )
    await expect(switch(page)).to_have_count(0)
    await button(page, "Close").click()


@pytest.mark.thorough
async def test_the_page_fills_the_screen_and_leaves_it_again(
    secure: Page, server: PageServer
) -> None:
    server.show(table())
    await button(secure, "More").click()
    await button(secure, "Full screen").click()
    await button(secure, "Leave full screen").click()
    await expect(button(secure, "Full screen")).to_be_visible()
    await button(secure, "Close").click()


@pytest.mark.thorough
async def test_on_a_kiosk_nothing_offers_more_than_the_whole_screen(
    secure: Page, server: PageServer
) -> None:
    """As Chromium's --kiosk says of itself."""
    await secure.evaluate("""() => {
      const { matchMedia } = window;
      const full = "(display-mode: fullscreen)";
      window.matchMedia = (asked) => (asked === full ? { matches: true } : matchMedia(asked));
    }""")
    server.show(table())
    await settled(secure, server)
    await button(secure, "More").click()
    await expect(button(secure, "Past games")).to_be_visible()
    await expect(button(secure, "Full screen")).to_have_count(0)
    await button(secure, "Show on a TV").click()
    await expect(secure.get_by_text("Red", exact=True)).to_be_visible()
    await expect(secure.get_by_text("for full screen")).to_have_count(0)
    await secure.keyboard.press("Escape")
