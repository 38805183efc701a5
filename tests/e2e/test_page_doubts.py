"""A count that may be off is said until the table has put it right, where it pushes nothing."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from tests.e2e.looking import button, settled
from tests.e2e.page_server import PageServer, offer, ruling, table

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.thorough]

MAY_SET = [offer("set", "hands"), offer("set", "scores")]
HANDS = {"Ann": 7, "Bo": 11, "Cy": 7}


def doubt(hit: int, owner: str, cards: int, uncertain: int) -> dict[str, Any]:
    return {"hit": hit, "by": owner, "owner": owner, "cards": cards, "uncertain": uncertain}


def doubted(*doubts: dict[str, Any], legal: list[dict[str, Any]] = MAY_SET) -> dict[str, Any]:
    return table(legal=legal, hands=HANDS) | {"doubts": list(doubts)}


def recount(page: Page) -> Locator:
    return page.get_by_role("region", name="Recount of")


@pytest.mark.parametrize(
    ("tap", "hand"), [("4 is right", 11), ("5 cards came out", 12), ("6 cards came out", 13)]
)
async def test_a_doubtful_count_is_said_and_settled_with_one_tap(
    page: Page, server: PageServer, tap: str, hand: int
) -> None:
    server.show(doubted(doubt(12, "Bo", 4, 2)))
    await button(page, "Recount Bo's hand").click()
    await expect(recount(page)).to_contain_text("Bo got 4 cards, perhaps up to 6 cards, in hit 12.")
    await button(page, tap).click()
    assert await server.heard() == [{"do": "set", "hands": {"Bo": hand}}]
    server.show(doubted())
    await settled(page, server)
    await expect(recount(page)).to_have_count(0)


async def test_doubts_about_one_hand_are_settled_together(page: Page, server: PageServer) -> None:
    server.show(doubted(doubt(12, "Bo", 4, 2), doubt(13, "Cy", 1, 1), doubt(14, "Bo", 1, 3)))
    await button(page, "Recount 2 hands").click()
    await expect(recount(page)).to_contain_text(
        [
            "Bo got 5 cards, perhaps up to 10 cards, in hits 12 and 14.",
            "Cy got 1 card, perhaps up to 2 cards, in hit 13",
        ]
    )
    count = page.get_by_role("spinbutton", name="Cards that came out for Bo")
    await count.fill("10")
    await expect(button(page, "10 cards came out")).to_have_count(1)
    await count.fill("11")  # so much cannot be
    await expect(button(page, "10 cards came out")).to_have_count(1)
    await button(page, "5 is right").click()
    assert await server.heard() == [{"do": "set", "hands": {"Bo": 11}}]


async def test_any_other_number_is_set_by_hand(page: Page, server: PageServer) -> None:
    server.show(doubted(doubt(12, "Bo", 4, 2)))
    await button(page, "Recount Bo's hand").click()
    await (
        page.get_by_role("region", name="Recounts")
        .get_by_role("button", name="Correct something")
        .click()
    )
    await page.get_by_role("spinbutton", name="Hand of Bo").fill("9")
    await button(page, "Set").click()
    assert await server.heard() == [{"do": "set", "hands": {"Bo": 9}}]


async def test_a_doubt_about_nobody_or_nothing_to_set_has_no_ways_out(
    page: Page, server: PageServer
) -> None:
    """Who left has no hand, and where hands cannot be set the doubt is only told."""
    server.show(doubted(doubt(12, "Bo", 4, 2), doubt(13, "Dee", 1, 1), legal=[]))
    await button(page, "Recount Bo's hand").click()
    await expect(recount(page)).to_have_count(1)
    await expect(recount(page).get_by_role("button")).to_have_count(0)


async def test_a_screen_reader_is_told_the_play_also_beside_a_recount(
    page: Page, server: PageServer
) -> None:
    said = ruling("ruling.plays", player="Ann", card="red-7")
    server.show(doubted(doubt(12, "Bo", 4, 2)) | {"log": [said]})
    await settled(page, server)
    status = page.get_by_role("status")
    await expect(status.filter(has_text="Ann plays red 7.")).to_have_count(1)
    await expect(status.filter(has_text="Recount Bo's hand")).to_be_visible()
