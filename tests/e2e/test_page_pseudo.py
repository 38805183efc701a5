"""All words on a page are in the language of its device, whatever it shows, and the page is laid
out from the right to the left where the language is written so."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from typing import NamedTuple

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page

from tests.e2e.conftest import TABLET
from tests.e2e.looking import HOST, settled, tap_slowly
from tests.e2e.page_server import JSON, PageServer
from tests.e2e.pairing_views import MANY, go_to, places
from tests.e2e.pseudo import ACCENTED, RIGHT_TO_LEFT, foreign, speak_pseudo, switch
from tests.e2e.seat_phone import BOS
from tests.e2e.seat_views import seat_views
from tests.e2e.tv_views import FORTY, show_on_tv, switch_on, tv_views
from tests.e2e.views import GROUPS, HOUSE_RULES, SIZES, TEN, THREE, look_at, views

pytestmark = pytest.mark.asyncio(loop_scope="session")

SEEN_AT = ("phone", "tablet", "screen")
LANGUAGES = (ACCENTED, RIGHT_TO_LEFT)
TYPED = (
    *({*THREE, *TEN, *MANY, *FORTY, *GROUPS, "Zoe"}),
    *(name[:letters] for name in MANY for letters in (30, 34)),
    *(str(one["text"]) for one in HOUSE_RULES if "text" in one),
    *("purple walrus", "deal me in", "rollerdeck host pin", "rollerdeck host link"),
    *("rollerdeck verify", "Bo hits twice.", "Bo wins the game.", "K7QF", "K 7 Q F"),
    "/seat",
)
"""What people typed in the views, a code for a seat, commands, what stands for a ruling, a path."""
FAR = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


class Reader(NamedTuple):
    """A page that changes its language, and what was not in it."""

    page: Page
    server: PageServer
    wrong: set[str]

    async def read(self, name: str, sizes: Collection[str] = SEEN_AT) -> None:
        """Read what is shown in all pseudo-languages, and go back to English."""
        for language in LANGUAGES:
            await switch(self.page, language)
            for size in sizes:
                width, height = SIZES[size]
                await self.page.set_viewport_size({"width": width, "height": height})
                far = await self.page.evaluate(FAR)
                self.wrong.update(
                    f"{name}, {language}: {one}" for one in await foreign(self.page, TYPED)
                )
                if far > 0:
                    self.wrong.add(f"{name}, {language}, {size}: too wide by {far} px")
        await switch(self.page, "en")
        await self.page.set_viewport_size(TABLET)

    def told(self) -> str:
        """A line for each text, with the first view that has it."""
        first: dict[str, str] = {}
        for one in sorted(self.wrong):
            first.setdefault(one.partition(": ")[2], one)
        return "\n".join(first.values())


async def opened(browser: Browser, server: PageServer, me: JSON | None = None) -> Page:
    """A page that knows the pseudo-languages."""
    server.reset()
    if me:
        server.me = me
    page = await browser.new_page(viewport=TABLET, reduced_motion="reduce")
    await tap_slowly(page)
    await page.goto(f"http://{HOST}:{server.port}/")
    await settled(page, server)
    return page


@asynccontextmanager
async def reading(
    browser: Browser, server: PageServer, me: JSON | None = None
) -> AsyncIterator[Reader]:
    """Read on a page that knows the pseudo-languages; at the end nothing may be wrong."""
    reader = Reader(await opened(browser, server, me), server, set())
    yield reader
    await reader.page.close()
    assert reader.told() == ""


@pytest_asyncio.fixture(loop_scope="session")
async def pseudo(server: PageServer) -> AsyncIterator[PageServer]:
    before = server.languages
    speak_pseudo(server)
    yield server
    server.languages = before
    server.words.clear()


@pytest.mark.thorough
@pytest.mark.parametrize("part", range(4))
async def test_every_view_of_the_table_is_in_the_language_of_the_device(
    browser: Browser, pseudo: PageServer, part: int
) -> None:
    async with reading(browser, pseudo) as reader:
        for name, view in list(views(THREE).items())[part::4]:
            await look_at(reader.page, pseudo, view)
            await reader.read(name)


@pytest.mark.thorough
async def test_every_view_of_a_seat_is_in_the_language_of_the_device(
    browser: Browser, pseudo: PageServer
) -> None:
    async with reading(browser, pseudo, BOS) as reader:
        for name, view in seat_views(THREE).items():
            await look_at(reader.page, pseudo, view, me=BOS)
            await reader.read(name)


@pytest.mark.thorough
async def test_every_view_of_seats_and_phones_is_in_the_language_of_the_device(
    browser: Browser, pseudo: PageServer
) -> None:
    async with reading(browser, pseudo) as reader:
        for name, place in places().items():
            await go_to(reader.page, pseudo, place)
            await reader.read(name)


@pytest.mark.thorough
async def test_every_view_of_a_tv_is_in_the_language_of_the_device(
    browser: Browser, pseudo: PageServer
) -> None:
    pseudo.reset()
    page = await browser.new_page(viewport=TABLET, reduced_motion="reduce")
    await switch_on(page, pseudo)
    reader = Reader(page, pseudo, set())
    for name, view in tv_views(FORTY[:6]).items():
        await show_on_tv(page, pseudo, view)
        await reader.read(name, ("tablet", "screen"))
    await page.close()
    assert reader.told() == ""
