"""A line that is cut in any way: each device shows the right table within 5 s of its return.

Nobody who taps meanwhile is told of having been too late: the page could not know.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import product
from typing import NamedTuple

import pytest
from playwright.async_api import Browser, Locator, Page, Request, Route, expect

from controller.club.hub.table_messages import Status, TableMessage
from tests.e2e.board_views import board_at, filled, site_of
from tests.e2e.conftest import PATIENCE_MS
from tests.e2e.looking import HOST, LOOK_AGAIN_MS, button, settled
from tests.e2e.page_server import ANYBODY, PLAYS, PageServer, refused, table
from tests.e2e.phones import until
from tests.e2e.seat_phone import BOS
from tests.e2e.tv_views import switch_on
from tests.seeds import sample

pytestmark = pytest.mark.asyncio(loop_scope="session")

BACK_WITHIN_MS, STEP_MS = 5000, 250
HOUR_S = 3600
STREAM, COMMANDS = "**/api/events", "**/api/commands"
NOTE_NOTICES = """() => {
  window.noticed = [];
  const note = () => noticed.push(document.querySelector(".notices")?.textContent ?? "");
  const everything = { childList: true, subtree: true, characterData: true };
  new MutationObserver(note).observe(document.body, everything);
}"""
COULD_NOT_KNOW = "() => noticed.some((text) => text.includes('before this page could show it'))"
"""Said once: the next table takes it away, and the page's clock can run ahead of the line."""
PAGE_CACHE = "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"

KINDS = ("table", "seat", "tv", "board")
TAPPED = ("table", "seat")
AWAY_MS = {
    "the stream is held back": (0,),
    "nothing comes through": (0, 1750, 9750),
    "each connection ends": (0, 1750, 9750),
    "the answer is lost": (0, 1750, 9750),
    "frozen for an hour": (0,),
    "back from the page cache": (0,),
}
"""How a line is cut, and for how long: a page that looks for it looks less and less often."""
SLEEPS = ("frozen for an hour", "back from the page cache")
WORKS = ("the stream is held back", *SLEEPS)
"""Here commands arrive meanwhile."""


class Case(NamedTuple):
    """What is tried."""

    kind: str
    how: str
    away_ms: int
    taps: bool
    """Does somebody tap before the device shows what has happened?"""


CASES = [
    Case(kind, how, away_ms, taps)
    for kind, (how, times), taps in product(KINDS, AWAY_MS.items(), (False, True))
    for away_ms in times
    if (kind in TAPPED or not taps) and (taps or how != "the answer is lost")
]


class Device(NamedTuple):
    """A device, and what happens at the other end of its line."""

    page: Page
    go_on: Callable[[], None]
    """Something happens at the table."""
    place: Locator
    words: str
    """What the device shows of it, and where."""
    hold_back: Callable[[], object]
    """Nothing comes over the stream that is open, and nothing says so."""
    end: Callable[[], None]
    """The stream ends."""
    come_back: Callable[[], None] = lambda: None
    """New streams are possible again."""


async def _page_of(page: Page, server: PageServer, kind: str) -> Device:
    server.me = BOS if kind == "seat" else ANYBODY
    server.show(table(legal=PLAYS))
    if kind == "tv":
        await switch_on(page, server)
    else:
        await page.goto(f"http://{HOST}:{server.port}/")
        await page.locator(f'main[data-role="{server.me["role"]}"]').wait_for()
    await settled(page, server)
    return Device(
        page,
        lambda: server.show(table(legal=PLAYS, turn="Cy")),
        page.get_by_role("heading", level=1),
        "Cy",
        server.hold_back,
        server.end_streams,
    )


@asynccontextmanager
async def _board_of(page: Page) -> AsyncIterator[Device]:
    board = filled(12)
    async with board_at(board) as url:
        await page.goto(url)
        tile = page.locator(".tile").first
        await expect(tile).to_contain_text("s turn")
        site = site_of(page.url)

        def go_on() -> None:
            board.tell(TableMessage("table-1", Status(False), False))
            site.changed()

        def come_back() -> None:
            site.streams._closed = False

        streams = site.streams
        yield Device(
            page, go_on, tile, "Not connected", streams._streams.clear, streams.close, come_back
        )


@asynccontextmanager
async def device(browser: Browser, server: PageServer, kind: str) -> AsyncIterator[Device]:
    """A device whose clock the test moves."""
    page = await browser.new_page(reduced_motion="reduce")
    page.set_default_timeout(PATIENCE_MS)
    await page.clock.install()
    try:
        if kind == "board":
            async with _board_of(page) as one:
                yield one
        else:
            yield await _page_of(page, server, kind)
    finally:
        await page.close()


class Line:
    """The line of a device. While it is cut, no new stream comes through."""

    def __init__(self, page: Page, how: str) -> None:
        self._page = page
        self._how = how
        self._mended = asyncio.Event()
        self._delivered = False
        self._aborted = 0
        self._failed = 0
        page.on("requestfailed", self._note)

    async def cut(self) -> None:
        await self._page.route(STREAM, self._stream)
        await self._page.route(COMMANDS, self._command)

    def mend(self) -> None:
        self._mended.set()

    async def pass_time(self, ms: int) -> None:
        """Let time pass on the page, no faster than it hears of streams that broke."""
        for _ in range(0, ms, STEP_MS):
            await self._page.clock.run_for(STEP_MS)
            await until(lambda: self._failed >= self._aborted, "the page hears of its streams")

    def _note(self, request: Request) -> None:
        self._failed += request.url.endswith("/api/events")

    async def _stream(self, route: Route) -> None:
        if not self._mended.is_set() and self._how not in WORKS:
            self._aborted += 1
            await route.abort()
            return
        await self._mended.wait()
        await route.continue_()

    async def _command(self, route: Route) -> None:
        if self._mended.is_set() or self._how in WORKS:
            await route.continue_()
            return
        if self._how == "the answer is lost" and not self._delivered:
            self._delivered = True
            await route.fetch(url=route.request.url.replace(HOST, "127.0.0.1"))
        await route.abort()


async def wake(page: Page, how: str) -> None:
    """Wake a page that slept meanwhile."""
    if how == "frozen for an hour":
        session = await page.context.new_cdp_session(page)
        await session.send("Page.setWebLifecycleState", {"state": "frozen"})
        await page.clock.set_system_time(await page.evaluate("Date.now() / 1000") + HOUR_S)
        await session.send("Page.setWebLifecycleState", {"state": "active"})
    elif how == "back from the page cache":
        await page.evaluate(PAGE_CACHE)


@pytest.mark.parametrize("case", sample(CASES, 14))
async def test_the_right_table_is_there_soon_after_the_line_is_back(
    browser: Browser, server: PageServer, case: Case
) -> None:
    kind, how, away_ms, taps = case
    async with device(browser, server, kind) as one:
        page = one.page
        await page.clock.pause_at(await page.evaluate("Date.now() / 1000 + 1"))
        line = Line(page, how)
        await line.cut()
        await page.evaluate(NOTE_NOTICES)
        if taps and how != "the answer is lost":
            late = refused("refusal.overtaken", what="Papa has played red 2.") | {"code": "stale"}
            server.answers["/api/commands"] = 412, late
        if taps and how not in WORKS:
            async with page.expect_event("requestfailed"):
                await button(page, "Red 1").click()
        (one.end if how in ("each connection ends", "the answer is lost") else one.hold_back)()
        one.go_on()
        await line.pass_time(away_ms)
        if taps and how in WORKS:
            await wake(page, how)
            await button(page, "Red 1").click()
            await server.heard()
        async with page.expect_request(STREAM, timeout=PATIENCE_MS):
            line.mend()
            one.come_back()
            if not taps:
                await wake(page, how)
            await line.pass_time(BACK_WITHIN_MS)
        await page.clock.resume()
        await expect(one.place).to_contain_text(one.words)
        notices = page.locator(".notices")
        if how == "the answer is lost":
            assert [body["card"] for body in await server.heard()] == ["red-1"]
            await expect(page.locator("[data-pending]")).to_have_count(0)
            await expect(notices).to_have_text("")
        elif taps:
            await page.wait_for_function(COULD_NOT_KNOW, polling=LOOK_AGAIN_MS)
