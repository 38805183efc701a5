"""Finds out who sends a request, and refuses what its sender may never do."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from controller.seats.rights import RequestedAction, Right, may_do_everything, right_of
from controller.table.seating import Seating
from controller.web.operation import Operation
from controller.web.requests import read_body, read_object

Answering = Callable[[Request], Coroutine[Any, Any, Response]]
Client = tuple[str, int]
"""Address and port of the other side of a connection."""

BY_BODY = (Right.COMMAND, Right.OWN, Right.OWN_HIT, Right.OWN_DEVICE, Right.OWN_LEAVE)
"""Rights that depend on what the body of the request names."""


def entitled(
    operation: Operation,
    seating: Seating,
    answering: Answering,
    note_client: Callable[[Client], None],
) -> Answering:
    """Answer a request of those who may send it, and tell ``answering`` who it is.

    ``note_client`` is called with the connection of each request of a device that was admitted.
    """
    right = right_of(operation.method, operation.name)

    async def answer(request: Request) -> Response:
        if operation.method == "POST":
            await read_body(request)  # so that nothing changes between the rights and the work
        sender = seating.sender_of(secret_of(request, seating.journal))
        if sender.device is not None and request.client is not None:
            note_client((request.client.host, request.client.port))
        free = may_do_everything(sender, seating.access)
        body = {} if free or right not in BY_BODY else await read_object(request)
        action = RequestedAction(right, sender, seating.access, body)
        action.refuse_if_never_allowed()
        request.state.action = action
        return await answering(request)

    return answer


def cookie_of(journal: str) -> str:
    """The name of the cookie: every journal has its own, because cookies ignore ports."""
    return f"rollerdeck-{journal}"


def secret_of(request: Request, journal: str) -> str | None:
    """The secret that a device sends; None: it has none for this journal."""
    return request.cookies.get(cookie_of(journal))
