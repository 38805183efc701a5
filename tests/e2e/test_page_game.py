"""The page around a round: set-up, the deal, the count, the scores, and the table's own say."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from tests.e2e.looking import button, late_answers, settled, unfold
from tests.e2e.page_server import (
    NEXT_CODE,
    NO_GAME,
    PageServer,
    attack_deck,
    count_offers,
    offer,
    refused,
    table,
)

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.thorough]

COUNTS = count_offers("Bo", "Cy")
BAD_SETUP = refused("refusal.other_seal", "COM-1", code="1234 5678")


async def test_a_game_is_set_up_by_keyboard(page: Page, server: PageServer) -> None:
    server.show(NO_GAME)
    await page.get_by_role("textbox", name="Player 1").fill("Ann")
    await page.keyboard.press("Enter")
    await page.keyboard.type("Bo")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("textbox", name="Player 3")).to_be_focused()
    await page.keyboard.type("Cy")
    await button(page, "Move player 3 up").click()
    await page.get_by_role("radio", name="Cy", exact=True).check()
    await unfold(page, "Rules")
    await page.get_by_role("radio", name="Lowest total").check()
    await page.get_by_role("spinbutton", name="Target score").fill("200")
    server.answers["/api/games"] = (409, BAD_SETUP)
    await button(page, "Start the game").click()
    await expect(page.get_by_role("form").get_by_role("alert")).to_have_text(BAD_SETUP["sentence"])
    await page.get_by_role("textbox", name="Player 2").fill("Cy")
    await expect(page.get_by_role("form").get_by_role("alert")).to_have_count(0)
    server.answers.clear()
    await button(page, "Start the game").click()
    game = {"edition": "attack", "players": ["Ann", "Cy", "Bo"], "dealer": "Cy", "options": {}}
    more = {"scoring": "lowest", "target": 200, "commitment": NEXT_CODE}
    assert (await server.heard(2))[1] == game | more


async def test_a_game_is_begun_once_the_editions_are_there(page: Page, server: PageServer) -> None:
    """On a slow Wi-Fi, set-up can be on the screen before them."""
    server.show(NO_GAME)
    async with late_answers(page, "/api/editions") as answer:
        await page.reload()
        for place, name in ((1, "Bo"), (2, "Cy")):
            await page.get_by_role("textbox", name=f"Player {place}").fill(name)
        await expect(button(page, "Start the game")).to_be_disabled()
        answer()
        await button(page, "Start the game").click()
        (game,) = await server.heard()
    assert (game["edition"], game["players"]) == ("attack", ["Bo", "Cy"])


async def test_the_editions_are_asked_for_before_the_first_table(
    page: Page, server: PageServer
) -> None:
    """Card buttons that came later than the rest would push it down."""
    async with late_answers(page, "/api/me") as answer:
        async with page.expect_request("**/api/editions"):
            await page.reload(wait_until="commit")
        answer()
        await settled(page, server)


async def test_a_late_answer_to_the_start_closes_no_question_of_the_game(
    page: Page, server: PageServer
) -> None:
    """On a slow Wi-Fi the game can be there before the answer that it has begun."""
    server.show(NO_GAME)
    for place, name in ((1, "Bo"), (2, "Cy")):
        await page.get_by_role("textbox", name=f"Player {place}").fill(name)
    async with late_answers(page, "/api/games") as answer:
        await button(page, "Start the game").click()
        server.show(table(legal=[offer("play", "color", by="Bo", card="wild")]))
        await button(page, "Wild").click()
        async with page.expect_response("**/api/games"):
            answer()
        await page.evaluate("() => new Promise((done) => setTimeout(done))")
        await expect(button(page, "Green")).to_be_visible()


async def test_players_can_be_taken_away_but_two(page: Page, server: PageServer) -> None:
    server.show(table(phase="game_over", turn=None, winner="Bo"))
    await button(page, "New game").first.click()
    await button(page, "Remove player 1").click()
    await expect(page.get_by_role("textbox", name="Player 1")).to_have_value("Bo")
    await expect(button(page, "Remove player 1")).to_be_disabled()
    for _ in range(8):
        await button(page, "Add a player").click()
    await expect(page.get_by_role("textbox", name="Player")).to_have_count(10)
    await expect(button(page, "Add a player")).to_be_disabled()
    await button(page, "Back to the table").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Bo won the game")


async def test_any_card_can_be_turned_up(page: Page, server: PageServer) -> None:
    server.show(
        table(phase="turn_up", turn=None, top=None, color=None, legal=[offer("turn_up", "card")])
    )
    await settled(page, server)
    enabled = page.get_by_test_id("picker").locator("button:enabled")
    await expect(enabled).to_have_count(len(attack_deck()))
    await button(page, "Green Trade Hands").click()
    assert await server.heard() == [{"do": "turn_up", "card": "green-trade-hands"}]


async def test_everybody_draws_for_the_deal(page: Page, server: PageServer) -> None:
    draws = [offer("dealer_draw", "card", player=name) for name in ("Ann", "Bo")]
    server.show(table(phase="dealer", turn=None, top=None, color=None, legal=draws))
    await button(page, "Bo").click()
    await button(page, "Blue 9").click()
    assert await server.heard() == [{"do": "dealer_draw", "player": "Bo", "card": "blue-9"}]


async def test_hands_are_counted_by_sum_or_card_by_card(page: Page, server: PageServer) -> None:
    hands = {"Ann": 0, "Bo": 2, "Cy": 3}
    server.show(table(phase="count", turn=None, hands=hands, legal=COUNTS))
    await page.get_by_role("spinbutton", name="Points of Cy").fill("351")
    await expect(page.get_by_role("form", name="Hand of Cy")).to_contain_text("from 0 to 350")
    for points in ("351", "37"):  # nobody has the first number, so it is not sent
        await page.get_by_role("spinbutton", name="Points of Cy").fill(points)
        await button(page, "Count the points of Cy").click()
    await server.heard()
    server.show(table(phase="count", turn=None, hands=hands, legal=COUNTS[:2]))
    await button(page, "Tap the cards of Bo").click()
    await expect(button(page, "Count the cards of Bo")).to_be_disabled()
    await button(page, "Skip, 20 points").click()
    await button(page, "Wild, 50 points").click()
    await expect(page.get_by_role("group", name="Hand of Bo")).to_contain_text("70 points")
    await button(page, "Count the cards of Bo").click()
    assert await server.heard(2) == [
        {"do": "count", "player": "Cy", "points": 37},
        {"do": "count", "player": "Bo", "points": 70},
    ]


async def test_a_card_tapped_by_mistake_is_tapped_away(page: Page, server: PageServer) -> None:
    server.show(table(phase="count", turn=None, hands={"Ann": 0, "Bo": 1}, legal=COUNTS[:2]))
    await button(page, "Tap the cards of Bo").click()
    await button(page, "Skip, 20 points").click()
    await button(page, "4, 4 points").click()
    await expect(page.get_by_role("group", name="Hand of Bo")).to_contain_text("1 card too many")
    await button(page, "Remove one Skip from the count").click()
    await button(page, "Count the cards of Bo").click()
    assert await server.heard() == [{"do": "count", "player": "Bo", "points": 4}]


async def test_cards_tapped_of_a_hand_that_another_device_counts_are_gone(
    page: Page, server: PageServer
) -> None:
    hands = {"Ann": 0, "Bo": 2, "Cy": 3}
    server.show(table(phase="count", turn=None, hands=hands, legal=COUNTS))
    await button(page, "Tap the cards of Bo").click()
    await button(page, "Skip, 20 points").click()
    server.show(table(phase="count", turn=None, hands=hands, legal=COUNTS[2:]))
    await expect(page.get_by_role("group", name="Hand of Bo")).to_have_count(0)
    server.show(table(phase="count", turn=None, hands=hands, legal=COUNTS))  # somebody undoes that
    await button(page, "Tap the cards of Bo").click()
    await expect(page.get_by_role("group", name="Hand of Bo")).to_contain_text("Tap 2 more cards")


async def test_a_hand_that_the_books_have_wrong_is_counted_by_its_sum(
    page: Page, server: PageServer
) -> None:
    server.show(table(phase="count", turn=None, hands={"Ann": 0, "Bo": 5}, legal=COUNTS[:2]))
    await button(page, "Tap the cards of Bo").click()
    await button(page, "Skip, 20 points").click()
    await button(page, "Skip, 20 points").click()
    await expect(page.get_by_role("group", name="Hand of Bo")).to_contain_text("Tap 3 more cards")
    await button(page, "Count the cards of Bo").click()
    await expect(button(page, "Count the cards of Bo")).to_have_count(0)
    await button(page, "Count anyway").click()
    assert await server.heard() == [{"do": "count", "player": "Bo", "points": 40}]


async def test_a_house_that_counts_otherwise_is_heard(page: Page, server: PageServer) -> None:
    shown = table(phase="count", turn=None, hands={"Ann": 0, "Bo": 1}, legal=COUNTS[:2])
    sevens = [
        value | {"points": 7} if value["kind"] == "skip" else value
        for value in shown["kind_values"]
    ]
    server.show(shown | {"kind_values": sevens})
    await button(page, "Tap the cards of Bo").click()
    await button(page, "Skip, 7 points").click()
    await expect(page.get_by_role("group", name="Hand of Bo")).to_contain_text("7 points")


async def test_a_figure_being_typed_stays_with_its_player(page: Page, server: PageServer) -> None:
    """Bo's row goes while Cy's points are typed; the row that moves up keeps its own."""
    hands = {"Ann": 0, "Bo": 2, "Cy": 3}
    points_of_cy = page.get_by_role("spinbutton", name="Points of Cy")
    server.show(table(phase="count", turn=None, hands=hands, legal=COUNTS))
    await points_of_cy.fill("37")
    server.show(table(phase="count", turn=None, hands=hands, legal=COUNTS[2:]))
    await settled(page, server)
    await expect(page.get_by_role("spinbutton")).to_have_count(1)
    await expect(points_of_cy).to_have_value("37")


async def test_scores_lead_to_the_next_round(page: Page, server: PageServer) -> None:
    scores = {"Ann": 137, "Bo": 20, "Cy": 0}
    server.show(table(phase="round_over", turn=None, scores=scores, legal=[offer("next_round")]))
    await expect(page.get_by_role("row", name="Ann 137")).to_be_visible()
    await button(page, "Next round").click()
    assert await server.heard() == [{"do": "next_round"}]


async def test_the_game_so_far_is_drawn(page: Page, server: PageServer) -> None:
    rounds = [
        {"round": 1, "scores": {"Ann": 0, "Bo": 90, "Cy": 0}},
        {"round": 2, "scores": {"Ann": 60, "Bo": 90, "Cy": 0}},
    ]
    scores = rounds[-1]["scores"]
    picture = page.get_by_role("img", name="Scores after each of 2 rounds")
    server.show(table(phase="round_over", turn=None, scores=scores, rounds=rounds[:1]))
    await expect(page.get_by_role("row", name="Bo")).to_contain_text("+90")
    await expect(picture).to_have_count(0)
    server.show(table(phase="round_over", turn=None, scores=scores, rounds=rounds))
    await expect(page.get_by_role("row", name="Ann")).to_contain_text("+60")
    await expect(page.get_by_role("row", name="Bo")).not_to_contain_text("+")
    await expect(picture.locator('[data-best="true"]')).to_contain_text("Bo")
    await expect(picture.locator("circle")).to_have_count(6)


async def test_the_same_seats_play_again(page: Page, server: PageServer) -> None:
    shown = table(phase="game_over", turn=None, winner="Bo", legal=[offer("undo")])
    server.show(shown | {"game": shown["game"] | {"dealer": "Ann", "hands": {"Bo": 2}}})
    await button(page, "Same seats again").click()
    game = {"edition": "attack", "players": ["Ann", "Bo", "Cy"], "scoring": "winner"}
    more = {"target": 500, "options": {}, "commitment": NEXT_CODE, "dealer": "Bo"}
    assert await server.heard() == [game | more]


async def test_the_table_overrules_with_what_it_changed(page: Page, server: PageServer) -> None:
    may_set = [offer("set", member) for member in ("hands", "turn", "direction")]
    server.show(table(legal=may_set, discrepancy=2))
    await button(page, "Recount: 2 cards too many").click()
    await expect(page.get_by_text("The counts add up to 2 cards too many")).to_be_visible()
    await button(page, "Correct something").click()
    await page.get_by_role("spinbutton", name="Hand of Cy").fill("9")
    await page.get_by_role("combobox", name="Whose turn").select_option("Ann")
    await button(page, "Set").click()
    assert await server.heard() == [{"do": "set", "hands": {"Cy": 9}, "turn": "Ann"}]


async def test_cards_put_back_are_said_to_be(page: Page, server: PageServer) -> None:
    """After an undone hit the counts are right as shown, so there is nothing to correct."""
    server.show(table(legal=[offer("set", "hands")], discrepancy=7))
    await button(page, "Recount: 7 cards too many").click()
    await expect(
        page.get_by_text("The counts add up to 7 cards too many: put the extra cards back")
    ).to_be_visible()
    await button(page, "Hand counts are right").click()
    assert await server.heard() == [{"do": "set", "hands": {"Ann": 7, "Bo": 7, "Cy": 7}}]


async def test_a_reload_is_asked_for_when_due(page: Page, server: PageServer) -> None:
    server.show(table(legal=[offer("reload")]))
    await settled(page, server)
    await expect(button(page, "Reload the launcher")).to_have_count(0)
    server.show(table(legal=[offer("reload")], reload_due=True))
    await button(page, "Reload the launcher").click()
    assert await server.heard() == [{"do": "reload"}]


async def test_seldom_words_are_under_more(page: Page, server: PageServer) -> None:
    leaves = [offer("leave", player=name) for name in ("Ann", "Bo", "Cy")]
    server.show(table(legal=[*leaves, offer("suggested", "player")]))
    await button(page, "More").click()
    await button(page, "A player leaves").click()
    await button(page, "Cy").click()
    assert await server.heard() == [{"do": "leave", "player": "Cy"}]
