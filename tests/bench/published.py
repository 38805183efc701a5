"""The same table with a publisher at a broker, and without: in turns, so that both are as busy.

Without Mosquitto there is nothing to measure.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import httpx

from controller.base.paths import MQTT_PASSWORD
from controller.club.password import keep_password
from tests.bench.figures import Figure, quantiles
from tests.bench.house import House, begin_game, house
from tests.bench.push import Times, commands
from tests.controller.club.broker import USERS, Mosquitto
from tests.need import found_program
from tests.processes import Running

TURNS = 4
"""Of each."""
COMMANDS = 100
"""In a turn."""
SETTLED_S = 2.0
"""After the publisher has begun: what it publishes at first has been sent."""
NAME, YARDSTICK = "with a publisher", "without one"


async def measure(folder: Path) -> list[Figure]:
    """Latencies, and the processor time of the referee for a command."""
    if found_program("mosquitto") is None:
        return []
    times = {True: Times(), False: Times()}
    cpu_ms = {True: 0.0, False: 0.0}
    with Mosquitto(folder) as broker, house(folder) as running:
        with httpx.Client(base_url=running.address) as client:
            begin_game(client)
        for _ in range(TURNS):
            for published in (True, False):
                with _publisher(folder, broker, running, published):
                    await asyncio.sleep(SETTLED_S)
                    before_ms = _spent_ms(running)
                    await commands(running.address, times[published], COMMANDS)
                    cpu_ms[published] += _spent_ms(running) - before_ms
    return [
        *quantiles(
            f"command to acknowledged, {NAME}", times[True].acks_ms, YARDSTICK, times[False].acks_ms
        ),
        *quantiles(
            f"command to page, {NAME}", times[True].pushes_ms, YARDSTICK, times[False].pushes_ms
        ),
        Figure(
            f"referee's CPU for a command, {NAME}",
            cpu_ms[True] / (TURNS * COMMANDS),
            "ms",
            YARDSTICK,
            cpu_ms[False] / (TURNS * COMMANDS),
        ),
    ]


@contextmanager
def _publisher(folder: Path, broker: Mosquitto, running: House, published: bool) -> Iterator[None]:
    """Publish the table meanwhile, or not."""
    if not published:
        yield
        return
    keep_password(folder / MQTT_PASSWORD, USERS["table-1"])
    config = folder / "published.toml"
    port = httpx.URL(running.address).port
    config.write_text(
        f"[referee]\nport = {port}\n"
        f"[mqtt]\nhost = 'localhost'\nport = {broker.port}\nuser = 'table-1'\n"
    )
    with (
        # as systemd says where the password is
        patch.dict(os.environ, {"STATE_DIRECTORY": str(folder)}),
        Running(folder, "mqtt", "--wait", "--config", str(config)) as publisher,
    ):
        publisher.until(lambda: "The broker answers" in publisher.said, "broker")
        yield


def _spent_ms(running: House) -> float:
    times = running.referee.cpu_times()
    return 1000 * float(times.user + times.system)
