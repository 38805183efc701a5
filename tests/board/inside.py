"""Run on the board, by the installed release's Python: kills the driver while its motor runs.

Usage: inside.py NUMBER:MOMENT_MS:AWAITED...: with which signal, how long after the motor was asked
for, and what the motor has to do then (nothing: whatever it does). Prints what the motor did at
each kill. Whoever looks from outside sees each kill as a pin of its own that goes high, and low
when the service is there again.
"""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import gpiod
from gpiod.line import Direction, Value

from controller.base.services import SOCKET
from firmware_bridge.address import at_socket
from firmware_bridge.client import SessionOptions, connect
from hardware.gpio.chip import find_chip
from hardware.gpio.pins import Pins
from hardware.launcher import LauncherGone

MARK = 5
"""A pin that the launcher does not use."""
CARDS = 6
PATIENCE_S = 120.0
AGAIN_S = 1.0
"""Idle time costs nothing, but each look at the service does."""
POLL_S = 0.002
LINES = Path("/sys/kernel/debug/gpio")
MOTOR = (Pins().motor_in1, Pins().motor_in2)
DOES = {
    (True, False): "forward",
    (False, True): "reverse",
    (True, True): "brake",
    (False, False): "off",
}
"""What a motor does, by the levels of its driver's two inputs."""


async def main(kills: list[tuple[int, int, str]]) -> None:
    """Kill the driver again and again."""
    with gpiod.request_lines(
        find_chip("").path,
        consumer="mark",
        config={MARK: gpiod.LineSettings(direction=Direction.OUTPUT)},
    ) as line:
        for nth, (number, moment_ms, awaited) in enumerate(kills):
            launcher = await taken(f"kill {nth}")
            victim = main_process()
            await launcher.clear_faults()
            hit = asyncio.ensure_future(launcher.eject(CARDS))
            await asyncio.sleep(moment_ms / 1000)
            while (stage := motor()) != awaited and awaited:
                assert not hit.done(), f"the motor does not {awaited}"
                await asyncio.sleep(POLL_S)
            line.set_value(MARK, Value.ACTIVE)
            os.kill(victim, number)
            print(stage)
            with suppress(LauncherGone, asyncio.TimeoutError):
                await asyncio.wait_for(hit, 10)
            with suppress(LauncherGone):
                await launcher.close()
            await (await taken(f"look {nth}", victim)).close()
            line.set_value(MARK, Value.INACTIVE)


def motor() -> str:
    """What the motor does, by the levels that the kernel shows of the driver's lines."""
    shown = LINES.read_text()
    first, second = (re.search(rf"\(GPIO{gpio} .*\) out hi", shown) is not None for gpio in MOTOR)
    return DOES[first, second]


async def taken(caller: str, dead: int = 0) -> Any:
    """The launcher, once its service is there, and is another process than the dead one."""
    deadline = time.monotonic() + PATIENCE_S
    while True:
        if main_process() not in (0, dead):
            with suppress(LauncherGone):
                return await connect(at_socket(SOCKET), caller, SessionOptions(instead=True))
        assert time.monotonic() < deadline, "the driver does not come back"
        await asyncio.sleep(AGAIN_S)


def main_process() -> int:
    asked = ["systemctl", "show", "--property=MainPID", "--value", "rollerdeck-driver"]
    return int(subprocess.run(asked, capture_output=True, text=True, check=True).stdout)


if __name__ == "__main__":
    assert Path("/proc/device-tree/model").exists(), "this is for the board"
    words = (word.split(":") for word in sys.argv[1:])
    asyncio.run(main([(int(number), int(ms), awaited) for number, ms, awaited in words]))
