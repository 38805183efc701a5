"""Rights are those of the moment at which a request is judged, not of when it began."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

import httpx
import pytest

from controller.seats.rights import REQUEST_RIGHTS, Right
from tests.controller.devices.entitlement import POSTS
from tests.worlds.client import refused
from tests.worlds.evening import GAME, Evening
from tests.worlds.phones import CLAIM, Phones

PLAY = {"do": "play", "by": "Bo", "card": "red-3"}
UNO = {"do": "uno", "by": "Bo"}
SIGN_OUT = "/api/seats/sign_out"


@pytest.fixture
async def phones(evening: Evening) -> AsyncIterator[Phones]:
    """Bo is at one card without a call; the first hit for a hint runs."""
    evening.access = "seats"
    table = await evening.open()
    await table.new_game(GAME | {"hands": {"Bo": 2}})
    await table.command({"do": "turn_up", "card": "red-5"})
    await table.command(PLAY)
    await table.command({"do": "suggested", "player": "Ann"})
    phones = Phones(evening)
    await phones.admit_table()
    yield phones
    await phones.close()


async def going_on(request: asyncio.Task[httpx.Response]) -> None:
    """Let a request come as far as it can."""
    for _ in range(30):
        await asyncio.sleep(0)
    assert not request.done()


@pytest.mark.parametrize("then", ["is signed out", "gets another seat"])
async def test_a_call_that_waits_is_judged_by_the_seat_that_its_phone_has_then(
    phones: Phones, then: str
) -> None:
    phone = await phones.seat("Bo")
    evening = phones.evening
    evening.launcher.press_until(1)
    await evening.launcher.heard()
    call = asyncio.create_task(phone.post("/api/commands", json=UNO))
    await going_on(call)
    if then == "is signed out":
        assert (await phones.table.post(SIGN_OUT, {"device": 2})).status_code == 200
    else:
        claimed = await phone.post(CLAIM, json={"code": await phones.code("Ann")})
        assert claimed.json() == {"device": 2, "player": "Ann"}
    evening.launcher.finish()
    refused(await call, 403, "not_yours")
    assert evening.state["uno"] == {"player": "Bo", "called": False}


async def test_a_request_whose_sender_is_signed_out_before_it_is_whole_does_nothing(
    phones: Phones,
) -> None:
    whole = asyncio.Event()

    async def late() -> AsyncIterator[bytes]:
        await whole.wait()
        yield json.dumps({"do": "leave", "player": "Bo"}).encode()

    http = phones.table.http
    wanted = [one for one in POSTS if REQUEST_RIGHTS[one.name] is not Right.EVERYBODY]
    paths = [
        one.path.replace("{game}", "1").replace("{group}", "0" * 8).replace("{request}", "1")
        for one in wanted
    ]
    assert len(paths) > 20
    tasks = [asyncio.create_task(http.post(path, content=late())) for path in paths]
    await going_on(tasks[-1])
    before = phones.evening.journal.last_seq
    assert (await phones.table.post(SIGN_OUT, {"device": 1})).status_code == 200
    whole.set()
    answers = dict(zip(paths, await asyncio.gather(*tasks), strict=True))
    assert {path: one.status_code for path, one in answers.items() if one.status_code != 403} == {}
    assert phones.evening.journal.last_seq == before + 1
