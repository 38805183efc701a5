"""What both processes take while nobody does anything, a press awaited and one page open."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import httpx
import psutil

from tests.bench.figures import Figure
from tests.bench.house import begin_game, house

WATCHED_S = 10.0
MIB = 1 << 20


def measure(folder: Path) -> list[Figure]:
    """Resident memory beside a bare interpreter's; CPU in per cent of one core."""
    with (
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"]) as bare,
        house(folder) as running,
        httpx.Client(base_url=running.address) as client,
        client.stream("GET", "/api/events"),
    ):
        begin_game(client)
        before = [_cpu_s(process) for process in (running.referee, running.simulator)]
        time.sleep(WATCHED_S)
        after = [_cpu_s(process) for process in (running.referee, running.simulator)]
        used_pct = [100 * (b - a) / WATCHED_S for a, b in zip(before, after, strict=True)]
        interpreter = psutil.Process(bare.pid).memory_info().rss / MIB
        referee = running.referee.memory_info().rss / MIB
        simulator = running.simulator.memory_info().rss / MIB
        bare.kill()
    name = "a bare interpreter"
    return [
        Figure("referee: resident memory", referee, "MiB", name, interpreter),
        Figure("simulator: resident memory", simulator, "MiB", name, interpreter),
        Figure("referee: idle CPU", used_pct[0], "%", "one core", 100),
        Figure("simulator: idle CPU", used_pct[1], "%", "one core", 100),
    ]


def _cpu_s(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)
