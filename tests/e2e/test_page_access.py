"""The page for everybody: axe-core finds nothing, and a round is played by keyboard alone."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Page, expect

from tests.e2e.looking import button, seen
from tests.e2e.page_server import COLORS, PageServer, offer, table
from tests.e2e.test_page_games import LEFT, NOW, WON
from tests.e2e.test_page_screens import PLAYS, SET, TEN, VIEWS

pytestmark = pytest.mark.asyncio(loop_scope="session")

JAM = {"code": "JAM", "advice": "A card is stuck under the roller: take it out."}
HIT = {"number": 1, "by": "Bo", "owner": "Bo", "stage": "armed", "requested": None, "out": 0}
CALLS = [offer("undo"), offer("uno", by="Bo"), *SET]
DISCARD = offer("play", by="Bo", card="red-discard-all", may=("with",))
OWED = [{"player": "Cy", "by": "Bo", "hits": 2, "until_fire": False, "reason": "AAT-1"}]
ROUNDS = [{"round": n, "scores": dict.fromkeys(TEN, 40 * n)} for n in (1, 2, 3)]

MORE_VIEWS: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "in play": (table(legal=[*PLAYS, *CALLS], launcher={"hit": HIT}, reload_due=True), ()),
    "colours": (table(legal=[offer("play", "color", by="Bo", card="wild")]), ("Wild",)),
    "laid under": (table(legal=[DISCARD]), ("Red Discard All", "Red 3")),
    "hits": (table(phase="hits", owed=OWED, legal=CALLS, launcher={"hit": HIT}), ()),
    "more": (table(legal=[*CALLS, offer("leave", player="Cy")]), ("More",)),
    "put right": (table(legal=CALLS), ("More", "Put something right")),
    "new game": (table(legal=CALLS), ("More", "New game")),
    "cards explained": (table(legal=PLAYS), ("More", "What the cards do")),
    "past games": (table(legal=CALLS), ("More", "Past games")),
    "card keyboard": (VIEWS["count"], ("Tap the cards of Bo", "Red 3", "Wild")),
    "picture": (table(TEN, phase="round_over", rounds=ROUNDS, turn=None), ()),
}

FIND = """async (rules) => {
  const found = await axe.run({ resultTypes: ["violations"], ...(rules && { runOnly: rules }) });
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html)}`);
}"""


async def test_axe_finds_nothing_wrong_with_any_view(page: Page, server: PageServer) -> None:
    """Every rule in light; in dark, where only colours differ, those about contrast.

    Whatever can be unfolded is.
    """
    await page.emulate_media(color_scheme="light")
    await page.evaluate(Axe().axe_script)
    wrong = {}
    views = {name: (shown, ()) for name, shown in VIEWS.items()} | MORE_VIEWS
    for name, (shown, taps) in views.items():
        server.reset()
        server.found["/api/games"] = [NOW, LEFT, WON, WON | {"deleted": True}]
        server.show(shown)
        await seen(page, server)
        for tap in taps:
            await button(page, tap).first.click()
        await page.evaluate(
            "document.querySelectorAll('details').forEach((one) => one.open = true)"
        )
        wrong[name] = await page.evaluate(FIND)
        await page.emulate_media(color_scheme="dark")
        wrong[f"{name}, dark"] = await page.evaluate(FIND, ["color-contrast"])
        await page.emulate_media(color_scheme="light")
    assert {name: found for name, found in wrong.items() if found} == {}


async def test_arrow_keys_go_over_the_cards(page: Page, server: PageServer) -> None:
    server.show(table(legal=PLAYS))
    await seen(page, server)
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
    await seen(page, server)
    await button(page, "Red 7").focus()
    await page.keyboard.press("ArrowDown")
    await expect(button(page, "Yellow 7")).to_be_focused()


async def test_who_plays_by_keyboard_goes_on_at_the_headline(
    page: Page, server: PageServer
) -> None:
    """The card just played can no longer be: the focus is not lost with it."""
    server.show(table(legal=PLAYS))
    await seen(page, server)
    await button(page, "Red 3").focus()
    await page.keyboard.press("Enter")
    await server.heard()
    server.show(table(turn="Cy"))
    await expect(page.get_by_role("heading", level=1)).to_be_focused()
