"""What every test of the page does: find it, wait until it shows something, name a button."""

from __future__ import annotations

import asyncio
import logging
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

from playwright.async_api import (
    Browser,
    Error,
    Locator,
    Page,
    Route,
    TimeoutError,
    async_playwright,
    expect,
)

from tests.e2e.page_server import PageServer
from tests.need import need_program

log = logging.getLogger(__name__)

HOST = "rollerdeck.test"
"""Phones meet the page on a name that is not localhost, so without a secure context."""
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--host-resolver-rules=MAP {HOST} 127.0.0.1",
)


BROWSERS = ("chromium-headless-shell", "chromium")
"""The first is the second without its windows, and takes three quarters of the processor's time."""

PLAIN_PX = 16
"""The text size that browsers begin with."""


@asynccontextmanager
async def chromium(text_pct: int = 100) -> AsyncIterator[Browser]:
    """The system's Chromium, headless; without one a test skips (see ``need_program``).

    ``text_pct``: the size of text that somebody set in it. Unlike a size that is set later, it
    stays when a picture is taken.
    """
    found = next(filter(shutil.which, BROWSERS), BROWSERS[-1])
    path = need_program(found, f"install the package `{BROWSERS[0]}` or `{BROWSERS[1]}`")
    large = f"--blink-settings=defaultFontSize={PLAIN_PX * text_pct // 100}"
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=[*QUIET, large])
        yield browser
        await browser.close()


STATE = """() => Promise.race([
  new Promise((done) => requestAnimationFrame(() => done("draws frames"))),
  new Promise((done) => setTimeout(() => done("draws no frames"), 2000)),
]).then((frames) => {
  const { told, lost } = document.querySelector("main")?.dataset ?? {};
  return `it ${frames}, is ${document.visibilityState}, shows table ${told}, lost: ${lost}`;
})"""


NEXT_FRAME = """() => Promise.race([
  new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(true)))),
  new Promise((done) => setTimeout(() => done(false), 2000)),
])"""
TRIES = 3
LOOKS_S = 3.0
"""A page that is kept is asked so often whether it is drawn."""


async def draws(page: Page) -> bool:
    """Whether the browser still draws frames of the page.

    On a busy machine, a browser can stop drawing a page for good. That seldom happens.
    """
    while True:
        with suppress(Error):  # the page is being loaded again: the new one is asked
            return bool(await page.evaluate(NEXT_FRAME))
        await page.wait_for_load_state()


async def nudge(page: Page) -> None:
    """Take a small picture, which makes a browser draw."""
    await page.screenshot(clip={"x": 0, "y": 0, "width": 1, "height": 1})


class Kept:
    """A page that is opened once for all tests, and anew where the browser draws it no more.

    In the middle of a test, such a page is nudged: a click waits for frames.
    """

    def __init__(self, opened: Callable[[], Awaitable[Page]]) -> None:
        self._opened = opened
        self._page: Page | None = None
        self._watching: asyncio.Task[None] | None = None

    async def page(self) -> Page:
        """The page, of which frames are drawn."""
        if self._page is not None and not await draws(self._page):
            await self.close()
        if self._page is None:
            self._page = await self._opened()
            self._watching = asyncio.create_task(self._watch(self._page))
        return self._page

    async def close(self) -> None:
        """At the end."""
        if self._watching is not None:
            self._watching.cancel()
        if self._page is not None:
            await self._page.close()
        self._page = self._watching = None

    async def _watch(self, page: Page) -> None:
        while not page.is_closed():
            await asyncio.sleep(LOOKS_S)
            with suppress(Error):  # it is being closed
                if not await draws(page):
                    await nudge(page)
                    log.warning("The page drew no frames. After a picture: %s", await draws(page))


async def drawn(page: Page, frames: int = 1) -> None:
    """Wait until the page has drawn so many frames more.

    A browser that draws no more frames would keep who waits for one for ever. A picture makes a
    browser draw.
    """
    for _ in range(frames):
        for _ in range(TRIES):
            if await draws(page):
                break
            await nudge(page)
        else:
            raise AssertionError("the page draws no frames")


async def seen(page: Page, server: PageServer) -> None:
    """Wait until the page shows all of what the server showed last, also its log."""
    try:
        await page.locator(f'main[data-whole="{server.seq}"]').wait_for()
    except TimeoutError:
        why = await page.evaluate(STATE)
        raise AssertionError(f"the page does not show table {server.seq}: {why}") from None


async def answered(page: Page) -> None:
    """Wait until the page has the answer to all that was tapped."""
    await expect(page.locator("[data-pending]")).to_have_count(0)


SLOWLY = """(() => {
  const of = Object.getOwnPropertyDescriptor(Event.prototype, "timeStamp").get;
  let taps = 0;
  const count = (event) => { taps += event.type !== "click" || event.detail === 0 ? 1 : 0; };
  for (const tap of ["pointerdown", "keydown", "click"]) addEventListener(tap, count, true);
  const get = function () { return of.call(this) + 1000 * taps; };
  Object.defineProperty(Event.prototype, "timeStamp", { get });
})()"""


async def tap_slowly(page: Page) -> None:
    """Let each tap come a second after the one before, as people tap; call it before ``goto``.

    Without it, two taps on one key are one tap, and what has just appeared was not meant.
    """
    await page.add_init_script(SLOWLY)


@asynccontextmanager
async def late_answers(page: Page, path: str) -> AsyncIterator[Callable[[], object]]:
    """Hold back what the page asks there until the function that this gives is called."""
    answered = asyncio.Event()

    async def late(route: Route) -> None:
        await answered.wait()
        await route.continue_()

    await page.route(f"**{path}", late)
    try:
        yield answered.set
    finally:
        await page.unroute(f"**{path}", late)


async def unfold(page: Page, name: str) -> None:
    """Open the part of set-up that has this heading, where it is not open."""
    fold = page.locator("details.fold", has=page.get_by_role("heading", name=name, exact=True))
    await fold.evaluate("fold => { fold.open = true; }")


def button(page: Page, name: str) -> Locator:
    """The button of exactly that name."""
    return page.get_by_role("button", name=name, exact=True)
