"""How long one request holds up the referee's event loop, with the games of years in the journal.

A launcher whose referee is silent for 250 ms breaks off a hit, on a Pi as well as here.
"""

from __future__ import annotations

import asyncio
import json
import time
from asyncio import Handle
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from controller.web.past import read_apart
from release import openapi
from tests.bench.figures import Figure
from tests.worlds.client import Client, LocalControl
from tests.worlds.evening import GAME, Evening
from tests.worlds.many_games import lay_many_games

GAMES = 10_000
COMMANDS_EACH = 3
"""Of each game: their number decides how long the start takes, not how long a request takes."""
ROUNDS = 5
"""Other processes hold up the loop as well; the shortest of so many rounds has least of that."""
LARGE = json.dumps({"x": [[]] * 15_000}).encode()
"""Nearly as large as a body can be, with as much to look at as fits in."""
IN_PATH = {"{game}": "1", "{group}": "00000000", "{request}": "1"}
ENDLESS = ("/api/events",)
YARDSTICK = ("get", "/healthz", None)

Request = tuple[str, str, bytes | None]
"""Method, path and body."""


@dataclass
class Longest:
    """The longest time for which one callback kept the loop."""

    hold_up_ms: float = 0.0


@contextmanager
def watched(longest: Longest) -> Iterator[None]:
    """Measure every callback of every loop meanwhile."""
    usual = Handle._run

    def run(self: Handle) -> None:
        began_s = time.perf_counter()
        usual(self)
        held_ms = (time.perf_counter() - began_s) * 1000
        longest.hold_up_ms = max(longest.hold_up_ms, held_ms)

    Handle._run = run  # type: ignore[method-assign]  # the loop offers no such measurement
    try:
        yield
    finally:
        Handle._run = usual  # type: ignore[method-assign]  # as before


def requests() -> Iterator[Request]:
    """Each request of the interface, the POSTs with a small and with a large body."""
    paths: dict[str, dict[str, Any]] = openapi.document()["paths"]
    for path, methods in paths.items():
        for place, value in IN_PATH.items():
            path = path.replace(place, value)
        if path not in ENDLESS:
            for method in methods:
                for body in (None,) if method == "get" else (b"{}", LARGE):
                    yield method, path, body
    yield "get", f"/api/games?before={GAMES // 2}", None
    yield "get", "/api/games?before=2", None


async def measure(folder: Path) -> list[Figure]:
    """The request that held up the loop longest, beside one that asks for next to nothing."""
    evening = Evening(folder)
    lay_many_games(evening.path, GAMES, COMMANDS_EACH)
    await evening.open()
    await evening.table.new_game(GAME)
    await evening.table.command({"do": "turn_up", "card": "red-5"})
    client = Client(evening, LocalControl(evening), read=read_apart)
    shortest: dict[Request, float] = {}
    longest = Longest()
    with watched(longest):
        for _ in range(ROUNDS):
            for request in requests():
                method, path, body = request
                await asyncio.sleep(0)
                longest.hold_up_ms = 0.0
                await client.http.request(method.upper(), path, content=body)
                await asyncio.sleep(0)  # the callback that read the answer ends here
                shortest[request] = min(shortest.get(request, 1e9), longest.hold_up_ms)
    await client.http.aclose()
    await evening.close()
    slowest = max(shortest, key=lambda request: shortest[request])
    method, path, body = slowest
    size = "" if body is None else f", {len(body) // 1000} kB"
    print(f"\nOf all requests, {method.upper()} {path}{size} held up the loop longest.")
    name = f"longest hold-up by a request, {GAMES} games"
    return [Figure(name, shortest[slowest], "ms", "GET /healthz", shortest[YARDSTICK])]
