"""Several tabs of one browser, which has six connections for all of them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import Browser, Locator, Page

from tests.e2e.conftest import PATIENCE_MS, TABLET
from tests.e2e.looking import HOST, button, settled, tap_slowly
from tests.e2e.page_server import PLAYS, PageServer, serving, table
from tests.e2e.phones import until

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.thorough]

CONNECTIONS = 6
HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@asynccontextmanager
async def tabs(browser: Browser) -> AsyncIterator[tuple[PageServer, Callable[[], Awaitable[Page]]]]:
    """A server of its own, which counts no streams of other tests' pages, and what opens a tab."""
    async with serving() as server, await browser.new_context(viewport=TABLET) as context:
        context.set_default_timeout(PATIENCE_MS)
        await tap_slowly(context)
        server.show(table(legal=PLAYS))

        async def open_tab() -> Page:
            page = await context.new_page()
            await page.goto(f"http://{HOST}:{server.port}/")
            await settled(page, server)
            return page

        yield server, open_tab


def sound(page: Page) -> Locator:
    return page.get_by_role("switch", name="Sound")


@pytest.mark.parametrize("sounds", [False, True], ids=["quiet", "sounding"])
async def test_of_many_tabs_the_one_that_is_looked_at_is_heard_at_once(
    browser: Browser, sounds: bool
) -> None:
    async with tabs(browser) as (server, open_tab):
        pages: list[Page] = []
        for _ in range(CONNECTIONS + 1):
            if pages:
                await pages[-1].evaluate(HIDE, True)
                await until(lambda: server.listening == 0 or sounds, "a hidden tab rests")
            pages.append(await open_tab())
            await until(lambda: server.listening == 1, "one tab has a stream")
            if sounds and len(pages) == 1:
                await sound(pages[0]).click()
        before, last = pages[-2:]
        await button(last, "Red 1").click()
        assert [body["card"] for body in await server.heard()] == ["red-1"]

        opened = server.opened
        await last.evaluate(HIDE, True)
        server.show(table(legal=PLAYS))
        if sounds:
            await settled(last, server)
        else:
            await until(lambda: server.listening == 0, "the last tab rests, too")
        assert server.opened == opened, "it sounds on with the stream that it has"
        await last.goto("about:blank")
        if not sounds:
            await before.evaluate(HIDE, False)
        await until(lambda: server.opened > opened, "the tab before takes over")
        await settled(before, server)
        await until(lambda: server.listening == 1, "no other does")
        assert sounds or server.opened == opened + 1, "tabs that do not sound take over nothing"


async def test_a_sound_that_is_switched_in_one_tab_is_heard_of_in_the_others(
    browser: Browser,
) -> None:
    async with tabs(browser) as (server, open_tab):
        hidden = await open_tab()
        await sound(hidden).click()
        await hidden.evaluate(HIDE, True)
        shown = await open_tab()
        await until(lambda: server.listening == 1, "the hidden tab rests")
        opened = server.opened
        await sound(shown).click()
        await until(lambda: server.opened == opened + 1, "the hidden tab takes over")
        await sound(shown).click()
        await until(lambda: server.listening == 1, "it rests again")
        await sound(shown).click()
        await until(lambda: server.opened == opened + 2, "it takes over again")
        server.show(table(legal=PLAYS))
        await settled(hidden, server)
