"""Each device shows its own language, and one tap changes it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, Route, expect

from tests.e2e.conftest import TABLET
from tests.e2e.looking import HOST, button, settled
from tests.e2e.page_server import JSON, NO_GAME, PAGE, PageServer
from tests.e2e.told import RED_7, told
from tests.e2e.views import THREE

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.thorough]

GERMAN = {
    "ui.topbar.round": "Runde {round}",
    "color.red": "Rot",
    "ui.languages.label": "Sprache",
    "ui.languages.missing": "Kein {language}.",
}
VOICE = """(() => {
  window.spoken = [];
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
  const speak = (one) => spoken.push([one.lang, one.text]);
  Object.defineProperty(window, "speechSynthesis", { value: { speak, cancel() {} } });
})()"""


def catalogue(language: str, texts: dict[str, str], direction: str = "ltr") -> JSON:
    """The English catalogue with some other texts, as the page gets it."""
    english: JSON = json.loads((PAGE / "words" / "en.json").read_text())
    told = {"language": language, "dir": direction}
    return english | told | {"messages": english["messages"] | texts}


@pytest_asyncio.fixture(loop_scope="session")
async def many(server: PageServer) -> AsyncIterator[PageServer]:
    """A referee with German and Hebrew beside English."""
    there = (("en", "English", "ltr"), ("de", "Deutsch", "ltr"), ("he", "עברית", "rtl"))
    before = server.languages
    server.languages = json.dumps([{"language": a, "name": b, "dir": c} for a, b, c in there])
    server.words["de"] = catalogue("de", GERMAN)
    server.words["he"] = catalogue("he", {"ui.topbar.round": "{round} סיבוב"}, "rtl")
    yield server
    server.languages = before
    server.words.clear()


@asynccontextmanager
async def device(
    browser: Browser, server: PageServer, locale: str, kept: JSON | None = None
) -> AsyncIterator[Page]:
    """A device whose browser is set to a language, and what was set on it before."""
    page = await browser.new_page(viewport=TABLET, reduced_motion="reduce", locale=locale)
    await page.add_init_script(VOICE)
    if kept is not None:
        text = json.dumps(json.dumps(kept))
        await page.add_init_script(
            f"localStorage.getItem('rollerdeck') ?? localStorage.setItem('rollerdeck', {text})"
        )
    await page.goto(f"http://{HOST}:{server.port}/")
    await settled(page, server)
    yield page
    await page.close()


async def worn(page: Page) -> Any:
    """Language and direction of the document."""
    return await page.evaluate("[document.documentElement.lang, document.documentElement.dir]")


async def test_two_devices_show_and_say_one_push_in_two_languages(
    page: Page, browser: Browser, many: PageServer
) -> None:
    many.show(told(THREE, RED_7))
    await settled(page, many)
    async with device(browser, many, "de-AT", {"voice": True}) as german:
        await expect(german.locator(".top")).to_contain_text("Runde 1")
        await expect(page.locator(".top")).to_contain_text("Round 1")
        assert (await worn(german), await worn(page)) == (["de", "ltr"], ["en", "ltr"])
        many.show(told(THREE, RED_7, {"do": "undo"}))
        await settled(german, many)
        await settled(page, many)
        await expect(german.locator(".top")).to_contain_text("Runde 1")
        await expect(page.locator(".top")).to_contain_text("Round 1")
        many.show(told(THREE, RED_7))
        await settled(german, many)
        spoken = await german.evaluate("spoken")
        assert spoken and {one[0] for one in spoken} == {"de"}


async def test_one_tap_changes_the_language_and_nothing_typed_is_lost(
    browser: Browser, many: PageServer
) -> None:
    many.show(NO_GAME)
    async with device(browser, many, "en-US") as page:
        await page.locator(".players input").first.fill("Ann")
        switch = button(page, "עברית")
        assert [await switch.get_attribute(name) for name in ("lang", "dir")] == ["he", "rtl"]
        await switch.click()
        await expect(page.locator("html")).to_have_attribute("lang", "he")
        assert await worn(page) == ["he", "rtl"]
        await expect(switch).to_have_attribute("aria-pressed", "true")
        await expect(button(page, "English")).to_have_attribute("aria-pressed", "false")
        await expect(page.locator(".players input").first).to_have_value("Ann")
        many.show(told(THREE, RED_7))
        await settled(page, many)
        await expect(page.locator(".top")).to_contain_text("1 סיבוב")
        words = asyncio.Event()

        async def hold(route: Route) -> None:
            await words.wait()
            await route.continue_()

        await page.route("**/words/*.json", hold)  # a slow line
        async with page.expect_request("**/words/*.json"):
            await page.reload(wait_until="commit")
        await page.evaluate("new Promise(requestAnimationFrame)")
        assert await page.locator("body").inner_text() == ""
        words.set()
        await settled(page, many)  # the language is kept
        assert await worn(page) == ["he", "rtl"]
        # in the middle of a round, it is changed under More
        await button(page, "More").click()
        await button(page, "Deutsch").click()
        await expect(page.locator(".top")).to_contain_text("Runde 1")
        await expect(page.locator(".panel.more")).to_have_count(1)


async def test_a_chosen_language_that_is_gone_is_said_and_the_game_goes_on(
    browser: Browser, many: PageServer
) -> None:
    many.show(told(THREE, RED_7))
    async with device(browser, many, "de-DE", {"language": "tlh"}) as page:
        assert await worn(page) == ["de", "ltr"]
        await expect(page.locator(".notices")).to_contain_text("Kein tlh.")
        await page.reload()
        await settled(page, many)  # said once
        await expect(page.locator(".refusal")).to_have_count(0)


@pytest.mark.parametrize("broken", [None, {"messages": {}}], ids=["away", "damaged"])
async def test_a_language_that_cannot_be_read_is_said_and_the_game_goes_on_in_english(
    browser: Browser, many: PageServer, broken: JSON | None
) -> None:
    if broken is None:
        many.languages = many.languages.replace('"de"', '"it"')
    else:
        many.words["de"] = broken
    many.show(told(THREE, RED_7))
    async with device(browser, many, "de-DE" if broken else "it-IT") as page:
        assert await worn(page) == ["en", "ltr"]
        sentence = f"Rollerdeck has no texts in “{'de' if broken else 'it'}”"
        await expect(page.locator(".notices")).to_contain_text(sentence)
        await expect(page.locator(".top")).to_contain_text("Round 1")
