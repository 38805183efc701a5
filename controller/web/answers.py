"""How the referee answers: as JSON, and with refusals that say why.

Every code with which the referee itself refuses has an HTTP status. The rules have codes of their
own, which docs/scenarios.md lists.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from controller.base.errors import Refused
from controller.words import say

OF_THE_RULES = 409

REFUSALS: Mapping[str, tuple[int, str]] = {
    "bad_request": (
        400,
        "No JSON object, a field that is missing or unknown, a wrong value, or a malformed "
        "`Idempotency-Key` or `If-Match`.",
    ),
    "too_long": (
        400,
        "A name of more than 40 characters, `words` or a house rule's text of more than 200, a "
        "command or a game object of more than 12 KiB.",
    ),
    "foreign_host": (
        403,
        "To a [host name](configuration.md#host-names) that is not allowed.",
    ),
    "foreign_origin": (403, "From a page of another site."),
    "not_yours": (403, "This device [may not](access.md#the-table-of-rights)."),
    "wrong_pin": (403, "Not the host's PIN."),
    "not_found": (404, "Nothing is at this address."),
    "no_such_draws": (404, "No session of draws has this number."),
    "no_such_game": (404, "No game has this number, or it is not deleted."),
    "no_such_group": (404, "No group has this ID."),
    "no_such_code": (404, "The code, link or ticket is not valid, or was used."),
    "no_such_practice": (404, "No round for practice has this name, or it has ended."),
    "no_such_device": (404, "No admitted device has this number."),
    "no_such_request": (404, "No request with this number waits."),
    "bad_method": (405, "Not with this method."),
    "asked_already": (409, "The same waits for an answer already."),
    "bad_avatar": (409, "Another colour, or not one emoji."),
    "game_on": (409, "A game is being played."),
    "group_is_there": (409, "The same people are a group already."),
    "launcher_busy": (
        409,
        "From the press to the end of a hit only `uno`, `catch` and `suggested` are accepted, and "
        "judged after it in the order in which they arrived.",
    ),
    "measured_only": (
        409,
        "Only the launcher counts this: `hit`, and `draw` where the launcher gives the cards.",
    ),
    "needs_choice": (409, "A yes is not enough."),
    "no_name": (409, "The code is for any seat: say whose."),
    "no_pin": (409, "There is no host's PIN, or its file cannot be read."),
    "no_reader": (409, "No reader is paired."),
    "no_scale": (409, "The launcher has no scale."),
    "no_such_question": (409, "This question is not open any more."),
    "none_left": (409, "All cards of this face were laid."),
    "not_left": (409, "The game is over, or was taken up already."),
    "nothing_to_confirm": (409, "Nobody has to count this hit."),
    "on_the_table": (409, "It is the game on the table."),
    "other_seal": (409, "The check code would differ from `commitment`."),
    "other_version": (409, "The file is of another version."),
    "out_of_order": (409, "The reader's report before is missing; `expected` says which."),
    "same_name": (409, "Another group has this name."),
    "seat_taken": (409, "Another device has this seat."),
    "still_there": (409, "The cause of a fault is still there; what could be cleared was."),
    "too_many_devices": (409, "As many devices as there can be are admitted."),
    "too_many_groups": (409, "There are 40 groups."),
    "too_many_requests": (409, "8 wait, or 3 from this address."),
    "unknown_player": (409, "This player is not at the table."),
    "written_meanwhile": (409, "The table was used meanwhile: try again."),
    "wrong_phase": (409, "Not now: see the rules' codes."),
    "stale": (
        412,
        "What the request depends on has changed since its sender "
        "[saw it](api.md#what-the-sender-saw).",
    ),
    "too_large": (413, "A body of more than 64 KiB."),
    "key_reused": (422, "The `Idempotency-Key` of another request."),
    "too_soon": (
        429,
        "Above a [limit](configuration.md#limits); `Retry-After` says how many seconds to wait.",
    ),
    "groups_unreadable": (503, "The file of the groups is damaged."),
    "no_launcher": (503, "The launcher cannot be reached."),
    "not_rewritten": (503, "Some files still have the names: delete the group again."),
    "not_saved": (
        503,
        "The disk is full or cannot be written; no hit is armed until it can.",
    ),
    "still_adding": (503, "It takes longer than a minute: ask again."),
    "stopping": (503, "The referee shuts down."),
    "unreadable": (503, "The journal is damaged."),
}


def status_of(code: str) -> int:
    """The HTTP status of a refusal. Codes that are not listed are the rules'."""
    return REFUSALS[code][0] if code in REFUSALS else OF_THE_RULES


class RefusalAnswer(msgspec.Struct, frozen=True):
    """The reason why the referee refused a request."""

    code: str
    """For programs: a code of the [table of refusals](#refusals), or of the
    [rules](scenarios.md#refusals)."""
    sentence: str
    """The reason in English, for logs."""
    clause: str | None
    """The clause of the [rulebook](rulebook.md) by which it is refused; null: none."""
    key: str
    """The exact reason: an entry of the catalogue of [words](words.md), in any language."""
    values: dict[str, Any]
    """What fills the gaps of its sentence."""


def json(value: Any, status: int = 200) -> Response:
    """Anything that the models know, as JSON."""
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def refusal(refused: Refused) -> Response:
    """The answer to a request that changed nothing."""
    values = dict(refused.values)
    sentence = say(refused.key, values)
    body = RefusalAnswer(refused.code, sentence, refused.clause, refused.key, values)
    answer = json(body, status_of(refused.code))
    if refused.code == "too_soon":
        answer.headers["retry-after"] = str(values["n"])
    return answer


async def on_refused(request: Request, error: Exception) -> Response:
    """Starlette's handler for ``Refused``."""
    assert isinstance(error, Refused)
    return refusal(error)


def on_refused_at(tag: Callable[[], object]) -> Callable[[Request, Exception], Awaitable[Response]]:
    """The same, where ``tag`` names the newest table: who was refused may not have heard of it."""

    async def answer(request: Request, error: Exception) -> Response:
        refused = await on_refused(request, error)
        refused.headers["etag"] = f'"{tag()}"'
        return refused

    return answer


async def on_http_error(request: Request, error: Exception) -> Response:
    """Starlette's handler for its own errors: an unknown address, a wrong method."""
    assert isinstance(error, HTTPException)
    path = request.url.path
    if error.status_code == 404:
        return refusal(Refused("not_found", "refusal.not_found", {"path": path}))
    wrong = {"path": path, "method": request.method}
    answer = refusal(Refused("bad_method", "refusal.bad_method", wrong))
    answer.status_code = error.status_code
    answer.headers.update(error.headers or {})
    return answer
