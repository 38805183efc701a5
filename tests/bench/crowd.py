"""A full table: eleven phones with seats and a TV, all of them painted by one Chromium.

From a command sent to each page painted with it, beside a bare answer over HTTP. It is a figure
without a goal: in a living room, each phone paints by itself.
"""

from __future__ import annotations

import asyncio
import json
import time
from itertools import cycle, islice
from pathlib import Path

from playwright.async_api import Page

from tests.bench.browsing import Visit, visiting
from tests.bench.figures import Figure, quantiles
from tests.bench.paint import FIRST, PAINTED, WATCH, said

PLAYERS = ("Ann", "Bo", "Cy", "Dora", "Eve", "Fay", "Gus", "Hal", "Ida", "Jan")
SEATS = 11
"""One more than a table has players: somebody has two phones."""
WARMING = 10
COMMANDS = 60
PATIENCE_S = 30.0

News = asyncio.Queue[tuple[int, int, float]]
"""Page, sequence number, and when that was painted: a Unix time in milliseconds."""


async def measure(folder: Path) -> list[Figure]:
    """How long each page takes, and how long the last of them."""
    async with visiting(folder) as visit:
        if visit is None:
            return []
        await _begin(visit)
        pages = [await visit.seat(name) for name in islice(cycle(PLAYERS), SEATS)]
        pages.append(await visit.television())
        news: News = asyncio.Queue()
        for number, page in enumerate(pages):
            await _watch(page, number, news)
        await _play(visit, news, len(pages), WARMING)
        each_ms, last_ms, bare_ms = await _play(visit, news, len(pages), COMMANDS)
    name = f"command to paint, {SEATS} phones and a TV"
    return [
        *quantiles(f"{name}, each", each_ms, "a bare answer", bare_ms),
        *quantiles(f"{name}, last", last_ms, "a bare answer", bare_ms),
    ]


async def _begin(visit: Visit) -> None:
    """A game of ten, instead of the one that is on the table."""
    game = {"edition": "attack", "players": PLAYERS, "dealer": PLAYERS[0]}
    (await visit.client.post("/api/games", json=game)).raise_for_status()
    await said(visit.client, {"do": "turn_up", "card": "red-5"})


async def _watch(page: Page, number: int, news: News) -> None:
    def note(shown: str) -> None:
        seq, at_ms = json.loads(shown)
        news.put_nowait((number, seq, at_ms))

    await page.expose_function(PAINTED, note)
    await page.evaluate(WATCH, FIRST)


async def _play(
    visit: Visit, news: News, pages: int, commands: int
) -> tuple[list[float], list[float], list[float]]:
    """Play a card and take it back. Returns times: of each page, of the last, of bare answers."""
    each_ms, last_ms, bare_ms = [], [], []
    for _ in range(commands // 2):
        for command in ({"do": "play", "by": "Bo", "card": "red-7"}, {"do": "undo"}):
            began = time.monotonic()
            await visit.client.get("/healthz")
            bare_ms.append((time.monotonic() - began) * 1000)
            sent_ms, answer = await said(visit.client, command)
            took_ms = await _painted(news, answer.json()["seq"], pages, sent_ms)
            each_ms += took_ms
            last_ms.append(max(took_ms))
    return each_ms, last_ms, bare_ms


async def _painted(news: News, seq: int, pages: int, sent_ms: float) -> list[float]:
    took_ms: dict[int, float] = {}
    async with asyncio.timeout(PATIENCE_S):
        while len(took_ms) < pages:
            page, shown, at_ms = await news.get()
            # a page may be shown a newer table at once, and not this one
            if shown >= seq:
                took_ms.setdefault(page, at_ms - sent_ms)
    return list(took_ms.values())
