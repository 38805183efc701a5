"""What is asked of every board: what its doctor says, and what becomes of its killed drivers."""

from __future__ import annotations

import json
import signal
from collections.abc import Sequence
from typing import Any

from controller.workshop.selftest.figures import LOW_WITHIN_S
from tests.board.machine import Board
from tests.board.watching import histogram, watched

WATCHDOG_MS = 2000
LATE_MS = 500
"""What systemd may take beyond the watchdog's time, on a processor as slow as this one."""
RELEASED_MS = 50
"""In which a kernel has closed what a killed process had open."""
SWITCHED_OFF_MS = 1000 * LOW_WITHIN_S
"""In which `motor-off` has to do it, where the kernel does not; so does the self-test ask."""
MOMENTS = tuple((ms, "") for ms in (30, 150, 300, 450, 600, 800, 1000, 1300, 1700, 2200))
"""Milliseconds after the motor was asked for, and what the motor has to do then ("": whatever it
does). Without a card, its whole hit takes some seconds."""
FEW_MOMENTS = ((300, "forward"), (400, "reverse"), (1200, "brake"))
HUNG_MS = (300, 1000)
"""At these moments the driver is stopped, so that its watchdog has to kill it."""
PYTHON = "$(dirname $(readlink /usr/local/bin/rollerdeck))/python"
COMMAND = "/usr/local/bin/rollerdeck"
INSIDE = "/srv/tests/board/inside.py"
GAME = "python3 /srv/tests/board/game.py"


def doctor(board: Board) -> dict[str, list[str]]:
    """Level and sentence of each of its findings."""
    said: list[dict[str, Any]] = json.loads(
        board.do(f"{COMMAND} doctor --json", code=None).partition("[")[2].join(["[", ""])
    )
    return {one["what"]: [one["level"], one["says"]] for one in said}


def kill(board: Board, moments: Sequence[tuple[int, str]]) -> list[tuple[str, float]]:
    """Kill the driver at each of these moments.

    Returns what the motor did at each, and for how many ms it was driven afterwards.
    """
    board.do("systemctl stop rollerdeck-referee; systemctl reset-failed rollerdeck-driver || true")
    kills = " ".join(
        f"{int(signal.SIGSTOP if ms in HUNG_MS else signal.SIGKILL)}:{ms}:{awaited}"
        for ms, awaited in moments
    )
    with watched(board.pins) as watch:
        stages = board.do(f"{PYTHON} {INSIDE} {kills}").split()
    assert len(stages) == len(moments)
    return list(zip(stages, watch.kills(), strict=True))


def kill_and_check(
    board: Board, what: str, moments: Sequence[tuple[int, str]], promised_ms: float
) -> None:
    """Check that the motor was off in time after a kill at each moment, whatever it did before."""
    kills = kill(board, moments)
    print(f"\n{histogram(what, kills)}")
    print(
        ", ".join(f"{ms} ms: {stage}" for (ms, _), (stage, _) in zip(moments, kills, strict=True))
    )
    for (ms, _), (stage, driven_ms) in zip(moments, kills, strict=True):
        most_ms = promised_ms + (WATCHDOG_MS + LATE_MS if ms in HUNG_MS else 0)
        assert driven_ms <= most_ms, f"{stage}, {ms} ms after the start"
    assert len({stage for stage, _ in kills}) >= 2, "the moments were not spread"
