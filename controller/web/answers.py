"""How the referee answers: as JSON, and with refusals that say why."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from controller.base.errors import Refused
from controller.web.refusal_codes import status_of
from controller.words import say


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
