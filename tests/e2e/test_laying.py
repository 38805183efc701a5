"""Cards that are laid on the page of a simulated launcher, and seen by a simulated reader."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.async_api import Page, Request, expect

from tests.e2e.evening import Evening
from tests.e2e.looking import button
from tests.e2e.page_server import PageServer, refused, seat_of
from tests.e2e.pairing_views import Place, go_to
from tests.e2e.seated import seated
from tests.e2e.test_seen import ANSWER, TURN, at
from tests.e2e.views import THREE

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.thorough]

LAY, COMMANDS = "/api/simulator/lay", "/api/commands"


async def test_a_card_that_is_laid_is_played_without_a_card_key(evening: Evening) -> None:
    page, sent = evening.page, list[str]()

    def note(request: Request) -> None:
        if request.method == "POST":
            sent.append(request.url.removeprefix(evening.address))

    await evening.set_up("Ann", "Bo", "Cy", target=500)
    page.on("request", note)
    await button(page, "Lay a card").click()
    await lay(evening, "Red 5")
    await evening.headline("Bo's turn")
    await lay(evening, "Red 3")
    await evening.headline("Cy's turn")
    wrong = page.get_by_role("combobox", name="With this card")
    await wrong.select_option("missed")
    await lay(evening, "Red 4")
    await expect(wrong).to_have_value("none")
    await evening.headline("Cy's turn")
    await lay(evening, "Red 4")
    await evening.headline("Ann's turn")
    await lay(evening, "Wild")
    await evening.headline("Bo's turn")
    await button(page, "Which colour has Ann called?").click()
    await button(page, "Green").click()
    await expect(page.locator(".pile")).to_contain_text("Green")
    assert set(sent) <= {LAY, ANSWER, COMMANDS}
    assert (sent.count(LAY), sent.count(COMMANDS)) == (5, 1)  # the colour
    played = [entry.body["command"]["card"] for entry in evening.said("play")]
    assert played == ["red-3", "red-4", "wild"]


async def lay(evening: Evening, card: str) -> None:
    """Tap a card. Two that come too quickly are asked about, as at a real table."""
    page = evening.page
    async with page.expect_response(lambda answer: answer.url.endswith(LAY)) as answered:
        await button(page, card).click()
    assert (await answered.value).status == 204
    pending = (await evening.table())["sightings"]["pending"]
    if pending is not None and pending["why"] == "confirm":
        await button(page, "Yes").click()


async def test_it_stays_open_and_says_what_was_refused(page: Page, server: PageServer) -> None:
    await at(page, server, TURN)
    await button(page, "Lay a card").click()
    server.answers[LAY] = (409, refused("refusal.none_left", card="red-9"))
    await button(page, "Red 9").click()
    await expect(page.get_by_text("All cards of this kind have been laid already")).to_be_visible()
    await expect(page.locator(".panel.lay")).to_be_visible()
    if folder := os.environ.get("LAY_PICTURES"):
        for name, size in {"phone": (390, 844), "tablet": (1024, 768)}.items():
            await page.set_viewport_size({"width": size[0], "height": size[1]})
            await page.screenshot(path=Path(folder) / f"{name}.png")


async def test_only_a_table_screen_of_a_simulated_launcher_offers_it(
    page: Page, server: PageServer
) -> None:
    real = {**TURN, "launcher": {**TURN["launcher"], "simulated": False}}
    await at(page, server, real)
    await expect(button(page, "Lay a card")).to_have_count(0)
    await go_to(page, server, Place(seated(THREE) | TURN, seat_of("Bo", device=3)))
    await expect(button(page, "Lay a card")).to_have_count(0)
