"""Groups of people: saved, begun with, deleted, taken to another machine."""

from __future__ import annotations

import json
import stat
from typing import Any

import pytest
from msgspec.structs import replace

from controller.base.errors import Refused
from controller.base.paths import groups_of
from controller.evenings.groups import (
    Group,
    GroupStore,
    Person,
    dealt_by,
    group_of,
    id_of,
    next_dealer,
    saved,
)
from controller.table.context import TableContext
from controller.table.rate_limit import RateLimits
from controller.web.requests import MAX_BODY_BYTES
from tests.worlds.client import Client, refused
from tests.worlds.evening import GAME

NO_GROUP = "This file contains no group of players"
KEEP = {"games": False}
FRIDAY: dict[str, Any] = {
    "edition": "extreme",
    "players": ["Ann", "Bo", "Cy"],
    "target": 300,
    "options": {"extreme_hit_skips_next": True},
    "deal": "launcher",
}


def group(*names: str) -> Group:
    return Group(id_of(names), " ".join(names), tuple(map(Person, names)), {"edition": "attack"})


async def save(client: Client, name: str = "Friday", **game: Any) -> str:
    answer = await client.post("/api/groups", {"name": name, "game": FRIDAY | game})
    assert answer.status_code == 200, answer.text
    found: str = answer.json()["id"]
    return found


async def listed(client: Client) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await client.http.get("/api/groups")).json()
    return found


def again(client: Client) -> Client:
    """Another referee over the same files."""
    return Client(client.evening, client.control)


async def test_a_group_is_kept_with_its_way_of_playing(client: Client) -> None:
    found = await save(client)
    (kept,) = await listed(again(client))
    assert [person["name"] for person in kept["people"]] == FRIDAY["players"]
    assert kept["game"] == {name: FRIDAY[name] for name in ("edition", "target", "options")}
    assert (kept["id"], kept["name"], kept["deal"]) == (found, "Friday", "launcher")
    assert (kept["dealer"], kept["going"]) == (None, False)
    mode = groups_of(client.evening.path).stat().st_mode
    assert stat.S_IMODE(mode) == 0o600
    assert client.evening.journal.last_seq == 0  # the journal names no group


async def test_the_people_at_the_table_are_saved_as_they_play(client: Client) -> None:
    refused(await client.post("/api/groups", {"name": "Us"}), 409, "wrong_phase")
    await client.start_game()
    assert (await client.post("/api/groups", {"name": "Us"})).status_code == 200
    (kept,) = await listed(client)
    assert [person["name"] for person in kept["people"]] == GAME["players"]
    assert (kept["game"], kept["deal"], kept["dealer"]) == ({"edition": "attack"}, "people", "Bo")


async def test_a_name_that_nobody_can_read_is_refused_and_no_group_is_lost(
    client: Client,
) -> None:
    found = await save(client)
    kept = groups_of(client.evening.path).read_bytes()
    exported = (await client.http.get(f"/api/groups/{found}/file")).json()
    other = {**exported, "people": [{"name": "Dee"}, {"name": "Ed"}]}
    for name in (" ", "\u2003", "\u200b", "a\nb", "\u202eyadirF", "\x00"):
        for path, body in (
            ("/api/groups", {"name": name, "game": FRIDAY}),
            ("/api/groups/import", {**other, "name": name}),
        ):
            refused(await client.post(path, body), 400, "bad_request")
    assert groups_of(client.evening.path).read_bytes() == kept
    assert len(await listed(again(client))) == 1


def test_people_with_longer_names_than_a_file_can_have_are_no_group() -> None:
    with pytest.raises(Refused, match="long_name"):
        saved("Us", [Person("A" * 41), Person("Bo")], {}, "people", None)


def test_a_group_that_is_being_deleted_stays_so() -> None:
    before = replace(group("Ann", "Bo"), going=True)
    assert saved("Us", before.people, {}, "people", before).going
    (after,) = dealt_by((before,), before.id, "Bo")
    assert (after.going, after.dealt) == (True, "Bo")
    assert dealt_by((before,), "00000000", "Bo") == (before,)


async def test_the_same_people_are_one_group(client: Client) -> None:
    first = await save(client)
    second = await save(client, "Fridays", players=["Cy", "Ann", "Bo"], target=200)
    (kept,) = await listed(client)
    assert first == second == kept["id"]
    assert (kept["name"], kept["game"]["target"]) == ("Fridays", 200)
    assert [person["name"] for person in kept["people"]] == ["Cy", "Ann", "Bo"]


async def test_a_game_begins_as_the_group_plays_and_the_dealer_moves_on(client: Client) -> None:
    found = await save(client)
    path = f"/api/groups/{found}/begin"
    done = await client.post(path, {"dealer": "Bo", "words": " so  be it "})
    assert done.json()["seq"] == client.evening.table.record.begun_by
    begun = client.evening.table.record.begun
    assert begun is not None and begun.seal is not None
    assert begun.game_object | {"dealer": "Bo"} == begun.game_object
    assert begun.game["players"] == FRIDAY["players"] and begun.deal == "launcher"
    assert begun.seal.words == "so be it"
    (kept,) = await listed(client)
    assert kept["dealer"] == "Cy"
    await client.post(path)
    assert client.evening.state["dealer"] == "Cy"
    # another game is on the table: what the group did last is remembered
    await client.post("/api/games", {"edition": "attack", "players": ["Dee", "Ed"]})
    assert (await listed(again(client)))[0]["dealer"] == "Ann"
    await client.post(path, {"dealer": None, "players": ["Bo", "Cy", "Guest"]})
    assert client.evening.state["phase"] == "dealer"
    assert client.evening.table.record.games[-1].players == ("Bo", "Cy", "Guest")
    await client.post(path, {"dealer": None, "dealer_by": "draw"})
    assert client.evening.state["dealer"] in FRIDAY["players"]


async def test_people_keep_their_colours_and_emoji(client: Client) -> None:
    await client.start_game()
    await client.post("/api/seats/avatar", {"player": "Bo", "colour": "teal", "emoji": "🦆"})
    found = (await client.post("/api/groups", {"name": "Us"})).json()["id"]
    as_duck = {"name": "Bo", "colour": "teal", "emoji": "🦆"}
    assert (await listed(client))[0]["people"] == [{"name": "Ann"}, as_duck, {"name": "Cy"}]
    file = await client.http.get(f"/api/groups/{found}/file")
    # on another machine, nobody has chosen anything yet
    await client.post("/api/seats/avatar", {"player": "Bo", "colour": None, "emoji": None})
    await client.post(f"/api/groups/{found}/begin")
    shown = {one["player"]: one for one in (await client.table())["seats"]}
    assert (shown["Bo"]["colour"], shown["Bo"]["emoji"]) == ("teal", "🦆")
    assert file.json()["people"][1] == as_duck
    wrong = file.json() | {"people": [{"name": "Ann"}, {"name": "Bo", "emoji": "abc"}]}
    refused(await client.post("/api/groups/import", wrong), 409, "bad_avatar")


async def test_a_begin_that_is_sent_again_begins_one_game(client: Client) -> None:
    path = f"/api/groups/{await save(client)}/begin"
    first = await client.post(path, {}, Idempotency_Key="k")
    second = await client.post(path, {}, Idempotency_Key="k")
    assert first.json()["seq"] == second.json()["seq"]
    assert client.evening.table.record.number == 1


async def test_a_begin_is_refused_like_any_other_game(client: Client) -> None:
    path = f"/api/groups/{await save(client)}/begin"
    refused(await client.post(path, {"commitment": "0" * 64}), 409, "other_seal")
    refused(await client.post(path, {"players": ["Ann", "Ann"]}), 409, "bad_setup")
    refused(await client.post(path, {"dealer": "Zed"}), 409, "bad_setup")
    refused(await client.post(path, {}, If_Match='"0-0"'), 412, "stale")
    refused(await client.post("/api/groups/00000000/begin"), 404, "no_such_group")
    assert client.evening.table.record.begun is None


async def test_a_deleted_group_is_gone_and_its_games_stay(client: Client) -> None:
    found = await save(client)
    await client.post(f"/api/groups/{found}/begin")
    for _ in range(2):  # the answer to the first was lost
        gone = await client.post(f"/api/groups/{found}/delete", KEEP, Idempotency_Key="away")
        assert gone.json() == {"left": []}
    assert await listed(again(client)) == []
    assert client.evening.table.record.number == 1
    refused(await client.post(f"/api/groups/{found}/delete", KEEP), 404, "no_such_group")
    reused = await client.post(f"/api/groups/{'0' * 8}/delete", KEEP, Idempotency_Key="away")
    refused(reused, 422, "key_reused")


async def test_the_beginning_of_an_id_names_no_group(client: Client) -> None:
    group = await save(client)
    start = group[:-1]
    for method, path in (
        ("GET", f"/api/groups/{start}/file"),
        ("POST", f"/api/groups/{start}/begin"),
        ("POST", f"/api/groups/{start}/delete"),
        ("GET", f"/api/statistics?group={start}"),
    ):
        body = KEEP if path.endswith("delete") else {}
        answer = await client.http.request(method, path, json=body)
        refused(answer, 404, "no_such_group")
    assert [shown["id"] for shown in await listed(client)] == [group]


async def test_a_group_goes_to_another_machine_as_a_file(client: Client) -> None:
    found = await save(client)
    file = await client.http.get(f"/api/groups/{found}/file")
    assert file.headers["content-disposition"].startswith("attachment; filename=")
    (before,) = await listed(client)
    again_there = await client.http.post("/api/groups/import", content=file.content)
    sentence = (
        "The group of players “Friday” has the same people: delete that group first, or keep it."
    )
    refused(again_there, 409, "group_is_there", sentence)
    await client.post(f"/api/groups/{found}/delete", KEEP)
    assert (await client.http.post("/api/groups/import", content=file.content)).json() == {
        "id": found
    }
    assert await listed(client) == [before]


def changed(**members: Any) -> bytes:
    file = {
        "rollerdeck_group": 1,
        "name": "Friday",
        "people": [{"name": "Ann"}, {"name": "Bo"}],
        "game": {"edition": "attack"},
    }
    return json.dumps(file | members).encode()


@pytest.mark.parametrize(
    ("body", "status", "code", "said"),
    [
        (b"PNG", 400, "bad_request", NO_GROUP),
        (b"[]", 400, "bad_request", NO_GROUP),
        (changed(rollerdeck_group=2), 409, "other_version", "has version 2, and this Rollerdeck"),
        (changed(rollerdeck_group=True), 400, "bad_request", NO_GROUP),
        (changed(extra=1), 400, "bad_request", "This file with a group of players cannot be read"),
        (changed(people=[{"name": "Ann"}]), 400, "bad_request", "cannot be read"),
        (changed(people=[{"name": "Ann"}, {"name": "Ann"}]), 409, "bad_setup", "Ann"),
        (
            changed(people=[{"name": "Ann"}, {"name": "\N{CYRILLIC CAPITAL LETTER A}nn"}]),
            409,
            "bad_setup",
            "nn",
        ),
        (changed(game={"edition": "unheard-of"}), 409, "bad_setup", "unheard-of"),
        (
            changed(game={"edition": "attack", "options": {"a": "x" * 50}}),
            400,
            "too_long",
            "at most 40",
        ),
        (b" " * 10_000_000 + changed(), 413, "too_large", str(MAX_BODY_BYTES // 1024)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_a_file_that_is_none_changes_nothing_and_says_why(
    client: Client, body: bytes, status: int, code: str, said: str
) -> None:
    found = await save(client)
    answer = await client.http.post("/api/groups/import", content=body)
    refused(answer, status, code)
    assert said in answer.json()["sentence"]
    assert [one["id"] for one in await listed(client)] == [found]


async def test_two_groups_have_two_names(client: Client) -> None:
    await save(client)
    other = {"name": "Friday", "game": FRIDAY | {"players": ["Dee", "Ed"]}}
    refused(await client.post("/api/groups", other), 409, "same_name")


async def test_there_is_a_bound_of_groups(client: Client) -> None:
    for number in range(40):
        await save(client, f"{number}", players=["Ann", f"Guest {number}"])
    other = {"name": "One more", "game": FRIDAY}
    refused(await client.post("/api/groups", other), 409, "too_many_groups")
    await save(client, "0 again", players=["Ann", "Guest 0"])  # which is there already


@pytest.mark.parametrize("content", [b"", b"{}", b'{"version": 2, "groups": []}', b"\xff"])
async def test_a_file_of_groups_that_cannot_be_read_stays_as_it_is(
    client: Client, content: bytes
) -> None:
    path = groups_of(client.evening.path)
    path.write_bytes(content)
    refused(await client.http.get("/api/groups"), 503, "groups_unreadable")
    refused(
        await client.post("/api/groups", {"name": "F", "game": FRIDAY}), 503, "groups_unreadable"
    )
    assert path.read_bytes() == content
    assert (await client.post("/api/games", GAME)).status_code == 200  # the games go on


async def test_a_disk_that_is_full_keeps_the_groups_of_before(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = await save(client)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("controller.journal.durable.sync", full)
    other = {"name": "Others", "game": FRIDAY | {"players": ["Dee", "Ed"]}}
    refused(await client.post("/api/groups", other), 503, "not_saved")
    began = await client.post(f"/api/groups/{found}/begin", {"dealer": "Bo"})
    assert began.status_code == 200  # only whose turn it is to deal is not kept
    monkeypatch.undo()
    assert [one["id"] for one in await listed(again(client))] == [found]
    assert list(client.evening.path.parent.glob("*.new")) == []


async def test_who_asks_without_end_has_to_wait(client: Client) -> None:
    client.evening.table._context = TableContext(request_limits=RateLimits(lambda: 0.0, 1, 60.0))
    await save(client)
    slower = await client.post("/api/groups", {"name": "F", "game": FRIDAY})
    refused(slower, 429, "too_soon")


def test_a_game_is_of_the_group_of_which_most_players_are() -> None:
    family, couple = group("Ann", "Bo", "Cy", "Dee"), group("Ann", "Bo")
    both = (family, couple)
    for players, whose in (
        (("Ann", "Bo"), couple),
        (("Bo", "Ann", "Cy"), family),
        (("Cy", "Dee"), family),
        (("Ann", "Bo", "Cy", "Dee", "Guest"), family),
        (("Ann", "Cy", "Guest"), family),
        (("Ann", "Guest"), None),
        (("Ann", "Cy", "One", "Two"), None),  # half of them are not most of them
        (("Player 1", "Player 2"), None),
    ):
        assert group_of(players, both) is whose is group_of(players, both[::-1])


def test_the_dealer_moves_on_clockwise() -> None:
    players = ("Ann", "Bo", "Cy")
    found = [next_dealer(players, one) for one in (*players, None, "Guest")]
    assert found == ["Bo", "Cy", "Ann", None, None]


def test_the_names_of_a_group_are_its_id_in_whatever_order() -> None:
    assert id_of(["Ann", "Bo"]) == id_of(["Bo", "Ann"]) != id_of(["Ann", "Bobo"])
    assert id_of(["Zoe\u0301", "Bo"]) == id_of(["Zoé", "Bo"])


async def test_nothing_is_written_where_nothing_changes(client: Client) -> None:
    kept = GroupStore(client.evening.path)
    await kept.change(lambda groups: groups)
    assert not kept.path.exists()
    with pytest.raises(Refused):
        kept.find("0" * 8)
