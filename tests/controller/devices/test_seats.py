"""Seats: a phone gets one by a code, keeps it, and loses it at a table screen alone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from controller.games.backups import back_up, restore
from controller.journal.reading import read_entries
from tests.worlds.client import refused
from tests.worlds.evening import GAME, Evening
from tests.worlds.phones import CLAIM, CODES, Phones, me


@pytest.fixture
async def phones(evening: Evening) -> AsyncIterator[Phones]:
    await evening.begin()
    found = Phones(evening)
    yield found
    await found.close()


async def test_without_a_seat_any_device_is_a_table_screen(phones: Phones) -> None:
    plain = {"role": "table", "access": "open", "device": None, "player": None}
    assert await me(phones.phone()) == {**plain, "own_only": False, "pin": False}


async def test_a_phone_gets_a_seat_by_its_code_and_keeps_it_over_a_restart(phones: Phones) -> None:
    made = (await phones.table.post(CODES, {"player": "Bo"})).json()
    assert made["seconds"] == 120
    assert made["address"] == f"http://10.42.0.1/seat#{made['code']}"
    assert {len(row) for row in made["qr"]} == {len(made["qr"])} and len(made["qr"]) >= 21
    phone = phones.phone()
    claimed = await phone.post(
        CLAIM, json={"code": f" {made['code'].lower()[:2]}-{made['code'][2:]}"}
    )
    assert claimed.json() == {"device": 1, "player": "Bo"}
    cookie = claimed.headers["set-cookie"]
    assert cookie.startswith(f"rollerdeck-{phones.evening.journal.id}=")
    for part in ("HttpOnly", "SameSite=strict", "Path=/", "Max-Age=34560000"):
        assert part in cookie
    assert "Secure" not in cookie
    seat = {"role": "seat", "access": "open", "device": 1, "player": "Bo"}
    assert await me(phone) == {**seat, "own_only": False, "pin": False}
    table = await phones.table.table()
    assert table["seats"][1] == {
        "player": "Bo",
        "colour": None,
        "emoji": None,
        "devices": [1],
        "own_only": False,
        "plays": True,
    }
    (device,) = table["devices"]
    assert (device["device"], device["role"], device["player"]) == (1, "seat", "Bo")
    await phones.restart()
    assert await me(phones.all[0]) == {**seat, "own_only": False, "pin": False}


async def test_the_cookie_is_renewed_with_each_page_and_secure_over_https(phones: Phones) -> None:
    phone = await phones.seat("Bo")
    (kept,) = dict(phone.cookies).values()
    plain = (await phone.get("/api/me")).headers["set-cookie"]
    safe = (await phone.get("https://table.local/api/me")).headers["set-cookie"]
    assert kept in plain and "Max-Age=34560000" in plain and "Secure" not in plain
    assert kept in safe and "Secure" in safe
    assert "set-cookie" not in (await phones.phone().get("/api/me")).headers


async def test_the_secret_is_not_in_the_journal(phones: Phones) -> None:
    phone = await phones.seat("Bo")
    (secret,) = dict(phone.cookies).values()
    assert len(secret) == 32
    assert secret not in phones.evening.path.read_bytes().decode("latin-1")
    (entry,) = phones.evening.entries("admitted")
    assert entry.body["journal"] == phones.evening.journal.id


async def test_nothing_of_the_game_changes_by_a_seat(phones: Phones) -> None:
    before = phones.evening.table.record
    tag = (await phones.table.table())["tag"]
    hit = phones.evening.table.hit
    await phones.seat("Bo")
    after = phones.evening.table.record
    assert (after.state, after.intent, after.moments) == (
        before.state,
        before.intent,
        before.moments,
    )
    assert (after.untouched, phones.evening.table.hit) == (before.untouched, hit)
    play = {"do": "play", "by": "Bo", "card": "red-3"}
    taken = await phones.table.post("/api/commands", play, If_Match=f'"{tag}"')
    assert taken.status_code == 200


async def test_a_code_is_worth_something_once(phones: Phones) -> None:
    code = await phones.code("Bo")
    first, second = phones.phone(), phones.phone()
    answers = await asyncio.gather(
        *(one.post(CLAIM, json={"code": code}) for one in (first, second))
    )
    assert sorted(one.status_code for one in answers) == [200, 404]
    assert len((await phones.table.table())["devices"]) == 1
    refused(await first.post(CLAIM, json={"code": code}), 404, "no_such_code")


async def test_a_claim_whose_answer_was_lost_is_answered_again(phones: Phones) -> None:
    code, phone = await phones.code("Bo"), phones.phone()
    again = [
        await phone.post(CLAIM, json={"code": code}, headers={"Idempotency-Key": "k"})
        for _ in range(2)
    ]
    assert [one.json() for one in again] == [{"device": 1, "player": "Bo"}] * 2
    assert len(phones.evening.entries("admitted")) == 1


async def test_a_new_code_voids_the_one_before_of_the_same_player_alone(phones: Phones) -> None:
    old, other, new = [await phones.code(one) for one in ("Bo", "Ann", "Bo")]
    refused(await phones.phone().post(CLAIM, json={"code": old}), 404, "no_such_code")
    for code in (other, new):
        assert (await phones.phone().post(CLAIM, json={"code": code})).status_code == 200


async def test_a_device_keeps_its_number_when_it_changes_seats(phones: Phones) -> None:
    phone = await phones.seat("Bo")
    await phones.seat("Bo", phone)
    await phones.seat("Cy", phone)
    assert (await me(phone))["player"] == "Cy"
    seats = {one["player"]: one["devices"] for one in (await phones.table.table())["seats"]}
    assert seats == {"Ann": [], "Bo": [], "Cy": [1]}


async def test_who_knows_a_devices_secret_gains_no_rights_with_it(phones: Phones) -> None:
    phone = await phones.seat("Bo")
    known = phones.phone(**dict(phone.cookies))
    assert (await me(known))["player"] == "Bo"
    await phones.seat("Cy", phone)
    assert (await me(phone))["player"] == "Cy"
    assert (await me(known))["device"] is None


async def test_a_claim_that_another_address_repeats_gets_no_cookie(phones: Phones) -> None:
    code, key = await phones.code("Bo"), {"Idempotency-Key": "k"}
    phone, other = phones.phone("10.0.0.3"), phones.phone("10.0.0.4")
    assert (await phone.post(CLAIM, json={"code": code}, headers=key)).status_code == 200
    refused(await other.post(CLAIM, json={"code": code}, headers=key), 404, "no_such_code")
    assert not other.cookies
    assert (await me(phone))["player"] == "Bo"


async def test_two_phones_can_have_one_seat(phones: Phones) -> None:
    for _ in range(2):
        await phones.seat("Bo")
    assert (await phones.table.table())["seats"][1]["devices"] == [1, 2]


async def test_signing_out_takes_the_seat_away_and_numbers_are_not_used_twice(
    phones: Phones,
) -> None:
    phone = await phones.seat("Bo")
    assert (await phones.table.post("/api/seats/sign_out", {"device": 1})).json() == {}
    assert (await me(phone))["device"] is None
    assert (await phones.table.table())["devices"] == []
    again = await phones.table.post("/api/seats/sign_out", {"device": 1})
    refused(again, 404, "no_such_device")
    await phones.restart()
    assert (await me(phones.all[0]))["device"] is None
    await phones.seat("Bo")
    assert (await phones.table.table())["devices"][0]["device"] == 2


async def test_what_a_device_sent_until_it_was_signed_out_is_done_once(phones: Phones) -> None:
    """Where anybody may act it goes on, and repeats what it has had no answer to."""
    await phones.seat("Bo")
    command = {"do": "set", "scores": {"Ann": 7}}

    async def send(key: str) -> httpx.Response:
        return await phones.all[0].post(
            "/api/commands", json=command, headers={"Idempotency-Key": key}
        )

    first = await send("k")
    assert first.status_code == 200
    await phones.table.post("/api/seats/sign_out", {"device": 1})
    assert (await send("k")).json() == first.json()
    await phones.restart()
    assert (await send("k")).json() == first.json()
    assert (await send("l")).json()["seq"] > first.json()["seq"]


async def test_a_seat_lasts_over_games_with_its_name(phones: Phones) -> None:
    phone = await phones.seat("Bo")
    await phones.table.post("/api/games", {**GAME, "players": ["Ann", "Cy"]})
    table = await phones.table.table()
    assert [(one["player"], one["plays"]) for one in table["seats"]] == [
        ("Ann", True),
        ("Cy", True),
        ("Bo", False),
    ]
    await phones.table.post("/api/games", {**GAME, "dealer": "Bo"})
    assert (await phones.table.table())["seats"][1]["devices"] == [1]
    assert (await me(phone))["player"] == "Bo"


async def test_a_restored_backup_voids_every_seat_and_keeps_the_colours(
    phones: Phones, tmp_path: Path
) -> None:
    await phones.seat("Bo")
    await phones.table.post("/api/seats/avatar", {"player": "Bo", "colour": "teal", "emoji": "🦊"})
    await phones.evening.die()
    back_up(phones.evening.path, tmp_path / "copy")
    restore(tmp_path / "copy", phones.evening.path)
    await phones.evening.open()
    await phones.rebuild()
    assert (await me(phones.all[0]))["device"] is None
    table = await phones.table.table()
    assert table["devices"] == []
    assert table["seats"][1]["colour"] == "teal"
    await phones.seat("Bo", phones.all[0])
    assert (await me(phones.all[0]))["device"] == 2


async def test_a_player_chooses_a_colour_and_an_emoji(phones: Phones) -> None:
    avatar = {"player": "Bo", "colour": "pink", "emoji": "🏳️‍🌈"}
    assert (await phones.table.post("/api/seats/avatar", avatar)).json() == {}
    await phones.restart()
    seat = (await phones.table.table())["seats"][1]
    assert (seat["colour"], seat["emoji"]) == ("pink", "🏳️‍🌈")
    for wrong in ("", "a", "😀😀", "Bo", "1", "<b>", "é", "🇩", "\u200d", "A\u20e3"):
        answer = await phones.table.post("/api/seats/avatar", {**avatar, "emoji": wrong})
        assert answer.status_code in (400, 409), wrong
    unknown = await phones.table.post("/api/seats/avatar", {**avatar, "player": "Eve"})
    refused(unknown, 409, "unknown_player")
    refused(
        await phones.table.post("/api/seats/avatar", {**avatar, "colour": "grey"}),
        400,
        "bad_request",
    )


async def test_an_idempotency_key_belongs_to_its_device(phones: Phones) -> None:
    play = {"do": "play", "by": "Bo", "card": "red-3"}
    bo, cy = await phones.seat("Bo"), await phones.seat("Cy")
    key = {"Idempotency-Key": "the-same"}
    first = await bo.post("/api/commands", json=play, headers=key)
    again = await bo.post("/api/commands", json=play, headers=key)
    assert first.json()["seq"] == again.json()["seq"]
    other = {"do": "play", "by": "Cy", "card": "red-4"}
    assert (await cy.post("/api/commands", json=other, headers=key)).status_code == 200
    refused(await bo.post("/api/commands", json=other, headers=key), 422, "key_reused")


async def test_seat_is_the_page(phones: Phones) -> None:
    page = await phones.table.http.get("/")
    for path in ("/seat", "/host"):
        assert (await phones.table.http.get(path)).content == page.content


async def test_the_entries_of_devices_are_documented_kinds(phones: Phones) -> None:
    await phones.seat("Bo")
    await phones.table.post("/api/seats/avatar", {"player": "Bo", "colour": None, "emoji": None})
    await phones.table.post("/api/seats/sign_out", {"device": 1})
    kinds = [entry.kind for entry in read_entries(phones.evening.path).entries]
    assert kinds[-3:] == ["admitted", "avatar", "signed_out"]
