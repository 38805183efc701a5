"""What is typed or half tapped stays with what it was meant for, whatever the table does."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from tests.e2e.looking import button, settled
from tests.e2e.page_server import (
    JSON,
    NO_GAME,
    PageServer,
    count_offers,
    offer,
    refused,
    ruling,
    table,
)
from tests.e2e.seen_views import sightings

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.thorough]

SET = [offer("set", member) for member in ("hands", "scores", "turn", "launcher")]
HANDS = {"Ann": 0, "Bo": 2, "Cy": 3}
DISCARDS = [
    offer("play", by="Bo", card=f"{color}-discard-all", may=("with",)) for color in ("red", "blue")
]
OWED = [{"player": "Cy", "by": "Cy", "hits": 2, "until_fire": False, "reason": "ATK-1"}]
HIT = {"number": 17, "by": "Cy", "owner": "Cy", "stage": "broken", "requested": 5, "out": 2}


def counting(*players: str) -> dict[str, Any]:
    return table(phase="count", turn=None, hands=HANDS, legal=count_offers(*players))


def field(page: Page, name: str) -> Locator:
    return page.get_by_role("spinbutton", name=name, exact=True)


async def test_what_the_table_overrules_stays_with_its_player(
    page: Page, server: PageServer
) -> None:
    server.show(table(legal=SET))
    await button(page, "More").click()
    await button(page, "Correct something").click()
    await field(page, "Hand of Cy").fill("9")
    await page.get_by_role("combobox", name="Whose turn").select_option("Ann")
    await field(page, "Hand of Bo").fill("4")
    server.show(table(legal=SET, turn="Cy", hands={"Ann": 8, "Bo": 7, "Cy": 7}))
    await settled(page, server)
    await expect(field(page, "Hand of Ann")).to_have_value("8")
    server.show(table(legal=SET, turn="Cy", hands={"Ann": 8, "Cy": 7}))  # Bo has left
    await settled(page, server)
    await expect(field(page, "Hand of Cy")).to_have_value("9")
    server.move(hit=HIT | {"stage": "running"})
    await expect(button(page, "Set")).to_be_disabled()
    server.move(hit=None)
    await button(page, "Set").click()
    assert await server.heard() == [{"do": "set", "hands": {"Cy": 9}, "turn": "Ann"}]


async def test_what_was_not_set_is_forgotten(page: Page, server: PageServer) -> None:
    server.show(table(legal=SET))
    for _ in range(2):
        await button(page, "More").click()
        await button(page, "Correct something").click()
        await expect(field(page, "Hand of Cy")).to_have_value("7")
        await field(page, "Hand of Cy").fill("9")
        await button(page, "Cancel").click()
    await button(page, "More").click()
    await button(page, "Correct something").click()
    await expect(field(page, "Hand of Cy")).to_have_value("7")
    await button(page, "Cancel").click()


async def test_keys_go_on_into_the_same_field(page: Page, server: PageServer) -> None:
    """Bo's row goes between two keys; the second is Cy's as well."""
    server.show(counting("Bo", "Cy"))
    await field(page, "Points of Cy").click()
    await page.keyboard.type("3")
    server.show(counting("Cy"))
    await settled(page, server)
    await page.keyboard.type("7")
    await expect(field(page, "Points of Cy")).to_have_value("37")


async def test_a_hand_half_tapped_waits_for_another_hand(page: Page, server: PageServer) -> None:
    server.show(counting("Bo", "Cy"))
    await button(page, "Tap the cards of Bo").click()
    await button(page, "Skip, 20 points").click()
    await field(page, "Points of Cy").fill("37")
    await button(page, "Count the points of Cy").click()
    await server.heard()
    server.show(counting("Bo"))
    await settled(page, server)
    await expect(page.get_by_role("group", name="Hand of Bo")).to_contain_text("20 points")


async def test_the_next_round_is_counted_afresh(page: Page, server: PageServer) -> None:
    """Others counted what this page had begun to."""
    server.show(counting("Bo", "Cy"))
    await field(page, "Points of Cy").fill("37")
    await button(page, "Tap the cards of Bo").click()
    await button(page, "Skip, 20 points").click()
    server.show(table(phase="round_over", turn=None, legal=[offer("next_round")]))
    await settled(page, server)
    server.show(counting("Bo", "Cy"))
    await expect(field(page, "Points of Cy")).to_have_value("")
    await expect(field(page, "Points of Bo")).to_have_value("")


async def test_cards_laid_under_one_play_are_not_kept_for_another(
    page: Page, server: PageServer
) -> None:
    server.show(table(legal=DISCARDS))
    await button(page, "Red Discard All").click()
    await button(page, "Red 3").click()
    await button(page, "Cancel").click()
    await button(page, "Blue Discard All").click()
    await button(page, "Play it alone").click()
    assert (await server.heard())[0]["card"] == "blue-discard-all"


async def test_a_count_being_typed_is_not_counted_over(page: Page, server: PageServer) -> None:
    server.show(table(phase="hits", owed=OWED, launcher={"hit": HIT}))
    counted = field(page, "Cards that came out")
    await counted.click()
    await counted.fill("11")
    server.move(hit=HIT | {"out": 3})
    await expect(page.get_by_role("region", name="Launcher", exact=True)).to_contain_text(
        "3 of 5 cards"
    )
    await expect(counted).to_have_value("11")
    await page.keyboard.press("Enter")
    assert await server.heard() == [{"hit": 17, "cards": 11}]


async def test_the_dealer_keeps_the_deal_under_a_new_name(page: Page, server: PageServer) -> None:
    server.show(NO_GAME)
    await page.get_by_role("textbox", name="Player 1").fill("An")
    await page.get_by_role("textbox", name="Player 2").fill("Bo")
    for name in ("An", "The cards decide", "An"):
        await page.get_by_role("radio", name=name, exact=True).check()
    await page.get_by_role("textbox", name="Player 1").fill("Ann")
    await expect(page.get_by_role("radio", name="Ann", exact=True)).to_be_checked()
    await page.get_by_role("textbox", name="Player 1").fill("")
    await expect(page.get_by_role("radio", name="The cards decide")).to_be_checked()


async def test_nobody_deals_for_having_been_named_first(page: Page, server: PageServer) -> None:
    server.show(NO_GAME)
    for at, name in enumerate(("Ann", "Bo"), start=1):
        await page.get_by_role("textbox", name=f"Player {at}").press_sequentially(name)
    await expect(page.get_by_role("radio", name="The cards decide")).to_be_checked()
    await button(page, "Start the game").click()
    assert "dealer" not in (await server.heard())[0]


async def test_a_game_begun_elsewhere_ends_the_setting_up(page: Page, server: PageServer) -> None:
    first = {"seq": 1, "key": "log.game", "clause": "", "values": {"names": ["Ann", "Bo"]}}
    server.show(table(log=[first]))
    await button(page, "More").click()
    await button(page, "New game").click()
    await expect(page.get_by_text("ends when the new game starts")).to_be_visible()
    await page.get_by_role("textbox", name="Player 1").fill("Zoe")
    server.show(table(log=[first, ruling("Ann deals.")]))
    await settled(page, server)
    await expect(page.get_by_role("textbox", name="Player 1")).to_have_value("Zoe")
    server.show(table(log=[first, first | {"seq": 2}]))
    await expect(page.get_by_role("heading", level=1)).to_have_text("Bo's turn")


async def test_a_name_is_typed_on_when_the_referee_is_back(page: Page, server: PageServer) -> None:
    server.show(NO_GAME)
    await page.get_by_role("textbox", name="Player 2").click()
    await page.keyboard.type("B")
    server.leave()
    lost = page.locator('main[data-lost="true"]')
    await lost.wait_for()
    server.come_back()
    await expect(lost).to_have_count(0)
    await page.keyboard.type("o")
    await expect(page.get_by_role("textbox", name="Player 2")).to_have_value("Bo")


def keys(*words: str) -> tuple[str, ...]:
    return tuple(f'button:text-is("{one}")' for one in words)


FORMS: dict[str, tuple[JSON, tuple[str, ...], str, str, str]] = {
    "set-up": (NO_GAME, (), "Player 1", "Start the game", "Ann"),
    "points": (counting("Bo"), (), "Points of Bo", "Count the points of Bo", "7"),
    "correction": (table(legal=SET), keys("More", "Correct something"), "Hand of Cy", "Set", "9"),
    "group": (
        table(),
        keys("More", "Evenings"),
        "Name of the group",
        "Save this table as a group",
        "Ann",
    ),
    "hand": (
        table(legal=SET),
        (".seat:nth-child(3) button", 'summary:text-is("Correct this hand")'),
        "Cards in the hand of Cy",
        "Set",
        "9",
    ),
}
"""Forms: the table, what leads there, a field, the button that sends it, and an input."""


@pytest.mark.parametrize("form", FORMS)
async def test_whoever_types_something_else_has_answered_a_refusal(
    page: Page, server: PageServer, form: str
) -> None:
    shown, way, label, send, words = FORMS[form]
    server.show(shown)
    await settled(page, server)
    for one in way:
        await page.locator(one).click()
    typed = page.get_by_label(label, exact=True)
    await typed.fill(words)
    told = refused("refusal.how_many_players", said=0, least=2, most=10)
    for path in ("/api/games", "/api/commands", "/api/groups"):
        server.answers[path] = (409, told)
    await button(page, send).click()
    refusal = page.locator(".refusal", has_text="from 2 to 10")
    await expect(refusal).to_have_count(1)
    await typed.press("End")
    await expect(refusal).to_have_count(1)
    await typed.press("5")
    await expect(refusal).to_have_count(0)


async def test_what_came_by_itself_stays_while_somebody_types(
    page: Page, server: PageServer
) -> None:
    server.show(counting("Bo") | {"sightings": sightings()})
    await field(page, "Points of Bo").fill("1")
    news = {"number": 1, "key": "refusal.wrong_turn", "values": {"player": "Bo"}}
    server.show(counting("Bo") | {"sightings": sightings(last=news)})
    await expect(page.locator(".refusal")).to_have_count(1)
    await field(page, "Points of Bo").press("2")
    await settled(page, server)
    await expect(page.locator(".refusal")).to_have_count(1)
