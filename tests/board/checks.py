"""What is asked of every board: what its doctor says, and what becomes of its killed drivers."""

from __future__ import annotations

import json
import signal
from typing import Any

from controller.selftest.figures import LOW_WITHIN_S
from tests.board.machine import Board
from tests.board.watching import histogram, watched

WATCHDOG_MS = 2000
LATE_MS = 500
"""What systemd may take beyond the watchdog's time, on a processor as slow as this one."""
RELEASED_MS = 50
"""In which a kernel has closed what a killed process had open."""
SWITCHED_OFF_MS = 1000 * LOW_WITHIN_S
"""In which `motor-off` has to do it, where the kernel does not; so does the self-test ask."""
MOMENTS_MS = (30, 150, 300, 450, 600, 800, 1000, 1300, 1700, 2200)
"""After the motor was asked for: without a card, its whole hit takes some seconds."""
HUNG_MS = (300, 1000)
"""At these moments the driver is stopped, so that its watchdog has to kill it."""
PYTHON = "$(dirname $(readlink /usr/local/bin/rollerdeck))/python"
COMMAND = "/usr/local/bin/rollerdeck"
INSIDE = "/srv/tests/board/inside.py"


def doctor(board: Board) -> dict[str, list[str]]:
    """Level and sentence of each of its findings."""
    said: list[dict[str, Any]] = json.loads(
        board.do(f"{COMMAND} doctor --json", code=None).partition("[")[2].join(["[", ""])
    )
    return {one["what"]: [one["level"], one["says"]] for one in said}


def kill(board: Board, moments_ms: tuple[int, ...]) -> list[tuple[str, float]]:
    """Kill the driver at each of these moments; see `Watch.kills`."""
    board.do("systemctl stop rollerdeck-referee; systemctl reset-failed rollerdeck-driver || true")
    kills = " ".join(
        f"{int(signal.SIGSTOP if moment_ms in HUNG_MS else signal.SIGKILL)}:{moment_ms}"
        for moment_ms in moments_ms
    )
    with watched(board.pins) as watch:
        board.do(f"{PYTHON} {INSIDE} kills {kills}")
    found = watch.kills()
    assert len(found) == len(moments_ms)
    return found


def kill_and_check(
    board: Board, what: str, moments_ms: tuple[int, ...], promised_ms: float
) -> None:
    """Check that the motor was off in time after a kill at each moment, whatever it did before."""
    kills = kill(board, moments_ms)
    print(f"\n{histogram(what, kills)}")
    print(", ".join(f"{ms} ms: {stage}" for ms, (stage, _) in zip(moments_ms, kills, strict=True)))
    for moment_ms, (stage, driven_ms) in zip(moments_ms, kills, strict=True):
        most_ms = promised_ms + (WATCHDOG_MS + LATE_MS if moment_ms in HUNG_MS else 0)
        assert driven_ms <= most_ms, f"{stage}, {moment_ms} ms after the start"
    assert len({stage for stage, _ in kills}) >= 2, "the moments were not spread"
