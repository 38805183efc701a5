"""A round from the first card to the score without a finger on the screen."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.e2e.evening import Evening

pytestmark = pytest.mark.asyncio(loop_scope="session")

MOST_TABS = 60
MOST_KEYS = 2
"""An ordinary turn: a card without a question, or a press."""
NAME = "document.activeElement.ariaLabel ?? document.activeElement.textContent.trim()"


async def go_to(evening: Evening, name: str) -> None:
    """Tab on until this has the keyboard; it may still have to come."""
    page = evening.page
    there = page.get_by_role("button", name=name, exact=True, disabled=False)
    await there.or_(page.get_by_label(name, exact=True)).first.wait_for()
    for _ in range(MOST_TABS):
        if await evening.page.evaluate(NAME) == name:
            return
        await evening.page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not lead to {name}")


async def press(evening: Evening, name: str, do: str) -> None:
    before = len(evening.said(do))
    await go_to(evening, name)
    await evening.page.keyboard.press("Enter")
    await evening.until_said(do, before)


async def turn(evening: Evening, keys: str, do: str) -> None:
    """An ordinary turn, wherever the focus is."""
    before = len(evening.said(do))
    assert len(keys) <= MOST_KEYS
    for key in keys:
        await evening.page.keyboard.press(key)
    await evening.until_said(do, before)


@pytest.mark.thorough
async def test_a_round_is_played_by_keyboard_alone(evening: Evening) -> None:
    keyboard = evening.page.keyboard
    await go_to(evening, "Player 1")
    for name in ("Ann", "Bo"):
        await keyboard.type(name)
        await keyboard.press("Enter")
    await go_to(evening, "Start the game")
    await keyboard.press("Enter")
    await evening.headline("Who deals?")
    for name, card in (("Ann", "Red 9"), ("Bo", "Yellow 1")):
        if name == "Ann":  # who is left is not asked for
            await go_to(evening, name)
            await keyboard.press("Enter")
        await press(evening, card, "dealer_draw")
    await evening.headline("Turn up the first card")
    await press(evening, "Red 5", "turn_up")
    await evening.headline("Bo's turn")

    await go_to(evening, "More")  # the table says that Bo has two cards left
    await keyboard.press("Enter")
    await go_to(evening, "Correct something")
    await keyboard.press("Enter")
    await go_to(evening, "Hand of Bo")
    await keyboard.press("ControlOrMeta+a")
    await keyboard.type("2")
    before = len(evening.said("set"))
    await keyboard.press("Enter")
    await evening.until_said("set", before)
    await expect(evening.page.get_by_role("form", name="Correct something")).to_have_count(0)

    await turn(evening, "u", "uno")
    await turn(evening, "r3", "play")
    await evening.headline("Ann's turn")
    await turn(evening, "p", "hit")
    await evening.headline("Bo's turn")
    await go_to(evening, "Wild")
    await keyboard.press("Enter")
    await turn(evening, "g", "play")
    await evening.headline("Bo wins the round!")
    await go_to(evening, "Points of Ann")
    before = len(evening.said("count"))
    await keyboard.type("64")
    await keyboard.press("Enter")
    await evening.until_said("count", before)
    await evening.headline("Bo won round 1")
    await expect(evening.page.get_by_role("row", name="Bo")).to_contain_text("64")
