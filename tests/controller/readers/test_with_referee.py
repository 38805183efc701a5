"""The readers' client and the referee, without a network between them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from controller.base.errors import Trouble
from controller.cli.reader import reading
from controller.readers.client import RefereeClient
from controller.readers.http_client import Headers, Response
from controller.readers.pairing import Pairing, check_paired, pair, read_pairing
from tests.controller.readers.pretended import Hand, Log
from tests.worlds.evening import Evening
from tests.worlds.seeing import DECK, Seeing, number_of

URL = "http://table.local"


class Wire:
    """Carries a reader's requests to a referee in this process. The cookies are the reader's."""

    def __init__(self, phone: httpx.AsyncClient) -> None:
        self.phone = phone

    async def request(
        self, method: str, path: str, headers: Headers, body: bytes = b""
    ) -> Response:
        self.phone.cookies.clear()
        answer = await self.phone.request(method, path, headers=dict(headers), content=body)
        self.phone.cookies.clear()
        return Response(answer.status_code, dict(answer.headers), answer.content)

    async def stream(self, path: str, headers: Headers) -> AsyncIterator[bytes]:
        table = (await self.request("GET", "/api/table", headers)).body
        yield b"data: " + table
        await asyncio.Event().wait()


async def test_a_code_a_card_and_a_reader_that_is_signed_out(evening: Evening) -> None:
    await evening.open()
    seeing = Seeing(evening)
    await seeing.phones.table.start_game()
    wire = Wire(seeing.reader)
    code = (await seeing.phones.table.post("/api/readers/codes")).json()["code"]
    pairing = await pair(wire, URL, code)
    with pytest.raises(Trouble, match="not valid"):
        await pair(wire, URL, code)
    with pytest.raises(Trouble, match="does not know this reader"):
        await check_paired(wire, Pairing(URL, "a=b"))

    log, hand = Log(), Hand()
    clock = asyncio.get_running_loop().time
    client = RefereeClient(wire, pairing, "scanner", iter(("one", "two")), clock, log)
    hand.feel("reader.ok")
    hand.lay(number_of("red-7"), DECK.id)
    hand.leave()
    await client.run(hand.source())
    assert seeing.pile[-1] == "red-7"
    assert log.sentences == [f"Card {number_of('red-7')} of deck K3F9 (red-7): played."]

    (device,) = (await seeing.phones.table.table())["devices"]
    out = await seeing.phones.table.post("/api/seats/sign_out", {"device": device["device"]})
    assert out.status_code == 200
    hand = Hand()
    hand.lay(number_of("red-9"), DECK.id)
    with pytest.raises(Trouble, match="tap Connect a card reader"):
        await client.run(hand.source())
    await seeing.phones.close()


async def test_whoever_pairs_a_reader_again_replaces_it(
    evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.open()
    seeing = Seeing(evening)
    monkeypatch.setattr(reading, "H11Client", lambda address: Wire(seeing.reader))
    file = tmp_path / "reader.json"

    async def code() -> str:
        made: str = (await seeing.phones.table.post("/api/readers/codes")).json()["code"]
        return made

    async def devices() -> list[int]:
        return [one["device"] for one in (await seeing.phones.table.table())["devices"]]

    await reading._pair(await code(), URL, file)
    first = read_pairing(file)
    assert await devices() == [1]
    await reading._pair(await code(), URL, file)
    second = read_pairing(file)
    # another number: by this, the page notices that somebody has used its code
    assert await devices() == [2]
    assert first is not None and second is not None and first != second
    await check_paired(Wire(seeing.reader), second)

    # a code that is not valid changes nothing
    with pytest.raises(Trouble, match="not valid"):
        await reading._pair("AAAA", URL, file)
    assert (await devices(), read_pairing(file)) == ([2], second)

    # nobody knows whose a damaged file was
    file.write_text("{")
    await reading._pair(await code(), URL, file)
    assert await devices() == [2, 3]
    await seeing.phones.close()
