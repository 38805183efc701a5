"""Nobody is shown a key of the catalogue, or a value without its words."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Page

from tests.controller.test_word_uses import PREFIXES
from tests.e2e.page_server import PageServer
from tests.e2e.views import SAMPLE, THREE, look_at, views

pytestmark = pytest.mark.asyncio(loop_scope="session")

SHOWN = """() => [document.body.innerText, ...[...document.querySelectorAll("[aria-label]")]
    .map((one) => one.getAttribute("aria-label"))].join("\\n")"""
NO_WORDS = re.compile(
    rf"\b({'|'.join(sorted(PREFIXES))})\.\w\S*|\{{\w+\}}|undefined|\[object", re.I
)


FEW = ("set up", "refused", "fault", "no launcher", "a past game", "power-grab, towers")
"""Views in which most of what comes from the referee is shown."""


async def shown_raw(page: Page, server: PageServer, names: tuple[str, ...]) -> dict[str, str]:
    """What some views show that is no words."""
    every = views(THREE)
    found = {}
    for name in names:
        await look_at(page, server, every[name])
        shown = await page.evaluate(SHOWN)
        assert len(shown) > 20
        if bad := NO_WORDS.search(shown):
            found[name] = bad[0]
    return found


async def test_no_view_shows_a_key(page: Page, server: PageServer) -> None:
    assert await shown_raw(page, server, FEW) == {}


@pytest.mark.thorough
async def test_no_view_at_all_shows_a_key(page: Page, server: PageServer) -> None:
    assert await shown_raw(page, server, SAMPLE) == {}


async def test_no_browser_translates_the_page(page: Page) -> None:
    """Chrome's translation replaces the page's texts, and what is rendered later is lost."""
    assert await page.locator("html").get_attribute("translate") == "no"
