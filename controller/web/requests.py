"""What a request may hold: its body and key, read within bounds."""

from __future__ import annotations

import re
import unicodedata
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct
from starlette.requests import ClientDisconnect, Request

from controller.base.errors import Refused
from controller.base.outside import decode
from controller.games.entries import Deal
from controller.games.fairness import Hash
from controller.table.surroundings import Wishes
from rules.versions import CURRENT, FIRST

MAX_BODY_BYTES = 64 * 1024
MAX_KEY_CHARS = 64
MAX_NAME_CHARS = 40
MAX_TEXT_CHARS = 200
LONGER = {"text": MAX_TEXT_CHARS, "words": MAX_TEXT_CHARS, "commitment": 64}
"""Of a house rule on a Customizable, of what players add to the draws, and of a code; nothing else
is longer than a name."""
MAX_GAME_DIGITS = 9
MAX_JSON_NUMBER = 1_000_000_000

M = TypeVar("M", bound=Struct)

Name = Annotated[str, Meta(min_length=1, max_length=MAX_NAME_CHARS)]
Figure = Annotated[int, Meta(ge=0, le=MAX_JSON_NUMBER)]


Words = Annotated[str, Meta(max_length=MAX_TEXT_CHARS)]


class Count(Struct, frozen=True, forbid_unknown_fields=True):
    """What the table says of a hit."""

    hit: int
    cards: Annotated[int, Meta(ge=0)]


class Unpressed(Struct, frozen=True, forbid_unknown_fields=True):
    """The table says that nobody pressed for a hit."""

    hit: int


class NewGame(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The ``game`` object of scenarios.md. The rules check it, and say what is wrong with it."""

    edition: Name
    players: Annotated[list[Name], Meta(min_length=2, max_length=10)]
    dealer: Name | msgspec.UnsetType = msgspec.UNSET
    scoring: Literal["winner", "lowest", "challenge"] = "winner"
    target: Annotated[int, Meta(ge=1, le=MAX_JSON_NUMBER)] = 500
    options: dict[str, Any] = {}
    deck: dict[str, Figure] = {}
    hands: dict[str, Figure] = {}
    rules: Annotated[int, Meta(ge=FIRST, le=CURRENT)] = CURRENT
    words: Words = ""
    """Not the rules' business: the players' own words, which every draw depends on."""
    commitment: Hash | msgspec.UnsetType = msgspec.UNSET
    """Nor this: the code that they saw; with another one the game does not begin."""
    deal: Deal = "people"
    """Nor this: who deals the opening hands of each round."""


def object_of(body: bytes) -> dict[str, Any]:
    """The JSON object in a body. Raises ``Refused``."""
    try:
        found = msgspec.convert(decode(body), dict[str, Any])
    except msgspec.MsgspecError:
        raise Refused("bad_request", "not_an_object") from None
    _bounded(found, MAX_NAME_CHARS)
    return found


async def read_object(request: Request) -> dict[str, Any]:
    """A body that the rules will look at. Raises ``Refused``."""
    return object_of(await _body(request))


async def read(request: Request, model: type[M]) -> M:
    """A body of known members. Raises ``Refused``."""
    try:
        return msgspec.convert(await read_object(request), model)
    except msgspec.ValidationError as error:
        raise _unfit(error) from None


async def read_nothing(request: Request) -> None:
    """A body without members, or none. Raises ``Refused``."""
    if (await _body(request)).strip() not in (b"", b"{}"):
        raise Refused("bad_request", "takes_nothing")


async def read_new_game(request: Request) -> tuple[dict[str, Any], Wishes]:
    """The game object for the rules, and what stands beside it. Raises ``Refused``."""
    found = await read_object(request)
    try:
        said = msgspec.convert({name: found.pop(name, _UNSAID[name]) for name in _UNSAID}, _Beside)
    except msgspec.ValidationError as error:
        raise _unfit(error) from None
    # the same words, whatever a keyboard makes of an accent or a line's end
    words = " ".join(unicodedata.normalize("NFC", said.words).split())
    return found, Wishes(words, said.commitment, said.deal)


class _Beside(Struct, frozen=True):
    words: Words
    commitment: Hash | None
    deal: Deal


_UNSAID: dict[str, Any] = {"words": "", "commitment": None, "deal": "people"}


def key_of(request: Request) -> str | None:
    """The idempotency key. Raises ``Refused``."""
    key = request.headers.get("idempotency-key")
    if key is not None and not 1 <= len(key) <= MAX_KEY_CHARS:
        raise Refused("bad_request", "bad_key", {"most": MAX_KEY_CHARS})
    return key


def game_of(request: Request) -> int:
    """Number of the game that the address names. Raises ``Refused``."""
    digits = request.path_params["game"]
    if not digits.isascii() or not digits.isdigit() or len(digits) > MAX_GAME_DIGITS:
        raise Refused("no_such_game", "no_game_number")
    return int(digits)


def _unfit(error: msgspec.ValidationError) -> Refused:
    """Which member is wrong; what it has to be stands in the interface's description."""
    said = str(error)
    if lacking := _LACKING.search(said):
        return Refused("bad_request", "lacks_member", {"member": lacking[1]})
    found = _WRONG.search(said)
    member = found[found.lastindex or 0] if found else "$"
    return Refused("bad_request", "wrong_member", {"member": member})


_LACKING = re.compile(r"missing required field `(.+?)`")
_WRONG = re.compile(r"unknown field `(.+?)`|`\$\.?(.+?)`$")


async def _body(request: Request) -> bytes:
    body = bytearray()
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > MAX_BODY_BYTES:
                raise Refused("too_large", "too_large", {"most": MAX_BODY_BYTES // 1024})
    except ClientDisconnect:
        raise Refused("bad_request", "broke_off") from None
    return bytes(body)


def _bounded(value: object, most: int) -> None:
    """Refuse text that is too long for what it can be: it would be kept, and shown to all."""
    if isinstance(value, str) and len(value) > most:
        key = "long_name" if most == MAX_NAME_CHARS else "long_text"
        raise Refused("too_long", key, {"most": most, "start": value[:20]})
    if isinstance(value, dict):
        for name, inner in value.items():
            _bounded(name, MAX_NAME_CHARS)
            _bounded(inner, LONGER.get(name, most))
    elif isinstance(value, list):
        for inner in value:
            _bounded(inner, most)
