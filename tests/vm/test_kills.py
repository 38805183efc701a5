"""Client and driver are killed and stopped at spread moments of a hit, and the kernel is asked.

The motor's lines are read where the kernel shows them, by the mechanism, once a millisecond.
"""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from multiprocessing.process import BaseProcess
from pathlib import Path

import gpiod
import pytest

from firmware_bridge.address import at_socket
from firmware_bridge.client import connect
from firmware_bridge.simulator_control import SimulatorControl
from hardware.launcher import Fault
from hardware.portable.settings import Settings
from tests.hardware.gpio.wires import motor_of
from tests.vm.guest.launcher import LineLauncher, end, line_launcher, start, until
from tests.vm.guest.mechanism import LOOK_S, WIRED, driven_until

pytestmark = pytest.mark.on_lines

CARDS = 6
MOMENTS = [(ms, "") for ms in range(10, 1000, 90)]
"""Milliseconds after the motor's start, and what the motor has to do then; a hit of six cards takes
about a second."""
IN_BRAKE = [(370, "forward"), (550, "brake")]
IN_REVERSE = [(10, "forward"), (640, "reverse")]


def at_moments(few: list[tuple[int, str]]) -> pytest.MarkDecorator:
    """`make vm` runs a few, `make soak` all of them."""
    every = [few, pytest.param(MOMENTS, marks=pytest.mark.soak)]
    return pytest.mark.parametrize("moments", every, ids=["few moments", "all moments"])


LEASE_AND_BOUND_MS = (Settings.lease_us + Settings.finish_bound_us) / 1000
RELEASED_MS = 50
"""In which a kernel has closed what a killed process had open."""
LOOK_MS = LOOK_S * 1000
"""A look that sees it, and two that come late."""


@pytest.fixture
async def launcher(tmp_path: Path) -> AsyncIterator[LineLauncher]:
    with line_launcher(tmp_path, 400, seed=3) as there:
        yield there


def eject(socket: Path, caller: str) -> None:
    """Be a client that has cards ejected, and keeps its lease for as long as it lives."""

    async def hold() -> None:
        launcher = await connect(at_socket(socket), caller)
        await launcher.eject(CARDS)
        await asyncio.Event().wait()

    asyncio.run(hold())


def now_ms() -> float:
    return time.monotonic() * 1000


def doing(launcher: LineLauncher) -> str:
    """What the motor does, in a word."""
    pct, braking = motor_of(WIRED.driver, [float(high) for high in launcher.motor()])
    return "forward" if pct > 0 else "reverse" if pct < 0 else "brake" if braking else "off"


@asynccontextmanager
async def at_a_moment(
    launcher: LineLauncher, caller: str, moment_ms: int, awaited: str
) -> AsyncIterator[tuple[BaseProcess, str]]:
    """A client, so long after the motor's start, and what goes on; it ends with the block.

    Later, unless the motor does what is awaited ("": whatever it does).
    Also where the test fails: a client that stands still would never let pytest end.
    """
    client = start(eject, launcher.socket, caller)
    try:
        until(lambda: doing(launcher) == "forward", "start of the motor")
        await asyncio.sleep(moment_ms / 1000)
        until(lambda: not awaited or doing(launcher) == awaited, f"motor that does {awaited}")
        yield client, doing(launcher)
    finally:
        end(client)


def report(what: str, stages: Counter[str], off_ms: list[float], promised: str) -> None:
    spread = ", ".join(f"{count} {stage}" for stage, count in stages.most_common())
    print(
        f"\n{what}: {stages.total()} times ({spread}); motor undriven after "
        f"p50 {sorted(off_ms)[len(off_ms) // 2]:.0f} ms, at most {max(off_ms):.0f} ms ({promised})"
    )


@pytest.mark.parametrize(
    ("number", "moments"),
    [
        pytest.param(signal.SIGKILL, IN_BRAKE, id="killed, few moments"),
        pytest.param(signal.SIGSTOP, IN_REVERSE, id="stopped, few moments"),
        pytest.param(signal.SIGKILL, MOMENTS, id="killed, all moments", marks=pytest.mark.soak),
        pytest.param(signal.SIGSTOP, MOMENTS, id="stopped, all moments", marks=pytest.mark.soak),
    ],
)
async def test_motor_is_off_within_lease_and_bound_of_the_clients_end(
    launcher: LineLauncher, number: signal.Signals, moments: list[tuple[int, str]]
) -> None:
    control, stages, off_ms = SimulatorControl(launcher.socket), Counter[str](), []
    for moment in moments:
        async with at_a_moment(launcher, f"client {moment[0]}", *moment) as (client, stage):
            at_ms = now_ms()
            assert client.pid is not None
            os.kill(client.pid, number)
            stages[stage] += 1
            await asyncio.sleep((LEASE_AND_BOUND_MS + 100) / 1000)
            runs_ms = (await control.truth()).motor_runs_ms
            off_ms.append(max(0.0, driven_until(runs_ms, now_ms()) - at_ms))
            assert off_ms[-1] <= LEASE_AND_BOUND_MS + LOOK_MS, f"{moment[0]} ms after the start"
            assert doing(launcher) in ("off", "brake")
        await mend(launcher, control)
    report(f"client {number.name}", stages, off_ms, f"promised {LEASE_AND_BOUND_MS:.0f} ms")
    assert len(stages) >= min(3, len(moments)), "the moments were not spread"


async def mend(launcher: LineLauncher, control: SimulatorControl) -> None:
    """What is latched is cleared, as a table would; nothing else may be wrong."""
    table = await connect(at_socket(launcher.socket), "table")
    assert set(table.faults) <= {Fault.LINK_LOST}
    assert await table.clear_faults() == ()
    await table.close()
    await take_out(control)


async def take_out(control: SimulatorControl) -> None:
    """Take away what was left in the mouth, once the roller has come to rest."""
    await asyncio.sleep(0.5)
    while await control.pull():
        pass


async def start_again(launcher: LineLauncher) -> None:
    await take_out(SimulatorControl(launcher.socket))
    launcher.start_driver()


@at_moments(IN_REVERSE)
async def test_a_killed_driver_leaves_no_line_driven(
    launcher: LineLauncher, moments: list[tuple[int, str]]
) -> None:
    stages, off_ms = Counter[str](), []
    for moment in moments:
        async with at_a_moment(launcher, "client", *moment) as (_, stage):
            at_ms = now_ms()
            off_ms.append(killed(launcher) - at_ms)
            stages[stage] += 1
            assert off_ms[-1] <= RELEASED_MS
        await start_again(launcher)
    report("driver SIGKILL", stages, off_ms, f"asked for {RELEASED_MS} ms")
    assert len(stages) >= min(3, len(moments)), "the moments were not spread"


@at_moments(IN_BRAKE)
async def test_a_stopped_driver_drives_on_until_it_is_killed(
    launcher: LineLauncher, moments: list[tuple[int, str]]
) -> None:
    """Nothing but its watchdog, which kills it, takes the lines of a process that stands still."""
    stages, off_ms, driven = Counter[str](), [], 0
    for moment in moments:
        async with at_a_moment(launcher, "client", *moment) as (_, stage):
            assert launcher.driver is not None and launcher.driver.pid is not None
            os.kill(launcher.driver.pid, signal.SIGSTOP)
            held = doing(launcher)
            await asyncio.sleep(0.3)
            assert doing(launcher) == held, "somebody else drives the motor"
            driven += held in ("forward", "reverse")
            at_ms = now_ms()
            off_ms.append(killed(launcher) - at_ms)
            stages[stage] += 1
            assert off_ms[-1] <= RELEASED_MS
        await start_again(launcher)
    report("driver SIGSTOP, then SIGKILL", stages, off_ms, f"of the kill; {driven} drove on")
    assert driven, "it was never stopped while the motor ran"


def killed(launcher: LineLauncher) -> float:
    """Kill the driver; when all of the motor's lines are low, and nobody's, by the kernel."""
    assert launcher.driver is not None and launcher.driver.pid is not None
    os.kill(launcher.driver.pid, signal.SIGKILL)
    until(lambda: not any(launcher.motor()), "low lines")
    low_ms = now_ms()
    end(launcher.driver)
    with gpiod.Chip(str(launcher.lines.device)) as chip:
        for name, gpio in WIRED.used.items():
            line = chip.get_line_info(gpio)
            assert not line.used, f"{name} is still claimed by {line.consumer}"
    assert not any(launcher.motor())
    return low_ms
