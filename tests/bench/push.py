"""From a command sent to its table on every one of 11 pages; beside a bare answer over HTTP."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable
from pathlib import Path

import httpx

from tests.bench.figures import Figure, quantile
from tests.bench.house import begin_game, house

PAGES = 11
COMMANDS = 200

Arrivals = asyncio.Queue[tuple[int, int, float]]
"""Page, sequence number, moment."""


async def measure(folder: Path) -> list[Figure]:
    """Latency of each page's event, and of plain requests in between."""
    with house(folder) as running:
        with httpx.Client(base_url=running.address) as client:
            begin_game(client)
        async with httpx.AsyncClient(base_url=running.address, timeout=20) as client:
            arrivals: Arrivals = asyncio.Queue()
            pages = [
                asyncio.create_task(_page(running.address, number, arrivals))
                for number in range(PAGES)
            ]
            for _ in pages:
                await arrivals.get()
            pushes_ms, acks_ms, bare_ms = [], [], []
            for number in range(COMMANDS):
                bare_ms.append(await _timed(client.get("/healthz")))
                sent = time.monotonic()
                command = {"do": "set", "scores": {"Ann": number}}
                answer = await client.post("/api/commands", json=command)
                acks_ms.append((time.monotonic() - sent) * 1000)
                seq, waiting = answer.json()["seq"], set(range(PAGES))
                while waiting:
                    page, event, at = await arrivals.get()
                    # a page may be shown a newer table at once, and not this one
                    if event >= seq and page in waiting:
                        pushes_ms.append((at - sent) * 1000)
                        waiting.remove(page)
            for task in pages:
                task.cancel()
    return [
        Figure(
            f"{name}, {label}",
            quantile(values, share),
            "ms",
            "a bare answer",
            quantile(bare_ms, share),
        )
        for name, values in (("command to acknowledged", acks_ms), ("command to page", pushes_ms))
        for label, share in (("p50", 0.5), ("p99", 0.99))
    ]


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
