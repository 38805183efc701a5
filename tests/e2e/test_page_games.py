"""Past games on the page: listed, looked at, exported, deleted after asking, brought back."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.e2e.looking import button, settled
from tests.e2e.page_server import NO_GAME, PageServer, offer, refused, table
from tests.e2e.past import past_course, past_game
from tests.e2e.views import with_draws

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.thorough]

RUDE = "<img src=x onerror=alert(1)>"


WON = past_game(1, "Ann", "Bo", RUDE, over=True, winner="Bo")
LEFT = past_game(2, "Dee", "Ed")
NOW = past_game(3, "Ann", "Bo", "Cy", on_table=True)
COURSE = past_course(WON)


async def open_games(page: Page, server: PageServer, *games: dict[str, Any]) -> None:
    server.found["/api/games"] = list(games)
    server.show(table(legal=[offer("uno", by="Bo")]))
    await settled(page, server)
    await button(page, "More").click()
    await button(page, "Past games").click()
    await expect(page.get_by_role("heading", name="Past games")).to_be_visible()


async def test_the_list_says_how_each_game_ended(page: Page, server: PageServer) -> None:
    await open_games(page, server, NOW, LEFT, WON)
    rows = page.locator(".game")
    await expect(rows).to_have_count(3)
    for row, words in zip(
        await rows.all(),
        ("Current game, round 2", "Abandoned in round 2", "Won by Bo"),
        strict=True,
    ):
        await expect(row).to_contain_text(words)
        await expect(row).to_contain_text("UNO Attack!")
    await expect(rows.nth(0).get_by_text("Delete")).to_have_count(0)  # it is on the table
    link = rows.nth(1).get_by_role("link", name="Export")
    await expect(link).to_have_attribute("href", "/api/games/2/scenario")
    await button(page, "Back to the table").click()
    await expect(page.get_by_role("region", name="Past games")).to_have_count(0)


async def test_a_name_is_shown_and_never_run(page: Page, server: PageServer) -> None:
    await open_games(page, server, WON)
    await expect(page.get_by_role("heading", name=RUDE)).to_be_visible()
    await expect(page.locator(".games img")).to_have_count(0)


async def test_deleting_asks_and_can_be_undone(page: Page, server: PageServer) -> None:
    await open_games(page, server, NOW, LEFT)
    await button(page, "Delete game 2").click()
    await button(page, "Keep it").click()
    assert server.told == []
    await button(page, "Delete game 2").click()
    server.found["/api/games"] = [NOW, LEFT | {"deleted": True}]
    await button(page, "Delete game 2 now").click()
    await expect(page.get_by_text("1 deleted game")).to_be_visible()
    server.found["/api/games"] = [NOW, LEFT]
    await button(page, "Bring back game 2").click()
    await expect(page.get_by_text("1 deleted game")).to_have_count(0)
    assert [path for path, _ in server.told] == ["/api/games/2/delete", "/api/games/2/restore"]


async def test_a_game_that_was_left_goes_on_after_asking(page: Page, server: PageServer) -> None:
    on = past_game(5, "Dee", "Ed", goes_on=4)
    await open_games(page, server, NOW, on, past_game(4, "Dee", "Ed", goes_on_as=5), LEFT, WON)
    keys = page.get_by_role("button", name="Play on")
    await expect(keys).to_have_count(2)  # not in one that is over, on the table, or went on
    rows = page.locator(".game")
    await expect(rows.nth(1)).to_contain_text("Abandoned in round 2 · continuation of game 4")
    await expect(rows.nth(2)).to_contain_text("Game 5 continued this game")
    await button(page, "Play on in game 2").click()
    question = page.get_by_role("region", name="Play on")
    await expect(question).to_contain_text("the game on the table stops")
    await button(page, "Not now").click()
    assert server.told == []
    await button(page, "Play on in game 2").click()
    await page.get_by_text("random draws without your own words").click()
    await page.get_by_label("Words of your own").fill("purple walrus")
    await button(page, "Play on in game 2 now").click()
    (told,) = await server.heard()
    assert server.told[0][0] == "/api/games/2/play_on"
    assert told == {"words": "purple walrus", "commitment": server.table["fairness"]["next"]}
    assert server.saw[0] is not None  # which game is left


async def test_draws_are_asked_for_and_ended_with_what_was_seen(
    page: Page, server: PageServer
) -> None:
    server.show(with_draws(("Ann", "Bo")))
    await page.get_by_label("Who gets cards?").fill("Bo")
    await button(page, "Give this many").click()
    await server.heard()
    await button(page, "End the draws").click()
    await server.heard(2)
    assert server.told == [("/api/draws/ask", {"player": "Bo", "cards": 1}), ("/api/draws/end", {})]
    assert None not in server.saw  # so that a late one means nothing to another session


async def test_a_game_that_cannot_go_on_says_why(page: Page, server: PageServer) -> None:
    await open_games(page, server, NOW, LEFT)
    refusal = refused("refusal.taken_up", game=2, later=4)
    server.answers["/api/games/2/play_on"] = (409, refusal)
    await button(page, "Play on in game 2").click()
    await button(page, "Play on in game 2 now").click()
    sentence = page.get_by_role("alert").get_by_text("Game 2 was already continued as game 4")
    await expect(sentence).to_be_visible()


async def test_a_refused_deletion_says_why(page: Page, server: PageServer) -> None:
    await open_games(page, server, NOW, LEFT)
    refusal = refused("refusal.no_such_game", game=2)
    server.answers["/api/games/2/delete"] = (404, refusal)
    await button(page, "Delete game 2").click()
    await button(page, "Delete game 2 now").click()
    await expect(page.get_by_role("alert").get_by_text("There is no game 2: look")).to_be_visible()


async def test_a_game_is_looked_at_and_its_seats_are_taken_again(
    page: Page, server: PageServer
) -> None:
    await open_games(page, server, NOW, WON)
    server.found["/api/games/1"] = COURSE
    await button(page, "Look at game 1").click()
    await expect(page.get_by_role("row")).to_have_count(4)
    rows = await page.get_by_role("row").all_inner_texts()
    assert [row.split("\t") for row in rows] == [
        ["Round", "Ann", "Bo", RUDE],
        ["1", "20", "0", "0"],
        ["2", "20", "310", "0"],
        ["End", "20", "310", "0"],
    ]
    await expect(page.get_by_text("2 hits, 5 cards")).to_be_visible()
    await expect(page.locator(".rulings li")).to_have_text(
        ["Bo hits twice. ATK-1", "Bo wins the game. COM-16"]
    )
    await button(page, "New game with these seats").click()
    await button(page, "Start the game").click()
    (told,) = await server.heard()
    assert (told["players"], told["target"]) == (["Ann", "Bo", RUDE], 300)


async def test_before_the_first_game_it_says_so(page: Page, server: PageServer) -> None:
    server.found["/api/games"] = []
    server.show(NO_GAME)
    await settled(page, server)
    await button(page, "Past games").click()
    await expect(page.get_by_text("No game has been played yet.")).to_be_visible()


async def test_a_referee_that_does_not_answer_is_asked_again(
    page: Page, server: PageServer
) -> None:
    server.show(table())
    await settled(page, server)
    await button(page, "More").click()
    await button(page, "Past games").click()  # nothing is found there
    again = button(page, "Try again")
    await again.wait_for()
    server.found["/api/games"] = [LEFT]
    await again.click()
    await expect(page.locator(".game")).to_have_count(1)
