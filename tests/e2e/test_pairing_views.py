"""The views of seats and phones: axe-core finds nothing, and codes can be read."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial

import pytest
import pytest_asyncio
from playwright.async_api import CDPSession, Page, expect

from tests.e2e.axe import drawn, violations
from tests.e2e.conftest import TABLET
from tests.e2e.layout import larger_text, set_text
from tests.e2e.looking import PLAIN_PX, button, settled
from tests.e2e.page_server import PageServer, code
from tests.e2e.pairing_views import go_to, places
from tests.e2e.seated import HOST, seated
from tests.e2e.views import SIZES, TEXTS_PCT, THREE

pytestmark = pytest.mark.asyncio(loop_scope="session")

PLAIN_PCT = 100


@pytest_asyncio.fixture(loop_scope="session")
async def text(page: Page) -> AsyncIterator[CDPSession]:
    """The page's size of text; page and text get back their sizes."""
    session = await larger_text(page)
    yield session
    await set_text(session, PLAIN_PCT)
    await session.detach()
    await page.set_viewport_size(TABLET)


@pytest.mark.parametrize(
    "everything",
    [
        pytest.param(False, id="new", marks=pytest.mark.thorough),
        pytest.param(True, id="everything", marks=pytest.mark.soak),
    ],
)
async def test_axe_finds_nothing_wrong_with_seats_and_phones(
    page: Page, server: PageServer, everything: bool
) -> None:
    visits = {name: partial(go_to, page, server, place) for name, place in places().items()}
    assert (
        await violations(page, visits if everything else drawn(visits), everything=everything) == {}
    )


@pytest.mark.thorough
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


@pytest.mark.thorough
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
