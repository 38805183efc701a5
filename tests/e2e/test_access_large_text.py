"""With letters twice as large, axe-core finds nothing wrong with any view, in light and in dark."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

import pytest
from playwright.async_api import Browser, Page

from tests.e2e.axe import violations, wear
from tests.e2e.conftest import PATIENCE_MS
from tests.e2e.layout import larger_text, set_text
from tests.e2e.looking import tap_slowly
from tests.e2e.page_server import PageServer
from tests.e2e.scenes import Scene, kinds
from tests.e2e.screenshots import Theme
from tests.e2e.tv_views import WEAR
from tests.e2e.views import SIZES, TEXTS_PCT

pytestmark = pytest.mark.asyncio(loop_scope="session")

SAMPLE = {
    "table": ("set up", "play", "jam", "count", "more"),
    "phone": ("phone, my turn", "phone, whom", "phone, jam", "phone, card by card"),
    "seats": ("seats, seats", "seats, sit"),
    "reader": ("reader, confirm, own phone", "reader, hand under the reader"),
    "tv": ("tv, turn", "tv, turn up", "tv, hits", "tv, two faults"),
}


async def large_text_violations(
    browser: Browser, server: PageServer, kind: str, names: Collection[str] = ()
) -> dict[str, list[str]]:
    """What is wrong with these views, else with all, on a phone with large text."""
    device = kinds()[kind]
    width, height = SIZES["phone"]
    page = await browser.new_page(
        viewport={"width": width, "height": height}, reduced_motion="reduce"
    )
    page.set_default_timeout(PATIENCE_MS)
    await tap_slowly(page)
    await device.open(page, server)
    text = await larger_text(page)

    async def dress(page: Page, theme: Theme) -> None:
        if device.themes_itself:
            await page.evaluate(WEAR, theme)
        else:
            await wear(page, theme)

    async def visit(scene: Scene) -> None:
        await set_text(text, TEXTS_PCT[0])
        await scene.go(page, server)
        await set_text(text, TEXTS_PCT[-1])

    scenes = device.tables[-1]
    visits = {name: partial(visit, scenes[name]) for name in names or scenes}
    wrong = await violations(page, visits, dress=dress, everything=not names)
    await page.close()
    return wrong


@pytest.mark.thorough
@pytest.mark.parametrize("kind", kinds())
async def test_axe_finds_nothing_wrong_with_large_text(
    browser: Browser, server: PageServer, kind: str
) -> None:
    assert await large_text_violations(browser, server, kind, SAMPLE[kind]) == {}


@pytest.mark.soak
@pytest.mark.parametrize("kind", kinds())
async def test_axe_finds_nothing_wrong_with_any_view_with_large_text(
    browser: Browser, server: PageServer, kind: str
) -> None:
    assert await large_text_violations(browser, server, kind) == {}
