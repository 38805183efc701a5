"""The HTTP interface as docs/http.md words it."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from pytest_mock import MockerFixture

import rules
from controller.games.record import LOG_LINES, LogLine
from controller.web.operations import OPERATIONS
from controller.web.rendering import NEWEST_LINES, first_pushed
from controller.web.requests import MAX_BODY_BYTES
from controller.web.static_files import PAGE, build_of
from controller.words import advice, say
from tests.at_once import AtOnce
from tests.worlds.client import Client, refused
from tests.worlds.evening import GAME


def told(event: bytes) -> dict[str, Any]:
    head, name, data = event.decode().rstrip().split("\n")
    table: dict[str, Any] = json.loads(data.removeprefix("data: "))
    assert (head, name) == (f"id: {table['seq']}", "event: table")
    return table


async def test_the_table_before_and_in_a_game_has_the_documented_members(client: Client) -> None:
    empty = await client.table()
    assert empty == {
        "seq": 0,
        "tag": f"{client.evening.journal.id}-0",
        "build": build_of(PAGE),
        "game_number": 0,
        "game": None,
        "state": None,
        "legal": [],
        "legal_seats": [],
        "launcher": {
            "name": "mock",
            "link": "up",
            "why": None,
            "simulated": True,
            "strict": False,
            "faults": [],
            "hit": None,
        },
        "draw_pile": False,
        "target_purposes": {},
        "color_only": False,
        "round_winner": None,
        "clock": None,
        "doubts": [],
        "rounds": [],
        "log": [],
        "log_after": 0,
        "undo": None,
        "undo_by": None,
        "deal": "people",
        "upcoming": [],
        "next_dealer": None,
        "kind_values": [],
        "undealt": [],
        "fairness": {
            "next": client.evening.table.commitment,
            "next_draws": client.evening.table.drawing.commitment,
            "game": None,
        },
        "access": "open",
        "seats": [],
        "arrived": [],
        "devices": [],
        "draws": None,
        "requests": [],
        "voice": True,
    }
    await client.start_game()
    table = await client.table()
    assert table["game"] == GAME
    assert table["state"]["turn"] == "Bo"
    assert {"do": "play", "by": "Bo", "card": "red-3", "needs": [], "may": []} in table["legal"]
    assert table["launcher"]["hit"] == {
        "number": 1,
        "by": "Bo",
        "owner": "Bo",
        "stage": "armed",
        "requested": None,
        "out": 0,
    }
    assert table["log"][-1] == {
        "seq": 2,
        "key": "ruling.turned_up",
        "clause": "COM-3",
        "values": {"card": "red-5"},
    }
    assert (await client.http.get("/healthz")).json() == {"seq": table["seq"], "link": "up"}


async def test_the_table_names_its_game_and_who_has_won_the_round(client: Client) -> None:
    await client.start_game()
    await client.post("/api/commands", {"do": "set", "hands": {"Bo": 1}})
    table = await client.table()
    assert (table["game_number"], table["round_winner"]) == (1, None)
    await client.post("/api/commands", {"do": "play", "by": "Bo", "card": "red-3"})
    table = await client.table()
    assert (table["state"]["phase"], table["round_winner"]) == ("count", "Bo")
    await client.post("/api/commands", {"do": "undo"})
    assert (await client.table())["round_winner"] is None


async def test_who_comes_late_sees_what_is_so_by_then(client: Client) -> None:
    page = client.site.hub.listen()
    assert told(await anext(page)) == await client.table()
    await client.start_game()
    for card in ("red-3", "red-4"):
        by = (await client.table())["state"]["turn"]
        await client.post("/api/commands", {"do": "play", "by": by, "card": card})
        assert told(await anext(page)) == await client.table()
    await page.aclose()
    for _ in range(2):  # while nobody listens
        assert (await client.post("/api/commands", {"do": "undo"})).status_code == 200
    late = client.site.hub.listen()
    table = told(await anext(late))
    assert (table["seq"], table["state"]["turn"]) == (client.evening.table.record.seq, "Bo")
    await late.aclose()


@pytest.mark.thorough
async def test_a_page_that_listens_can_put_the_log_together(client: Client) -> None:
    await client.start_game()
    page = client.site.hub.listen()
    log = told(await anext(page))["log"]
    for points in range(LOG_LINES + NEWEST_LINES):
        await client.post("/api/commands", {"do": "set", "scores": {"Ann": points}})
        table = told(await anext(page))
        log = [line for line in log if line["seq"] <= table["log_after"]] + table["log"]
        log = log[-LOG_LINES:]
    assert len(table["log"]) == NEWEST_LINES
    whole = await client.table()
    assert (log, whole["log_after"]) == (whole["log"], 0)
    await page.aclose()


def test_the_newest_lines_reach_back_to_what_pages_know() -> None:
    def lines(*entries: int) -> list[LogLine]:
        return [LogLine(seq, "ruling.plays", "", {}) for seq in entries]

    log = lines(*range(1, 101))
    assert first_pushed(log, log[-1]) == first_pushed(log, log[-NEWEST_LINES]) == 100 - NEWEST_LINES
    assert first_pushed(log, log[49]) == 50, "more than usual are new"
    assert first_pushed(log, None) == first_pushed(log, lines(99)[0]) == 0, "read anew"
    short = lines(*range(1, NEWEST_LINES))
    assert first_pushed(short, short[-1]) == 0
    wordy = lines(1, 2, *[3] * 40, 4)
    assert first_pushed(wordy, wordy[-1]) == 2, "an entry is told as one"


async def test_a_state_is_rendered_once_however_many_ask_for_it(
    client: Client, mocker: MockerFixture
) -> None:
    await client.start_game()
    rendered = mocker.spy(rules, "view")
    pages = [client.site.hub.listen() for _ in range(5)]
    first = {await anext(page) for page in pages}
    for path in ("/api/table", "/metrics", "/healthz") * 3:
        assert (await client.http.get(path)).status_code == 200
    assert len(first) == 1
    assert rendered.call_count == 1
    await client.evening.press()
    later = [await anext(page) for page in pages]
    assert len(set(later)) == 1
    assert told(later[0]) == await client.table()
    assert rendered.call_count == 2
    # no fault changes the game
    client.evening.launcher.set_cover(True)
    await client.evening.launcher.heard()
    assert (await client.table())["launcher"]["faults"] == ["COVER_OPEN"]
    assert rendered.call_count == 2
    for page in pages:
        await page.aclose()


async def test_nothing_that_is_shown_tells_a_draw_or_the_seed(client: Client) -> None:
    await client.start_game()
    text = (await client.http.get("/api/table")).text
    begun = client.evening.table.record.begun
    assert begun is not None and begun.seed not in text
    assert '"draw"' not in text and '"requested":null' in text


async def test_a_press_a_jam_and_its_end(client: Client) -> None:
    await client.start_game()
    assert (await client.post("/api/simulator/jam")).status_code == 204
    assert (await client.post("/api/simulator/press")).status_code == 204
    await client.evening.launcher.heard()
    launcher = (await client.table())["launcher"]
    assert launcher["hit"]["stage"] == "broken" and launcher["hit"]["requested"] == 3
    assert launcher["faults"] == ["JAM"]
    refused(await client.post("/api/launcher/clear"), 409, "still_there", advice("JAM"))
    assert (await client.post("/api/simulator/unjam")).status_code == 204
    cleared = await client.post("/api/launcher/clear")
    assert (cleared.status_code, cleared.json()) == (200, {"faults": []})
    await client.evening.launcher.heard()
    await client.post("/api/simulator/press")
    await client.evening.launcher.heard()
    assert client.evening.hits() == [(1, 3)]


async def test_a_press_under_the_same_key_is_one_press(client: Client) -> None:
    await client.start_game()
    for _ in range(3):
        answer = await client.post("/api/simulator/press", Idempotency_Key="p-1")
        assert answer.status_code == 204
        await client.evening.launcher.heard()
    assert client.evening.hits() == [(1, 3)]


@pytest.mark.looptime
async def test_a_press_while_the_button_rests_has_to_wait(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = client.evening
    await evening.close()
    monkeypatch.setattr("controller.journal.journal.ThreadPoolExecutor", AtOnce)
    evening.breath_s = 1.0
    await evening.open()
    client = Client(evening, client.control)
    await client.start_game()
    await client.post("/api/simulator/press", Idempotency_Key="p-1")
    await evening.launcher.heard()
    assert (await client.table())["launcher"]["hit"]["stage"] == "breath"
    # an answer that was lost: it was done, and is not asked for again
    again = await client.post("/api/simulator/press", Idempotency_Key="p-1")
    assert again.status_code == 204
    early = await client.post("/api/simulator/press", Idempotency_Key="p-2")
    refused(early, 409, "launcher_busy", say("refusal.breath", {}))
    await asyncio.sleep(1.01)
    assert (await client.table())["launcher"]["hit"]["stage"] == "armed"
    taken = await client.post("/api/simulator/press", Idempotency_Key="p-2")
    assert taken.status_code == 204
    await evening.launcher.heard()
    assert evening.hits() == [(1, 3), (2, 3)]


async def test_a_command_under_the_same_key_gets_the_same_answer(client: Client) -> None:
    await client.start_game()
    play = {"do": "play", "by": "Bo", "card": "red-3"}
    answers = [await client.post("/api/commands", play, Idempotency_Key="k" * 64) for _ in "12"]
    assert answers[0].status_code == 200
    assert answers[0].content == answers[1].content
    refused(await client.post("/api/commands", play, Idempotency_Key="k" * 65), 400, "bad_request")
    refused(await client.post("/api/commands", play, Idempotency_Key=""), 400, "bad_request")


async def test_with_the_link_lost_the_table_may_count(client: Client) -> None:
    await client.start_game()
    client.evening.launcher.cut()
    await client.evening.launcher.heard()
    launcher = (await client.table())["launcher"]
    assert (launcher["link"], launcher["why"]) == (
        "down",
        {"key": "launcher.hung_up", "values": {}},
    )
    assert launcher["hit"]["stage"] == "confirm"
    assert (await client.http.get("/healthz")).json()["link"] == "down"
    play = {"do": "play", "by": "Bo", "card": "red-3"}
    refused(await client.post("/api/commands", play), 503, "no_launcher")
    refused(await client.post("/api/launcher/clear"), 503, "no_launcher")
    count = {"hit": 1, "cards": 2}
    assert (await client.post("/api/launcher/confirm", count)).status_code == 200
    assert client.evening.hits() == [(1, 2)]


async def test_what_the_rules_refuse_comes_with_its_clause(client: Client) -> None:
    await client.start_game()
    answer = await client.post("/api/commands", {"do": "play", "by": "Cy", "card": "red-3"})
    refused(answer, 409, "out_of_turn")
    assert answer.json()["clause"]
    refused(await client.post("/api/games", {"edition": "whist"}), 409, "bad_setup")
    hit = {"do": "hit", "by": "Bo", "cards": 2}
    sentence = (
        "The launcher counts the cards of a hit: press its button instead of entering a number."
    )
    refused(await client.post("/api/commands", hit), 409, "measured_only", sentence)
    count = {"hit": 1, "cards": 2}
    refused(await client.post("/api/launcher/confirm", count), 409, "nothing_to_confirm")
    refused(await client.post("/api/launcher/unpressed", {"hit": 1}), 409, "nothing_to_confirm")
    refused(await client.post("/api/launcher/unpressed", count), 400, "bad_request")


UNREADABLE = (b"", b"{", b"[]", b"3", b"\xff", b'{"do": 1}}', b'{"do":"\xff"}', b"[" * 60000)


@pytest.mark.parametrize("path", ["/api/games", "/api/commands", "/api/launcher/confirm"])
async def test_a_body_that_cannot_be_read(client: Client, path: str) -> None:
    for body in UNREADABLE:
        refused(await client.http.post(path, content=body), 400, "bad_request")


async def test_a_count_that_makes_no_sense(client: Client) -> None:
    counts: list[dict[str, Any]] = [
        {},
        {"hit": 1},
        {"hit": 1, "cards": -1},
        {"hit": "1", "cards": 1},
        {"hit": 1, "cards": 1.5},
        {"hit": 1, "cards": True},
        {"hit": 1, "cards": 1, "more": 1},
    ]
    for count in counts:
        refused(await client.post("/api/launcher/confirm", count), 400, "bad_request")


async def test_a_request_without_members_takes_none(client: Client) -> None:
    refused(await client.post("/api/launcher/clear", {"all": True}), 400, "bad_request")
    refused(await client.post("/api/simulator/press", {"hold": 1}), 400, "bad_request")


async def test_a_body_may_have_64_kib_and_no_byte_more(client: Client) -> None:
    body = b'{"do":"play"}'
    full = body + b" " * (MAX_BODY_BYTES - len(body))
    assert (await client.http.post("/api/commands", content=full)).status_code == 409
    more = await client.http.post("/api/commands", content=full + b" ")
    refused(more, 413, "too_large", "A request can have at most 64 KiB: send a smaller request.")


async def test_unknown_addresses(client: Client) -> None:
    sentence = "The referee has nothing at /api/nonsense: docs/http.md lists all paths."
    refused(await client.http.get("/api/nonsense"), 404, "not_found", sentence)
    refused(await client.post("/api/simulator/kick"), 404, "not_found")
    get = await client.http.get("/api/commands")
    takes = "docs/http.md lists the requests that it accepts."
    refused(get, 405, "bad_method", f"/api/commands does not accept GET requests: {takes}")
    assert get.headers["allow"] == "POST"
    refused(await client.post("/"), 405, "bad_method", f"/ does not accept POST requests: {takes}")
    assert (await client.http.get("/../http.py")).status_code == 404


async def test_a_real_launcher_has_no_control(client: Client) -> None:
    real = Client(client.evening, None)
    for deed in ("press", "jam", "unjam"):
        refused(await real.post(f"/api/simulator/{deed}"), 404, "not_found")
    await real.http.aclose()


async def test_a_finger_that_cannot_be_reached(client: Client) -> None:
    assert client.control is not None
    await client.start_game()
    client.control.gone = True
    press = await client.post("/api/simulator/press", Idempotency_Key="p-1")
    refused(press, 503, "no_launcher")
    client.control.gone = False  # a refusal is not kept: the same key may ask again
    await client.post("/api/simulator/press", Idempotency_Key="p-1")
    await client.evening.launcher.heard()
    assert client.evening.hits() == [(1, 3)]


async def test_another_sites_page_cannot_command(client: Client) -> None:
    answer = await client.post("/api/games", GAME, Origin="http://elsewhere.example")
    refused(answer, 403, "foreign_origin")
    for origin in ("null", "http://[bad"):
        refused(await client.post("/api/games", GAME, Origin=origin), 403, "foreign_origin")
    assert client.evening.table.record.seq == 0
    assert (await client.post("/api/games", GAME, Origin="http://table.local")).status_code == 200


async def test_the_page_is_served_and_asked_about_each_time(client: Client) -> None:
    page = await client.http.get("/")
    assert page.headers["content-type"].startswith("text/html")
    assert "script-src 'self';" in page.headers["content-security-policy"]
    assert page.headers["cache-control"] == "no-cache"
    again = await client.http.get("/", headers={"If-None-Match": page.headers["etag"]})
    assert again.status_code == 304
    script = await client.http.get("/app.js")
    assert "javascript" in script.headers["content-type"]


async def test_the_editions_are_whole(client: Client) -> None:
    editions = (await client.http.get("/api/editions")).json()
    attack = next(edition for edition in editions if edition["id"] == "attack")
    assert (attack["min_players"], attack["max_players"]) == (2, 10)
    assert {"card": "red-1", "count": 2, "points": 1} in attack["cards"]
    assert sum(card["count"] for card in attack["cards"]) == 112


async def test_the_description_is_served(client: Client) -> None:
    description = await client.http.get("/api/openapi.json")
    assert description.headers["content-type"] == "application/json"
    assert description.json()["paths"].keys() == {one.path for one in OPERATIONS}
