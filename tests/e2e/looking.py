"""What every test of the page does: find it, wait until it shows something, name a button."""

from __future__ import annotations

from playwright.async_api import Locator, Page

from tests.e2e.page_server import PageServer

HOST = "rollerdeck.test"
"""Phones meet the page on a name that is not localhost, so without a secure context."""


async def seen(page: Page, server: PageServer) -> None:
    """Wait until the page shows what the server showed last."""
    await page.locator(f'main[data-seq="{server.seq}"]').wait_for()


def button(page: Page, name: str) -> Locator:
    """The button of exactly that name."""
    return page.get_by_role("button", name=name, exact=True)
