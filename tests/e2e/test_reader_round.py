"""A round with a screen reader: what is not in the accessibility tree is not there."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from tests.e2e.evening import Evening
from tests.e2e.looking import settled
from tests.e2e.page_server import PageServer
from tests.e2e.reader import Reader
from tests.e2e.told import RED_7, play, sets, told
from tests.e2e.views import THREE

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.thorough]


async def test_a_turn_is_heard_and_played(page: Page, server: PageServer) -> None:
    """The headline says whose turn it is and what fits, the ruling names the play before."""
    server.show(told(THREE, RED_7, play("Bo", "red-8")))
    reader = await Reader.at(page)
    await reader.find("heading", "Cy's turn")
    await reader.hear("Match red or an\N{NO-BREAK SPACE}8")
    await reader.hear("Bo plays red 8")
    await reader.find("image", "Red 8 lies on top")
    await settled(page, server)
    await reader.do("button", "Blue 8")
    assert await server.heard() == [{"do": "play", "by": "Cy", "card": "blue-8"}]
    assert server.saw == [server.table["tag"]]  # no finger was down before: this one saw it all


async def test_a_player_is_heard_and_called_out(page: Page, server: PageServer) -> None:
    server.show(told(THREE, RED_7, sets(hands={"Bo": 2}), play("Bo", "red-8")))
    await settled(page, server)
    reader = await Reader.at(page)
    seats = [one for one in await reader.all() if one.role == "button" and "Bo" in one.name]
    assert [one.name for one in seats] == ["Bo 1 card 0 points"]
    await reader.do("button", seats[0].name)
    await reader.find("region", "Bo")
    await reader.hear("UNO is not called yet")
    await reader.do("button", "Catch Bo")
    await reader.do("button", "Cy")
    assert await server.heard() == [{"do": "catch", "player": "Bo", "by": "Cy"}]


async def test_a_round_is_played_with_the_tree_alone(evening: Evening) -> None:
    reader = await Reader.at(evening.page)
    for at, name in enumerate(("Ann", "Bo"), 1):
        await reader.type("textbox", f"Player {at}", name)
    await reader.do("button", "Start the game")
    await reader.find("heading", "Who deals?")
    await reader.do("button", "Ann")
    await reader.do("button", "Red 9")
    await reader.hear("Which card did Bo draw?")
    await reader.do("button", "Yellow 1")
    await reader.find("heading", "Turn up the first card")
    await reader.do("button", "Red 5")
    await reader.find("heading", "Bo's turn")
    await reader.hear("Match red or a\N{NO-BREAK SPACE}5")

    await reader.do("button", "Bo 7 cards 0 points")
    await reader.do("DisclosureTriangle", "Correct this hand")
    await reader.type("spinbutton", "Cards in the hand of Bo", "2")
    await reader.do("button", "Set")
    await reader.do("button", "UNO")
    await reader.hear("Bo calls UNO")
    await reader.do("button", "Red 3")
    await reader.find("heading", "Ann's turn")
    await reader.hear("Bo plays red 3")
    await reader.do("button", "Press the launcher")
    await reader.find("heading", "Bo's turn")
    await reader.do("button", "Wild")
    await reader.find("heading", "Which colour?")
    await reader.do("button", "Green")
    await reader.find("heading", "Bo wins the round!")
    await reader.type("spinbutton", "Points of Ann", "64")
    await reader.do("button", "Count the points of Ann")
    await reader.find("heading", "Bo won round 1")
    await reader.find("rowheader", "Bo")
    await reader.hear("64")
    await reader.find("button", "Next round")
