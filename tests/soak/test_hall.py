"""10 to 200 tables at one broker and one hub: how fast, what it costs, and nothing is lost."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import sys
import tempfile
import time
from contextlib import closing, suppress
from pathlib import Path
from statistics import quantiles

import httpx
import psutil
import pytest

from controller.base.paths import HUB_FILE, HUB_PASSWORD
from controller.club.password import keep_password
from tests.controller.club.broker import Mosquitto
from tests.processes import PATIENCE_S, Running, free_port

pytestmark = pytest.mark.soak

SIZES = [int(one) for one in os.environ.get("HALL_TABLES", "10,50,100,200").split(",")]
RATE = float(os.environ.get("HALL_RULINGS", "2"))
"""Rulings a second at each table. People are five times slower, or more."""
SECONDS = float(os.environ.get("HALL_S", "30"))


async def listen(url: str, delays_ms: list[float]) -> None:
    """The age of each turn that a page is told."""
    seen: dict[str, str] = {}
    async with (
        httpx.AsyncClient(timeout=None) as web,
        web.stream("GET", f"{url}/api/events") as answer,
    ):
        async for line in answer.aiter_lines():
            if not line.startswith("data: {"):
                continue
            now = time.time_ns()
            for tile in json.loads(line.removeprefix("data: "))["tables"]:
                turn = tile["turn"] or ""
                if len(turn) > 15 and seen.get(tile["id"]) != turn:
                    seen[tile["id"]] = turn
                    delays_ms.append((now - int(turn)) / 1e6)


@pytest.mark.parametrize("count", SIZES)
async def test_nothing_is_lost_in_a_hall(
    count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    users = {"hub": "keep all", **{f"table-{n}": f"table-{n}" for n in range(1, count + 1)}}
    with Mosquitto(tmp_path, users=users) as mosquitto:
        keep_password(tmp_path / HUB_PASSWORD, users["hub"])
        port = free_port()
        config = tmp_path / "rollerdeck.toml"
        config.write_text(
            f"[hub]\nhost = 'localhost'\nport = {mosquitto.port}\nuser = 'hub'\n"
            f"page_port = {port}\n"
        )
        with Running(tmp_path, "hub", "--config", str(config)) as hub:
            await show(count, tmp_path, mosquitto, hub, f"http://localhost:{port}")


async def show(count: int, folder: Path, mosquitto: Mosquitto, hub: Running, url: str) -> None:
    async with httpx.AsyncClient() as web, asyncio.timeout(PATIENCE_S):
        while True:
            with suppress(httpx.TransportError):
                if (await web.get(f"{url}/healthz")).status_code == 200:
                    break
            await asyncio.sleep(0.05)
    parts = {"broker": psutil.Process(mosquitto.pid), "hub": psutil.Process(hub.process.pid)}
    before = {name: sum(one.cpu_times()[:2]) for name, one in parts.items()}
    delays_ms: list[float] = []
    listening = asyncio.create_task(listen(url, delays_ms))
    # each table has a disk of its own: here, 200 would wait for one
    with tempfile.TemporaryDirectory(dir="/dev/shm") as shared:
        args = (str(mosquitto.port), shared, str(count), str(RATE), str(SECONDS))
        tables = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.soak.hall", *args), stdout=asyncio.subprocess.PIPE
        )
        out, _ = await tables.communicate()
    told = json.loads(out)
    listening.cancel()
    with suppress(asyncio.CancelledError):
        await listening
    cuts = quantiles(delays_ms, n=100)
    print(f"\n{count} tables, {RATE:g} rulings a second at each, {told['seconds']:.0f} s:")
    print(f"  {told['rulings']} rulings, {told['rulings'] / told['seconds']:.0f} a second")
    print(f"  {told['messages'] / told['seconds']:.0f} messages a second")
    print(f"  delay to the scoreboard: p50 {cuts[49]:.0f} ms, p99 {cuts[98]:.0f} ms")
    for name, one in parts.items():
        used = (sum(one.cpu_times()[:2]) - before[name]) / told["seconds"]
        print(f"  {name}: {used:.0%} of a processor, {one.memory_info().rss / 2**20:.0f} MiB")
    share = told["cpu_s"] / told["seconds"]
    print(f"  publishers: {share:.0%} of a processor, {told['rss_mib']:.0f} MiB")
    with closing(sqlite3.connect(folder / HUB_FILE)) as db:
        (results,) = db.execute("SELECT count(*) FROM result WHERE NOT taken_back").fetchone()
        (proved,) = db.execute("SELECT count(*) FROM result WHERE proof = 'proved'").fetchone()
        (events,) = db.execute("SELECT count(*) FROM event").fetchone()
        (holes,) = db.execute(
            "SELECT coalesce(sum(most - found), 0) FROM "
            "(SELECT max(number) AS most, count(*) AS found FROM event GROUP BY tab, source)"
        ).fetchone()
    print(f"  kept: {results} results, {proved} of them proved, {events} events, {holes} missing")
    assert told["settled"] == count and results == told["games"]
    assert (holes, events) == (0, told["rulings"])
