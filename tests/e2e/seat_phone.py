"""A player's phone that looks at canned tables."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

from playwright.async_api import Browser, Page

from tests.e2e.looking import HOST, settled, tap_slowly
from tests.e2e.page_server import JSON, PageServer, seat_of
from tests.e2e.seat_views import BO
from tests.e2e.told import RED_7, told

COMMON: dict[str, Any] = {
    "viewport": {"width": 360, "height": 640},
    "has_touch": True,
    "is_mobile": True,
    "reduced_motion": "reduce",
}
BOS = seat_of(BO, access="open")
"""Bo's phone, where everybody may do everything."""
BOS_ALONE = seat_of(BO)
"""Bo's phone, where each seat acts for itself."""


@asynccontextmanager
async def phone_of(
    browser: Browser, server: PageServer, me: JSON, *, slowly: bool = True, **screen: Any
) -> AsyncIterator[Page]:
    """A phone of its own, on which the page has found out whose it is.

    ``slowly``: each tap comes a second after the one before.
    """
    context = await browser.new_context(**COMMON | screen)
    page = await context.new_page()
    if slowly:
        await tap_slowly(page)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    server.me = me
    server.show(told(("Ann", BO, "Cy"), RED_7))
    asked = count(1)  # who it is: when it is loaded, and again when it is connected
    async with page.expect_response(lambda one: one.url.endswith("/api/me") and next(asked) == 2):
        await page.goto(f"http://{HOST}:{server.port}/")
    await page.locator(f'main[data-role="{me["role"]}"]').wait_for()
    await settled(page, server)
    yield page
    await context.close()
    assert wrong == []
