"""A round for practice over HTTP: it touches nothing, is bounded, and loses no answer."""

from __future__ import annotations

from itertools import count
from typing import Any

import httpx
import pytest

from controller.journal.reading import read_entries
from controller.table.context import TableContext
from controller.table.rate_limit import RateLimits
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


def from_address(client: Client, address: str) -> None:
    """From now on the client asks from there."""
    transport = httpx.ASGITransport(app=client.site.app, client=(address, 1))
    client.http = httpx.AsyncClient(transport=transport, base_url="http://table.local")


async def test_a_round_is_played_to_its_end_and_touches_nothing(client: Client) -> None:
    seconds = count()
    client.evening.clock = lambda: float(next(seconds))
    before = await client.table()
    entries_before = read_entries(client.evening.path)
    view = await begin(client)
    steps = view["steps"]
    while steps[-1]["moment"] != "over":
        answer = await say(client, view["practice"], steps[-1]["number"], chosen(view))
        view = answer.json()
        steps += view["steps"]
    assert view["legal"] == []
    assert read_entries(client.evening.path) == entries_before
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


async def test_a_device_that_begins_without_end_ends_nobody_elses_round(client: Client) -> None:
    from_address(client, "192.0.2.1")
    patient = await begin(client, "Ann")
    from_address(client, "192.0.2.2")
    many = [await begin(client, "Bo") for _ in range(3 * site.MOST)]
    assert (await say(client, patient["practice"], 0, {})).status_code == 200
    assert (await say(client, many[-1]["practice"], 0, {})).status_code == 200
    assert (await say(client, many[0]["practice"], 0, {})).status_code == 404


async def test_practice_uses_up_nothing_that_the_game_allows_an_address(client: Client) -> None:
    limits = RateLimits(lambda: 0.0, 1, 60.0)
    client.evening.table._context = TableContext(request_limits=limits)
    for _ in range(3):
        await begin(client)
    assert len(limits) == 0


async def test_one_address_may_not_ask_without_end(client: Client) -> None:
    client.evening.clock = lambda: 5.0
    for _ in range(site.REQUESTS_AT_ONCE):
        await begin(client)
    late = await client.post("/api/practice", {"player": "Ann"})
    assert (late.status_code, late.json()["code"]) == (429, "too_soon")
