"""The pairing of a reader with a referee: made once with a code, and stored in a file."""

from __future__ import annotations

from contextlib import suppress
from http.cookies import CookieError, SimpleCookie
from pathlib import Path

import msgspec

from controller.base.errors import NO_HARDWARE, WRONG_USAGE, Trouble
from controller.journal.durable import make_folder, read_private, write_beside
from controller.readers.http_client import HttpClient, Response, Unreachable

CLAIM, ME, SIGN_OUT = "/api/seats/claim", "/api/me", "/api/seats/sign_out"
HOW_TO_PAIR = (
    "tap Connect a card reader on the table's page, then run `rollerdeck reader --pair CODE`"
)


class Pairing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a reader needs to talk to its referee."""

    url: str
    cookie: str
    """``NAME=VALUE``, as the referee set it."""
    version: int = 1


class Rejection(Trouble):
    """The referee answers, but does not accept what this reader sends."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, WRONG_USAGE)


class _Me(msgspec.Struct, frozen=True):
    role: str
    device: int | None = None


class _Refusal(msgspec.Struct, frozen=True):
    code: str
    sentence: str


async def pair(http: HttpClient, url: str, code: str) -> Pairing:
    """Exchange a code for a pairing with the referee at ``url``. Raises ``Trouble``."""
    body = msgspec.json.encode({"code": code})
    response = await ask(http, url, "POST", CLAIM, {}, body)
    if response.status != 200:
        raise rejection_of(response, url)
    pairing = Pairing(url, cookie_of(response) or "")
    if not pairing.cookie:
        raise wrong_version(url)
    await check_paired(http, pairing)
    return pairing


async def check_paired(http: HttpClient, pairing: Pairing) -> None:
    """Raise ``Trouble`` if the referee does not answer or does not know this reader."""
    response = await ask(http, pairing.url, "GET", ME, {"cookie": pairing.cookie})
    if response.status != 200:
        raise rejection_of(response, pairing.url)
    try:
        role = msgspec.json.decode(response.body, type=_Me).role
    except msgspec.DecodeError:
        raise wrong_version(pairing.url) from None
    if role != "reader":
        raise not_paired(pairing.url)


async def sign_out(http: HttpClient, pairing: Pairing) -> None:
    """Sign a reader out that was replaced. Do nothing if the referee is away or does not know it.

    Else the table screens would show a reader that reports nothing, until somebody signs it out.
    """
    headers = {"cookie": pairing.cookie}
    with suppress(Unreachable, msgspec.DecodeError):
        me = msgspec.json.decode((await http.request("GET", ME, headers)).body, type=_Me)
        if me.role == "reader" and me.device is not None:
            body = msgspec.json.encode({"device": me.device})
            await http.request("POST", SIGN_OUT, headers, body)


async def ask(
    http: HttpClient, url: str, method: str, path: str, headers: dict[str, str], body: bytes = b""
) -> Response:
    """Send a request and return the response. Raises ``Trouble`` (exit code 3) if none comes."""
    try:
        return await http.request(method, path, headers, body)
    except Unreachable as reason:
        raise Trouble(
            f"No referee answers at {url} ({reason}): start it, or correct the address with --url.",
            NO_HARDWARE,
        ) from None


def read_pairing(file: Path) -> Pairing | None:
    """The pairing in a file; None: there is none. Raises ``Trouble`` (exit code 2)."""
    stored = read_private(file)
    try:
        return None if stored is None else msgspec.json.decode(stored, type=Pairing)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise Trouble(f"{file} holds no pairing: {HOW_TO_PAIR}.", WRONG_USAGE) from None


def store_pairing(file: Path, pairing: Pairing) -> None:
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


def cookie_of(response: Response) -> str | None:
    """The cookie that a response sets, as ``NAME=VALUE``; None: it sets none."""
    cookies: SimpleCookie = SimpleCookie()
    try:
        cookies.load(response.headers.get("set-cookie", ""))
    except CookieError:
        return None
    return next((f"{name}={morsel.coded_value}" for name, morsel in cookies.items()), None)


def rejection_of(response: Response, url: str) -> Rejection:
    """The rejection in a response of a referee."""
    try:
        refusal = msgspec.json.decode(response.body, type=_Refusal)
    except msgspec.DecodeError:
        return wrong_version(url)
    if refusal.code == "not_yours":
        return not_paired(url)
    if refusal.code in ("not_found", "bad_method"):
        return wrong_version(url)
    return Rejection(refusal.sentence)


def code_of(response: Response) -> str:
    """The code of the refusal in a response; empty: it is none."""
    if response.status < 400:
        return ""
    try:
        return msgspec.json.decode(response.body, type=_Refusal).code
    except msgspec.DecodeError:
        return ""


def not_paired(url: str) -> Rejection:
    """The referee does not know this reader."""
    return Rejection(f"The referee at {url} does not know this reader: {HOW_TO_PAIR}.")


def wrong_version(url: str) -> Rejection:
    """The referee speaks of other things than this program does."""
    return Rejection(
        f"What answers at {url} is no referee that takes readers: install the same version of "
        "Rollerdeck there, or correct the address with --url."
    )
