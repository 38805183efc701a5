"""A house writes rules on its cards and counts points its own way, at set-up."""

from __future__ import annotations

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

import rules
from tests.e2e.looking import button, settled
from tests.e2e.page_server import NO_GAME, PageServer
from tests.e2e.told import RED_7, told
from tests.e2e.views import HOUSE_RULES, THREE, fold

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.thorough]


@pytest_asyncio.fixture(loop_scope="session")
async def extreme(page: Page, server: PageServer) -> Page:
    """Set-up of an edition with cards to write on."""
    server.show(NO_GAME)
    await settled(page, server)
    for at, name in enumerate(THREE[:2], 1):
        await page.get_by_role("textbox", name=f"Player {at}").fill(name)
    await page.get_by_role("radio", name="UNO Extreme!").check()
    await fold(page, up=False)
    return page


async def test_rules_are_written_and_taken_as_they_read(extreme: Page, server: PageServer) -> None:
    add = button(extreme, "Write a rule on a card")
    await add.click()
    await extreme.get_by_role("textbox", name="House rule 1").fill(" Everybody hits once ")
    await button(extreme, "Add an effect to rule 1").click()
    await extreme.get_by_role("combobox", name="effect 1 of rule 1: who hits").select_option(
        "others"
    )
    await add.click()
    await extreme.get_by_role("textbox", name="House rule 2").fill(HOUSE_RULES[1]["text"])
    await button(extreme, "Add an effect to rule 2").click()
    await extreme.get_by_role("combobox", name="effect 1 of rule 2").first.select_option("trade")
    await add.click()
    await expect(add).to_be_disabled()
    await button(extreme, "Remove rule 3").click()
    await button(extreme, "Start the game").click()
    [game] = await server.heard()
    assert game["options"] == {"customizable": HOUSE_RULES}
    del game["commitment"]  # which the rules do not know
    assert isinstance(rules.read_setup(game), rules.Setup)


@pytest.mark.parametrize(
    ("hits", "taken"), [("0", False), ("1", True), ("100", True), ("101", False)]
)
async def test_hits_of_a_rule_are_bounded_where_they_are_typed(
    extreme: Page, server: PageServer, hits: str, taken: bool
) -> None:
    await button(extreme, "Write a rule on a card").click()
    await extreme.get_by_role("textbox", name="House rule 1").fill("Hit")
    await button(extreme, "Add an effect to rule 1").click()
    await extreme.get_by_role("spinbutton", name="effect 1 of rule 1: how many hits").fill(hits)
    slip = extreme.get_by_role("group", name="House rule 1").get_by_role("status")
    await expect(slip).to_have_count(0 if taken else 1)
    await button(extreme, "Start the game").click()
    if taken:
        assert len(await server.heard()) == 1
    else:
        await expect(extreme.get_by_role("form").get_by_role("alert")).to_contain_text("1 to 100")
        assert server.told == []


async def test_a_rule_without_words_is_asked_for_in_its_place(
    extreme: Page, server: PageServer
) -> None:
    await button(extreme, "Write a rule on a card").click()
    rule = extreme.get_by_role("group", name="House rule 1")
    words = extreme.get_by_role("textbox", name="House rule 1")
    await expect(words).to_be_visible()
    await expect(rule.get_by_role("status")).to_have_count(0)  # nobody has typed yet
    await button(extreme, "Start the game").click()
    await expect(extreme.get_by_role("form").get_by_role("alert")).to_contain_text("House rule 1")
    assert server.told == []
    await words.fill("Sing")
    await words.fill("")
    await expect(rule.get_by_role("status")).to_contain_text("This house rule has no text")
    await words.fill("Sing")
    await expect(rule.get_by_role("status")).to_have_count(0)
    await button(extreme, "Start the game").click()
    assert (await server.heard())[0]["options"] == {
        "customizable": [{"text": "Sing", "effects": []}]
    }


async def test_points_that_a_house_counts_are_said_and_no_others(
    extreme: Page, server: PageServer
) -> None:
    await extreme.get_by_role("spinbutton", name="Points of Hit 4").fill("45")
    await extreme.get_by_role("spinbutton", name="Points of Skip").fill("20")  # as printed
    await extreme.get_by_role("spinbutton", name="Points of 9").fill("10000")
    await expect(extreme.get_by_text("from 0 to 9999")).to_have_count(1)
    await button(extreme, "Start the game").click()
    await expect(extreme.get_by_role("form").get_by_role("alert")).to_contain_text("Points of 9")
    await extreme.get_by_role("spinbutton", name="Points of 9").fill("")
    await button(extreme, "Start the game").click()
    [game] = await server.heard()
    assert game["options"] == {"points": {"hit-4": 45}}
    del game["commitment"]  # which the rules do not know
    assert isinstance(rules.read_setup(game), rules.Setup)


@pytest.mark.parametrize(
    ("effects", "question"),
    [
        (["trade"], "Trade with which player?"),
        ([{"hits": 1, "who": "chosen"}], "Which player hits?"),
        (
            ["trade", {"hits": 1, "who": "chosen"}],
            "Which player hits? They also trade hands with whoever played this card.",
        ),
    ],
)
async def test_a_player_is_chosen_for_what_the_card_does(
    page: Page, server: PageServer, effects: list[object], question: str
) -> None:
    written = [{"text": "Sing", "effects": effects}]
    server.show(told(THREE, RED_7, edition="extreme", options={"customizable": written}))
    await settled(page, server)
    for tap in ("Wild Customizable", "Sing", "Red"):
        await button(page, tap).click()
    await expect(page.get_by_role("heading", name=question)).to_be_visible()


async def test_the_next_game_begins_with_the_houses_rules(page: Page, server: PageServer) -> None:
    options = {"customizable": HOUSE_RULES, "points": {"hit-4": 45}}
    server.show(told(THREE, edition="extreme", options=options))
    await settled(page, server)
    await button(page, "More").click()
    await button(page, "New game").click()
    await fold(page, up=False)
    await expect(page.get_by_role("textbox", name="House rule 2")).to_have_value(
        HOUSE_RULES[1]["text"]
    )
    await button(page, "Start the game").click()
    assert (await server.heard())[0]["options"] == options
