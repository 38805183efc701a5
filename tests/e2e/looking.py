"""What every test of the page does: find it, wait until it shows something, name a button."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Protocol

from playwright.async_api import (
    Browser,
    BrowserContext,
    Locator,
    Page,
    Route,
    TimeoutError,
    async_playwright,
)

from tests.need import need_program
from tests.processes import PATIENCE_S
from tests.seeds import tree_seed

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
        browser.on("context", _prepare)
        yield browser
        await browser.close()


LATE = {
    "answersMs": int(os.environ.get("LATE_ANSWERS_MS", "0")),
    "pageMs": int(os.environ.get("LATE_PAGE_MS", "0")),
    "seed": tree_seed(),
}
"""How late pages hear answers, and how late they hear events and frames, at most."""
LATE_SCRIPT = Path(__file__).with_name("late.js").read_text()


async def _prepare(context: BrowserContext) -> None:
    await context.add_init_script(f"{FRAMES_ANYWAY}; ({LATE_SCRIPT})({json.dumps(LATE)})")


FRAMES_ANYWAY = """(() => {
  const frame = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (callback) => {
    let done = false;
    const once = (at) => { if (!done) { done = true; callback(at); } };
    setTimeout(() => once(performance.now()), 1000);
    return frame(once);
  };
})()"""
"""On a busy machine, a browser can stop drawing a page for good: the page goes on without."""

FRAMES = """async (count) => {
  for (let n = 0; n < count; n += 1) {
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  }
}"""


async def drawn(page: Page, frames: int = 1) -> None:
    """Wait until the page has drawn so many frames more."""
    async with asyncio.timeout(PATIENCE_S):
        await page.evaluate(FRAMES, frames)


class Numbered(Protocol):
    """What has the number of a table: a referee that shows it, or an entry of the journal."""

    @property
    def seq(self) -> int: ...


IS_SETTLED = "seq => Number(document.querySelector('main')?.dataset.settled) >= seq"
LOOK_AGAIN_MS = 20


async def settled(page: Page, shown: Numbered) -> None:
    """Wait until the page is settled at this table or a newer one (see ``settled.js``)."""
    try:
        await page.wait_for_function(IS_SETTLED, arg=shown.seq, polling=LOOK_AGAIN_MS)
    except TimeoutError:
        state = await page.evaluate("({ ...document.querySelector('main')?.dataset })")
        raise AssertionError(f"not settled at table {shown.seq}: {state}") from None


SLOWLY = """(() => {
  const of = Object.getOwnPropertyDescriptor(Event.prototype, "timeStamp").get;
  let taps = 0;
  const count = (event) => { taps += event.type !== "click" || event.detail === 0 ? 1 : 0; };
  for (const tap of ["pointerdown", "keydown", "click"]) addEventListener(tap, count, true);
  const get = function () { return of.call(this) + 1000 * taps; };
  Object.defineProperty(Event.prototype, "timeStamp", { get });
})()"""


async def tap_slowly(page: Page | BrowserContext) -> None:
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
