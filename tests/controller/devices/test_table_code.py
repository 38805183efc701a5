"""The table's code: any phone takes a free seat with it, and the page knows who has come."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from random import Random

import httpx
import pytest

from controller.seats.codes import MOST_PHONES, RENEWED_S, VALID_S, PairingCodes
from tests.worlds.client import refused
from tests.worlds.evening import GAME, Evening
from tests.worlds.phones import CLAIM, CODES, Phones, me


@pytest.fixture
async def phones(evening: Evening) -> AsyncIterator[Phones]:
    await evening.open()
    opened = Phones(evening)
    yield opened
    await opened.close()


async def table_code(phones: Phones) -> str:
    return str((await phones.table.post(CODES, {})).json()["code"])


async def sit(phone: httpx.AsyncClient, code: str, player: str) -> httpx.Response:
    return await phone.post(CLAIM, json={"code": code, "player": player})


async def test_before_a_game_each_phone_says_who_it_is(phones: Phones) -> None:
    code = await table_code(phones)
    for player in ("Cy", "Ann"):
        assert (await sit(phones.phone(), code, player)).json()["player"] == player
    assert (await phones.table.table())["arrived"] == ["Cy", "Ann"]
    await phones.restart()
    assert (await phones.table.table())["arrived"] == ["Cy", "Ann"]


async def test_a_code_without_a_name_asks_for_one_and_is_no_wrong_guess(phones: Phones) -> None:
    code, phone = await table_code(phones), phones.phone()
    for _ in range(9):
        refused(await phone.post(CLAIM, json={"code": code}), 409, "no_name")
    assert (await sit(phone, code, "Ann")).status_code == 200


async def test_a_seat_that_a_phone_has_is_not_taken(phones: Phones) -> None:
    code, phone = await table_code(phones), phones.phone()
    await sit(phone, code, "Ann")
    other = phones.phone("10.0.0.3")
    refused(await sit(other, code, "A\u00adnn"), 409, "seat_taken")  # the same name (COM-1)
    assert (await me(other))["player"] is None
    assert (await sit(phone, code, "Ann")).status_code == 200, "its own phone may come again"
    assert (await sit(phone, code, "Bo")).json()["player"] == "Bo"
    assert (await phones.table.table())["arrived"] == ["Bo"], "nobody has Ann's seat any more"


async def test_of_two_phones_that_take_a_seat_at_once_one_gets_it(phones: Phones) -> None:
    code = await table_code(phones)
    answers = await asyncio.gather(*(sit(phones.phone(), code, "Ann") for _ in range(2)))
    assert sorted(answer.status_code for answer in answers) == [200, 409]


async def test_during_a_game_it_gives_the_seats_of_those_who_play(phones: Phones) -> None:
    code = await table_code(phones)
    await sit(phones.phone(), code, "Dee")
    await phones.table.start_game()
    assert (await phones.table.table())["arrived"] == [], "a game has begun"
    refused(await sit(phones.phone(), code, "Eve"), 409, "unknown_player")
    assert (await sit(phones.phone(), code, GAME["players"][0])).status_code == 200
    assert (await phones.table.table())["arrived"] == [GAME["players"][0]]


async def test_who_is_signed_out_has_not_come(phones: Phones) -> None:
    code = await table_code(phones)
    device = (await sit(phones.phone(), code, "Ann")).json()["device"]
    await phones.table.post("/api/seats/sign_out", {"device": device})
    assert (await phones.table.table())["arrived"] == []


async def test_a_code_of_one_player_takes_no_name(phones: Phones) -> None:
    code, phone = await phones.code("Ann"), phones.phone()
    refused(await sit(phone, code, "Bo"), 400, "bad_request")
    assert (await phone.post(CLAIM, json={"code": code})).json()["player"] == "Ann"


async def test_who_plays_takes_no_other_seat_in_the_middle_of_a_game(phones: Phones) -> None:
    code, phone = await table_code(phones), phones.phone()
    first, second, _ = GAME["players"]
    await phones.table.start_game()
    await sit(phone, code, first)
    refused(await sit(phone, code, second), 409, "seat_taken")
    assert (await me(phone))["player"] == first


async def test_a_childs_phone_stays_one(phones: Phones) -> None:
    phone = phones.phone()
    await phone.post(CLAIM, json={"code": await phones.code("Ann", own_only=True)})
    await sit(phone, await table_code(phones), "Bo")
    assert [(await me(phone))[of] for of in ("player", "own_only")] == ["Bo", True]


async def test_a_name_is_settled_as_everywhere(phones: Phones) -> None:
    code = await table_code(phones)
    sat = await sit(phones.phone(), code, " Zoe\u0308  B ")
    assert sat.json()["player"] == "Zo\u00eb B"
    refused(await sit(phones.phone(), code, "Zo\u00eb B"), 409, "seat_taken")


async def test_one_code_fills_no_table(phones: Phones) -> None:
    code = await table_code(phones)
    for number in range(MOST_PHONES):
        assert (await sit(phones.phone(), code, f"P{number}")).status_code == 200
    refused(await sit(phones.phone(), code, "Ann"), 404, "no_such_code")


async def test_what_a_request_cannot_mean_is_refused(phones: Phones) -> None:
    refused(await phones.table.post(CODES, {"own_only": True}), 400, "bad_request")
    both = {"ticket": "0" * 32, "player": "Ann"}
    refused(await phones.phone().post(CLAIM, json=both), 400, "bad_request")


async def test_a_key_claims_one_seat(phones: Phones) -> None:
    code, phone, key = await table_code(phones), phones.phone(), {"Idempotency-Key": "k1"}
    first = await phone.post(CLAIM, json={"code": code, "player": "Ann"}, headers=key)
    again = await phone.post(CLAIM, json={"code": code, "player": "Ann"}, headers=key)
    assert first.json() == again.json()
    other = await phone.post(CLAIM, json={"code": code, "player": "Bo"}, headers=key)
    refused(other, 422, "key_reused")


async def test_who_repeats_a_claim_after_a_restart_is_seated(phones: Phones) -> None:
    code, key = await table_code(phones), {"Idempotency-Key": "k1"}
    claim = {"code": code, "player": "Ann"}
    lost = await phones.phone().post(CLAIM, json=claim, headers=key)
    await phones.restart()
    refused(
        await phones.phone("10.0.0.3").post(CLAIM, json=claim, headers=key), 404, "no_such_code"
    )
    other_key = {"Idempotency-Key": "k2"}
    refused(await phones.phone().post(CLAIM, json=claim, headers=other_key), 404, "no_such_code")
    bo = {**claim, "player": "Bo"}
    refused(await phones.phone().post(CLAIM, json=bo, headers=key), 404, "no_such_code")
    phone = phones.phone()
    again = await phone.post(CLAIM, json=claim, headers=key)
    assert again.json() == lost.json() and again.json()["player"] == "Ann"
    assert (await me(phone))["player"] == "Ann"
    device = again.json()["device"]
    await phones.table.post("/api/seats/sign_out", {"device": device})
    await phones.restart()
    refused(await phones.phone().post(CLAIM, json=claim, headers=key), 404, "no_such_code")


async def test_a_phone_that_repeats_its_change_of_seat_after_a_restart_has_it(
    phones: Phones,
) -> None:
    phone, key = await phones.seat("Bo"), {"Idempotency-Key": "k1"}
    before = dict(phone.cookies)
    claim = {"code": await phones.code("Cy")}
    moved = await phone.post(CLAIM, json=claim, headers=key)
    await phones.restart()
    old = phones.phone(**before)  # the answer was lost, and the new cookie with it
    assert (await me(old))["device"] is None
    assert (await old.post(CLAIM, json=claim, headers=key)).json() == moved.json()
    assert (await me(old))["player"] == "Cy"


async def test_in_another_journal_nobody_has_come(phones: Phones) -> None:
    await sit(phones.phone(), await table_code(phones), "Ann")
    roster = phones.evening.table.record.roster
    assert roster.arrived == ("Ann",) and roster.of_journal("another").arrived == ()


def test_the_code_changes_while_the_one_before_is_still_good() -> None:
    now_s = 0.0
    codes = PairingCodes(lambda: now_s, Random(5))
    first, valid_s = codes.issue_tables()
    assert valid_s == VALID_S
    codes.issue(None)  # a reader's voids only the reader's before
    now_s = VALID_S - RENEWED_S - 1.0
    assert codes.issue_tables() == (first, RENEWED_S + 1)
    now_s += 1.0
    second, valid_s = codes.issue_tables()
    assert second != first and valid_s == VALID_S
    assert [codes.redeem(code, "a").is_tables for code in (first, second, first)] == [True] * 3
