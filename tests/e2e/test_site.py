"""The site of the documents on a phone, from the referee alone: opened, read and searched."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import pytest_asyncio
from playwright.async_api import Browser, ConsoleMessage, Page, ViewportSize, expect

from hatch_build import SITE
from tests.e2e.axe import Audit
from tests.e2e.conftest import PATIENCE_MS
from tests.e2e.looking import HOST, button
from tests.e2e.page_server import listening
from tests.e2e.screenshots import THEMES
from tests.need import need_file
from tests.worlds.client import Client, LocalControl
from tests.worlds.evening import Evening

pytestmark = [pytest.mark.of_site, pytest.mark.asyncio(loop_scope="session")]

PHONE: ViewportSize = {"width": 390, "height": 844}
PAGES = ("index.html", "settings.html", "wire.html", "wiring.html", "search.html?q=jam")
"""One of each kind: lists, tables, programs, drawings, what was found."""


@pytest_asyncio.fixture(loop_scope="session")
async def client(tmp_path: Path) -> AsyncIterator[Client]:
    """A game at a referee that has the site."""
    index = need_file(Path(__file__).parents[2] / SITE / "index.html", "`make docs` builds it")
    evening = Evening(tmp_path)
    await evening.open()
    client = Client(evening, LocalControl(evening), documents=index.parent)
    await client.start_game()
    yield client
    await client.http.aclose()
    await evening.close()


@pytest_asyncio.fixture(loop_scope="session")
async def phone(browser: Browser, client: Client) -> AsyncIterator[Page]:
    """A phone that asks nobody but the referee, and whose browser complains of nothing."""
    complaints: list[str] = []
    asked: list[str] = []

    def note(line: ConsoleMessage) -> None:
        if line.type in ("error", "warning"):
            complaints.append(line.text)

    async with listening(client.site.app) as port:
        page = await browser.new_page(
            viewport=PHONE, reduced_motion="reduce", base_url=f"http://{HOST}:{port}"
        )
        page.set_default_timeout(PATIENCE_MS)
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", note)
        try:
            yield page
        finally:
            await page.close()
            client.site.hub.close()
    assert complaints == []
    assert {urlsplit(url).hostname for url in asked if not url.startswith("data:")} == {HOST}


async def test_it_is_opened_from_the_menu_and_words_are_found(phone: Page) -> None:
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


async def test_a_fault_leads_to_what_is_written_about_it(phone: Page, client: Client) -> None:
    await client.post("/api/simulator/jam")
    await client.post("/api/simulator/press")
    await client.evening.launcher.heard()
    await phone.goto("/")
    await phone.locator("[data-fault=JAM]").get_by_role("link").click()
    await expect(phone.get_by_role("heading", name="JAM")).to_be_in_viewport()
    assert phone.url.endswith("/docs/faults.html#jam")


async def test_axe_finds_nothing_wrong_with_its_pages(phone: Page) -> None:
    wrong = {}
    for name in PAGES:
        await phone.goto(f"/docs/{name}")
        if "?" in name:
            await phone.locator("#search-results li").first.wait_for()
        for theme in THEMES:
            await phone.emulate_media(color_scheme=theme)
            if found := await Audit(everything=True).violations(phone):
                wrong[f"{name}, {theme}"] = found
    assert wrong == {}
