"""The name of each control contains the words on it: by them people tell a device what to tap."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Page

from tests.e2e.axe import misnamed
from tests.e2e.conftest import PATIENCE_MS, TABLET
from tests.e2e.looking import tap_slowly
from tests.e2e.page_server import PageServer
from tests.e2e.pseudo import switch
from tests.e2e.scenes import kinds, tables_of
from tests.e2e.views import fold

pytestmark = pytest.mark.asyncio(loop_scope="session")

LANGUAGES = ("en", "de", "es", "fr")


NAMED = {
    "by its words": ("<button aria-label='Show the code of Ann'>Show the code</button>", True),
    "by other words": ("<button aria-label='Remove rule 1'>Remove this rule</button>", False),
    "by its caption": (
        "<button aria-label='Red Hit 2'><svg><text>2</text></svg><i class=caption>2</i></button>",
        True,
    ),
    "by another picture": (
        "<button aria-label='Red three'><svg><text>30</text></svg></button>",
        False,
    ),
}


@pytest.mark.parametrize("how", NAMED)
async def test_what_is_looked_for(browser: Browser, how: str) -> None:
    body, is_right = NAMED[how]
    page = await browser.new_page()
    await page.set_content(body)
    found = await misnamed(page)
    await page.close()
    assert (found == []) == is_right


@pytest.mark.soak
@pytest.mark.parametrize("kind", kinds())
async def test_each_name_contains_the_words_on_its_control_in_every_language(
    browser: Browser, server: PageServer, kind: str
) -> None:
    """The other tests with axe look at the page in English."""
    wrong: dict[str, list[str]] = {}
    for players, table in tables_of(kind).items():
        page: Page = await browser.new_page(viewport=TABLET, reduced_motion="reduce")
        page.set_default_timeout(PATIENCE_MS)
        await tap_slowly(page)
        await table.open(page, server)
        for name, scene in table.scenes.items():
            await switch(page, LANGUAGES[0])  # in which scenes name what they tap
            await scene.go(page, server)
            await fold(page, up=False)
            for language in LANGUAGES:
                await switch(page, language)
                if found := await misnamed(page):
                    wrong[f"{name}, {players}, {language}"] = found
        await page.close()
    assert wrong == {}
