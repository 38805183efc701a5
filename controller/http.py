"""The HTTP interface of docs/api.md: JSON in, JSON out, and the page."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Annotated, Any, Protocol, TypeVar
from urllib.parse import urlsplit

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from controller import shown
from controller.errors import Refused
from controller.streams import Hub, event
from controller.table import Table
from hardware.launcher import LauncherGone

PAGE = Path(__file__).parent / "page"
MAX_BODY_BYTES = 64 * 1024
MAX_KEY_CHARS = 64
KEPT_PRESSES = 256
"""So many keys of presses are remembered, so that a repeated one is no second press."""

M = TypeVar("M", bound=msgspec.Struct)

STATUS = {
    "bad_request": 400,
    "foreign_origin": 403,
    "not_found": 404,
    "too_large": 413,
    "not_saved": 503,
    "no_launcher": 503,
    "stopping": 503,
}
"""HTTP status of a refusal by its code; all others are 409."""

HEADERS = (
    (b"content-security-policy", b"default-src 'self'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
)


class Finger(Protocol):
    """A hand at a simulated launcher. Its methods may raise ``LauncherGone``."""

    async def press(self) -> None:
        """Press the button."""
        ...

    async def jam(self) -> None:
        """Wedge a card."""
        ...

    async def unjam(self) -> None:
        """Take it out."""
        ...


class Count(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the table says of a hit."""

    hit: int
    cards: Annotated[int, msgspec.Meta(ge=0)]


class Unpressed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table says that nobody pressed for a hit."""

    hit: int


class Site:
    """Puts a table on the network. ``finger`` is None where the launcher is real."""

    def __init__(self, table: Table, finger: Finger | None) -> None:
        """Make the application; it serves once ``table`` has started."""
        self.hub = Hub(self._newest)
        self._table = table
        self._finger = finger
        self._pressed: dict[str, None] = {}
        self._shown: bytes | None = None
        self._editions = msgspec.json.encode(shown.editions())
        api: list[tuple[str, str, Callable[[Request], Awaitable[Response]]]] = [
            ("GET", "/healthz", self._healthz),
            ("GET", "/api/editions", self._get_editions),
            ("GET", "/api/table", self._get_table),
            ("GET", "/api/events", self._events),
            ("POST", "/api/games", self._new_game),
            ("POST", "/api/commands", self._command),
            ("POST", "/api/launcher/clear", self._clear),
            ("POST", "/api/launcher/confirm", self._confirm),
            ("POST", "/api/launcher/unpressed", self._unpressed),
            ("POST", "/api/simulator/{deed}", self._touch),
        ]
        routes = [Route(path, handler, methods=[method]) for method, path, handler in api]
        inner = Starlette(
            routes=routes, exception_handlers={Refused: _refused, HTTPException: _http_error}
        )
        # not a route: it would take a wrong method of an address above for its own
        inner.router.default = StaticFiles(directory=PAGE, html=True)
        inner.router.redirect_slashes = False
        self.app: ASGIApp = _Wrapped(inner)

    def changed(self, everything: bool) -> None:
        """Tell the pages: that there is a new entry, or of the launcher alone."""
        self._shown = None
        if everything:
            self.hub.table(self._newest())
        else:
            launcher = msgspec.json.encode(shown.launcher(self._table))
            self.hub.launcher(event("launcher", launcher))

    def _newest(self) -> bytes:
        """The table event, encoded once a change."""
        return event("table", self._table_json(), self._table.record.seq)

    def _table_json(self) -> bytes:
        if self._shown is None:
            self._shown = msgspec.json.encode(shown.table(self._table))
        return self._shown

    async def _healthz(self, request: Request) -> Response:
        link = "up" if self._table.launcher.link_up else "down"
        return _json({"seq": self._table.record.seq, "link": link})

    async def _get_editions(self, request: Request) -> Response:
        return Response(self._editions, media_type="application/json")

    async def _get_table(self, request: Request) -> Response:
        return Response(self._table_json(), media_type="application/json")

    async def _events(self, request: Request) -> Response:
        return StreamingResponse(self.hub.listen(), media_type="text/event-stream")

    async def _new_game(self, request: Request) -> Response:
        game = await _object(request)
        return _json({"seq": await self._table.new_game(game, _key(request))})

    async def _command(self, request: Request) -> Response:
        command = await _object(request)
        return _json({"seq": await self._table.command(command, _key(request))})

    async def _confirm(self, request: Request) -> Response:
        count = await _read(request, Count)
        return _json({"seq": await self._table.confirm(count.hit, count.cards, _key(request))})

    async def _unpressed(self, request: Request) -> Response:
        denied = await _read(request, Unpressed)
        return _json({"seq": await self._table.unpressed(denied.hit, _key(request))})

    async def _clear(self, request: Request) -> Response:
        await _nothing(request)
        return _json({"faults": await self._table.clear_faults()})

    async def _touch(self, request: Request) -> Response:
        finger = self._finger
        deed = request.path_params["deed"]
        if finger is None or deed not in ("press", "jam", "unjam"):
            raise HTTPException(404)
        await _nothing(request)
        key = _key(request)
        if key is None or key not in self._pressed:
            if key is not None:
                self._pressed[key] = None
                if len(self._pressed) > KEPT_PRESSES:
                    del self._pressed[next(iter(self._pressed))]
            try:
                await {"press": finger.press, "jam": finger.jam, "unjam": finger.unjam}[deed]()
            except LauncherGone as gone:
                if key is not None:
                    self._pressed.pop(key, None)  # nothing happened: the same key may ask again
                raise Refused("no_launcher", str(gone)) from None
        return Response(status_code=204)


class _Wrapped:
    """Adds headers to every answer, and keeps pages of other sites from sending commands."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                # no-cache: kept, but asked about each time, so that an update arrives whole
                extra = [*HEADERS, (b"cache-control", b"no-cache")]
                message["headers"] = [*message.get("headers", ()), *extra]
            await send(message)

        request = Request(scope)
        origin = request.headers.get("origin")
        host = request.headers.get("host")
        if scope["method"] != "GET" and origin is not None and _host_of(origin) != host:
            sentence = "Commands are taken from the referee's own page only."
            answer = await _refused(request, Refused("foreign_origin", sentence))
            return await answer(scope, receive, with_headers)
        return await self._app(scope, receive, with_headers)


def _host_of(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""  # no browser writes that


def _json(value: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    body = {"code": error.code, "sentence": str(error), "clause": error.clause}
    return _json(body, STATUS.get(error.code, 409))


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404:
        sentence = f"There is nothing at {request.url.path}."
        return await _refused(request, Refused("not_found", sentence))
    sentence = f"{request.url.path} does not take {request.method}."
    return _json({"code": "bad_method", "sentence": sentence, "clause": None}, error.status_code)


async def _body(request: Request) -> bytes:
    body = bytearray()
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > MAX_BODY_BYTES:
                raise Refused("too_large", "A request has at most 64 KiB.")
    except ClientDisconnect:
        raise Refused("bad_request", "The request broke off.") from None
    return bytes(body)


async def _read(request: Request, model: type[M]) -> M:
    """A body of known members. Raises ``Refused``."""
    try:
        return msgspec.convert(await _object(request), model)
    except msgspec.ValidationError as error:
        raise Refused("bad_request", f"The request cannot be read: {error}.") from None


async def _object(request: Request) -> dict[str, Any]:
    try:
        return msgspec.json.decode(await _body(request), type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Refused("bad_request", "The body is not a JSON object.") from None


async def _nothing(request: Request) -> None:
    if (await _body(request)).strip() not in (b"", b"{}"):
        raise Refused("bad_request", "This request takes no members.")


def _key(request: Request) -> str | None:
    key = request.headers.get("idempotency-key")
    if key is not None and not 1 <= len(key) <= MAX_KEY_CHARS:
        raise Refused("bad_request", f"An Idempotency-Key has 1 to {MAX_KEY_CHARS} characters.")
    return key
