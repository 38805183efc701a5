"""A whole round on the page: real referee, real simulated launcher, a jam on the way, the score."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.e2e.evening import Evening
from tests.e2e.looking import button

pytestmark = pytest.mark.asyncio(loop_scope="session")

BO_PLAYS = ["Red Hit 2", "Red Skip", "Red Reverse", "Red 1", "Red 2", "Red 3", "Blue 3"]
LEFT = {"Ann": 137, "Cy": 152}
"""Points that the losers count at the end: possible with 7 to 40 cards."""


@pytest.mark.thorough
async def test_a_round_is_played_to_its_score_with_a_jam_on_the_way(evening: Evening) -> None:
    page = evening.page
    await evening.set_up("Ann", "Bo", "Cy", target=500)
    await evening.card("Red 5", do="turn_up")

    cards = iter(BO_PLAYS)
    played = 0
    while (
        shown := await evening.headline(
            "Bo's turn", "Ann's turn", "Cy's turn", "Cy hits", "Bo wins the round!"
        )
    ) != "Bo wins the round!":
        if shown != "Bo's turn":
            if played == 1 and not evening.troubles:
                await evening.control.jam()
            await evening.press()
            continue
        if played == len(BO_PLAYS) - 2:
            await evening.tap(button(page, "UNO"), "uno")
        # what does not match cannot be tapped
        yellow = page.get_by_test_id("picker").get_by_role("button", name="Yellow 9", exact=True)
        await expect(yellow).to_be_disabled()
        await evening.card(next(cards))
        played += 1
    assert played == len(BO_PLAYS)
    assert "JAM" in evening.troubles, "the jam never came in anybody's way"

    for player, points in LEFT.items():
        await page.get_by_role("spinbutton", name=f"Points of {player}", exact=True).fill(
            str(points)
        )
        await button(page, f"Count the points of {player}").click()
    await evening.headline("Bo won round 1")
    assert (await evening.state())["scores"] == {"Ann": 0, "Bo": sum(LEFT.values()), "Cy": 0}
    await expect(page.get_by_role("row", name="Bo")).to_contain_text(str(sum(LEFT.values())))

    await evening.hands_are_right()
