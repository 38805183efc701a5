"""A real browser, and a page in it that looks at canned tables."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest_asyncio
from playwright.async_api import Browser, Error, Page, ViewportSize, expect

from tests.e2e.evening import Evening
from tests.e2e.layout import larger_text, set_text
from tests.e2e.looking import HOST, Kept, button, chromium, seen, tap_slowly
from tests.e2e.page_server import PageServer, serving, table
from tests.e2e.told import RED_7, told
from tests.e2e.tv_views import FLOWN, switch_on
from tests.e2e.views import THREE
from tests.processes import PATIENCE_S

PATIENCE_MS = 20_000
"""With a page, on a busy machine; a page that works answers at once."""
expect.set_options(timeout=PATIENCE_MS)
LOADING_MS = 30000
"""The first page of a new browser, on a busy machine."""
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
async def kept_page(browser: Browser, page_server: PageServer) -> AsyncIterator[Kept]:
    """The page, loaded once for all tests; take ``page``."""

    async def opened() -> Page:
        page = await browser.new_page(viewport=TABLET, reduced_motion="reduce")
        await tap_slowly(page)
        page.set_default_timeout(PATIENCE_MS)
        await page.goto(f"http://{HOST}:{page_server.port}/", timeout=LOADING_MS)
        return page

    kept = Kept(opened)
    yield kept
    await kept.close()


@pytest_asyncio.fixture(loop_scope="session")
async def page(kept_page: Kept, server: PageServer) -> AsyncIterator[Page]:
    """The page, showing what the server shows; an error in its code fails the test."""
    open_page = await kept_page.page()
    wrong: list[str] = []

    def note(error: Error) -> None:
        wrong.append(str(error))

    open_page.on("pageerror", note)
    await seen(open_page, server)
    seat_before = await open_page.locator('main:not([data-role="table"])').count()
    if seat_before:
        await open_page.reload()
        await seen(open_page, server)
    if await open_page.locator(
        ".refusal"
    ).count():  # of the test before, also that its question is over
        shown = server.table
        server.show(table())
        await seen(open_page, server)
        read = button(open_page, "All right")
        if await read.is_visible():  # else it went with its question
            await read.click()
        server.show(shown)
        await seen(open_page, server)
    yield open_page
    open_page.remove_listener("pageerror", note)
    assert wrong == []


@pytest_asyncio.fixture(loop_scope="session", scope="session")
async def kept_tv(browser: Browser, page_server: PageServer) -> AsyncIterator[Kept]:
    """A TV, switched on once for all tests that only look at it; take ``still_tv``."""

    async def opened() -> Page:
        page = await browser.new_page(viewport=SMALLEST_TV, reduced_motion="reduce")
        page.set_default_timeout(PATIENCE_MS)
        await switch_on(page, page_server)
        return page

    kept = Kept(opened)
    yield kept
    await kept.close()


@pytest_asyncio.fixture(loop_scope="session")
async def still_tv(kept_tv: Kept, server: PageServer) -> AsyncIterator[Page]:
    """A TV of the smallest size, which gets back its size and its text."""
    open_tv = await kept_tv.page()
    yield open_tv
    text = await larger_text(open_tv)
    await set_text(text, 100)
    await text.detach()
    await open_tv.set_viewport_size(SMALLEST_TV)


@pytest_asyncio.fixture(loop_scope="session")
async def tv(browser: Browser, server: PageServer) -> AsyncIterator[Page]:
    """A TV, whose motion nobody minds."""
    page = await browser.new_page(viewport=SMALLEST_TV)
    await page.add_init_script(FLOWN)
    server.show(told(THREE, RED_7))
    await switch_on(page, server)
    await seen(page, server)
    yield page
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
