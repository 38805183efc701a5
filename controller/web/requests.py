"""Reads the body of a request and what its headers say of it, within bounds."""

from __future__ import annotations

import re
import unicodedata
from hashlib import sha256
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct
from starlette.requests import ClientDisconnect, Request

from controller.base.errors import Refused
from controller.base.outside import decode
from controller.games.entries import Deal, DealerBy
from controller.games.fairness import Hash
from controller.journal.entry import Stamp
from controller.seats.rights import RequestedAction
from controller.table.context import RequestInfo, StartOptions
from controller.table.staleness import Tag
from rules.versions import CURRENT, FIRST

MAX_BODY_BYTES = 64 * 1024
MAX_KEY_CHARS = 64
PRINT_DIGITS = 32
"""Of a request's fingerprint, hexadecimal."""
MAX_NAME_CHARS = 40
MAX_TEXT_CHARS = 200
LONGER = {
    "text": MAX_TEXT_CHARS,
    "words": MAX_TEXT_CHARS,
    "about": MAX_TEXT_CHARS,
    "commitment": 64,
}
"""The members that may be longer than a name: the text of a house rule on a Customizable, the
players' words for the draws, what a house says of its box, and the code of the draws."""
MAX_KEPT_BYTES = 12 * 1024
"""Of a command or a game object as JSON. What ten players with long names can mean fits in."""
MAX_EFFECTS = 6
"""Of a house rule, as on the page: what it makes players owe is pushed to every page."""
MAX_GAME_DIGITS = 9
MAX_JSON_NUMBER = 1_000_000_000

M = TypeVar("M", bound=Struct)

Name = Annotated[str, Meta(min_length=1, max_length=MAX_NAME_CHARS)]
Figure = Annotated[int, Meta(ge=0, le=MAX_JSON_NUMBER)]


Words = Annotated[str, Meta(max_length=MAX_TEXT_CHARS)]


class Count(Struct, frozen=True, forbid_unknown_fields=True):
    """How many cards of a hit the players counted."""

    hit: int
    """Number of the hit."""
    cards: Annotated[int, Meta(ge=0)]
    """How many came."""


class Unpressed(Struct, frozen=True, forbid_unknown_fields=True):
    """The players say that nobody pressed the button for a hit."""

    hit: int
    """Number of the hit."""


class NewGame(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A [game object](scenarios.md#lines). The rules check it and say what is wrong with it."""

    edition: Name
    """ID of the edition."""
    players: Annotated[list[Name], Meta(min_length=2, max_length=10)]
    """In seating order, each on the left of the one before."""
    dealer: Name | msgspec.UnsetType = msgspec.UNSET
    """Who deals first; left out: as ``dealer_by`` says."""
    dealer_by: DealerBy = "cards"
    """What decides who deals first if ``dealer`` is left out: each player's ``dealer_draw``, or a
    [draw](fairness.md) of the referee."""
    scoring: Literal["winner", "lowest", "challenge"] = "winner"
    """How a round is scored."""
    target: Annotated[int, Meta(ge=1, le=MAX_JSON_NUMBER)] = 500
    """Points that end the game."""
    options: dict[str, Any] = {}
    """The edition's house options, by ID."""
    deck: dict[str, Figure] = {}
    """Numbers of cards that differ from the box, by card or by kind."""
    hands: dict[str, Figure] = {}
    """Cards of the opening hands that differ from 7, by player; in the first round only."""
    box: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET
    """A house's own box ([your-own-box.md](your-own-box.md)); left out for a box in the folder of
    this table, or of the game on it."""
    rules: Annotated[int, Meta(ge=FIRST, le=CURRENT)] = CURRENT
    """Version of the rules."""
    words: Words = ""
    """The players' own words, which influence every draw."""
    commitment: Hash | msgspec.UnsetType = msgspec.UNSET
    """The check code that the players saw ([fair draws](fairness.md)): the game does not begin with
    another."""
    deal: Deal = "people"
    """Who deals the opening hands of each round. ``launcher``: in the phase ``turn_up`` each player
    presses once for as many cards as ``hands`` says, and a ``set`` enters the count; after an early
    ``turn_up``, people deal the rest. People deal every hand of more than 12 cards."""


class PlayOn(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What players say when a game goes on that was left: as for a new game."""

    words: Words = ""
    """As for a new game."""
    commitment: Hash | msgspec.UnsetType = msgspec.UNSET
    """As for a new game."""


def object_of(body: bytes, most: int = MAX_KEPT_BYTES) -> dict[str, Any]:
    """The JSON object in a body, of at most so many bytes. Raises ``Refused``."""
    try:
        members = msgspec.convert(decode(body), dict[str, Any])
    except msgspec.MsgspecError:
        raise Refused("bad_request", "refusal.not_an_object") from None
    if len(body) > most and len(msgspec.json.encode(members)) > most:
        raise Refused("too_long", "refusal.too_much", {"most": most // 1024})
    _bounded(members, MAX_NAME_CHARS)  # last: it takes longest of all, and holds up the loop
    return members


async def read_object(request: Request) -> dict[str, Any]:
    """A body that the rules will check. Raises ``Refused``."""
    return object_of(await read_body(request))


async def read(request: Request, model: type[M]) -> M:
    """A body of known members. Raises ``Refused``."""
    try:
        return msgspec.convert(await read_object(request), model)
    except msgspec.ValidationError as error:
        raise _unfit(error) from None


async def read_nothing(request: Request) -> None:
    """An empty body or an object without members. Raises ``Refused``."""
    if (await read_body(request)).strip() not in (b"", b"{}"):
        raise Refused("bad_request", "refusal.takes_nothing")


async def read_new_game(request: Request) -> tuple[dict[str, Any], StartOptions]:
    """The game object for the rules, and the members that are not for them. Raises ``Refused``."""
    game = await read_object(request)
    few_effects(game.get("options"))
    try:
        members = {name: game.pop(name, value) for name, value in _START_DEFAULTS.items()}
        start = msgspec.convert(members, _StartMembers)
    except msgspec.ValidationError as error:
        raise _unfit(error) from None
    return game, StartOptions(settled(start.words), start.commitment, start.deal, start.dealer_by)


async def read_play_on(request: Request) -> StartOptions:
    """What players say when a game goes on. Raises ``Refused``."""
    start = await read(request, PlayOn)
    return StartOptions(settled(start.words), start.commitment or None)


def settled(words: str) -> str:
    """Keyboards differ in how they write accents and line ends; the words are to be the same."""
    return " ".join(unicodedata.normalize("NFC", words).split())


def few_effects(options: object) -> None:
    """Refuse a house rule of many effects. The rules, which old games are replayed by, take any."""
    written = options.get("customizable") if isinstance(options, dict) else None
    for rule in written if isinstance(written, list) else ():
        effects = rule.get("effects") if isinstance(rule, dict) else None
        if isinstance(effects, list) and len(effects) > MAX_EFFECTS:
            values = {"most": MAX_EFFECTS, "said": len(effects)}
            raise Refused("bad_setup", "refusal.too_many_effects", values, "EXT-5")


class _StartMembers(Struct, frozen=True):
    words: Words
    commitment: Hash | None
    deal: Deal
    dealer_by: DealerBy


_START_DEFAULTS: dict[str, Any] = {
    "words": "",
    "commitment": None,
    "deal": "people",
    "dealer_by": "cards",
}


async def info_of(request: Request, *, dated: bool = False) -> RequestInfo:
    """What the headers of a request say of it. Raises ``Refused``.

    ``dated``: the request may name what its sender saw.
    """
    tag = seen_tag_of(request) if dated else None
    return RequestInfo(await stamp_of(request), tag, address_of(request), action_of(request))


def address_of(request: Request) -> str | None:
    """Where a request comes from; None: nobody knows."""
    return request.client.host if request.client else None


def action_of(request: Request) -> RequestedAction:
    """What a request asks for, and who sends it."""
    action: RequestedAction = request.state.action
    return action


async def stamp_of(request: Request) -> Stamp | None:
    """The idempotency key with a fingerprint of the request. Raises ``Refused``.

    A key belongs to its device, so two devices never share one; also after it was signed out.
    """
    key = request.headers.get("idempotency-key")
    if key is None:
        return None
    if not 1 <= len(key) <= MAX_KEY_CHARS:
        raise Refused("bad_request", "refusal.bad_key", {"most": MAX_KEY_CHARS})
    body = await read_body(request)
    asked = decode(body) if body.strip() else {}
    content = msgspec.json.encode([request.url.path, asked], order="deterministic")
    number = action_of(request).sender.number
    own = key if number is None else f"{number}\n{key}"  # no header has a line break
    return Stamp(own, sha256(content).hexdigest()[:PRINT_DIGITS])


def seen_tag_of(request: Request) -> Tag | None:
    """What the sender saw; None: they do not say. Raises ``Refused``."""
    header = request.headers.get("if-match")
    if header is None:
        return None
    quoted = len(header) >= 2 and header[0] == header[-1] == '"'
    tag = Tag.read(header[1:-1]) if quoted else None
    if tag is None:
        raise Refused("bad_request", "refusal.bad_tag", {"start": header[:MAX_NAME_CHARS]})
    return tag


def game_of(request: Request) -> int:
    """The number of the game in the address. Raises ``Refused``."""
    number = number_of(request.path_params["game"])
    if number is None:
        raise Refused("no_such_game", "refusal.no_game_number")
    return number


def before_of(request: Request) -> int | None:
    """The number below which games are listed; None: the newest are wanted. Raises ``Refused``."""
    digits = request.query_params.get("before")
    if digits is None:
        return None
    number = number_of(digits)
    if number is None:
        raise Refused("bad_request", "refusal.wrong_member", {"member": "before"})
    return number


def number_of(digits: str) -> int | None:
    """The number of a game or session; None: it is none."""
    if not digits.isascii() or not digits.isdigit() or len(digits) > MAX_GAME_DIGITS:
        return None
    return int(digits)


def _unfit(error: msgspec.ValidationError) -> Refused:
    """Which member is wrong. The interface's description says what it has to be."""
    message = str(error)
    if lacking := _LACKING.search(message):
        return Refused("bad_request", "refusal.lacks_member", {"member": lacking[1]})
    wrong = _WRONG.search(message)
    member = wrong[wrong.lastindex or 0] if wrong else "$"
    return Refused("bad_request", "refusal.wrong_member", {"member": member})


_LACKING = re.compile(r"missing required field `(.+?)`")
_WRONG = re.compile(r"unknown field `(.+?)`|`\$\.?(.+?)`$")


async def read_body(request: Request) -> bytes:
    """The body, which comes over the line once. Raises ``Refused``."""
    if not hasattr(request.state, "body"):
        request.state.body = await _receive(request)
    body: bytes = request.state.body
    return body


async def _receive(request: Request) -> bytes:
    body = bytearray()
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > MAX_BODY_BYTES:
                raise Refused("too_large", "refusal.too_large", {"most": MAX_BODY_BYTES // 1024})
    except ClientDisconnect:
        raise Refused("bad_request", "refusal.broke_off") from None
    return bytes(body)


def _bounded(value: object, max_chars: int) -> None:
    """Refuse text that is too long, because it would be stored and shown to everybody."""
    if isinstance(value, str) and len(value) > max_chars:
        key = "refusal.long_name" if max_chars == MAX_NAME_CHARS else "refusal.long_text"
        raise Refused("too_long", key, {"most": max_chars, "start": value[:20]})
    if isinstance(value, dict):
        for name, inner in value.items():
            _bounded(name, MAX_NAME_CHARS)
            _bounded(inner, LONGER.get(name, max_chars))
    elif isinstance(value, list):
        for inner in value:
            _bounded(inner, max_chars)
