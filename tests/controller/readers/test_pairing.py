"""A reader is paired once with a code, and the cookie is kept for its owner alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.base.errors import NO_HARDWARE, WRONG_USAGE, Trouble
from controller.readers.http_client import Response
from controller.readers.pairing import (
    Pairing,
    check_paired,
    pair,
    read_pairing,
    sign_out,
    store_pairing,
)
from tests.controller.readers.pretended import PAIRED, PretendedReferee, answer, refusal

URL = PAIRED.url
COOKIE = "rollerdeck-abc=secret; Max-Age=34560000; Path=/; HttpOnly; SameSite=strict"


def referee(claimed: Response | None, me: Response | None) -> PretendedReferee:
    it = PretendedReferee()
    it.answering = lambda path, asked: claimed if "claim" in path else me
    return it


GIVEN = answer({"device": 3, "player": None}, set_cookie=COOKIE)
READER = answer({"role": "reader", "access": "open", "device": 3})


async def test_a_code_becomes_a_cookie() -> None:
    it = referee(GIVEN, READER)
    assert await pair(it, URL, "K3F9") == PAIRED
    (_, _, claimed), (_, headers, _) = it.asked
    assert claimed == {"code": "K3F9"}
    assert headers == {"cookie": PAIRED.cookie}


@pytest.mark.parametrize(
    ("claimed", "me", "said", "exit_code"),
    [
        (refusal("no_such_code", 404, "This code is used up."), READER, "used up", WRONG_USAGE),
        (refusal("not_found", 404), READER, "install the same version", None),
        (Response(200, {}, b"<html>"), READER, "no referee that takes readers", None),
        (GIVEN, answer({"role": "seat"}), "does not know this reader", WRONG_USAGE),
        (GIVEN, Response(200, {}, b"{}"), "no referee that takes readers", None),
        (None, None, "No referee answers at http://table:8080", NO_HARDWARE),
    ],
)
async def test_a_pairing_that_fails_is_told_in_a_sentence(
    claimed: Response | None, me: Response | None, said: str, exit_code: int | None
) -> None:
    with pytest.raises(Trouble, match=said) as told:
        await pair(referee(claimed, me), URL, "K3F9")
    assert exit_code in (None, told.value.exit_code)


async def test_a_reader_that_was_signed_out_is_told_how_to_come_back() -> None:
    with pytest.raises(Trouble, match="tap Connect a card reader"):
        await check_paired(referee(None, answer({"role": "spectator"})), PAIRED)


def test_the_cookie_is_kept_for_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "new" / "reader.json"
    assert read_pairing(file) is None
    store_pairing(file, PAIRED)
    assert file.stat().st_mode & 0o777 == 0o600
    assert read_pairing(file) == PAIRED
    store_pairing(file, Pairing("http://other", "a=b"))
    assert read_pairing(file) == Pairing("http://other", "a=b")


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"[]", b'{"url": 1}', b"{" * 5000])
def test_a_damaged_pairing_is_told_in_a_sentence(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "reader.json"
    file.write_bytes(content)
    with pytest.raises(Trouble, match="holds no pairing"):
        read_pairing(file)


def test_a_place_that_cannot_be_written_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(Trouble, match="cannot be kept"):
        store_pairing(tmp_path / "file" / "reader.json", PAIRED)


@pytest.mark.parametrize(
    "me", [None, answer({"role": "spectator"}), answer({"role": "seat", "device": 3}), GIVEN]
)
async def test_who_is_no_reader_any_more_is_not_signed_out(me: Response | None) -> None:
    it = referee(None, me)
    await sign_out(it, PAIRED)
    assert [path for path, _, _ in it.asked] == ["/api/me"]
