"""The page for everybody: axe-core finds nothing, and a round is played by keyboard alone."""

from __future__ import annotations

from functools import partial

import pytest
from playwright.async_api import Page, expect

from tests.e2e.axe import drawn, violations, wear
from tests.e2e.looking import button, settled
from tests.e2e.page_server import COLORS, PLAYS, PageServer, offer, table
from tests.e2e.screenshots import THEMES
from tests.e2e.views import TEN, THREE, look_at, views

pytestmark = pytest.mark.asyncio(loop_scope="session")


LEAST_CONTRAST = 3.0
"""Axe looks at no button that is off."""
CONTRASTS = """() => {
  const rgb = (color) => color.match(/[\\d.]+/g).map(Number);
  const light = (color) => color.slice(0, 3).map((one) => one / 255)
    .map((one) => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)
    .reduce((sum, one, at) => sum + one * [0.2126, 0.7152, 0.0722][at], 0.05);
  const contrast = (one, other) => Math.max(light(one) / light(other), light(other) / light(one));
  /** What is painted behind an element: a colour, or those of a gradient. */
  function behind(element) {
    const { backgroundColor, backgroundImage } = getComputedStyle(element);
    if (backgroundImage !== "none") return backgroundImage.match(/rgba?\\([^)]*\\)/g).map(rgb);
    const color = rgb(backgroundColor);
    return (color[3] ?? 1) > 0.5 ? [color] : behind(element.parentElement);
  }
  const off = [...document.querySelectorAll("button:disabled")];
  return off.filter((one) => one.checkVisibility()).map((button) => {
    const words = button.querySelector(".caption") ?? button;
    const share = Number(getComputedStyle(button).opacity);
    const over = (color, under) => color.map((one, at) => share * one + (1 - share) * under[at]);
    const ink = rgb(getComputedStyle(words).color);
    const contrasts = behind(button.parentElement).flatMap((under) =>
      behind(words).map((paper) => contrast(over(ink, under), over(paper, under))));
    return [button.textContent.trim(), Math.min(...contrasts)];
  });
}"""


@pytest.mark.parametrize(
    ("players", "everything"),
    [
        pytest.param(THREE, False, id="3", marks=pytest.mark.thorough),
        pytest.param(THREE, True, id="3, everything", marks=pytest.mark.soak),
        pytest.param(TEN, True, id="10, everything", marks=pytest.mark.soak),
    ],
)
async def test_axe_finds_nothing_wrong_with_any_view(
    page: Page, server: PageServer, players: tuple[str, ...], everything: bool
) -> None:
    visits = {name: partial(look_at, page, server, view) for name, view in views(players).items()}
    assert (
        await violations(page, visits if everything else drawn(visits), everything=everything) == {}
    )


@pytest.mark.thorough
async def test_what_cannot_be_tapped_can_be_read(page: Page, server: PageServer) -> None:
    every = views(TEN)
    faint: dict[tuple[str, str, str], float] = {}
    for name in ("power-grab, play", "laid under"):
        await look_at(page, server, every[name])
        for theme in THEMES:
            await wear(page, theme)
            found = await page.evaluate(CONTRASTS)
            assert found
            faint |= {(name, theme, words): of for words, of in found if of < LEAST_CONTRAST}
        await wear(page, "light")
    assert faint == {}


@pytest.mark.thorough
async def test_arrow_keys_go_over_the_cards(page: Page, server: PageServer) -> None:
    server.show(table(legal=PLAYS))
    await settled(page, server)
    await button(page, "Red 1").focus()
    for keys, card in (
        ("ArrowRight ArrowRight", "Red 3"),
        ("ArrowDown", "Red Hit 2"),
        ("ArrowDown ArrowDown ArrowLeft", "Yellow 9"),
        ("ArrowUp", "Yellow 2"),
    ):
        for key in keys.split():
            await page.keyboard.press(key)
        await expect(button(page, card)).to_be_focused()
    server.show(table(legal=[offer("play", by="Bo", card=f"{c}-7") for c in COLORS]))
    await settled(page, server)
    await button(page, "Red 7").focus()
    await page.keyboard.press("ArrowDown")
    await expect(button(page, "Yellow 7")).to_be_focused()


@pytest.mark.thorough
async def test_who_plays_by_keyboard_goes_on_at_the_headline(
    page: Page, server: PageServer
) -> None:
    """The card just played can no longer be: the focus is not lost with it."""
    server.show(table(legal=PLAYS))
    await settled(page, server)
    await button(page, "Red 3").focus()
    await page.keyboard.press("Enter")
    await server.heard()
    server.show(table(turn="Cy"))
    await expect(page.get_by_role("heading", level=1)).to_be_focused()
