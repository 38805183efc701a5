"""A round for practice over HTTP: it touches nothing, is bounded, and loses no answer."""

from __future__ import annotations

from typing import Any

import pytest

from controller.web.practice import practice_rounds as site
from tests.worlds.client import Client


async def begin(client: Client, player: str = "Ann") -> dict[str, Any]:
    answer = await client.post("/api/practice", {"player": player})
    assert answer.status_code == 200, answer.text
    begun: dict[str, Any] = answer.json()
    return begun


async def say(client: Client, name: str, after: int, command: object) -> Any:
    body = {"after": after, "command": command}
    return await client.post(f"/api/practice/{name}/commands", body)


def chosen(view: dict[str, Any]) -> dict[str, Any]:
    """A play where one is offered, else a press."""
    offers = sorted(view["legal"], key=lambda offer: offer["do"] != "play")
    command = {name: offers[0][name] for name in ("do", "by", "card") if name in offers[0]}
    return command | ({"color": "red"} if "color" in offers[0]["needs"] else {})


async def test_a_round_is_played_to_its_end_and_touches_nothing(client: Client) -> None:
    before = await client.table()
    view = await begin(client)
    steps = view["steps"]
    while steps[-1]["moment"] != "over":
        answer = await say(client, view["practice"], steps[-1]["number"], chosen(view))
        view = answer.json()
        steps += view["steps"]
    assert view["legal"] == []
    assert [step["number"] for step in steps] == list(range(1, len(steps) + 1))
    assert await client.table() == before


async def test_an_answer_that_was_lost_is_given_again(client: Client) -> None:
    view = await begin(client)
    seen = view["steps"][-1]["number"]
    command = chosen(view)
    first = await say(client, view["practice"], seen, command)
    again = await say(client, view["practice"], seen, command)
    assert first.json()["steps"] == again.json()["steps"] != []


async def test_what_is_not_offered_does_nothing(client: Client) -> None:
    view = await begin(client)
    seen = view["steps"][-1]["number"]
    for command in ({}, {"do": "hit", "by": "Bit"}, {"do": "hit", "by": "Ann", "cards": 0}):
        answer = await say(client, view["practice"], seen, command)
        assert (answer.status_code, answer.json()["steps"]) == (200, [])


async def test_a_name_that_cannot_be_is_refused(client: Client) -> None:
    assert (await client.post("/api/practice", {"player": " "})).status_code == 409


async def test_the_round_that_was_silent_for_longest_ends_for_one_too_many(client: Client) -> None:
    first, second, *others = [await begin(client) for _ in range(site.MOST)]
    assert (await say(client, first["practice"], 0, {})).status_code == 200
    await begin(client)
    assert (await say(client, first["practice"], 0, {})).status_code == 200
    gone = await say(client, second["practice"], 0, {})
    assert (gone.status_code, gone.json()["code"]) == (404, "no_such_practice")
    assert (await say(client, others[0]["practice"], 0, {})).status_code == 200


@pytest.mark.parametrize(("silent_s", "status"), [(site.SILENT_S - 1, 200), (site.SILENT_S, 404)])
async def test_a_round_in_which_nobody_says_anything_ends(
    client: Client, silent_s: float, status: int
) -> None:
    now_s = 5.0
    client.evening.clock = lambda: now_s
    view = await begin(client)
    now_s += silent_s
    assert (await say(client, view["practice"], 0, {})).status_code == status
