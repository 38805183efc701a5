"""Interruptions that a self-test makes: a driver that ends, and a Pico whose plug is pulled.

A driver switches the motor pin on and is ended in several ways, and the pin is watched. A person
pulls the Pico's plug, and the test finds out how soon the Pico is found again.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from controller.workshop.selftest.figures import LOW_WITHIN_S, How, Pulled, Stop
from firmware_bridge.address import at_serial, at_socket
from firmware_bridge.client import RemoteLauncher, connect
from firmware_bridge.serial_line import is_there
from hardware.gpio.chip import Chip
from hardware.gpio.edges import Edge
from hardware.gpio.loopback import Jumpers, Loop, watched_driver
from hardware.gpio.motor_pins import MOTOR_PINS_FILE
from hardware.gpio.pins import Pins, PinTrouble
from hardware.launcher import ChipLoad, LauncherEvent, LauncherGone, LinkChanged

STARTS_WITHIN_S: Final = 60.0
ON_WITHIN_S: Final = 2.0
ON_FOR_S: Final = 0.05
"""The driver is ended so long after the motor pin went high; it would stay so for much longer."""
HUNG_S: Final = 0.2
LOOK_S: Final = 0.001
HOWS: Final[tuple[How, ...]] = ("killed", "hung", "stopped")

PULLED_WITHIN_S: Final = 60.0

BACK_WITHIN_S: Final = 60.0
"""How long the test waits for a person each time."""

PLUG_LOOK_S: Final = 0.05


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
        str(folder / MOTOR_PINS_FILE),
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
    )
    await process.wait()


async def ask_pico(serial: str) -> ChipLoad | None:
    """How busy a Pico is; None: its program does not say it. Raises LauncherGone."""
    launcher = await connect(at_serial(serial), "selftest")
    await launcher.close()
    return launcher.capabilities.load


async def watch_pulls(serial: str, pulls: int, say: Callable[[str], None]) -> tuple[Pulled, ...]:
    """How soon a Pico was found after each pull of its plug.

    Raises LauncherGone. ``pulls``: how often the person is asked to pull it. The test ends early
    where the plug stays in or out, and keeps what it has measured. ``say`` shows a sentence to the
    person.
    """
    launcher = await connect(at_serial(serial), "selftest")
    try:
        events = launcher.events()
        pulled: list[Pulled] = []
        while len(pulled) < pulls:
            say(f"Pull the Pico's plug out now ({len(pulled) + 1} of {pulls}).")
            pull = await _one_pull(serial, launcher, events, say)
            if pull is None:
                break
            pulled.append(pull)
            if pull.found_ms is None or not pull.was_out:
                break
    finally:
        await launcher.close()
    return tuple(pulled)


async def _one_pull(
    serial: str,
    launcher: RemoteLauncher,
    events: AsyncIterator[LauncherEvent],
    say: Callable[[str], None],
) -> Pulled | None:
    """Wait until the plug is out, and in again; None: it was not pulled."""
    port = _PortWatch(serial)
    watching = asyncio.create_task(port.watch())
    try:
        if await _link(events, False, PULLED_WITHIN_S) is None:
            say(f"The plug was not pulled within {PULLED_WITHIN_S:g} seconds.")
            return None
        say("The Pico is gone: put the plug in again.")
        back = await _link(events, True, BACK_WITHIN_S)
        at_s = asyncio.get_running_loop().time()
    finally:
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching
    if back is None:
        say(f"The Pico is not back after {BACK_WITHIN_S:g} seconds.")
        return Pulled(None, was_out=port.was_out)
    say("The Pico is back" + (", and has restarted." if back.restarted else "."))
    found_ms = round(1000 * (at_s - port.since_s)) if port.since_s is not None else 0
    return Pulled(found_ms, back.restarted, port.was_out)


async def _link(
    events: AsyncIterator[LauncherEvent], up: bool, within_s: float
) -> LinkChanged | None:
    """Wait until the link is lost, or is there again; None: it did not happen in time."""
    try:
        async with asyncio.timeout(within_s):
            async for event in events:
                if isinstance(event, LinkChanged) and event.up is up:
                    return event
    except TimeoutError:
        pass
    return None


class _PortWatch:
    """Looks whether the system has the port of a plug, which goes a little later than the link."""

    def __init__(self, serial: str) -> None:
        self.was_out = False
        """Whether the port was ever gone."""
        self.since_s: float | None = None
        """Since when the port has been there; None: it is gone."""
        self._serial = serial

    async def watch(self) -> None:
        while True:
            if not is_there(self._serial):
                self.was_out, self.since_s = True, None
            elif self.since_s is None:
                self.since_s = asyncio.get_running_loop().time()
            await asyncio.sleep(PLUG_LOOK_S)
