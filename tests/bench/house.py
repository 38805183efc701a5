"""A simulator and a referee as users run them, with a game on the table."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import psutil

from tests.processes import Running, free_port, without_waiting


@dataclass(frozen=True, slots=True)
class House:
    """Two processes and how to reach them."""

    address: str
    socket: Path
    referee: psutil.Process
    simulator: psutil.Process
    ready_s: float
    """From starting the referee's process to its first answer."""
    ready_cpu_s: float
    """CPU time that the referee had used by then."""


@contextmanager
def house(folder: Path) -> Iterator[House]:
    """Run both until the block ends."""
    socket, port = folder / "launcher.sock", free_port()
    address = f"http://127.0.0.1:{port}"
    with Running(folder, "simulator", "--socket", str(socket)) as simulator:
        simulator.until(lambda: Path(f"{socket}.hand").exists(), "socket")
        began = time.monotonic()
        with Running(
            folder,
            *("play", "--simulate", "--host", "127.0.0.1", "--port", str(port)),
            *("--socket", str(socket), "--journal", str(folder / "journal.db")),
            *without_waiting(folder),
        ) as referee:
            referee.until(lambda: _answers(address), "answer")
            process = psutil.Process(referee.process.pid)
            ready_s = time.monotonic() - began
            cpu = process.cpu_times()
            yield House(
                address,
                socket,
                process,
                psutil.Process(simulator.process.pid),
                ready_s,
                cpu.user + cpu.system,
            )


def begin_game(client: httpx.Client) -> None:
    """Deal and turn up, so that a press is awaited."""
    game = {"edition": "attack", "players": ["Ann", "Bo", "Cy"], "dealer": "Ann"}
    client.post("/api/games", json=game).raise_for_status()
    client.post("/api/commands", json={"do": "turn_up", "card": "red-5"}).raise_for_status()


def _answers(address: str) -> bool:
    try:
        return httpx.get(f"{address}/healthz").status_code == 200
    except httpx.TransportError:
        return False
