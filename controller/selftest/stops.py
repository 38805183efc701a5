"""Lets a driver switch the motor pin on, ends the driver in several ways, and looks at the pin."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from controller.selftest.figures import LOW_WITHIN_S, How, Stop
from firmware_bridge.address import at_socket
from firmware_bridge.client import RemoteLauncher, connect
from hardware.gpio.chip import Chip
from hardware.gpio.edges import Edge
from hardware.gpio.loopback import Jumpers, Loop, watched_driver
from hardware.gpio.motor_pins import FILE
from hardware.gpio.pins import Pins
from hardware.gpio.trouble import PinTrouble
from hardware.launcher import LauncherGone

STARTS_WITHIN_S: Final = 60.0
ON_WITHIN_S: Final = 2.0
ON_FOR_S: Final = 0.05
"""The driver is ended so long after the motor pin went high; it would stay so for much longer."""
HUNG_S: Final = 0.2
LOOK_S: Final = 0.001
HOWS: Final[tuple[How, ...]] = ("killed", "hung", "stopped")


@dataclass(frozen=True, slots=True)
class Ending:
    """What is needed to end drivers."""

    chip: Chip
    jumpers: Jumpers
    pins: Pins
    motor_off: Path
    """The script `motor-off`."""


def configuration(pins: Pins, jumpers: Jumpers) -> str:
    """The driver's configuration: the motor and the button are real, its card sensor is away.

    Nothing is connected where it looks for the card sensor, and the chip pulls that pin up, which
    has to mean that there is no card.
    """
    motor = "".join(f"{name} = {getattr(pins, name)}\n" for name in pins.driver.inputs)
    return (
        "[pins]\n"
        f'chip = "{pins.chip}"\nfactory = "{pins.factory}"\nmotor_driver = "{pins.motor_driver}"\n'
        f"{motor}card_sensor = {jumpers.away}\nbutton = {jumpers.button}\n"
        'inverted = ["card_sensor"]\nlamp = 0\nbuzzer = 0\n'
    )


async def end_drivers(ending: Ending, times: int, progress: Callable[[int], None]) -> list[Stop]:
    """End so many drivers in each way, with and without `motor-off`. Raises PinTrouble."""
    stops = []
    for how in HOWS:
        for motor_off in (False, True):
            for _ in range(times):
                stops.append(await _end_one(ending, how, motor_off))
                progress(len(stops))
    return stops


async def _end_one(ending: Ending, how: How, motor_off: bool) -> Stop:
    with tempfile.TemporaryDirectory(prefix="rollerdeck-selftest-") as inside:
        folder = Path(inside)
        (folder / "rollerdeck.toml").write_text(
            configuration(ending.pins, ending.jumpers), encoding="utf-8"
        )
        with watched_driver(ending.chip, ending.jumpers) as loop:
            driver = await _start(folder)
            launcher = None
            try:
                launcher = await connect(at_socket(folder / "launcher.sock"), "selftest")
                press_us = await _press(loop, launcher)
                if press_us is None:
                    return Stop(how, motor_off, None, None)
                await asyncio.sleep(ON_FOR_S)
                loop.take()
                if not loop.levels()["card_sensor"]:
                    return Stop(how, motor_off, None, None)
                at_us = await _end(driver, how)
                if motor_off:
                    await _run(ending.motor_off, folder)
                return Stop(how, motor_off, press_us, await _low(loop, at_us))
            except LauncherGone:
                return Stop(how, motor_off, None, None)
            finally:
                loop.put("press", True)
                if driver.returncode is None:
                    driver.kill()
                await driver.wait()
                if launcher is not None:
                    await launcher.close()
                # whatever the kernel does: the next driver finds the pin low
                await _run(ending.motor_off, folder)


async def _start(folder: Path) -> asyncio.subprocess.Process:
    """Start a driver, and wait until it listens. Raises PinTrouble."""
    socket = folder / "launcher.sock"
    log = folder / "driver.log"
    with log.open("wb") as to:
        driver = await asyncio.create_subprocess_exec(
            # -P: a file in the working directory is not to be taken for a module of Python's own
            *(sys.executable, "-P", "-c", "from controller.cli import main; main()", "driver"),
            *("--config", str(folder / "rollerdeck.toml"), "--socket", str(socket)),
            # a calibration of this user's launcher is for other pins
            env={**os.environ, "STATE_DIRECTORY": str(folder)},
            stdout=to,
            stderr=to,
        )
    deadline_s = time.monotonic() + STARTS_WITHIN_S
    while not socket.is_socket():
        if driver.returncode is not None or time.monotonic() > deadline_s:
            if driver.returncode is None:
                driver.kill()
                await driver.wait()
            lines = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
            reason = lines[-1] if lines else "it said nothing"
            raise PinTrouble(f"The driver does not start for the self-test: {reason}")
        await asyncio.sleep(0.01)
    return driver


async def _press(loop: Loop, launcher: RemoteLauncher) -> int | None:
    """Press the button, and wait until the motor pin is high: how long that takes."""
    if await launcher.arm(1, 1) is not None:
        return None
    loop.take()
    at_us = loop.put("press", False)
    edge = await _edge(loop, True, ON_WITHIN_S)
    return None if edge is None else edge.at_us - at_us


async def _end(driver: asyncio.subprocess.Process, how: How) -> int:
    """End the driver; when the signal was sent that ends it."""
    if how == "hung":
        driver.send_signal(signal.SIGSTOP)
        await asyncio.sleep(HUNG_S)
    at_us = time.monotonic_ns() // 1000
    driver.send_signal(signal.SIGTERM if how == "stopped" else signal.SIGKILL)
    await driver.wait()
    return at_us


async def _low(loop: Loop, at_us: int) -> int | None:
    """Wait until the motor pin is low: how long after the signal that was."""
    edge = await _edge(loop, False, LOW_WITHIN_S)
    if edge is None or loop.levels()["card_sensor"]:
        return None
    return max(0, edge.at_us - at_us)


async def _edge(loop: Loop, high: bool, within_s: float) -> Edge | None:
    """Wait for an edge of the card sensor's input, and forget all before it."""
    deadline_s = time.monotonic() + within_s
    while True:
        edges: list[Edge] = [edge for edge in loop.take() if edge.name == "card_sensor"]
        if edges and edges[-1].high == high:
            return edges[-1]
        if time.monotonic() > deadline_s:
            return None
        await asyncio.sleep(LOOK_S)


async def _run(script: Path, folder: Path) -> None:
    """Run `motor-off` as the service does; the driver has written the pins into this folder."""
    process = await asyncio.create_subprocess_exec(
        str(shutil.which("sh")),
        str(script),
        str(folder / FILE),
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
    )
    await process.wait()
