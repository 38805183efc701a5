"""The driver's process on mock pins, in virtual time: awake when due, off whatever happens."""

from __future__ import annotations

import asyncio
import gc
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge.address import at_socket
from firmware_bridge.client import connect
from firmware_bridge.driver import PRIORITY, Driver, hurry
from firmware_bridge.reports import Note, unlogged
from firmware_bridge.sockets import CannotListen
from firmware_bridge.wire.frames import encode
from hardware.launcher import Fault, LauncherGone
from tests.firmware_bridge.by_hand import NEXT_ID, order
from tests.hardware.gpio.workbench import Workbench

pytestmark = pytest.mark.looptime


@asynccontextmanager
async def driven(
    path: Path, cards: int = 60, note: Note = unlogged
) -> AsyncIterator[tuple[Workbench, Driver]]:
    bench = Workbench(cards)
    driver = Driver(bench.board, note)
    try:
        await driver.start(path)
        yield bench, driver
    finally:
        await driver.close()
        bench.close()


def motor(bench: Workbench) -> list[float]:
    return [bench.factory.level(getattr(bench.pins, name)) for name in bench.pins.driver.inputs]


async def test_the_collector_rests_while_cards_come_and_only_then(path: Path) -> None:
    async with driven(path):
        launcher = await connect(at_socket(path), "table")
        assert gc.isenabled()
        ejecting = asyncio.create_task(launcher.eject(3))
        await asyncio.sleep(0.2)
        assert not gc.isenabled()
        await ejecting
        assert gc.isenabled()
        await launcher.close()


async def test_closing_it_stops_the_motor_and_the_collector_works_again(path: Path) -> None:
    async with driven(path) as (bench, driver):
        launcher = await connect(at_socket(path), "table")
        ejecting = asyncio.create_task(launcher.eject(6))
        await asyncio.sleep(0.3)
        assert motor(bench) == [1, 0]
        await driver.close()
        with pytest.raises(LauncherGone, match="stopped"):
            await ejecting
        assert motor(bench) == [0, 0]
        assert gc.isenabled()
        assert list(path.parent.iterdir()) == []
        await launcher.close()


@pytest.mark.parametrize("frozen_after_s", [0.02, 0.1, 0.2, 0.4, 0.7])
async def test_a_frozen_caller_loses_the_pins_within_lease_and_bound(
    path: Path, frozen_after_s: float
) -> None:
    async with driven(path) as (bench, _):
        writer = await order(await asyncio.open_unix_connection(str(path)), "eject", count=12)
        for nth in range(10):
            await asyncio.sleep(frozen_after_s / 10)
            writer.write(encode({"id": NEXT_ID + nth, "do": "beat"}))
        await asyncio.sleep(0.001)
        assert any(motor(bench))
        await asyncio.sleep(0.250 + 0.400)
        assert motor(bench) in ([0, 0], [1, 1])
        await asyncio.sleep(2)
        assert motor(bench) == [0, 0]
        assert bench.board.core.lease_trips == 1
        writer.close()


async def test_a_caller_frozen_before_the_press_loses_the_pins_within_lease_and_bound_of_it(
    path: Path,
) -> None:
    async with driven(path) as (bench, _):
        streams = await asyncio.open_unix_connection(str(path))
        writer = await order(streams, "arm", armed_lease=True, hit=1, count=12)
        await asyncio.sleep(1.7)
        assert bench.board.core.armed_hit == 1
        bench.touch(lambda rig: rig.tap(40_000))
        await asyncio.sleep(0.2)
        assert any(motor(bench))
        await asyncio.sleep(0.050 + 0.400)
        assert motor(bench) in ([0, 0], [1, 1])
        await asyncio.sleep(2)
        assert motor(bench) == [0, 0]
        assert bench.board.core.lease_trips == 1
        writer.close()


@pytest.mark.parametrize("garbage", [b"\xff\x00" * 500, b":{}*00000000\n", b"x" * 70_000 + b"\n"])
async def test_garbage_in_place_of_beats_costs_the_launcher(path: Path, garbage: bytes) -> None:
    """It is no sign of life: the motor is off within lease and bound, whatever keeps coming."""
    async with driven(path) as (bench, _):
        writer = await order(await asyncio.open_unix_connection(str(path)), "eject", count=12)
        await asyncio.sleep(0.1)
        assert any(motor(bench))
        for _ in range(10):
            writer.write(garbage)
            await asyncio.sleep(0.3)
        assert motor(bench) == [0, 0]
        assert bench.board.core.lease_trips == 1
        writer.close()


async def test_a_strangers_garbage_is_nobodys_business(path: Path) -> None:
    async with driven(path) as (bench, _):
        launcher = await connect(at_socket(path), "table")
        _, stranger = await asyncio.open_unix_connection(str(path))
        ejecting = asyncio.create_task(launcher.eject(5))
        for _ in range(20):
            stranger.write(b"\xff{]" * 5_000)
            await asyncio.sleep(0.05)
        result = await ejecting
        assert (result.delivered, result.complete) == (5, True)
        stranger.close()
        await launcher.close()
        assert motor(bench) == [0, 0]


async def test_an_opened_cover_reaches_the_caller(path: Path) -> None:
    async with driven(path) as (bench, _):
        launcher = await connect(at_socket(path), "table")
        assert launcher.capabilities.cover_switch
        ejecting = asyncio.create_task(launcher.eject(5))
        await asyncio.sleep(0.3)
        bench.cover(True)
        result = await ejecting
        assert (result.complete, result.fault) == (False, Fault.COVER_OPEN)
        assert await launcher.clear_faults() == (Fault.COVER_OPEN,)
        bench.cover(False)
        await asyncio.sleep(0.1)
        assert await launcher.clear_faults() == ()
        await launcher.close()


async def test_it_sleeps_while_nothing_happens(path: Path) -> None:
    async with driven(path) as (bench, _):
        await asyncio.sleep(1)
        assert bench.board.due() is None


async def test_a_pin_that_fails_stops_the_motor_and_is_told(path: Path) -> None:
    async with driven(path) as (bench, _):
        launcher = await connect(at_socket(path), "table")
        ejecting = asyncio.create_task(launcher.eject(5))
        await asyncio.sleep(0.3)
        pin: Any = bench.factory.pin(bench.pins.lamp)

        def broken(value: float) -> None:
            raise OSError("the line is gone")

        pin._set_state = broken
        await asyncio.sleep(0.5)
        assert motor(bench) == [0, 0]
        assert len(bench.failures) == 1
        del pin._set_state
        ejecting.cancel()
        await launcher.close()


async def test_a_taken_place_leaves_the_motor_low(path: Path) -> None:
    async with driven(path):
        with pytest.raises(CannotListen, match="Another launcher already listens"):
            async with driven(path) as (bench, _):
                pass
        bench = Workbench(1)
        second = Driver(bench.board)
        with pytest.raises(CannotListen):
            await second.start(path)
        await second.close()
        assert motor(bench) == [0, 0]
        bench.close()


def test_real_time_is_asked_for_and_its_refusal_said(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def granted(process: int, policy: int, param: os.sched_param) -> None:
        asked.append((process, policy, param.sched_priority))

    monkeypatch.setattr(os, "sched_setscheduler", granted)
    assert hurry() is None
    assert asked == [(0, os.SCHED_FIFO, PRIORITY)]

    def refused(process: int, policy: int, param: os.sched_param) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "sched_setscheduler", refused)
    assert hurry() == (
        "No real-time priority: other programs can make the driver late. Allow it with "
        "LimitRTPRIO=10 in its unit, or an rtprio of 10 in limits.conf."
    )
