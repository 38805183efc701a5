"""Which requests are answered: those of the referee's own page, under a name of this machine."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Collection
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import RedirectResponse
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
    """Adds the headers that an answer lacks, and refuses requests from pages of other sites.

    A stranger can make a name of their own lead to this machine (DNS rebinding). Their page then
    has the same origin, so ``Host`` is checked too. Addresses, names without dots and names that
    end in one of ``LOCAL`` cannot be a stranger's; ``names`` are allowed as well.

    ``secured`` is given where there is a certificate. It makes the https address of a host.
    Requests over plain http are sent on to it, but for those from this machine itself.
    """

    def __init__(
        self, app: ASGIApp, names: Collection[str], secured: Callable[[str], str] | None = None
    ) -> None:
        self._app = app
        self._secured = secured
        self._names = frozenset(name.lower().rstrip(".") for name in names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = list(message.get("headers", ()))
                names = {name for name, _ in own}
                message["headers"] = own + [header for header in HEADERS if header[0] not in names]
            await send(message)

        refused = self._look_at(Request(scope))
        if refused is not None:
            return await refusal(refused)(scope, receive, with_headers)
        if self._secured and scope["scheme"] == "http" and not _is_from_here(scope):
            elsewhere = self._secured(_name_in(Headers(scope=scope).get("host", ""))) + _asked(
                scope
            )
            # 307, not 308: a browser would keep that for ever, also after the certificate is gone
            return await RedirectResponse(elsewhere, 307)(scope, receive, with_headers)
        return await self._app(scope, receive, with_headers)

    def _look_at(self, request: Request) -> Refused | None:
        host = request.headers.get("host", "")
        if not self._is_ours(host):
            if not host:
                return Refused("foreign_host", "refusal.no_host")
            return Refused("foreign_host", "refusal.foreign_host", {"name": host[:80]})
        origin = request.headers.get("origin")
        if request.method not in ("GET", "HEAD") and origin not in (None, *self._origins(request)):
            return Refused("foreign_origin", "refusal.foreign_origin")
        return None

    def _origins(self, request: Request) -> tuple[str, ...]:
        """The origins that a page of ours has, as its browser sees it.

        Without a certificate it may have come over https, through a proxy. With one, a page that
        came over http, which anybody on the way can write, says nothing over https.
        """
        host = request.headers.get("host", "")
        if self._secured and request.url.scheme == "https":
            return (f"https://{host}",)
        return f"http://{host}", f"https://{host}"

    def _is_ours(self, host: str) -> bool:
        name = _name_in(host)
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return name != "" and (
                "." not in name
                or name in self._names
                or any(name.endswith(f".{end}") for end in LOCAL)
            )
        return True


def _name_in(host: str) -> str:
    """The name or address in a Host header; empty: there is none."""
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""
    return name.rstrip(".")


def _is_from_here(scope: Scope) -> bool:
    """Whether this machine itself asks, as the browser on its own screen does."""
    client = scope.get("client")
    return client is not None and ipaddress.ip_address(client[0]).is_loopback


def _asked(scope: Scope) -> str:
    """Path and query, as they were sent."""
    query = scope["query_string"].decode("latin-1")
    path = str(scope["raw_path"].decode("latin-1"))
    return f"{path}?{query}" if query else path
