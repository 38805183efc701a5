"""Cards drawn without a game, over HTTP: who may ask, what everybody sees, what stays."""

from __future__ import annotations

from typing import Any

import pytest

from tests.worlds.client import Client, refused
from tests.worlds.evening import GAME, fill_up, make_room
from tests.worlds.phones import Phones


async def begin(client: Client, **more: Any) -> None:
    assert (await client.post("/api/draws", more)).status_code == 200


async def press(client: Client) -> None:
    assert (await client.post("/api/simulator/press")).status_code == 204
    await client.evening.launcher.heard()


async def test_a_session_from_its_code_to_its_proof(client: Client) -> None:
    client.evening.fair = True
    code = (await client.table())["fairness"]["next_draws"]
    await begin(client, words="  purple   walrus ", commitment=code)
    session = (await client.table())["draws"]
    assert (session["session"], session["over"], session["waits_for"]) == (1, False, None)
    assert session["fairness"]["seal"]["words"] == "purple walrus"
    for body in ({"player": "Ann"}, {"player": "Bo", "cards": 4}, {"player": "Ann", "cards": 2}):
        assert (await client.post("/api/draws/ask", body)).status_code == 200
        waits = (await client.table())["draws"]
        assert (waits["waits_for"], waits["cards"]) == (body["player"], body.get("cards"))
        await press(client)
    session = (await client.table())["draws"]
    assert [(one["player"], one["named"]) for one in session["drawn"]] == [
        ("Ann", False),
        ("Bo", True),
        ("Ann", True),
    ]
    first = session["drawn"][0]["cards"]
    assert session["tally"] == [
        {"player": "Ann", "draws": 2, "cards": first + 2},
        {"player": "Bo", "draws": 1, "cards": 4},
    ]
    assert session["fairness"]["seed"] is None
    assert (await client.post("/api/draws/end")).status_code == 200
    session = (await client.table())["draws"]
    proof = session["fairness"]
    assert session["over"] and proof["report"]["in_order"]
    assert proof["seal"]["commitment"] == code and proof["seed"] is not None


async def test_a_session_can_be_read_when_a_game_has_the_table(client: Client) -> None:
    await begin(client)
    await client.post("/api/draws/ask", {"player": "Ann", "cards": 2})
    await press(client)
    now = (await client.table())["draws"]
    assert (await client.http.get("/api/draws/1")).json() == now
    await client.start_game()
    assert (await client.table())["draws"] is None
    past = (await client.http.get("/api/draws/1")).json()
    assert past["over"] and past["drawn"] == now["drawn"]
    assert past["fairness"]["report"]["in_order"]
    await begin(client)
    assert (await client.http.get("/api/draws/1")).json() == past
    assert (await client.http.get("/api/draws/2")).json()["drawn"] == []
    for number in ("0", "3", "x"):
        refused(await client.http.get(f"/api/draws/{number}"), 404, "no_such_draws")


async def test_a_session_is_in_no_list_of_games_and_no_statistics(client: Client) -> None:
    await client.start_game()
    await begin(client)
    await client.post("/api/draws/ask", {"player": "Ann", "cards": 2})
    await press(client)
    (game,) = (await client.http.get("/api/games")).json()
    assert (game["number"], game["on_table"]) == (1, False)
    assert (await client.http.get("/api/statistics")).json()["cards"] == 0
    table = await client.table()
    assert (table["game"], table["state"], table["legal"]) == (None, None, [])
    course = (await client.http.get("/api/games/1")).json()
    assert [hit["number"] for hit in course["hits"]] == []
    assert course["fairness"]["seed"] is not None  # the game was left
    scenario = (await client.http.get("/api/games/1/scenario")).text
    assert "draws" not in scenario and "# intent" not in scenario
    assert course["fairness"]["seed"] in scenario
    refused(await client.post("/api/commands", {"do": "undo"}), 409, "wrong_phase")
    assert (await client.post("/api/games/1/play_on")).status_code == 200
    assert (await client.table())["state"]["phase"] == "play"


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"player": ""},
        {"player": "Ann", "cards": 13},
        {"player": "Ann", "cards": -1},
        {"cards": 1},
    ],
)
async def test_a_draw_for_nobody_or_of_too_many_cards_is_refused(
    client: Client, body: dict[str, Any]
) -> None:
    await begin(client)
    refused(await client.post("/api/draws/ask", body), 400, "bad_request")
    assert (await client.table())["draws"]["waits_for"] is None


async def test_twelve_cards_and_none_can_be_asked_for(client: Client) -> None:
    await begin(client)
    for cards in (12, 0):
        answer = await client.post("/api/draws/ask", {"player": "Ann", "cards": cards})
        assert answer.status_code == 200
        await press(client)
    assert [one["cards"] for one in (await client.table())["draws"]["drawn"]] == [12, 0]


async def test_a_name_that_nobody_can_see_gets_no_cards(client: Client) -> None:
    await begin(client)
    refused(await client.post("/api/draws/ask", {"player": "\u200b"}), 400, "bad_request")


async def test_a_session_does_not_take_the_table_from_a_game_that_its_sender_did_not_see(
    client: Client,
) -> None:
    tag = (await client.table())["tag"]
    await client.start_game()
    answer = await client.post("/api/draws", {}, if_match=f'"{tag}"')
    refused(answer, 412, "stale")
    assert (await client.table())["draws"] is None


@pytest.mark.parametrize(
    ("path", "body"), [("/api/draws/ask", {"player": "Ann", "cards": 2}), ("/api/draws/end", {})]
)
async def test_a_late_request_of_one_session_does_nothing_in_the_next(
    client: Client, path: str, body: dict[str, Any]
) -> None:
    await begin(client)
    tag = (await client.table())["tag"]
    await client.post("/api/draws/ask", {"player": "Bo", "cards": 1})
    await press(client)
    await begin(client)
    refused(await client.post(path, body, if_match=f'"{tag}"'), 412, "stale")
    session = (await client.table())["draws"]
    assert (session["session"], session["over"], session["waits_for"]) == (2, False, None)


async def test_what_others_drew_makes_no_request_of_the_session_stale(client: Client) -> None:
    await begin(client)
    tag = (await client.table())["tag"]
    await client.post("/api/draws/ask", {"player": "Bo", "cards": 1})
    await press(client)
    for path, body in (("ask", {"player": "Ann", "cards": 2}), ("end", {})):
        answer = await client.post(f"/api/draws/{path}", body, if_match=f'"{tag}"')
        assert answer.status_code == 200


async def test_seats_ask_for_themselves_and_the_table_for_anybody(phones: Phones) -> None:
    bo = await phones.seat("Bo")
    refused(await bo.post("/api/draws", json={}), 403, "not_yours")  # a game is on
    assert (await phones.table.post("/api/draws")).status_code == 200
    refused(await bo.post("/api/draws/ask", json={"player": "Cy"}), 403, "not_yours")
    assert (await bo.post("/api/draws/ask", json={"player": "Bo"})).status_code == 200
    cy = await phones.seat("Cy")
    number = phones.evening.table.record.last_hit
    refused(await cy.post("/api/draws/cancel", json={"hit": number}), 403, "not_yours")
    assert (await bo.post("/api/draws/cancel", json={"hit": number})).status_code == 200
    assert (await phones.table.post("/api/draws/ask", {"player": "Guest"})).status_code == 200
    await phones.evening.press()
    assert (await cy.post("/api/draws/end", json={})).status_code == 200


async def test_a_draw_that_a_full_disk_keeps_is_taken_back_by_its_own_seat_alone(
    phones: Phones,
) -> None:
    bo, cy = await phones.seat("Bo"), await phones.seat("Cy")
    assert (await phones.table.post("/api/draws")).status_code == 200
    assert (await bo.post("/api/draws/ask", json={"player": "Bo"})).status_code == 200
    hit = {"hit": phones.evening.table.record.last_hit}
    fill_up(phones.evening)
    refused(await bo.post("/api/draws/cancel", json=hit), 503, "not_saved")
    make_room(phones.evening)
    assert not phones.evening.hit_is_due()
    refused(await cy.post("/api/draws/cancel", json=hit), 403, "not_yours")
    assert (await bo.post("/api/draws/cancel", json=hit)).status_code == 200


async def test_a_seat_does_not_end_the_draws_while_the_draw_of_another_waits(
    phones: Phones,
) -> None:
    bo, cy = await phones.seat("Bo"), await phones.seat("Cy")
    assert (await phones.table.post("/api/draws")).status_code == 200
    assert (await bo.post("/api/draws/ask", json={"player": "Bo"})).status_code == 200
    for path, body in (("/api/draws/end", {}), ("/api/draws", {}), ("/api/games", GAME)):
        answer = await cy.post(path, json=body)
        sentence = "The next cards are for Bo: press, or take that back."
        refused(answer, 403, "not_yours", sentence)
    assert (await bo.post("/api/draws/end", json={})).status_code == 200
    assert (await cy.post("/api/draws", json={})).status_code == 200
    assert (await bo.post("/api/draws/ask", json={"player": "Bo"})).status_code == 200
    assert (await phones.table.post("/api/draws/end")).status_code == 200
