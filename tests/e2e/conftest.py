"""A real browser, and a page in it that looks at canned tables."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, Error, Page, ViewportSize, expect

from tests.e2e.evening import Evening
from tests.e2e.layout import larger_text, set_text
from tests.e2e.looking import HOST, chromium, settled, tap_slowly
from tests.e2e.page_server import PageServer, serving
from tests.e2e.told import RED_7, told
from tests.e2e.tv_views import FLOWN, switch_on
from tests.e2e.views import THREE
from tests.processes import PATIENCE_S

PATIENCE_MS = PATIENCE_S * 1000
"""With a page, on a busy machine; a page that works answers at once."""
expect.set_options(timeout=PATIENCE_MS)
TABLET: ViewportSize = {"width": 1024, "height": 768}
SMALLEST_TV: ViewportSize = {"width": 1280, "height": 720}


@pytest_asyncio.fixture(loop_scope="session", scope="session")
async def browser() -> AsyncIterator[Browser]:
    """One headless Chromium; tests that use it run in the session's loop."""
    async with chromium() as one:
        yield one


@pytest_asyncio.fixture(loop_scope="session", scope="session")
async def page_server() -> AsyncIterator[PageServer]:
    """The canned referee, for all tests; take ``server``."""
    async with serving() as pages:
        yield pages


@pytest_asyncio.fixture(loop_scope="session")
async def server(page_server: PageServer) -> PageServer:
    """The canned referee, with nothing told yet."""
    page_server.reset()
    return page_server


@pytest_asyncio.fixture(loop_scope="session", scope="session")
async def tablet(browser: Browser) -> AsyncIterator[BrowserContext]:
    """A tablet on which people tap slowly; its pages share what they have loaded."""
    context = await browser.new_context(viewport=TABLET, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE_MS)
    await tap_slowly(context)
    yield context
    await context.close()


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def page_of_file(tablet: BrowserContext, page_server: PageServer) -> AsyncIterator[Page]:
    """The page, loaded once for the tests of a file; take ``page``."""
    page_server.reset()
    page = await tablet.new_page()
    await page.goto(f"http://{HOST}:{page_server.port}/", timeout=PATIENCE_MS)
    yield page
    await page.evaluate("localStorage.clear()")
    await page.close()


@pytest_asyncio.fixture(loop_scope="session")
async def page(page_of_file: Page, server: PageServer) -> AsyncIterator[Page]:
    """The page, showing what the server shows; an error in its code fails the test."""
    errors: list[str] = []

    def note(error: Error) -> None:
        errors.append(str(error))

    page_of_file.on("pageerror", note)
    await settled(page_of_file, server)
    if await page_of_file.locator('main:not([data-role="table"]), .refusal').count():
        await page_of_file.reload()  # it is another device, or still tells something
        await settled(page_of_file, server)
    yield page_of_file
    page_of_file.remove_listener("pageerror", note)
    assert errors == []


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def tv_of_file(browser: Browser, page_server: PageServer) -> AsyncIterator[Page]:
    """A TV, switched on once for the tests of a file that only look at it; take ``still_tv``."""
    page_server.reset()
    page = await browser.new_page(viewport=SMALLEST_TV, reduced_motion="reduce")
    page.set_default_timeout(PATIENCE_MS)
    await switch_on(page, page_server)
    yield page
    await page.close()


@pytest_asyncio.fixture(loop_scope="session")
async def still_tv(tv_of_file: Page, server: PageServer) -> AsyncIterator[Page]:
    """A TV of the smallest size, which gets back its size and its text."""
    yield tv_of_file
    text = await larger_text(tv_of_file)
    await set_text(text, 100)
    await text.detach()
    await tv_of_file.set_viewport_size(SMALLEST_TV)


@pytest_asyncio.fixture(loop_scope="session", scope="session")
async def tv_context(browser: Browser) -> AsyncIterator[BrowserContext]:
    """A TV whose pages share what they have loaded; take ``tv``."""
    context = await browser.new_context(viewport=SMALLEST_TV)
    yield context
    await context.close()


@pytest_asyncio.fixture(loop_scope="session")
async def tv(tv_context: BrowserContext, server: PageServer) -> AsyncIterator[Page]:
    """A TV, whose motion nobody minds."""
    page = await tv_context.new_page()
    await page.add_init_script(FLOWN)
    server.show(told(THREE, RED_7))
    await switch_on(page, server)
    await settled(page, server)
    yield page
    await page.evaluate("localStorage.clear()")
    await page.close()


@pytest_asyncio.fixture(loop_scope="session")
async def evening(tmp_path: Path, browser: Browser) -> AsyncIterator[Evening]:
    """A launcher, a referee, and a tablet that shows its page."""
    async with _evening(tmp_path, browser) as whole:
        yield whole


@pytest_asyncio.fixture(loop_scope="session")
async def unhurried(tmp_path: Path, browser: Browser) -> AsyncIterator[Evening]:
    """The same, where the button rests between hits."""
    async with _evening(tmp_path, browser, breath=True) as whole:
        yield whole


@asynccontextmanager
async def _evening(folder: Path, browser: Browser, breath: bool = False) -> AsyncIterator[Evening]:
    page = await browser.new_page(viewport=TABLET, reduced_motion="reduce")
    await tap_slowly(page)
    page.set_default_timeout(PATIENCE_S * 1000)
    whole = Evening(folder, page, breath)
    try:
        await whole.open()
        yield whole
        await page.close()
    finally:
        whole.end()
