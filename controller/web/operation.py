"""One kind of request: its address, its body, its answer, its refusals, and who may send it."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from controller.seats.rights import RequestedAction, Right, may_do_everything, right_of
from controller.table.seating import Seating
from controller.web.requests import read_body, read_object


class Done(msgspec.Struct, frozen=True):
    """The request was carried out and saved on the disk."""

    seq: int
    """Number of the journal's entry that the request added. The table's can be higher, because the
    entry of the next hit can follow."""
    after: int | None
    """Number of the entry that changed the game last before: if it is higher than the ``seq`` of
    the table that you saw, somebody was quicker. Null: none did, or more than 200 changes ago."""


COMMAND = "command"
"""Stands for any command of ``rules.COMMANDS`` that people say."""


@dataclass(frozen=True, slots=True)
class Operation:
    """One kind of request. The method of ``Site`` that answers it is called ``_`` and ``name``."""

    method: Literal["GET", "POST"]
    path: str
    name: str
    does: str
    """In a few words."""
    takes: Any = None
    """Model of the body; ``COMMAND``: a command of the rules; None: nothing, or ``{}``."""
    gives: Any = None
    """Model of the answer; None: 204, without a body."""
    media: str = "application/json"
    dated: bool = False
    """It may carry ``If-Match``: what its sender saw."""
    refusals: tuple[str, ...] = ()
    """Codes besides those that every request can get; ``rules``: any code of the rules."""
    about: str = ""
    """What else a sender has to know, in Markdown."""
    query: tuple[str, ...] = ()
    """What the address may say after a question mark."""


WRITES = ("key_reused", "not_saved", "stopping", "too_soon")
AWAY = ("launcher_busy", "no_launcher")
SVG = "image/svg+xml"


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
