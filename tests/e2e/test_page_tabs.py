"""Several tabs of one browser, which has six connections for all of them."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Page

from tests.e2e.conftest import PATIENCE_MS, TABLET
from tests.e2e.looking import HOST, button, settled, tap_slowly
from tests.e2e.page_server import PLAYS, serving, table
from tests.e2e.phones import until

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.thorough]

CONNECTIONS = 6
HIDE = """() => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.mark.parametrize("sounds", [False, True], ids=["quiet", "sounding"])
async def test_of_many_tabs_the_one_that_is_looked_at_is_heard_at_once(
    browser: Browser, sounds: bool
) -> None:
    # a server of its own counts no streams of other tests' pages
    async with serving() as server, await browser.new_context(viewport=TABLET) as context:
        context.set_default_timeout(PATIENCE_MS)
        await tap_slowly(context)
        server.show(table(legal=PLAYS))
        page: Page | None = None
        for _ in range(CONNECTIONS + 1):
            before, page = page, await context.new_page()
            if before:
                await before.evaluate(HIDE)
                await until(lambda: server.listening == 0 or sounds, "a hidden tab rests")
            await page.goto(f"http://{HOST}:{server.port}/")
            await settled(page, server)
            await until(lambda: server.listening == 1, "one tab has a stream")
            if sounds and before is None:
                await page.get_by_role("switch", name="Sound").click()
        assert page is not None
        await button(page, "Red 1").click()
        assert [body["card"] for body in await server.heard()] == ["red-1"]
        await page.evaluate(HIDE)
        await until(lambda: server.listening == sounds, "the last tab sounds on, if any")
        await page.goto("about:blank")
        await until(lambda: server.listening == sounds, "the tab before takes over")
