"""How late the launcher's loop wakes up, beside one that shares its process with busy JSON.

The launcher has a process of its own; the figure says what a busy referee does to it all the same.
"""

from __future__ import annotations

import asyncio
import json
import threading
import time
from pathlib import Path

import httpx

from firmware_bridge.simulator_control import SimulatorControl
from tests.bench.figures import Figure, quantile
from tests.bench.house import begin_game, house

HITS = 40
CALLERS = 4
SHARED_S = 3.0
EVERY_S = 0.005


async def measure(folder: Path) -> list[Figure]:
    """Lateness with the referee idle and busy, and of a shared loop."""
    with house(folder) as running:
        control = SimulatorControl(running.socket)
        with httpx.Client(base_url=running.address) as client:
            begin_game(client)
        async with httpx.AsyncClient(base_url=running.address, timeout=20) as client:
            idle_ms = await _lateness_ms(control, client)
            callers = [asyncio.create_task(_keep_busy(client)) for _ in range(CALLERS)]
            busy_ms = await _lateness_ms(control, client)
            for caller in callers:
                caller.cancel()
    shared_ms = await _shared_loop_ms()
    return [
        Figure(
            f"launcher late, referee {state}, {label}",
            quantile(values, share),
            "ms",
            "a loop beside JSON",
            quantile(shared_ms, share),
        )
        for state, values in (("idle", idle_ms), ("busy", busy_ms))
        for label, share in (("p50", 0.5), ("p99", 0.99))
    ]


async def _lateness_ms(control: SimulatorControl, client: httpx.AsyncClient) -> list[float]:
    """Press until enough hits have run; how late the simulator came to each of its events."""
    late: list[float] = []
    for _ in range(HITS):
        await _armed(client)
        known = (await control.truth()).events
        await control.press(hold_ms=40)
        await asyncio.sleep(0.06)
        truth = await control.truth()
        late += truth.late_ms[-(truth.events - known) :]
        state = (await client.get("/api/table")).json()["state"]
        if state["launcher"] < 20:
            game = {"edition": "attack", "players": ["Ann", "Bo", "Cy"], "dealer": "Ann"}
            await client.post("/api/games", json=game)
            await client.post("/api/commands", json={"do": "turn_up", "card": "red-5"})
    return late


async def _armed(client: httpx.AsyncClient) -> None:
    while True:
        hit = (await client.get("/api/table")).json()["launcher"]["hit"]
        if hit is not None and hit["stage"] == "armed":
            return
        await asyncio.sleep(0.02)


async def _keep_busy(client: httpx.AsyncClient) -> None:
    while True:
        await client.get("/api/table")


async def _shared_loop_ms() -> list[float]:
    """A timer in this process, beside a thread that writes and reads JSON without a pause."""
    document = {"rows": [{"name": str(n), "values": list(range(20))} for n in range(2000)]}
    stop = threading.Event()

    def work() -> None:
        while not stop.is_set():
            json.loads(json.dumps(document))

    worker = threading.Thread(target=work)
    worker.start()
    late = []
    try:
        end = time.monotonic() + SHARED_S
        while (due := time.monotonic() + EVERY_S) < end:
            await asyncio.sleep(EVERY_S)
            late.append((time.monotonic() - due) * 1000)
    finally:
        stop.set()
        worker.join()
    return late
