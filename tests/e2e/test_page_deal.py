"""The launcher deals the opening hands, as the page asks for it and shows it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.e2e.looking import button, settled, unfold
from tests.e2e.page_server import NO_GAME, PageServer, offer, table

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.thorough]


def dealing(stage: str = "armed", **hit: Any) -> dict[str, Any]:
    """Bo's hand is due."""
    due = {"number": 1, "by": "Bo", "owner": "Bo", "stage": stage, "requested": None, "out": 0}
    shown = table(
        phase="turn_up",
        turn=None,
        top=None,
        color=None,
        legal=[offer("turn_up", "card")],
        launcher={"hit": due | hit},
    )
    return shown | {"undealt": ["Bo", "Cy"]}


async def test_the_launcher_deals_where_it_is_asked_to(page: Page, server: PageServer) -> None:
    server.show(NO_GAME)
    await settled(page, server)
    for at, name in enumerate(("Ann", "Bo"), 1):
        await page.get_by_role("textbox", name=f"Player {at}").fill(name)
    await button(page, "Start the game").click()
    await settled(page, server)  # it ends the draft
    await unfold(page, "Rules")
    await page.get_by_role("radio", name="The launcher deals").check()
    await button(page, "Start the game").click()
    first, second = await server.heard(2)
    assert "deal" not in first and second["deal"] == "launcher"


async def test_whose_hand_it_is_and_how_many_cards_is_the_headline(
    page: Page, server: PageServer
) -> None:
    headline = page.get_by_role("heading", level=1)
    server.show(dealing())
    await settled(page, server)
    await expect(headline).to_have_text("Bo: take your 7 cards")
    await expect(page.get_by_text("or deal by hand")).to_be_visible()
    for seat in ("Ann 7 cards", "Bo 0 cards", "Cy 0 cards"):
        await expect(button(page, f"{seat} 0 points")).to_be_visible()
    await expect(button(page, "Press the launcher")).to_be_enabled()
    server.show(dealing("running", requested=7, out=3))
    await expect(page.locator(".sub")).to_contain_text("Cards are coming.")
    await expect(page.get_by_test_id("tray")).to_have_attribute("data-count", "3")
    server.show(dealing("broken", requested=7, out=3))
    await expect(page.locator(".sub")).to_contain_text("The launcher stopped")
    await button(page, "One more").click()
    await button(page, "End the hit").click()
    assert await server.heard() == [{"hit": 1, "cards": 4}]


async def test_the_same_seats_are_dealt_to_in_the_same_way(page: Page, server: PageServer) -> None:
    server.show(table(phase="game_over", turn=None, winner="Bo") | {"deal": "launcher"})
    await button(page, "Same seats again").click()
    assert (await server.heard())[0]["deal"] == "launcher"
    await button(page, "New game").first.click()
    await unfold(page, "Rules")
    await expect(page.get_by_role("radio", name="The launcher deals")).to_be_checked()
