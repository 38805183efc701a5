"""A scoreboard with many tables, served by the hub's own site, without a broker."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

from controller.base.service_manager import ServiceManager
from controller.club.hub.result_store import StoredResult
from controller.club.hub.scoreboard import Board, Summary
from controller.club.hub.serving import Site
from controller.club.hub.standings import Record, records, standings
from controller.club.hub.table_messages import Launcher, Player, State, Status, TableMessage
from controller.daemon.server import Server, uvicorn_config
from tests.rules.house_box import BOX, ID

NAMES = ("Ann", "Bo", "Cy", "Maximilian", "Dee", "Konstantin", "Flo", "Gus", "Bartholomew", "Jo")
SIZES = (1, 12, 60)


def tile(number: int, count: int) -> list[TableMessage]:
    """What one table says: most play, some have won, a fault, nobody, or no connection."""
    name = f"table-{number}"
    kind = number % 7 if count > 1 else 1
    people = NAMES[: 10 if count == 1 else 3 + number % 4]
    players = tuple(Player(one, (3 * n + number) % 13, 45 * n) for n, one in enumerate(people))
    over = kind == 4
    state = State(
        7,
        "aa",
        None if kind == 3 else 5,
        edition=ID if number % 5 == 1 else "attack",
        phase="game_over" if over else "play",
        round=3,
        turn=None if kind == 3 else people[number % len(people)],
        players=() if kind == 3 else players,
        hits=12,
        winners=(people[-1],) if over else (),
    )
    launcher = Launcher("up", ("SENSOR_BLOCKED",) if kind == 5 else ())
    status = Status(kind != 6)
    return [TableMessage(name, body, False) for body in (state, launcher, status)]


def filled(count: int) -> Board:
    """A board with so many tables, and standings of an evening."""
    board = Board()
    for number in range(1, count + 1):
        for told in tile(number, count):
            board.tell(told)
    results = [
        StoredResult(
            *(f"table-{game % count + 1}", "aa", game, 1_790_000_000 + game, 0, "proved", None),
            *("attack", 2 + game % 5, 20 + game, (NAMES[game % 10],)),
            {
                name: 10 * n + game
                for n, name in enumerate(NAMES[: game % 6 + 4] + NAMES[game % 10 : game % 10 + 1])
            },
            count != 12,
        )
        for game in range(1, 3 * count + 1)
    ]
    board.name_boxes({ID: BOX["name"]})
    said = [] if count == 60 else [Record("hall.twice", {"table": "table-2"})]
    board.summarise(Summary(standings(results), records(results), said, len(results)))
    return board


_SITES: dict[int, Site] = {}


def site_of(url: str) -> Site:
    """The site that serves a page."""
    return _SITES[urlsplit(url).port or 0]


@asynccontextmanager
async def board_at(board: Board, language: str = "en") -> AsyncIterator[str]:
    """Serve it; yields the address."""
    listening = socket.create_server(("127.0.0.1", 0))
    site = Site(board, (), language)
    server = Server(uvicorn_config(site.app), ServiceManager({}, 0), "It listens.")
    web = asyncio.create_task(server.serve([listening]))
    port = listening.getsockname()[1]
    _SITES[port] = site
    try:
        yield f"http://127.0.0.1:{port}/"
    finally:
        del _SITES[port]
        site.streams.close()
        server.end()
        for connection in list(server.server_state.connections):
            connection.transport.abort()
        await web
