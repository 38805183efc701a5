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

SETTLED_S = 2.0
"""After the game has begun: nothing is under way any more."""
WATCHED_S = 30.0
"""The kernel counts CPU time in steps of 10 ms: 0.03 % of this."""
MIB = 1 << 20


def measure(folder: Path) -> list[Figure]:
    """Resident memory beside a bare interpreter's; CPU in per cent of one core."""
    with (
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(300)"]) as bare,
        house(folder) as running,
        httpx.Client(base_url=running.address) as client,
        client.stream("GET", "/api/events"),
    ):
        begin_game(client)
        time.sleep(SETTLED_S)
        processes = (running.referee, running.simulator)
        before = [_spent(process) for process in processes]
        began_s = time.monotonic()
        time.sleep(WATCHED_S)
        took_s = time.monotonic() - began_s
        after = [_spent(process) for process in processes]
        used_pct = [100 * (b[0] - a[0]) / took_s for a, b in zip(before, after, strict=True)]
        woken = [(b[1] - a[1]) / took_s for a, b in zip(before, after, strict=True)]
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
        Figure("referee: idle wake-ups", woken[0], "1/s", "its beats", 2),
        Figure("simulator: idle wake-ups", woken[1], "1/s", "its caller's beats", 2),
    ]


def _spent(process: psutil.Process) -> tuple[float, int]:
    """Its CPU time in seconds, and how often its event loop has waited for something."""
    times = process.cpu_times()
    return float(times.user + times.system), int(process.num_ctx_switches().voluntary)
