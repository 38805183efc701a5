"""People come and go: they ask from a phone, and a table screen says yes or no."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from tests.worlds.client import refused
from tests.worlds.evening import Evening
from tests.worlds.phones import CLAIM, Phones, me

ASK = "/api/seats/requests"


@pytest.fixture
async def phones(evening: Evening) -> AsyncIterator[Phones]:
    """A table at which each seat acts for itself, after the first round."""
    evening.access = "seats"
    table = await evening.begin()
    for command in (
        {"do": "set", "hands": {"Bo": 1}},
        {"do": "play", "by": "Bo", "card": "red-3"},
        {"do": "count", "player": "Ann", "points": 7},
        {"do": "count", "player": "Cy", "points": 7},
    ):
        await table.command(command)
    assert evening.state["phase"] == "round_over"
    found = Phones(evening)
    await found.admit_table()
    yield found
    await found.close()


async def ask(phone: httpx.AsyncClient, do: str, player: str) -> dict[str, Any]:
    answer = await phone.post(ASK, json={"do": do, "player": player})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def test_who_joins_gets_the_seat_with_the_ticket(phones: Phones) -> None:
    eve = phones.phone()
    page = phones.table.site.hub.listen()
    await anext(page)
    asked = await ask(eve, "join", "Eve")
    pushed = json.loads((await anext(page)).decode().split("data: ")[1])
    assert pushed["requests"] == [{"request": 1, "do": "join", "player": "Eve"}]
    assert asked["ticket"] not in json.dumps(pushed)
    refused(
        await eve.post(CLAIM, json={"ticket": asked["ticket"]}),
        404,
        "no_such_code",
        "The table has not answered this request yet: wait for the answer.",
    )
    answered = await phones.table.post(f"{ASK}/1", {"yes": True, "score": 12})
    assert answered.json() == {}
    table = await phones.table.table()
    assert table["requests"] == []
    assert table["state"]["scores"]["Eve"] == 12
    for _ in range(2):  # the answer was lost on its way
        claimed = await eve.post(
            CLAIM, json={"ticket": asked["ticket"]}, headers={"Idempotency-Key": "k"}
        )
        assert claimed.json() == {"device": 2, "player": "Eve"}
    assert (await me(eve))["role"] == "seat"
    late = await phones.phone().post(CLAIM, json={"ticket": asked["ticket"]})
    refused(late, 404, "no_such_code")
    await page.aclose()


async def test_after_a_no_nothing_has_changed(phones: Phones) -> None:
    eve = phones.phone()
    asked = await ask(eve, "join", "Eve")
    before = phones.evening.table.record
    for _ in range(2):
        assert (await phones.table.post(f"{ASK}/1", {"yes": False})).status_code == 200
    refused(await phones.table.post(f"{ASK}/1", {"yes": True}), 404, "no_such_request")
    assert phones.evening.table.record is before
    assert (await phones.table.table())["requests"] == []
    refused(await eve.post(CLAIM, json={"ticket": asked["ticket"]}), 404, "no_such_code")
    assert (await ask(eve, "join", "Eve"))["request"] == 2


async def test_a_yes_that_is_repeated_is_one_yes(phones: Phones) -> None:
    bo = await phones.seat("Bo")
    await ask(bo, "leave", "Bo")
    for _ in range(2):
        yes = await phones.table.post(f"{ASK}/1", {"yes": True}, Idempotency_Key="k")
        assert yes.status_code == 200
    assert (await phones.table.post(f"{ASK}/1", {"yes": True})).status_code == 200
    commands = [one.body["command"]["do"] for one in phones.evening.entries("command")]
    assert commands.count("leave") == 1
    seats = (await phones.table.table())["seats"]
    assert [(one["player"], one["plays"]) for one in seats] == [
        ("Ann", True),
        ("Cy", True),
        ("Bo", False),
    ]
    assert (await me(bo))["player"] == "Bo"


async def test_of_two_answers_at_the_same_time_the_first_holds(phones: Phones) -> None:
    eve = phones.phone()
    asked = await ask(eve, "join", "Eve")
    yes, again, no = await asyncio.gather(
        *(phones.table.post(f"{ASK}/1", {"yes": said}) for said in (True, True, False))
    )
    assert (yes.status_code, again.status_code) == (200, 200), again.text
    refused(no, 404, "no_such_request")
    assert (await eve.post(CLAIM, json={"ticket": asked["ticket"]})).status_code == 200


async def test_a_seat_asks_to_leave_for_itself_alone(phones: Phones) -> None:
    bo = await phones.seat("Bo")
    refused(await bo.post(ASK, json={"do": "leave", "player": "Ann"}), 403, "not_yours")
    refused(await phones.phone().post(ASK, json={"do": "leave", "player": "Bo"}), 403, "not_yours")
    refused(await bo.post(f"{ASK}/1", json={"yes": True}), 403, "not_yours")
    assert (await phones.table.table())["requests"] == []


async def test_what_the_rules_refuse_still_waits(phones: Phones) -> None:
    await ask(phones.phone(), "join", "Eve")
    await phones.table.post("/api/commands", {"do": "next_round"})
    refused(await phones.table.post(f"{ASK}/1", {"yes": True}), 409, "wrong_phase")
    assert len((await phones.table.table())["requests"]) == 1


async def test_names_that_are_there_or_no_names_are_told(phones: Phones) -> None:
    phone = phones.phone()
    for player, status, code in (
        ("Ann", 409, "bad_member"),
        (" ", 400, "bad_request"),
        ("", 400, "bad_request"),
        ("\u200b", 400, "bad_request"),
    ):
        refused(await phone.post(ASK, json={"do": "join", "player": player}), status, code)
    await ask(phone, "join", "Eve")
    refused(await phone.post(ASK, json={"do": "join", "player": "Eve"}), 409, "asked_already")
    # two names that nobody can tell apart: the rules of joining refuse it at the yes
    await ask(phone, "join", "Аnn")  # noqa: RUF001 - a Cyrillic letter
    refused(await phones.table.post(f"{ASK}/2", {"yes": True}), 409, "bad_member")


async def test_no_more_than_eight_wait_and_three_of_one_address(phones: Phones) -> None:
    for nth in range(8):
        await ask(phones.phone(f"10.0.1.{nth // 3}"), "join", f"Eve {nth}")
    last = await phones.phone("10.0.1.9").post(ASK, json={"do": "join", "player": "Zoe"})
    refused(last, 409, "too_many_requests")
    await phones.table.post(f"{ASK}/8", {"yes": False})
    one = await phones.phone("10.0.1.0").post(ASK, json={"do": "join", "player": "Zoe"})
    refused(one, 409, "too_many_requests")
    await ask(phones.phone("10.0.1.9"), "join", "Zoe")


async def test_a_number_that_is_none(phones: Phones) -> None:
    for number in ("0", "7", "x", "٣", "9" * 12):
        refused(await phones.table.post(f"{ASK}/{number}", {"yes": True}), 404, "no_such_request")
    refused(await phones.table.post(f"{ASK}/1", {"no": True}), 400, "bad_request")


async def test_without_a_game_there_is_nothing_to_join(evening: Evening) -> None:
    await evening.open()
    phones = Phones(evening)
    answer = await phones.phone().post(ASK, json={"do": "join", "player": "Eve"})
    refused(answer, 409, "wrong_phase")
    await phones.close()
