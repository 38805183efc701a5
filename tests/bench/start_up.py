"""How long, and how much CPU, until the referee answers; beside importing its libraries alone."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from pathlib import Path

import psutil

from tests.bench.figures import Figure
from tests.bench.house import house

ROUNDS = 5
LIBRARIES = "import asyncio, sqlite3, click, msgspec, starlette.applications, uvicorn"


def measure(folder: Path) -> list[Figure]:
    """Medians of interleaved rounds."""
    ready, ready_cpu, bare, bare_cpu = [], [], [], []
    for round_ in range(ROUNDS):
        (place := folder / str(round_)).mkdir()
        with house(place) as running:
            ready.append(running.ready_s * 1000)
            ready_cpu.append(running.ready_cpu_s * 1000)
        wall_ms, cpu_ms = _import_alone()
        bare.append(wall_ms)
        bare_cpu.append(cpu_ms)
    median = statistics.median
    alone = "importing its libraries"
    return [
        Figure("referee: start to first answer", median(ready), "ms", alone, median(bare)),
        Figure("referee: CPU until then", median(ready_cpu), "ms", alone, median(bare_cpu)),
    ]


def _import_alone() -> tuple[float, float]:
    before = psutil.Process().cpu_times()
    began = time.monotonic()
    subprocess.run([sys.executable, "-c", LIBRARIES], check=True)
    wall_ms = (time.monotonic() - began) * 1000
    after = psutil.Process().cpu_times()
    cpu_s = after.children_user + after.children_system
    return wall_ms, (cpu_s - before.children_user - before.children_system) * 1000
