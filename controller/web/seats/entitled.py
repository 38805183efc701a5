"""Finds out who sends a request, and refuses what its sender may never do."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from controller.seats.rights import Deed, Right, is_free, right_of
from controller.table.seating import Seating
from controller.web.operation import Operation
from controller.web.requests import read_object

Answering = Callable[[Request], Coroutine[Any, Any, Response]]

BY_BODY = (Right.COMMAND, Right.OWN, Right.OWN_HIT, Right.OWN_DEVICE, Right.OWN_LEAVE)
"""Rights that depend on what the body of the request names."""


def entitled(operation: Operation, seating: Seating, answering: Answering) -> Answering:
    """Answer a request of those who may send it, and tell ``answering`` who it is."""
    right = right_of(operation.method, operation.name)

    async def answer(request: Request) -> Response:
        who = seating.who(secret_of(request, seating.journal))
        free = is_free(who, seating.access)
        asked = {} if free or right not in BY_BODY else await read_object(request)
        deed = Deed(right, who, seating.access, asked)
        deed.refuse_ever()
        request.state.deed = deed
        return await answering(request)

    return answer


def cookie_of(journal: str) -> str:
    """The name of the cookie: every journal has its own, because cookies ignore ports."""
    return f"rollerdeck-{journal}"


def secret_of(request: Request, journal: str) -> str | None:
    """The secret that a device sends; None: it has none for this journal."""
    return request.cookies.get(cookie_of(journal))
