"""The pairing of a reader with a referee: made once with a code, and kept in a file."""

from __future__ import annotations

from contextlib import suppress
from http.cookies import CookieError, SimpleCookie
from pathlib import Path

import msgspec

from controller.base.errors import NO_HARDWARE, WRONG_USAGE, Trouble
from controller.journal.durable import make_folder, read_kept, write_beside
from controller.readers.http import Answer, Unreachable, Web

CLAIM, ME, SIGN_OUT = "/api/seats/claim", "/api/me", "/api/seats/sign_out"
HOW = "tap Connect a card reader on the table's page, then run `rollerdeck reader --pair CODE`"


class Pairing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a reader needs to talk to its referee."""

    url: str
    cookie: str
    """``NAME=VALUE``, as the referee set it."""
    version: int = 1


class NotTaken(Trouble):
    """The referee answers, but does not take what this reader sends."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, WRONG_USAGE)


class _Me(msgspec.Struct, frozen=True):
    role: str
    device: int | None = None


class _Refusal(msgspec.Struct, frozen=True):
    code: str
    sentence: str


async def pair(web: Web, url: str, code: str) -> Pairing:
    """Exchange a code for a pairing. Raises ``Trouble``."""
    asked = msgspec.json.encode({"code": code})
    answer = await reach(web, url, "POST", CLAIM, {}, asked)
    if answer.status != 200:
        raise refused(answer, url)
    pairing = Pairing(url, cookie_of(answer) or "")
    if not pairing.cookie:
        raise another_version(url)
    await check(web, pairing)
    return pairing


async def check(web: Web, pairing: Pairing) -> None:
    """Ask the referee whether it knows this reader. Raises ``Trouble``."""
    answer = await reach(web, pairing.url, "GET", ME, {"cookie": pairing.cookie})
    if answer.status != 200:
        raise refused(answer, pairing.url)
    try:
        role = msgspec.json.decode(answer.body, type=_Me).role
    except msgspec.DecodeError:
        raise another_version(pairing.url) from None
    if role != "reader":
        raise not_paired(pairing.url)


async def give_up(web: Web, pairing: Pairing) -> None:
    """Sign a reader out that was replaced. Do nothing if the referee is away or does not know it.

    Else the table screens would show a reader that reports nothing, until somebody signs it out.
    """
    headers = {"cookie": pairing.cookie}
    with suppress(Unreachable, msgspec.DecodeError):
        me = msgspec.json.decode((await web.ask("GET", ME, headers)).body, type=_Me)
        if me.role == "reader" and me.device is not None:
            await web.ask("POST", SIGN_OUT, headers, msgspec.json.encode({"device": me.device}))


async def reach(
    web: Web, url: str, method: str, path: str, headers: dict[str, str], body: bytes = b""
) -> Answer:
    """What a referee answers. Raises ``Trouble`` (exit code 3) if it does not."""
    try:
        return await web.ask(method, path, headers, body)
    except Unreachable as why:
        raise Trouble(
            f"No referee answers at {url} ({why}): start it, or correct the address with --url.",
            NO_HARDWARE,
        ) from None


def read_pairing(file: Path) -> Pairing | None:
    """The pairing in a file; None: there is none. Raises ``Trouble`` (exit code 2)."""
    kept = read_kept(file)
    try:
        return None if kept is None else msgspec.json.decode(kept, type=Pairing)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise Trouble(f"{file} holds no pairing: {HOW}.", WRONG_USAGE) from None


def keep_pairing(file: Path, pairing: Pairing) -> None:
    """Write a pairing for its owner alone. Raises ``Trouble`` (exit code 2)."""
    try:
        make_folder(file.parent)
        write_beside(file.parent, file, msgspec.json.encode(pairing))
    except OSError as error:
        raise Trouble(
            f"The pairing cannot be kept in {file} ({error.strerror}): make room, or run this "
            "command as the user of the reader, for example with sudo, and with a new code.",
            WRONG_USAGE,
        ) from None


def cookie_of(answer: Answer) -> str | None:
    """The cookie that an answer sets."""
    cookies: SimpleCookie = SimpleCookie()
    try:
        cookies.load(answer.headers.get("set-cookie", ""))
    except CookieError:
        return None
    return next((f"{name}={one.coded_value}" for name, one in cookies.items()), None)


def refused(answer: Answer, url: str) -> NotTaken:
    """Why a referee did not do what this reader asked."""
    try:
        refusal = msgspec.json.decode(answer.body, type=_Refusal)
    except msgspec.DecodeError:
        return another_version(url)
    if refusal.code == "not_yours":
        return not_paired(url)
    if refusal.code in ("not_found", "bad_method"):
        return another_version(url)
    return NotTaken(refusal.sentence)


def code_of(answer: Answer) -> str:
    """The code of a refusal; empty: the answer is none."""
    if answer.status < 400:
        return ""
    try:
        return msgspec.json.decode(answer.body, type=_Refusal).code
    except msgspec.DecodeError:
        return ""


def not_paired(url: str) -> NotTaken:
    """The referee does not know this reader."""
    return NotTaken(f"The referee at {url} does not know this reader: {HOW}.")


def another_version(url: str) -> NotTaken:
    """The referee speaks of other things than this program does."""
    return NotTaken(
        f"What answers at {url} is no referee that takes readers: install the same version of "
        "Rollerdeck there, or correct the address with --url."
    )
