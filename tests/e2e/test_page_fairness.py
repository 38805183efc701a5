"""Fair draws on the page: one line before a game, one after it, the whole on a tap."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.e2e.looking import button, settled, unfold
from tests.e2e.page_server import FAIRNESS, NEXT_CODE, NO_GAME, SEAL, PageServer, table

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.thorough]

RUDE = "<b>walrus</b>"
SEED = 64 * "5"
GOOD: dict[str, Any] = {
    "in_order": True,
    "remarks": [{"key": "fairness.all_drawn", "values": {"n": 12}}],
    "hits": [],
}
OTHER_WORDS = {"key": "fairness.other_words", "values": {}}
BAD: dict[str, Any] = {"in_order": False, "remarks": [OTHER_WORDS], "hits": []}


def over(report: dict[str, Any]) -> dict[str, Any]:
    """A game that is over, with what was found of its draws."""
    game = FAIRNESS["game"] | {"seed": SEED, "report": report, "seal": SEAL | {"words": RUDE}}
    shown = table(phase="game_over", turn=None, winner="Bo")
    return shown | {"fairness": FAIRNESS | {"game": game}}


async def test_before_a_game_the_code_is_shown_and_words_can_be_added(
    page: Page, server: PageServer
) -> None:
    server.show(NO_GAME)
    await settled(page, server)
    fold = page.get_by_text("random draws without your own words")
    await expect(fold).to_be_visible()
    line = page.get_by_text("The check code of the next game is 4c1d 22aa 90e1 0000.")
    await expect(line).to_be_hidden()
    await expect(page.get_by_text(NEXT_CODE)).to_be_hidden()
    await fold.click()
    await expect(line).to_be_visible()
    await expect(page.get_by_text(NEXT_CODE)).to_be_visible()
    for at, name in enumerate(("Ann", "Bo"), 1):
        await page.get_by_role("textbox", name=f"Player {at}").fill(name)
    await button(page, "Start the game").click()
    (told,) = await server.heard()
    assert told["commitment"] == NEXT_CODE and "words" not in told
    server.show(NO_GAME)
    await settled(page, server)
    await unfold(page, "Fair draws")
    await page.get_by_role("textbox", name="Words of your own").fill("purple walrus")
    depending = page.get_by_text("random draws that also depend on words of your own")
    await expect(depending).to_be_visible()
    await button(page, "Start the game").click()
    assert (await server.heard(2))[1]["words"] == "purple walrus"


async def test_after_a_game_it_says_that_the_secret_fits(page: Page, server: PageServer) -> None:
    server.show(over(GOOD))
    await settled(page, server)
    line = page.get_by_text("Fair draws: the check code ec3f 95d9 5a90 2dd5, which")
    await expect(line).to_be_visible()
    await expect(page.get_by_text(SEED)).to_be_hidden()
    await line.click()
    await expect(page.get_by_text(SEED)).to_be_visible()
    await expect(
        page.get_by_text("The draws are correct: all 12 draws follow from the")
    ).to_be_visible()
    await expect(page.get_by_text(RUDE)).to_be_visible()  # words are text, whatever they are
    await button(page, "Same seats again").click()
    (told,) = await server.heard()
    assert told["commitment"] == NEXT_CODE and "words" not in told


async def test_draws_that_are_not_in_order_are_said_to_be(page: Page, server: PageServer) -> None:
    server.show(over(BAD))
    await settled(page, server)
    await expect(
        page.get_by_text("The draws are not correct: these are not the words")
    ).to_be_visible()
    await expect(page.get_by_text("Fair draws")).to_have_count(0)


async def test_while_it_is_played_the_code_and_the_words_are_there(
    page: Page, server: PageServer
) -> None:
    server.show(table())
    await settled(page, server)
    await button(page, "More").click()
    fixed = (
        "Nobody can change the random draws of this game: their check code is ec3f 95d9 5a90 2dd5"
    )
    await page.get_by_text(fixed).click()
    for words in ("“purple walrus”", SEAL["commitment"], SEAL["receipt"]):
        await expect(page.get_by_text(words)).to_be_visible()
    await expect(page.get_by_text("Secret", exact=True)).to_have_count(0)


async def test_a_game_from_before_says_that_nobody_can_check_it(
    page: Page, server: PageServer
) -> None:
    server.show(table() | {"fairness": FAIRNESS | {"game": None}})
    await settled(page, server)
    await button(page, "More").click()
    await expect(page.get_by_text("nobody can check them")).to_be_visible()
