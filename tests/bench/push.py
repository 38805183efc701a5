"""From a command sent to its table on every one of 11 pages; beside a bare answer over HTTP."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from tests.bench.figures import Figure, quantiles
from tests.bench.house import begin_game, house

PAGES = 11
COMMANDS = 200

Arrivals = asyncio.Queue[tuple[int, int, float]]
"""Page, sequence number, moment."""


@dataclass
class Times:
    """How long each took, in ms."""

    pushes_ms: list[float] = field(default_factory=list)
    """From a command to each page."""
    acks_ms: list[float] = field(default_factory=list)
    """From a command to its answer."""
    bare_ms: list[float] = field(default_factory=list)
    """A request that does nothing."""


async def measure(folder: Path) -> list[Figure]:
    """Latency of each page's event, and of plain requests in between."""
    with house(folder) as running:
        with httpx.Client(base_url=running.address) as client:
            begin_game(client)
        times = Times()
        await commands(running.address, times)
    beside = "a bare answer"
    return [
        *quantiles("command to acknowledged", times.acks_ms, beside, times.bare_ms),
        *quantiles("command to page", times.pushes_ms, beside, times.bare_ms),
    ]


async def commands(address: str, times: Times, many: int = COMMANDS) -> None:
    """Open the pages, send so many commands one after the other, and note how long each took."""
    async with httpx.AsyncClient(base_url=address, timeout=20) as client:
        arrivals: Arrivals = asyncio.Queue()
        pages = [asyncio.create_task(_page(address, number, arrivals)) for number in range(PAGES)]
        for _ in pages:
            await arrivals.get()
        for number in range(many):
            times.bare_ms.append(await _timed(client.get("/healthz")))
            sent = time.monotonic()
            command = {"do": "set", "scores": {"Ann": number}}
            answer = await client.post("/api/commands", json=command)
            times.acks_ms.append((time.monotonic() - sent) * 1000)
            seq, waiting = answer.json()["seq"], set(range(PAGES))
            while waiting:
                page, event, at = await arrivals.get()
                # a page may be shown a newer table at once, and not this one
                if event >= seq and page in waiting:
                    times.pushes_ms.append((at - sent) * 1000)
                    waiting.remove(page)
        for task in pages:
            task.cancel()


async def _page(address: str, number: int, arrivals: Arrivals) -> None:
    async with (
        httpx.AsyncClient(base_url=address, timeout=None) as client,
        client.stream("GET", "/api/events") as stream,
    ):
        async for line in stream.aiter_lines():
            if line.startswith("id:"):
                arrivals.put_nowait((number, int(line[3:]), time.monotonic()))


async def _timed(request: Awaitable[object]) -> float:
    began = time.monotonic()
    await request
    return (time.monotonic() - began) * 1000
