"""In every language all words can be read on every screen, and the main action is in reach.

Each view is reached in English, and then changes its language, as a device does whose browser
wishes another one. Beside the languages that there are, two are made up: one that is 40 % longer
than English, and one that is written from the right to the left (see ``pseudo.py``).
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page

import controller
from tests.e2e.conftest import PATIENCE_MS, TABLET
from tests.e2e.layout import LONG, SHORT, faults, larger_text, set_text
from tests.e2e.looking import button, tap_slowly
from tests.e2e.page_server import PageServer
from tests.e2e.pseudo import ACCENTED, RIGHT_TO_LEFT, speak_pseudo, switch
from tests.e2e.scenes import Scene, kinds
from tests.e2e.tv_views import SCREENS
from tests.e2e.views import SIZES, TEXTS_PCT, fold

pytestmark = pytest.mark.asyncio(loop_scope="session")

WORDS = Path(controller.__file__).parent / "words"
MADE_UP = (ACCENTED, RIGHT_TO_LEFT)
LANGUAGES = (*sorted(one.stem for one in WORDS.glob("*.po") if one.stem != "en"), *MADE_UP)
PLAIN_PCT = TEXTS_PCT[0]
NAME = "one => (one.ariaLabel ?? one.textContent).trim().replace(/\\s+/g, ' ')"
FOLDS = "details:not(.log)"
SAMPLE = {
    "table": ("set up", "play", "jam", "count", "more"),
    "phone": ("phone, my turn", "phone, whom", "phone, jam", "phone, card by card"),
    "seats": ("seats, seats", "seats, sit"),
    "reader": ("reader, confirm, own phone", "reader, hand under the reader"),
    "tv": ("tv, turn", "tv, turn up", "tv, hits", "tv, two faults"),
}
LOW = ("to confirm", "two faults", "the weight", "refused in doubt")
"""Views whose main action stands below a text, or beside a refusal, on a low screen."""
SAMPLE_SIZES = {
    "table": ("small-phone", "tablet-upright"),
    "phone": ("small-phone",),
    "reader": ("phone", "tablet"),
    "tv": ("tv-720",),
}


async def wanted(page: Page, scene: Scene, language: str) -> dict[str, Any]:
    """What has to be in reach, with the main action's names in the language that is shown now.

    A small phone has no room for every key where each name on a key is 40 % longer: there the keys
    scroll.
    """
    names = [str(await one.evaluate(NAME)) for one in await page.locator("[data-main]").all()]
    assert len(names) == len(scene.main), (names, scene.main)
    keys, seen, over, left = scene.keys
    if await page.locator(over).count():
        keys, seen = left, ""
    if language == ACCENTED:
        keys = ""
    return {"main": names, "keys": keys, "seen": seen}


async def mark_main(page: Page, scene: Scene) -> None:
    """Find the main action's buttons, while they have their English names."""
    for name in scene.main:
        await button(page, name).first.evaluate("one => { one.dataset.main = ''; }")


async def wrong_in(
    page: Page,
    server: PageServer,
    name: str,
    scene: Scene,
    languages: Collection[str],
    sizes: Collection[str],
    percents: Collection[int] = TEXTS_PCT,
) -> list[str]:
    """What cannot be read of a view or tapped in it, in these languages on these screens."""
    await scene.go(page, server)
    await mark_main(page, scene)
    text = await larger_text(page)
    lines = []
    for unfolded in (False, True):
        if unfolded:
            if not await page.locator(FOLDS).count():
                break
            await fold(page, up=False)
        for language in languages:
            await switch(page, language)
            reach = await wanted(page, scene, language)
            for size in sizes:
                width, height = (SIZES | SCREENS)[size]
                await page.set_viewport_size({"width": width, "height": height})
                for percent in percents:
                    await set_text(text, percent)
                    plain = percent == PLAIN_PCT
                    found = await faults(
                        page,
                        whole=LONG if plain else SHORT,
                        **reach if plain and not unfolded else {},
                    )
                    where = f"{name}, {scene.players} players, {language}, {size}, {percent} %"
                    where += ", unfolded" if unfolded else ""
                    lines += [f"{where}: {one}" for one in found]
                await set_text(text, PLAIN_PCT)
    await text.detach()
    await switch(page, "en")
    await page.set_viewport_size(TABLET)
    return lines


@pytest_asyncio.fixture(loop_scope="session")
async def pseudo(server: PageServer) -> AsyncIterator[PageServer]:
    before = server.languages
    speak_pseudo(server)
    yield server
    server.languages = before
    server.words.clear()


async def look(
    browser: Browser,
    server: PageServer,
    kind: str,
    language: str,
    names: Collection[str] = (),
    sizes: Collection[str] = (),
) -> str:
    """What is wrong with these views, else with all, of one kind of device: a line each."""
    device = kinds()[kind]
    page = await browser.new_page(viewport=TABLET, reduced_motion="reduce")
    page.set_default_timeout(PATIENCE_MS)
    await tap_slowly(page)
    await device.open(page, server)
    lines = []
    for table in device.tables[-1:] if names else device.tables:
        for name, scene in table.items():
            if not names or name in names:
                lines += await wrong_in(
                    page, server, name, scene, (language,), sizes or device.sizes
                )
    await page.close()
    return "\n".join(lines)


@pytest.mark.thorough
async def test_a_turn_can_be_read_in_a_language_with_long_words(
    browser: Browser, pseudo: PageServer
) -> None:
    found = await look(browser, pseudo, "table", "de", ("play",), ("small-phone",))
    assert found == ""


@pytest.mark.thorough
@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_is_seen_most_can_be_read_in_every_language(
    browser: Browser, pseudo: PageServer, language: str
) -> None:
    found = [
        await look(browser, pseudo, kind, language, names, SAMPLE_SIZES.get(kind, ("phone",)))
        for kind, names in SAMPLE.items()
    ]
    assert "\n".join(filter(None, found)) == ""


@pytest.mark.thorough
async def test_long_words_leave_the_main_action_in_reach_on_a_phone_held_across(
    browser: Browser, pseudo: PageServer
) -> None:
    found = await look(browser, pseudo, "table", ACCENTED, LOW, ("small-phone-across",))
    assert found == ""


ONCE_CUT = {
    "the launcher's words between ten players": ("table", "long turn", "tablet"),
    "names of wilds beside what is to be settled": ("phone", "phone, a doubt", "tablet"),
    "whether to sign out a phone": ("seats", "seats, sign out", "small-phone"),
    "two questions to the host": ("seats", "seats, questions to the host", "small-phone-across"),
}


@pytest.mark.thorough
@pytest.mark.parametrize("language", ["de", ACCENTED])
@pytest.mark.parametrize(("kind", "name", "size"), ONCE_CUT.values(), ids=ONCE_CUT)
async def test_what_longer_words_once_cut_or_pushed_away(
    browser: Browser, pseudo: PageServer, kind: str, name: str, size: str, language: str
) -> None:
    assert await look(browser, pseudo, kind, language, (name,), (size,)) == ""


@pytest.mark.soak
@pytest.mark.parametrize("kind", kinds())
@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_view_can_be_read_in_every_language_on_every_screen(
    browser: Browser, pseudo: PageServer, kind: str, language: str
) -> None:
    assert await look(browser, pseudo, kind, language) == ""
