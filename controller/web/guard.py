"""Which requests are answered: those of the referee's own page, under a name of this machine."""

from __future__ import annotations

import ipaddress
from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from controller.base.errors import Refused
from controller.web.answers import refusal

HEADERS = (
    (
        b"content-security-policy",
        b"default-src 'self'; script-src 'self'; object-src 'none'; base-uri 'none'; "
        b"form-action 'self'; frame-ancestors 'none'",
    ),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    # Browsers keep the files but ask each time, so that an update arrives whole.
    (b"cache-control", b"no-cache"),
)

LOCAL = ("local", "localhost", "lan", "internal", "home.arpa", "test")
"""Ends of names that nobody can register, so a stranger's name never has one of them."""


class Guard:
    """Adds headers to every answer, and refuses requests from pages of other sites.

    A stranger can make a name of their own lead to this machine (DNS rebinding). Their page then
    has the same origin, so ``Host`` is checked too. Addresses, names without dots and names that
    end in one of ``LOCAL`` cannot be a stranger's; ``names`` are allowed as well.
    """

    def __init__(self, app: ASGIApp, names: Collection[str]) -> None:
        self._app = app
        self._names = frozenset(name.lower().rstrip(".") for name in names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *HEADERS]
            await send(message)

        refused = self._look_at(Request(scope))
        if refused is not None:
            return await refusal(refused)(scope, receive, with_headers)
        return await self._app(scope, receive, with_headers)

    def _look_at(self, request: Request) -> Refused | None:
        host = request.headers.get("host", "")
        if not self._is_ours(host):
            if not host:
                return Refused("foreign_host", "refusal.no_host")
            return Refused("foreign_host", "refusal.foreign_host", {"name": host[:80]})
        origin = request.headers.get("origin")
        if request.method not in ("GET", "HEAD") and origin not in (None, *_origins(host)):
            return Refused("foreign_origin", "refusal.foreign_origin")
        return None

    def _is_ours(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        name = name.rstrip(".")
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return name != "" and (
                "." not in name
                or name in self._names
                or any(name.endswith(f".{end}") for end in LOCAL)
            )
        return True


def _origins(host: str) -> tuple[str, str]:
    """The origins that a page from ``host`` has."""
    return f"http://{host}", f"https://{host}"
