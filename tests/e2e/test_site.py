"""The site of the documents on a phone, from the referee alone: opened, read and searched."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, ViewportSize, expect

from controller.web.http import Site
from hatch_build import SITE
from tests.e2e.axe import Audit
from tests.e2e.conftest import PATIENCE_MS
from tests.e2e.looking import HOST, button
from tests.e2e.page_server import listening
from tests.e2e.screenshots import THEMES
from tests.need import need_file
from tests.worlds.evening import OWN_WIFI, Evening

pytestmark = [pytest.mark.of_site, pytest.mark.asyncio(loop_scope="session")]

PHONE: ViewportSize = {"width": 390, "height": 844}
PAGES = (
    *("index.html", "faults.html", "settings.html", "wire.html", "wiring.html", "rulebook.html"),
    *("site/command-line.html", "genindex.html", "search.html?q=jam"),
)
"""Some of each kind: lists, tables, programs, drawings, what was found."""


@pytest_asyncio.fixture(loop_scope="session")
async def phone(browser: Browser, tmp_path: Path) -> AsyncIterator[Page]:
    """A phone at a referee; nothing else is asked, and the browser complains of nothing."""
    folder = need_file(Path(__file__).parents[2] / SITE / "index.html", "`make docs` builds it")
    evening = Evening(tmp_path)
    site = Site(await evening.open(), None, OWN_WIFI, documents=folder.parent)
    complaints: list[str] = []
    asked: list[str] = []
    async with listening(site.app) as port:
        page = await browser.new_page(
            viewport=PHONE, reduced_motion="reduce", base_url=f"http://{HOST}:{port}"
        )
        page.set_default_timeout(PATIENCE_MS)
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console",
            lambda line: (
                complaints.append(line.text) if line.type in ("error", "warning") else None
            ),
        )
        try:
            yield page
            await page.close()
        finally:
            site.hub.close()
    await evening.close()
    assert complaints == []
    assert {urlsplit(url).hostname for url in asked if not url.startswith("data:")} == {HOST}


async def test_it_is_opened_from_the_menu_and_a_word_is_found(phone: Page) -> None:
    await phone.goto("/")
    await button(phone, "More").click()
    await phone.get_by_role("link", name="Documentation").click()
    await expect(phone).to_have_url("/docs/")
    await expect(phone.get_by_role("heading", level=1)).to_contain_text("Rollerdeck")
    await phone.locator(".nav-overlay-icon").first.click()
    field = phone.get_by_role("textbox", name="Search")
    await field.fill("stuck under the roller")
    await field.press("Enter")
    found = phone.locator("#search-results").get_by_role("link", name="What each fault means")
    await found.first.click()
    await expect(phone.get_by_role("heading", level=1)).to_contain_text("What each fault means")
    await phone.goto("/docs/faults.html#cover_open")
    await expect(phone.get_by_role("heading", name="COVER_OPEN")).to_be_in_viewport()


async def test_axe_finds_nothing_wrong_with_its_pages(phone: Page) -> None:
    wrong = {}
    for name in PAGES:
        await phone.goto(f"/docs/{name}")
        for theme in THEMES:
            await phone.emulate_media(color_scheme=theme)
            if found := await Audit(everything=True).violations(phone):
                wrong[f"{name}, {theme}"] = found
    assert wrong == {}
