"""Somebody begins another game by accident; on the page, the one that was left goes on."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.e2e.evening import Evening
from tests.e2e.looking import button

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.thorough
async def test_a_game_that_was_left_by_accident_goes_on(evening: Evening) -> None:
    page = evening.page
    await evening.set_up("Ann", "Bo", "Cy", target=500)
    await evening.card("Red 5", do="turn_up")
    await evening.card("Red Hit 2")
    await evening.headline("Cy hits")
    await evening.press()
    stood = await evening.state()

    await button(page, "More").click()
    await button(page, "New game").click()
    await button(page, "Start the game").click()
    await evening.headline("Who deals?")
    await evening.kill_the_referee()
    await button(page, "More").click()
    await button(page, "Past games").click()
    await button(page, "Play on in game 1").click()
    question = page.get_by_role("region", name="Play on")
    await expect(question).to_contain_text("the game on the table stops")
    await button(page, "Play on in game 1 now").click()

    await evening.headline("Cy hits")
    assert await evening.state() == stood
    await expect(page.locator(".log li").first).to_have_text(
        "Game 1 goes on where it was left, with Ann, Bo and Cy."
    )
    await evening.press()
    await evening.headline("Ann's turn")
    await evening.hands_are_right()
