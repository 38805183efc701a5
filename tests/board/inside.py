"""Run on the board, by the installed release's Python: kills the driver while its motor runs.

Usage: inside.py kills NUMBER:MOMENT_MS...: with which signal, and how long after the motor was
asked for. Whoever looks from outside sees each kill as a pin of its own that goes high, and low
when the service is there again.
Or: inside.py game: begins a game, and waits until a press is awaited.
Or: inside.py hit NUMBER: waits until this hit is over, and says how: "dry", or "broken".
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import Any

import gpiod
from gpiod.line import Direction, Value

from controller.base.services import SOCKET
from firmware_bridge.client import connect
from hardware.gpio.chip import find_chip
from hardware.launcher import LauncherGone

MARK = 5
"""A pin that the launcher does not use."""
CARDS = 6
PATIENCE_S = 120.0
HIT_S = 20.0
"""In which a hit that has begun is over, with the button's rest after it."""
AGAIN_S = 0.2
REFEREE = "http://127.0.0.1:8080"
GAME = {"edition": "attack", "players": ["Ann", "Bo", "Cy"], "dealer": "Ann"}


def main(what: str, *words: str) -> None:
    """Do one of the three."""
    if what == "game":
        begin()
    elif what == "hit":
        print(outcome(int(words[0])))
    else:
        asyncio.run(kill_all([(int(one.split(":")[0]), int(one.split(":")[1])) for one in words]))


async def kill_all(kills: list[tuple[int, int]]) -> None:
    """Kill the driver again and again."""
    with gpiod.request_lines(
        find_chip("").path,
        consumer="mark",
        config={MARK: gpiod.LineSettings(direction=Direction.OUTPUT)},
    ) as line:
        for nth, (number, moment_ms) in enumerate(kills):
            launcher = await taken(f"kill {nth}")
            await launcher.clear_faults()
            hit = asyncio.ensure_future(launcher.eject(CARDS))
            await asyncio.sleep(moment_ms / 1000)
            victim = main_process()
            line.set_value(MARK, Value.ACTIVE)
            os.kill(victim, number)
            with suppress(LauncherGone, asyncio.TimeoutError):
                await asyncio.wait_for(hit, 10)
            with suppress(LauncherGone):
                await launcher.close()
            await (await taken(f"look {nth}", victim)).close()
            line.set_value(MARK, Value.INACTIVE)


async def taken(caller: str, dead: int = 0) -> Any:
    """The launcher, once its service is there, and is another process than the dead one."""
    deadline = time.monotonic() + PATIENCE_S
    while True:
        if main_process() not in (0, dead):
            with suppress(LauncherGone):
                return await connect(SOCKET, caller, instead=True)
        assert time.monotonic() < deadline, "the driver does not come back"
        await asyncio.sleep(AGAIN_S)


def main_process() -> int:
    asked = ["systemctl", "show", "--property=MainPID", "--value", "rollerdeck-driver"]
    return int(subprocess.run(asked, capture_output=True, text=True, check=True).stdout)


def begin() -> None:
    """Begin a game, and turn up its first card."""
    deadline = time.monotonic() + PATIENCE_S
    while not serves():
        assert time.monotonic() < deadline, "the referee has no launcher"
        time.sleep(0.5)
    ask("/api/games", GAME)
    ask("/api/commands", {"do": "turn_up", "card": "red-5"})
    while ask("/api/table")["launcher"]["hit"]["stage"] != "armed":
        assert time.monotonic() < deadline, ask("/api/table")["launcher"]
        time.sleep(0.2)


def outcome(number: int) -> str:
    """How a hit went: the next press is awaited after a dry one, and without a card it breaks."""
    deadline = time.monotonic() + HIT_S
    while True:
        hit = ask("/api/table")["launcher"]["hit"]
        if hit["number"] > number and hit["stage"] == "armed":
            return "dry"
        if hit["stage"] == "broken":
            return "broken"
        assert time.monotonic() < deadline, f"nobody heard the button: {hit}"
        time.sleep(AGAIN_S)


def serves() -> bool:
    with suppress(OSError):
        return bool(ask("/healthz")["link"] == "up")
    return False


def ask(place: str, body: object = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    asked = urllib.request.Request(REFEREE + place, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(asked, timeout=60) as answer:
        return json.load(answer)


if __name__ == "__main__":
    assert Path("/proc/device-tree/model").exists(), "this is for the board"
    main(*sys.argv[1:])
