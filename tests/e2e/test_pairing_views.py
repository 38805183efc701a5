"""The views of seats and phones: axe-core finds nothing, and on every screen all can be read."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Mapping
from itertools import product

import pytest
import pytest_asyncio
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import CDPSession, Page, expect

from tests.e2e.conftest import TABLET
from tests.e2e.layout import LONG, SHORT, faults, larger_text, set_text
from tests.e2e.looking import PLAIN_PX, button, settled
from tests.e2e.page_server import PageServer
from tests.e2e.pairing_views import Place, go_to, places
from tests.e2e.seated import HOST, code, seated
from tests.e2e.test_page_access import FIND, wear
from tests.e2e.views import SIZES, TEXTS_PCT, THREE

pytestmark = pytest.mark.asyncio(loop_scope="session")

PLAIN_PCT = 100
PARTS = 3


@pytest_asyncio.fixture(loop_scope="session")
async def text(page: Page) -> AsyncIterator[CDPSession]:
    """The page's size of text; page and text get back their sizes."""
    session = await larger_text(page)
    yield session
    await set_text(session, PLAIN_PCT)
    await session.detach()
    await page.set_viewport_size(TABLET)


async def violations(page: Page, server: PageServer, some: Mapping[str, Place]) -> list[str]:
    """Every rule in light; in dark, where only colours differ, those about contrast."""
    await wear(page, "light")
    wrong = []
    for name, place in some.items():
        await go_to(page, server, place)
        await page.evaluate(Axe().axe_script)  # the page may be another one now
        wrong += [(name, one) for one in await page.evaluate(FIND)]
        await wear(page, "dark")
        wrong += [(f"{name}, dark", one) for one in await page.evaluate(FIND, ["color-contrast"])]
        await wear(page, "light")
    return [f"{name}: {one}" for name, one in wrong]


async def unreadable(
    page: Page,
    server: PageServer,
    text: CDPSession,
    some: Mapping[str, Place],
    sizes: Collection[str],
) -> str:
    """What cannot be read or tapped on these screens, with plain and with large text."""
    wrong = []
    for name, place in some.items():
        await page.set_viewport_size(TABLET)
        await set_text(text, PLAIN_PCT)
        await go_to(page, server, place)
        for size, percent in product(sizes, TEXTS_PCT):
            width, height = SIZES[size]
            await page.set_viewport_size({"width": width, "height": height})
            await set_text(text, percent)
            plain = percent == PLAIN_PCT
            main = place.main if plain else ()
            found = await faults(page, main=main, whole=LONG if plain else SHORT)
            wrong += [f"{name}, {size}, text {percent} %: {one}" for one in found]
    return "\n".join(wrong)


@pytest.mark.thorough
async def test_axe_finds_nothing_wrong_with_seats_and_phones(
    page: Page, server: PageServer
) -> None:
    assert await violations(page, server, places()) == []


@pytest.mark.thorough
@pytest.mark.parametrize("part", range(PARTS))
async def test_every_view_of_seats_and_phones_can_be_read_and_tapped(
    page: Page, server: PageServer, text: CDPSession, part: int
) -> None:
    some = dict([*places().items()][part::PARTS])
    assert await unreadable(page, server, text, some, SIZES) == ""


async def test_a_code_is_made_by_keyboard_alone(page: Page, server: PageServer) -> None:
    server.me = HOST
    server.answers["/api/seats/codes"] = code()
    server.show(seated(THREE))
    await settled(page, server)
    await button(page, "More").focus()
    await page.keyboard.press("Enter")
    await button(page, "Seats and phones").focus()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("heading", level=1)).to_be_focused()
    make = button(page, f"Show the code of {THREE[0]}'s seat")
    for _ in range(9):
        if await make.evaluate("key => key === document.activeElement"):
            break
        await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await expect(page.locator(".letters")).to_be_visible()
    await expect(page.get_by_role("heading", level=1)).to_be_focused()


@pytest.mark.thorough
@pytest.mark.parametrize("size", ["small-phone", "tablet"])
async def test_a_code_is_large_and_on_the_screen(
    page: Page, server: PageServer, text: CDPSession, size: str
) -> None:
    """A module of 4 px or more, and letters more than twice as high as the text around them."""
    width, height = SIZES[size]
    await page.set_viewport_size({"width": width, "height": height})
    await go_to(page, server, places()["code"])
    await expect(page.locator(".qr")).to_be_in_viewport(ratio=1)
    await expect(page.locator(".letters")).to_be_in_viewport(ratio=1)
    box = await page.locator(".qr").bounding_box()
    assert box is not None
    modules = await page.locator(".qr").evaluate("code => code.viewBox.baseVal.width")
    assert box["width"] / modules >= 4
    letters = await page.locator(".letters").evaluate("one => getComputedStyle(one).fontSize")
    assert float(letters.removesuffix("px")) > 2 * PLAIN_PX


ON_ONE_LINE = """(address) => {
  const words = document.createRange();
  const texts = [...address.childNodes].filter((one) => one.nodeType === Node.TEXT_NODE);
  const parts = texts.filter((one) => one.data);
  return parts.map((part) => {
    words.selectNodeContents(part);
    return [part.data, new Set([...words.getClientRects()].map((one) => one.top)).size];
  });
}"""


@pytest.mark.parametrize("size", ["small-phone-across", "small-phone"])
@pytest.mark.parametrize("percent", TEXTS_PCT)
async def test_an_address_breaks_after_a_dot_or_a_colon_alone(
    page: Page, server: PageServer, text: CDPSession, size: str, percent: int
) -> None:
    width, height = SIZES[size]
    await page.set_viewport_size({"width": width, "height": height})
    await set_text(text, percent)
    await go_to(page, server, places()["code"])
    parts = await page.locator(".code .address").evaluate(ON_ONE_LINE)
    assert parts == [
        [part, 1] for part in ("http://", "192.", "168.", "178.", "120:", "8080", "/seat")
    ]
