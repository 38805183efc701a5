"""What every test of the page does: find it, wait until it shows something, name a button."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from playwright.async_api import Browser, Locator, Page, async_playwright

from tests.e2e.page_server import PageServer
from tests.need import need_program

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


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """The system's Chromium, headless; without one a test skips (see ``need_program``)."""
    path = need_program("chromium", "install the package `chromium` of your system")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=list(QUIET))
        yield browser
        await browser.close()


async def seen(page: Page, server: PageServer) -> None:
    """Wait until the page shows what the server showed last."""
    await page.locator(f'main[data-seq="{server.seq}"]').wait_for()


OTHER_KEY = """() => {
  const key = document.body.appendChild(document.createElement("button"));
  key.click();
  key.remove();
}"""


async def tap_elsewhere(page: Page) -> None:
    """Tap another key, after which the same key counts again at once."""
    await page.evaluate(OTHER_KEY)


def button(page: Page, name: str) -> Locator:
    """The button of exactly that name."""
    return page.get_by_role("button", name=name, exact=True)
