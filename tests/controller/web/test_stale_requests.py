"""Requests that say what their sender saw, over HTTP, and keys that are used again."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from controller.games.backups import back_up, restore
from tests.worlds.client import Client, LocalControl, refused
from tests.worlds.evening import GAME, Evening

PLAY = {"do": "play", "by": "Bo", "card": "red-3"}
UNDO = {"do": "undo"}


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[Client]:
    evening = Evening(tmp_path)
    await evening.open()
    client = Client(evening, LocalControl(evening))
    await client.start_game()
    yield client
    await client.http.aclose()
    await evening.close()


async def tag(client: Client) -> str:
    answer = await client.http.get("/api/table")
    assert answer.status_code == 200
    assert answer.headers["etag"] == f'"{answer.json()["tag"]}"'
    return str(answer.headers["etag"])


async def say(client: Client, command: dict[str, Any], saw: str, **more: str) -> httpx.Response:
    return await client.post("/api/commands", command, If_Match=saw, **more)


async def test_two_phones_with_one_thought_play_one_card(client: Client) -> None:
    saw = await tag(client)
    assert (await say(client, PLAY, saw)).status_code == 200
    late = {"do": "play", "by": "Cy", "card": "red-3"}  # whose turn it is by now
    sentence = "You were too late. Bo has played red 3. Look at the table again."
    answer = await say(client, late, saw)
    refused(answer, 412, "stale", sentence)
    assert answer.headers["etag"] == await tag(client) != saw
    refused(await say(client, PLAY, saw), 412, "stale", sentence)
    assert (await say(client, late, await tag(client))).status_code == 200


async def test_two_phones_with_one_thought_undo_once(client: Client) -> None:
    await client.post("/api/commands", PLAY)
    saw = await tag(client)
    assert (await say(client, UNDO, saw)).status_code == 200
    taken_back = "Somebody has taken back the last command."
    sentence = f"You were too late. {taken_back} Look at the table again."
    refused(await say(client, UNDO, saw), 412, "stale", sentence)
    assert (await client.table())["state"]["turn"] == "Bo"


async def test_who_says_nothing_of_what_they_saw_is_judged_as_before(client: Client) -> None:
    for by in ("Bo", "Cy", "Ann"):
        answer = await client.post("/api/commands", {"do": "play", "by": by, "card": "red-3"})
        assert answer.status_code == (200 if by != "Ann" else 409)  # there are two such cards


async def test_what_changes_no_game_makes_nothing_stale(client: Client) -> None:
    saw = await tag(client)
    await client.evening.close()
    await client.evening.open()
    table = Client(client.evening, None)
    assert await tag(table) != saw  # what a restart writes has numbers, too
    assert (await say(table, PLAY, saw)).status_code == 200


async def test_the_count_of_a_hit_makes_a_play_stale_and_says_so(client: Client) -> None:
    saw = await tag(client)
    await client.evening.press()
    sentence = "You were too late. Bo has hit, and 3 cards came out. Look at the table again."
    refused(await say(client, PLAY, saw), 412, "stale", sentence)
    await client.post("/api/commands", UNDO)
    refused(
        await say(client, {"do": "undo"}, saw),
        412,
        "stale",
        "You were too late: 2 other things happened first. The last one was this: Somebody has "
        "taken back the last command. Look at the table again.",
    )


async def test_a_call_is_judged_in_its_turn_whatever_its_sender_saw(client: Client) -> None:
    saw = await tag(client)
    await client.post("/api/commands", PLAY)
    hint = {"do": "suggested", "player": "Ann"}
    assert (await say(client, hint, saw)).status_code == 200
    await client.post("/api/games", GAME)
    refused(
        await say(client, hint, saw),
        412,
        "stale",
        "Another game has begun in the meantime: look at the table again.",
    )


async def test_a_new_game_replaces_only_the_one_that_its_sender_saw(client: Client) -> None:
    saw = await tag(client)
    await client.post("/api/commands", PLAY)
    assert (await client.post("/api/games", GAME, If_Match=saw)).status_code == 200
    refused(await client.post("/api/games", GAME, If_Match=saw), 412, "stale")
    assert (await client.http.get("/api/games")).json()[0]["number"] == 2


async def test_what_is_no_tag_is_refused(client: Client) -> None:
    before = await client.table()
    for saw in ("", "*", "7", '"7"', 'W/"ab-7"', '"ab-7", "ab-8"', '"', "ab-7"):
        for path, body in (("/api/commands", PLAY), ("/api/games", GAME)):
            refused(await client.post(path, body, If_Match=saw), 400, "bad_request")
    assert await client.table() == before


async def test_a_tag_from_the_future_is_refused(client: Client) -> None:
    journal, _, seq = (await tag(client)).strip('"').partition("-")
    future = f'"{journal}-{int(seq) + 1}"'
    refused(await say(client, PLAY, future), 412, "stale")


async def test_a_restored_backup_makes_every_tag_stale(client: Client, tmp_path: Path) -> None:
    saw = await tag(client)
    back_up(client.evening.path, tmp_path / "copy")
    await client.evening.die()
    restore(tmp_path / "copy", client.evening.path)
    await client.evening.open()
    table = Client(client.evening, None)
    sentence = (
        "The referee now uses another journal (the file of all games): look at the table again."
    )
    refused(await say(table, PLAY, saw), 412, "stale", sentence)


async def test_the_checks_come_in_their_order(client: Client) -> None:
    saw = await tag(client)
    seq = (await say(client, PLAY, saw, Idempotency_Key="k")).json()["seq"]
    # the key first: it is the same request, whatever has happened since
    again = await say(client, PLAY, saw, Idempotency_Key="k")
    assert (again.status_code, again.json()["seq"]) == (200, seq)
    refused(await say(client, UNDO, saw, Idempotency_Key="k"), 422, "key_reused")
    now = await tag(client)
    client.evening.launcher.press_until(1)
    await client.evening.launcher.heard()
    # then what was seen, then the launcher, and the rules last
    refused(await say(client, PLAY, saw), 412, "stale")
    refused(await say(client, {"do": "play", "by": "Ann", "card": "x"}, now), 409, "launcher_busy")
    refused(await client.post("/api/games", {"edition": "whist"}), 409, "launcher_busy")
    client.evening.launcher.finish()


async def test_the_answer_says_what_came_before(client: Client) -> None:
    before = (await client.table())["seq"]
    first = (await client.post("/api/commands", PLAY)).json()
    second = (await client.post("/api/commands", UNDO, Idempotency_Key="u")).json()
    assert first["after"] <= before < first["seq"]
    assert second["after"] == first["seq"]
    await client.post("/api/commands", PLAY)
    assert (await client.post("/api/commands", UNDO, Idempotency_Key="u")).json() == second


@pytest.mark.parametrize(
    ("path", "body"),
    [("/api/commands", UNDO), ("/api/games", GAME), ("/api/games/1/delete", None)],
)
async def test_a_key_is_for_one_request(client: Client, path: str, body: Any) -> None:
    asked = await client.post("/api/commands", PLAY, Idempotency_Key="k")
    sentence = "This Idempotency-Key was already used for a different request: send a new key."
    refused(await client.post(path, body, Idempotency_Key="k"), 422, "key_reused", sentence)
    await client.evening.restart()
    table = Client(client.evening, None)
    refused(await table.post(path, body, Idempotency_Key="k"), 422, "key_reused")
    # the same members in another order are the same request
    same = {name: PLAY[name] for name in reversed(PLAY)}
    answer = await table.post("/api/commands", same, Idempotency_Key="k")
    assert answer.json()["seq"] == asked.json()["seq"]


async def test_a_key_of_the_simulated_hand_is_for_one_deed(client: Client) -> None:
    assert (await client.post("/api/simulator/press", Idempotency_Key="k")).status_code == 204
    refused(await client.post("/api/simulator/jam", Idempotency_Key="k"), 422, "key_reused")
    assert (await client.post("/api/simulator/press", Idempotency_Key="k")).status_code == 204


async def test_every_push_carries_the_tag(client: Client) -> None:
    page = client.site.hub.listen()
    shown = (await client.table())["tag"]
    assert f'"tag":"{shown}"'.encode() in await anext(page)
    client.evening.launcher.set_cover(True)
    await client.evening.launcher.heard()
    pushed = await anext(page)
    assert pushed.startswith(b"event: launcher") and f'"tag":"{shown}"'.encode() in pushed
    await page.aclose()


async def test_the_table_says_what_an_undo_takes_back(client: Client) -> None:
    await client.post("/api/commands", PLAY)
    table = await client.table()
    played = {"key": "ruling.plays", "values": {"player": "Bo", "card": "red-3"}}
    assert table["undo"] == played
    await client.post("/api/commands", UNDO)
    table = await client.table()
    last = {name: table["log"][-1][name] for name in ("key", "values")}
    assert last == {"key": "log.undoes", "values": {"what": played}}
    assert table["undo"]["key"] == "ruling.turned_up"
    await client.post("/api/commands", UNDO)
    assert (await client.table())["undo"] is None


async def test_an_undone_hit_says_which_cards_go_back(client: Client) -> None:
    await client.evening.press()
    await client.post("/api/commands", UNDO)
    line = (await client.table())["log"][-1]
    hit = {"key": "ruling.hits", "values": {"player": "Bo", "n": 3}}
    assert (line["key"], line["values"]) == ("log.undoes_hit", {"n": 3, "what": hit})


async def test_who_asks_what_became_of_a_request_has_it_answered_and_never_done(
    client: Client,
) -> None:
    """The page asks so after a tap that nobody answered: the same key, and a tag of no journal."""
    done = await client.post("/api/commands", PLAY, Idempotency_Key="done")
    again = await say(client, PLAY, '"0-0"', Idempotency_Key="done")
    assert (again.status_code, again.json()) == (200, done.json())
    before = await client.table()
    for command in ({"do": "play", "by": "Cy", "card": "red-3"}, UNDO, {"do": "uno", "by": "Bo"}):
        asked = await say(client, command, '"0-0"', Idempotency_Key="lost")
        assert (asked.status_code, asked.json()["code"]) == (412, "stale")
    assert (await client.table())["state"] == before["state"]
