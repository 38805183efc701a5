"""A card that is pressed long says what it does, and house options say what they mean."""

from __future__ import annotations

import pytest
from playwright.async_api import Locator, Page, expect

import rules
from controller.words import say
from tests.e2e.looking import button, settled, unfold
from tests.e2e.page_server import NO_GAME, PageServer, offer, table

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.thorough]

PLAYS = [offer("play", by="Bo", card="red-hit-2"), offer("play", by="Bo", card="red-3")]
SAID = say("clause.ATK-1")


def explained(page: Page) -> Locator:
    return page.get_by_role("region", name="What the card does")


@pytest.mark.parametrize("card", ["Red Hit 2", "Blue Hit 2"])
async def test_a_long_press_explains_a_card_and_plays_nothing(
    page: Page, server: PageServer, card: str
) -> None:
    """Also one that cannot be played now."""
    server.show(table(legal=PLAYS))
    await settled(page, server)
    box = await button(page, card).bounding_box()
    assert box is not None
    await page.mouse.move(box["x"] + 20, box["y"] + 20)
    await page.mouse.down()
    await expect(explained(page)).to_contain_text(SAID)
    await page.mouse.up()
    await explained(page).get_by_role("button", name="Close").click()
    await expect(explained(page)).to_have_count(0)
    await button(page, "Red 3").click()
    assert [body["card"] for body in await server.heard()] == ["red-3"]


async def test_the_keyboard_explains_a_card(page: Page, server: PageServer) -> None:
    server.show(table(legal=PLAYS))
    await settled(page, server)
    await button(page, "Red Hit 2").focus()
    await page.keyboard.press("?")
    await expect(explained(page)).to_contain_text(SAID)
    await expect(explained(page).get_by_role("button", name="Close")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(explained(page)).to_have_count(0)
    assert server.told == []


async def test_all_cards_are_explained_under_more(page: Page, server: PageServer) -> None:
    server.show(table(legal=PLAYS))
    await settled(page, server)
    await button(page, "More").click()
    await button(page, "What the cards do").click()
    listed = page.get_by_role("region", name="What the cards do")
    for kind in rules.EDITIONS["attack"].kinds:
        for saying in rules.explain(kind):
            await expect(listed).to_contain_text(say(saying.key, dict(saying.values)))
    await button(page, "Close").click()


async def test_set_up_explains_the_cards_of_the_edition_that_is_chosen(
    page: Page, server: PageServer
) -> None:
    server.show(NO_GAME)
    await unfold(page, "What the cards do")
    await page.get_by_role("radio", name="UNO Power Grab").check()
    for kind in rules.EDITIONS["power-grab"].kinds:
        said = page.get_by_text(say(f"clause.{kind.play.clause}")).first
        await expect(said).to_be_visible()
    await page.get_by_role("radio", name="UNO Attack!", exact=True).check()
    await expect(page.get_by_text(say("clause.PGR-4"))).to_have_count(0)


async def test_house_options_are_those_of_the_edition(page: Page, server: PageServer) -> None:
    server.show(NO_GAME)
    for at, name in enumerate(("Ann", "Bo"), 1):
        await page.get_by_role("textbox", name=f"Player {at}").fill(name)
    await unfold(page, "Rules")
    await page.get_by_text("House options", exact=True).click()
    await page.get_by_role("checkbox", name="If the last card of a hand causes hits").check()
    await page.get_by_role("radio", name="UNO Power Grab").check()
    await expect(
        page.get_by_role("checkbox", name="If the last card of a hand causes hits")
    ).to_have_count(0)
    await page.get_by_role("combobox", name="Cards are drawn").select_option("launcher")
    await page.get_by_role("spinbutton", name="Ask for a reload").fill("20")
    await button(page, "Start the game").click()
    [game] = await server.heard()
    assert game["edition"] == "power-grab"
    assert game["options"] == {"draw_from": "launcher", "reload_below": 20}
