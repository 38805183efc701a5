"""A referee made of canned tables: serves the page, keeps what it was told, pushes what it likes.

The page sees nothing but table objects, so every view can be shown here without a game that
leads to it, and a connection can be cut at the moment that a test wants.
"""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import (
    AbstractContextManager,
    asynccontextmanager,
    contextmanager,
    nullcontext,
    suppress,
)
from mimetypes import guess_type
from pathlib import Path
from typing import Any

import msgspec
import segno
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp

import controller
from controller.network.way_in import WayIn
from controller.web import table_views
from controller.web.static_files import DOCUMENTS, languages_of, marked
from controller.web.streams import HEARTBEAT_S
from controller.words import ENGLISH, say
from tests.processes import PATIENCE_S

PAGE = Path(controller.__file__).parent / "web" / "page"
POLICY = {"Content-Security-Policy": "default-src 'self'"}
"""The page keeps to its own origin, and to no inline script or style."""

UNCHANGED = {"Cache-Control": "max-age=3600"}
"""So that the next page of the same device loads no file again, however new the checkout is."""

NEVER_SEEN = '"0-0"'
ALIVE = "event: alive\ndata: {}\n\n"
"""What the page says that it saw where it only asks what became of a request."""
COLORS = ("red", "yellow", "green", "blue")
JSON = dict[str, Any]


def attack_deck() -> list[JSON]:
    """The deck of DECK-1 with the points of ATK-12, as the API lists it."""
    numbers = [(f"{color}-{n}", 2, n) for color in COLORS for n in range(1, 10)]
    actions = [(f"{c}-{kind}", 2, 20) for c in COLORS for kind in ("skip", "reverse", "hit-2")]
    rare = [(f"{c}-{kind}", 1, 30) for c in COLORS for kind in ("discard-all", "trade-hands")]
    wilds = [("wild", 4, 50), ("wild-all-hit", 2, 50), ("wild-hit-fire", 2, 50)]
    return [
        {"card": card, "count": count, "points": points}
        for card, count, points in numbers + actions + rare + wilds
    ]


def following(players: Sequence[str], state: JSON) -> list[str]:
    """Who comes after the turn of such a table, which goes to the left."""
    turn = state.get("turn", players[1])
    if turn is None:
        return []
    at = players.index(turn)
    return [*players[at + 1 :], *players[:at]]


def attack_kinds() -> list[JSON]:
    """What the kinds of that deck count in a hand."""
    kinds = {
        entry["card"].removeprefix("red-"): entry
        for entry in attack_deck()
        if entry["card"].startswith(("red-", "wild"))
    }
    return [
        {"kind": kind, "points": entry["points"], "cards": 4 * entry["count"]}
        for kind, entry in kinds.items()
    ]


PLAYS: list[JSON] = [
    {"do": "play", "by": "Bo", "card": entry["card"], "needs": [], "may": []}
    for entry in attack_deck()
]
"""Bo may play any card."""

EDITIONS = msgspec.to_builtins(table_views.editions())
"""As the referee lists them."""


JOURNAL = "c0ffee"
"""The identity of the journal that is not there."""
NEXT_CODE = "4c1d22aa90e1" + 52 * "0"
SEAL = {
    "commitment": "ec3f95d95a902dd5" + 48 * "a",
    "profile_hash": 64 * "b",
    "words": "purple walrus",
    "receipt": 64 * "c",
}
FAIRNESS: JSON = {
    "next": NEXT_CODE,
    "next_draws": NEXT_CODE,
    "game": {"profile": "measured", "custom": [], "seal": SEAL, "seed": None, "report": None},
}
"""Of a game that is played."""


def offer(do: str, *needs: str, may: tuple[str, ...] = (), **members: Any) -> JSON:
    """One entry of ``legal``."""
    return {"do": do, **members, "needs": list(needs), "may": list(may)}


def offered(legal: Sequence[JSON]) -> JSON:
    """The table's offers, each for the phones of the player who is named in it."""
    named = [[offer[name] for name in ("by", "player") if name in offer][:1] for offer in legal]
    return {"legal": legal, "legal_seats": named}


def count_offers(*players: str, least: int = 0, most: int = 350) -> list[JSON]:
    """What the referee offers while these players' hands are to be counted."""
    bounds = {"points": {"least": least, "most": most}}
    return [
        one
        for name in players
        for one in (
            offer("count", "cards", player=name),
            offer("count", "points", player=name, bounds=bounds),
        )
    ]


def ruling(key: str, clause: str = "COM-3", **values: Any) -> JSON:
    """One entry of ``log``; a key that the catalogue lacks is shown as it is."""
    return {"seq": 1, "key": key, "clause": clause, "values": values}


def refused(key: str, clause: str | None = None, **values: Any) -> JSON:
    """The body of a refusal."""
    code = key.rpartition(".")[2]
    sentence = say(key, values)
    return {"code": code, "sentence": sentence, "clause": clause, "key": key, "values": values}


def way_in(way: WayIn) -> JSON:
    """What the referee says of a way to the table, by address, for ``PageServer.found``."""
    said = {"/api/join": msgspec.to_builtins(way.join())}
    codes = {"address": way.address_code(), "wifi": way.wifi_code()}
    return said | {f"/api/join/{name}.svg": code for name, code in codes.items() if code}


def table(
    players: tuple[str, ...] = ("Ann", "Bo", "Cy"),
    *,
    legal: list[JSON] | None = None,
    launcher: JSON | None = None,
    log: list[JSON] | None = None,
    rounds: list[JSON] | None = None,
    **state: Any,
) -> JSON:
    """A table object in the middle of a round; ``state`` overrides single members.

    It gets its number when it is shown.
    """
    game = {"edition": "attack", "players": list(players), "scoring": "winner", "target": 500}
    return {
        "game_number": 3,
        "game": game | {"options": {}},
        "state": {
            "edition": "attack",
            "phase": "play",
            "round": 1,
            "dealer": players[0],
            "turn": players[1],
            "direction": "left",
            "top": "red-7",
            "color": "red",
            "hands": dict.fromkeys(players, 7),
            "owed": [],
            "uno": None,
            "launcher": 112 - 7 * len(players) - 1,
            "discard": 1,
            "reload_due": False,
            "discrepancy": 0,
            "facing": players[1],
            "armed": True,
            "scores": dict.fromkeys(players, 0),
            "towers": None,
            "eliminated": [],
            "winner": None,
        }
        | state,
        **offered(legal or []),
        "launcher": idle_launcher() | (launcher or {}),
        "draw_pile": "towers" in state,
        "target_purposes": {"trade-hands": "trade"},
        "color_only": False,
        "round_winner": None,
        "doubts": [],
        "rounds": rounds or [],
        "log": [ruling(f"{players[0]} deals.")] if log is None else log,
        "deal": "people",
        "upcoming": following(players, state),
        "next_dealer": players[1],
        "kind_values": attack_kinds() if state.get("phase") == "count" else [],
        "undealt": [],
        "clock": None,
        "fairness": FAIRNESS,
    }


def idle_launcher() -> JSON:
    """A simulated launcher that waits for nobody."""
    return {
        "name": "simulator",
        "link": "up",
        "why": None,
        "simulated": True,
        "strict": False,
        "faults": [],
        "hit": None,
    }


NO_GAME: JSON = {
    "game_number": 0,
    "game": None,
    "state": None,
    **offered([]),
    "launcher": idle_launcher(),
    "draw_pile": False,
    "target_purposes": {},
    "color_only": False,
    "round_winner": None,
    "doubts": [],
    "rounds": [],
    "log": [],
    "deal": "people",
    "upcoming": [],
    "next_dealer": None,
    "kind_values": [],
    "undealt": [],
    "clock": None,
    "fairness": FAIRNESS | {"game": None},
    "draws": None,
}


ANYBODY: JSON = {
    "role": "table",
    "access": "open",
    "device": None,
    "player": None,
    "own_only": False,
    "pin": False,
}
"""Who a device is at a table that lets everybody do everything, as GET /api/me says it."""
SPECTATOR = ANYBODY | {"role": "spectator", "access": "seats", "pin": True}
"""A device without a seat at a table where each seat acts for itself."""


def seat_of(player: str, **more: Any) -> JSON:
    """Who a phone with this player's seat is, where each seat acts for itself."""
    return SPECTATOR | {"role": "seat", "device": 1, "player": player} | more


def seat(player: str, *devices: int, **more: Any) -> JSON:
    """One entry of the table's ``seats``."""
    plain = {"colour": None, "emoji": None, "own_only": False, "plays": True}
    return {"player": player, "devices": list(devices)} | plain | more


def device(number: int, player: str | None = None, since_s: int = 1_800_000_000) -> JSON:
    """One entry of the table's ``devices``: a player's phone; without a player a table screen."""
    role = "table" if player is None else "seat"
    return {"device": number, "role": role, "player": player, "since_s": since_s}


def around(shown: JSON) -> JSON:
    """What a table has besides its game: nobody has a device, and nobody asks for anything."""
    players = shown["game"]["players"] if shown["game"] else []
    empty = [seat(player) for player in players]
    return {"access": "open", "seats": empty, "arrived": [], "devices": [], "requests": []}


CODES, CODE, ADDRESS = "/api/seats/codes", "K7QF", "http://192.168.1.5:8080/seat#K7QF"
ROWS = ["".join(map(str, row)) for row in segno.make(ADDRESS, micro=False).matrix]


def code(**more: JSON | str | int | None) -> tuple[int, JSON]:
    """The referee's answer to who asks for a code."""
    return 200, {"code": CODE, "seconds": 120, "address": ADDRESS, "qr": ROWS, **more}


class PageServer:
    """The referee's HTTP interface, without a referee."""

    def __init__(self) -> None:
        self.seq = 0
        self.table = around(NO_GAME) | NO_GAME | {"seq": 0}
        self.told: list[tuple[str, Any]] = []
        """Path and body of every POST, each key once."""
        self.saw: list[str | None] = []
        """What the sender of each of these saw, by its tag."""
        self.answers: dict[str, tuple[int, JSON]] = {}
        """By path: what a POST is answered; else 200 with the table's seq."""
        self.found: dict[str, Any] = {}
        """By path: what a GET beyond the usual ones finds, or the status and words of a refusal."""
        self.me = ANYBODY
        """Who every device is."""
        self.asked_me = 0
        """How often the page asked that."""
        self.groups: list[JSON] = []
        self.broken_boxes: list[JSON] = []
        """The groups of people."""
        self.opened = 0
        """How many streams pages have opened so far."""
        self.away = False
        self.build = ""
        """Which build the page and every table name."""
        self.languages = languages_of(PAGE)
        """Those that the page can show, as JSON."""
        self.words: dict[str, JSON] = {}
        """By language: catalogues beside those that are compiled."""
        self.port = 0
        self._keys: set[str] = set()
        self._heard = asyncio.Event()
        self._answering = asyncio.Event()
        self._answering.set()
        self._streams: set[asyncio.Queue[str | None]] = set()

    @property
    def listening(self) -> int:
        """How many pages have a stream."""
        return len(self._streams)

    def reset(self, groups: Sequence[JSON] = ()) -> None:
        """Forget what was told and how to answer, and begin another game on the page.

        With its game ends whatever was typed or opened there: the next test finds nothing of it.
        The page then asks which groups there are.
        """
        self.groups = list(groups)
        self.told.clear()
        self.saw.clear()
        self.answers.clear()
        self.found.clear()
        self.me = ANYBODY
        self.asked_me = 0
        self.away = False
        self.build = ""
        self.resume()
        self.show(
            NO_GAME | {"log": [ruling("log.game", "", names=["Ann", "Bo"]) | {"seq": self.seq}]}
        )

    async def heard(self, count: int = 1) -> list[Any]:
        """The bodies of the POSTs so far, once there are that many."""
        async with asyncio.timeout(PATIENCE_S):
            while len(self.told) < count:
                self._heard.clear()
                await self._heard.wait()
        return [body for _, body in self.told]

    def show(self, table: JSON) -> None:
        """Push a whole table to every page, under the next number."""
        self.seq += 1
        named = {"seq": self.seq, "tag": f"{JOURNAL}-{self.seq}", "build": self.build}
        self.table = around(table) | table | named
        self._push(self._table_event())

    def move(self, **launcher: Any) -> None:
        """Push the launcher alone."""
        self.table = self.table | {"launcher": self.table["launcher"] | launcher}
        self._push(f"event: launcher\ndata: {json.dumps(self.table['launcher'])}\n\n")

    def leave(self) -> None:
        """Cut every stream and answer nobody until ``come_back``."""
        self.away = True
        self.end_streams()

    def end_streams(self) -> None:
        """End every stream; whoever asks for another one gets it."""
        self._push(None)

    def hold_back(self) -> set[asyncio.Queue[str | None]]:
        """Push nothing to the streams that are open from now on; returns them."""
        streams = set(self._streams)
        self._streams.clear()
        return streams

    @contextmanager
    def held_back(self) -> Iterator[None]:
        """Push nothing to the streams that are open, not even that they are alive."""
        frozen = self.hold_back()
        try:
            yield
        finally:
            self._streams |= frozen

    def come_back(self) -> None:
        """Answer again."""
        self.away = False

    def pause(self) -> None:
        """Hear every POST, but answer none until ``resume``."""
        self._answering.clear()

    def resume(self) -> None:
        """Answer what is still to be answered."""
        self._answering.set()

    def _push(self, text: str | None) -> None:
        for stream in self._streams:
            stream.put_nowait(text)

    def _table_event(self) -> str:
        return f"id: {self.table['seq']}\nevent: table\ndata: {json.dumps(self.table)}\n\n"

    async def _events(self, request: Request) -> Response:
        if self.away:
            return Response(status_code=503)
        queue: asyncio.Queue[str | None] = asyncio.Queue()
        queue.put_nowait(self._table_event())
        self._streams.add(queue)
        self.opened += 1

        async def lines() -> AsyncIterator[str]:
            try:
                while (text := await self._next_of(queue)) is not None:
                    yield text
            finally:
                self._streams.discard(queue)

        return StreamingResponse(lines(), media_type="text/event-stream")

    async def _next_of(self, stream: asyncio.Queue[str | None]) -> str | None:
        """What a stream carries next; None: its end."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(HEARTBEAT_S):
                    return await stream.get()
            if stream in self._streams:
                return ALIVE

    async def _post(self, request: Request) -> Response:
        body = await request.json()
        key = request.headers["Idempotency-Key"]
        saw = request.headers.get("If-Match")
        if key not in self._keys and saw == NEVER_SEEN:
            return JSONResponse(refused("refusal.other_journal"), 412)
        if key not in self._keys:
            self._keys.add(key)
            self.told.append((request.url.path, body))
            self.saw.append(None if saw is None else saw.strip('"'))
            self._heard.set()
        await self._answering.wait()
        usual = code() if request.url.path == CODES else (200, {"seq": self.seq})
        status, answer = self.answers.get(request.url.path, usual)
        tag = {"etag": f'"{self.table["tag"]}"'} if status >= 400 else {}
        return JSONResponse(answer, status, tag) if status != 204 else Response(status_code=204)

    async def _who(self, request: Request) -> Response:
        if self.away:
            return Response(status_code=503)
        self.asked_me += 1
        return JSONResponse(self.me)

    async def _editions(self, request: Request) -> Response:
        return JSONResponse(EDITIONS)

    async def _broken_boxes(self, request: Request) -> Response:
        return JSONResponse(self.broken_boxes)

    async def _groups(self, request: Request) -> Response:
        return JSONResponse(self.groups)

    async def _get(self, request: Request) -> Response:
        path = request.url.path
        found = self.found.get(path)
        if isinstance(found, bytes):
            return Response(found, media_type="image/svg+xml")
        if isinstance(found, tuple):  # a refusal and its status
            return JSONResponse(found[1], found[0])
        return Response(status_code=404) if found is None else JSONResponse(found)

    async def _words(self, request: Request) -> Response:
        found = self.words.get(request.path_params["language"])
        file = PAGE / "words" / f"{request.path_params['language']}.json"
        if found is None and not file.is_file():
            return Response(status_code=404)
        return FileResponse(file) if found is None else JSONResponse(found)

    async def _file(self, request: Request) -> Response:
        file = PAGE / request.path_params["path"]
        if not file.is_file():
            return Response(status_code=404)
        kind, _ = guess_type(file.name)
        return Response(file.read_bytes(), media_type=kind, headers=UNCHANGED)

    async def _healthz(self, request: Request) -> Response:
        return JSONResponse({"seq": self.seq}, 503 if self.away else 200)

    async def _index(self, request: Request) -> Response:
        first = (PAGE / "index.html").read_bytes()
        index = marked(first, self.build, ENGLISH, self.languages, DOCUMENTS)
        return Response(index, media_type="text/html", headers=POLICY)

    def app(self) -> Starlette:
        """The same addresses as the referee's."""
        return Starlette(
            routes=[
                Route("/", self._index),
                Route("/seat", self._index),
                Route("/api/me", self._who),
                Route("/api/events", self._events),
                Route("/api/editions", self._editions),
                Route("/api/editions/broken", self._broken_boxes),
                Route("/api/groups", self._groups, methods=["GET"]),
                Route("/healthz", self._healthz),
                Route("/words/{language}.json", self._words),
                Route("/api/{rest:path}", self._post, methods=["POST"]),
                Route("/api/{rest:path}", self._get),
                Route("/{path:path}", self._file),
            ]
        )


class _Server(uvicorn.Server):
    """uvicorn in somebody else's loop."""

    def __init__(self, app: ASGIApp) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                host="127.0.0.1",
                port=0,
                log_level="error",
                lifespan="off",
                timeout_keep_alive=3600,  # a busy machine may need longer for a request than 5 s
            )
        )
        self.ready = asyncio.Event()

    def capture_signals(self) -> AbstractContextManager[None]:  # type: ignore[override]
        return nullcontext()  # Ctrl-C belongs to pytest

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.ready.set()


@asynccontextmanager
async def listening(app: ASGIApp) -> AsyncIterator[int]:
    """Serve an application on a free port of this machine, which it yields.

    Whoever listens to a stream has to be told the end before.
    """
    server = _Server(app)
    task = asyncio.create_task(server.serve())
    await server.ready.wait()
    try:
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        await task


@asynccontextmanager
async def serving() -> AsyncIterator[PageServer]:
    """A page server on a free port of this machine."""
    pages = PageServer()
    async with listening(pages.app()) as port:
        pages.port = port
        try:
            yield pages
        finally:
            pages.leave()
