"""How the referee answers: as JSON, and with refusals that say why."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from controller.base.errors import Refused
from controller.words import say

STATUS = {
    "bad_request": 400,
    "too_long": 400,
    "foreign_host": 403,
    "foreign_origin": 403,
    "not_yours": 403,
    "wrong_pin": 403,
    "not_found": 404,
    "no_such_game": 404,
    "no_such_group": 404,
    "no_such_code": 404,
    "no_such_device": 404,
    "no_such_request": 404,
    "bad_method": 405,
    "stale": 412,
    "too_large": 413,
    "key_reused": 422,
    "too_soon": 429,
    "groups_unreadable": 503,
    "not_rewritten": 503,
    "not_saved": 503,
    "no_launcher": 503,
    "still_adding": 503,
    "stopping": 503,
    "unreadable": 503,
}
"""HTTP status of a refusal by its code; all others are 409."""


class RefusalAnswer(msgspec.Struct, frozen=True):
    """The reason why the referee refused a request."""

    code: str
    sentence: str
    """``key`` and ``values`` as an English sentence."""
    clause: str | None
    key: str
    """Why, more exactly than ``code`` says: an entry of the catalogue of words."""
    values: dict[str, Any]


def json(value: Any, status: int = 200) -> Response:
    """Anything that the models know, as JSON."""
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def refusal(refused: Refused) -> Response:
    """The answer to a request that changed nothing."""
    values = dict(refused.values)
    sentence = say(refused.key, values)
    body = RefusalAnswer(refused.code, sentence, refused.clause, refused.key, values)
    answer = json(body, STATUS.get(refused.code, 409))
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
