"""Cards of a house's own box: what is drawn on them fits, and what they do is told."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from controller.base.paths import boxes_of
from tests.e2e.evening import Evening
from tests.e2e.looking import button

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.thorough]

BOX = """
name = "Signs"

[[kinds]]
id = "fog"
name = "Fog"
copies = 1
points = 30
picture = "text:WWW"
play = { effects = ["trade", { hits = 3, who = "self" }] }
first = { goes_back = true }

[[kinds]]
id = "lucky"
name = "Lucky"
copies = 1
points = 30
picture = "text:7"
play = { effects = [{ hits = 1, who = "chosen" }] }

[[kinds]]
id = "bang"
copies = 1
points = 30
picture = "burst:WWW"
play = { effects = ["skip"] }

[[kinds]]
id = "wild-sun"
wild = true
copies = 2
points = 50
picture = "card:WWW"
"""

OVER_THE_EDGE = """() => [...document.querySelectorAll("svg text.numeral")].filter((text) => {
  const svg = text.ownerSVGElement.getBoundingClientRect(), own = text.getBoundingClientRect();
  if (!svg.width || !own.width) return false;
  const room = svg.width * (text.closest("svg.face") ? 0.86 : 0.98);
  return own.width > room || own.left < svg.left || own.right > svg.right;
}).map((text) => text.textContent)"""

OVER_THE_SIGN = """() => [...document.querySelectorAll(".pick")].filter((key) => {
  const [text, sign] = [".chip text", ":scope > .corner"].map((at) => key.querySelector(at));
  if (!text || !sign || !key.offsetWidth) return false;
  const [one, other] = [text.getBoundingClientRect(), sign.getBoundingClientRect()];
  return one.left < other.right && one.top < other.bottom;
}).map((key) => key.dataset.card).filter((card) => /fog|bang/.test(card))"""


MANY = "".join(
    f'[[kinds]]\nid = "own-{letter}"\ncopies = 1\npoints = 20\n' for letter in "abcdefgh"
)
"""Beside nine numbers: seventeen kinds of each colour."""


async def with_box(evening: Evening, page: Page, box: str = BOX) -> None:
    """A game with the box, at the first turn."""
    folder = boxes_of(evening.journal)
    folder.mkdir(exist_ok=True)
    (folder / "signs.toml").write_text(box, encoding="utf-8")
    await page.reload()
    for at, name in enumerate(("Ann", "Bo"), 1):
        await page.get_by_role("textbox", name=f"Player {at}").fill(name)
    await page.get_by_role("radio", name="Ann", exact=True).check()
    await page.get_by_role("radio", name="Signs", exact=True).check()
    assert await page.evaluate(OVER_THE_EDGE) == []
    await button(page, "Start the game").click()
    await evening.headline("Turn up the first card")
    await evening.card("Red 5", do="turn_up")
    await evening.headline("Bo's turn")


async def test_a_house_s_own_cards_fit_and_say_what_they_do(evening: Evening) -> None:
    page = evening.page
    await with_box(evening, page)
    for width, height in ((1024, 768), (390, 844)):
        await page.set_viewport_size({"width": width, "height": height})
        assert await page.evaluate(OVER_THE_EDGE) == []
        assert await page.evaluate(OVER_THE_SIGN) == []
    await page.set_viewport_size({"width": 1024, "height": 768})
    await button(page, "Red Fog").click(button="right")
    explained = page.get_by_role("region", name="What the card does")
    for sentence in (
        "Its player swaps hands with another player of their choice.",
        "Its player hits 3 times.",
        "It goes back into the deck, and another card is turned up.",
    ):
        await expect(explained).to_contain_text(sentence)
    assert await page.evaluate(OVER_THE_EDGE) == []
    await expect(page.get_by_text("did not count")).to_have_count(0)
    await page.keyboard.press("Escape")
    await expect(explained).to_have_count(0)
    seven = await button(page, "Red 7").locator(".chip").inner_html()
    lucky = await button(page, "Red Lucky").locator(".chip").inner_html()
    assert seven != lucky and "<path" in lucky and "<path" not in seven
    await button(page, "Red Lucky").click()
    await expect(page.get_by_role("heading", name="Which player hits?")).to_be_visible()
    await button(page, "Cancel").click()
    await button(page, "Red Fog").click()
    await expect(page.get_by_role("heading", name="Trade with which player?")).to_be_visible()


async def test_all_colours_of_a_large_box_are_on_a_laptop_s_screen(evening: Evening) -> None:
    page = evening.page
    await with_box(evening, page, 'name = "Signs"\n' + MANY)
    await page.set_viewport_size({"width": 1280, "height": 757})
    blue = await button(page, "Blue own-h").bounding_box()
    below = await button(page, "Undo").bounding_box()
    assert blue is not None and below is not None
    assert blue["y"] + blue["height"] <= below["y"]
    assert blue["width"] >= 44
