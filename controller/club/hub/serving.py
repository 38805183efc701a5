"""A hub's life, until it is stopped, and the scoreboard's web site."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection
from pathlib import Path
from socket import socket

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from controller.base.errors import Refused
from controller.base.event_log import note
from controller.base.mqtt import Hub as Config
from controller.base.service_manager import ServiceManager
from controller.club.hub.hub import Hub
from controller.club.hub.result_store import Store
from controller.club.hub.scoreboard import Board
from controller.club.reconnecting import Connect
from controller.daemon.server import Server, uvicorn_config
from controller.web.answers import on_http_error, on_refused
from controller.web.guard import Guard
from controller.web.static_files import PAGE as TABLES_PAGE
from controller.web.static_files import build_of, languages_of, marked
from controller.web.streams import Hub as Streams
from controller.web.streams import event

PAGE = Path(__file__).parent / "page"
SHARED = (
    *("behind.js", "catalogue.js", "languages.js", "stream.js", "tag.js"),
    *("icon.svg", "styles/tokens.css"),
)
"""Files of the table's page that the scoreboard uses, too."""
TOGETHER_S = 0.1
"""Changes that come within so long are sent together: nobody reads faster."""

GOODBYE_S = 0.4
"""How long the hub waits at the end for pages to hang up."""


class Site:
    """Serves a board over HTTP."""

    def __init__(self, board: Board, names: Collection[str], language: str) -> None:
        """``names``: of this machine besides those that nobody else can have."""
        self._board = board
        self.streams = Streams(self._whole)
        self._due: asyncio.TimerHandle | None = None
        index = (PAGE / "index.html").read_bytes()
        first = marked(index, build_of(PAGE, language), language, languages_of(TABLES_PAGE))
        self._first = first
        shared = [Route(f"/{name}", _file(TABLES_PAGE / name), methods=["GET"]) for name in SHARED]
        inner = Starlette(
            routes=[
                Route("/", self._page, methods=["GET"]),
                Route("/healthz", self._healthz, methods=["GET"]),
                Route("/api/board", self._shown, methods=["GET"]),
                Route("/api/events", self._events, methods=["GET"]),
                *shared,
                Mount("/words", StaticFiles(directory=TABLES_PAGE / "words", check_dir=False)),
                Mount("/vendor", StaticFiles(directory=TABLES_PAGE / "vendor", check_dir=False)),
                Mount("/", StaticFiles(directory=PAGE)),
            ],
            exception_handlers={Refused: on_refused, HTTPException: on_http_error},
        )
        self.app = Guard(inner, names)

    def changed(self) -> None:
        """The board has changed: tell the pages soon."""
        if self._due is None and self._board.is_changed:
            self._due = asyncio.get_running_loop().call_later(TOGETHER_S, self._tell)

    def _tell(self) -> None:
        self._due = None
        news = self._board.news()
        if len(self.streams):
            self.streams.table(event("board", msgspec.json.encode(news)))

    def _whole(self) -> bytes:
        return event("board", msgspec.json.encode(self._board.whole()))

    async def _page(self, request: Request) -> Response:
        return Response(self._first, media_type="text/html")

    async def _healthz(self, request: Request) -> Response:
        body = msgspec.json.encode({"tables": len(self._board)})
        return Response(body, media_type="application/json")

    async def _shown(self, request: Request) -> Response:
        body = msgspec.json.encode(self._board.whole())
        return Response(body, media_type="application/json")

    async def _events(self, request: Request) -> Response:
        return StreamingResponse(self.streams.listen(), media_type="text/event-stream")


def _file(path: Path) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        return FileResponse(path)

    return answer


async def serve(
    listening: socket,
    connect: Connect,
    store: Store,
    config: Config,
    language: str,
    manager: ServiceManager,
) -> None:
    """Hear the tables and serve the scoreboard until cancelled."""
    board = Board()
    site = Site(board, config.names, language)
    hub = Hub(connect, store, board, site.changed, note, time.time, config.events_days)
    server = Server(uvicorn_config(site.app), manager, "The hub serves the scoreboard.")
    web = asyncio.create_task(server.serve([listening]))
    hearing = asyncio.create_task(hub.run())
    try:
        done, _ = await asyncio.wait((web, hearing), return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        site.streams.close()
        server.end()
        hearing.cancel()
        await asyncio.wait([web], timeout=GOODBYE_S)
        for connection in list(server.server_state.connections):
            connection.transport.abort()
        await asyncio.gather(web, hearing, return_exceptions=True)
