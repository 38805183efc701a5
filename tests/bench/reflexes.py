"""From a command to the motor, and from an edge to its end: a Pico's program beside a Pi's driver.

Both in processes of their own on simulated pins, spoken to as a referee does: over a pseudo
terminal, and over a Unix socket. On a desktop: neither USB nor a microcontroller's clock is in it.
"""

from __future__ import annotations

import asyncio
import json
import os
import pty
import shutil
import subprocess
import sys
import time
import tty
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from firmware_bridge.caller_end import HUNG_UP, CallerEnd
from firmware_bridge.pico_pins import PicoPins
from firmware_bridge.serial_line import Streams, dial
from tests.bench.figures import Figure, quantile
from tests.micropython import process

ROUNDS = 100
PINGS = 2_000
START_S = 20.0
BEAT_S = 0.03
TICK_MS = 2.0
HEAP_KIB = 256.0


@dataclass(frozen=True, slots=True)
class Reflexes:
    """Milliseconds each."""

    on_ms: list[float]
    off_ms: list[float]
    ping_ms: list[float]
    last: list[int]
    """The last line that the program reported."""


async def measure(folder: Path) -> list[Figure]:
    """Both, one after the other; the last figures are of the Pico's program alone."""
    if shutil.which("micropython", path=Path(sys.executable).parent) is None:
        print(f"No Pico's program: {process.HOW}")
        return []
    async with _driver(folder) as streams:
        pi = await _reflexes(streams, folder)
    (folder / "reflexes.jsonl").unlink()
    async with _pico(folder) as streams:
        pico = await _reflexes(streams, folder)
    ticks, sum_us, longest_us, most_bytes = pico.last[3:]
    figures = [
        Figure(f"{name}, Pico's program, {label}", quantile(a, share), "ms", "a Pi's driver", b)
        for name, a, b_ms in (
            ("command to motor on", pico.on_ms, pi.on_ms),
            ("cover open to motor off", pico.off_ms, pi.off_ms),
            ("ping", pico.ping_ms, pi.ping_ms),
        )
        for label, share in (("p50", 0.5), ("p99", 0.99))
        for b in [quantile(b_ms, share)]
    ]
    return [
        *figures,
        Figure("Pico's program: a tick", sum_us / ticks / 1000, "ms", "its period", TICK_MS),
        Figure("Pico's program: the longest", longest_us / 1000, "ms", "its period", TICK_MS),
        Figure("Pico's program: memory in use", most_bytes / 1024, "KiB", "its heap", HEAP_KIB),
    ]


@asynccontextmanager
async def _driver(folder: Path) -> AsyncIterator[Streams]:
    command = [sys.executable, "-m", "tests.bench.reflex_driver", str(folder)]
    with subprocess.Popen(command) as running:  # noqa: ASYNC220 -- it forks, and waits for nothing
        try:
            _there(folder / "launcher.sock")
            yield await asyncio.open_unix_connection(str(folder / "launcher.sock"))
        finally:
            running.kill()


@asynccontextmanager
async def _pico(folder: Path) -> AsyncIterator[Streams]:
    wiring = PicoPins(cover=6).wiring() | {"build": "bench", "calibration": ""}
    (folder / "launcher.json").write_text(json.dumps(wiring))
    far, near = pty.openpty()
    tty.setraw(far)
    tty.setraw(near)
    running = process.start("reflex.py", far, folder)
    try:
        _there(folder / "reflexes.jsonl")
        yield await dial(os.ttyname(near))
    finally:
        running.kill()
        running.wait()
        os.close(far)
        os.close(near)


def _there(file: Path) -> None:
    """Wait until the other process serves; nothing else is to be done meanwhile."""
    began = time.monotonic()
    while not file.exists():
        if time.monotonic() > began + START_S:
            raise SystemExit(f"Nothing serves within {START_S:.0f} s: see what it said above.")
        time.sleep(0.05)


async def _reflexes(streams: Streams, folder: Path) -> Reflexes:
    ended = asyncio.Event()
    end = CallerEnd(
        *streams, on_event=lambda event: ended.set() if event["is"] == "ended" else None
    )
    listening = asyncio.create_task(end.listen())
    boot = (await end.ask("hello", protocol=1, caller="bench"))["boot"]
    ping_ms = [await _timed(end) for _ in range(PINGS)]
    asked_us = []
    for _ in range(ROUNDS):
        asked_us.append(time.monotonic_ns() // 1000)
        ended.clear()
        await end.ask("eject", count=1, boot=boot)
        while not ended.is_set() or (await end.ask("clear"))["faults"]:
            await asyncio.sleep(BEAT_S)
            await end.ask("beat")
    end.close(HUNG_UP)
    await listening
    lines = [json.loads(line) for line in (folder / "reflexes.jsonl").read_text().splitlines()]
    rounds = zip(asked_us, lines, strict=True)
    return Reflexes(
        [(on_us - us) / 1000 for us, (on_us, *_) in rounds],
        [(off_us - open_us) / 1000 for _, open_us, off_us, *_ in lines],
        ping_ms,
        lines[-1],
    )


async def _timed(end: CallerEnd) -> float:
    began = time.monotonic()
    await end.ask("beat")
    return (time.monotonic() - began) * 1000
