"""A launcher on pins that stands on a scale: what its driver tells, and to whom."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from firmware_bridge.address import at_socket
from firmware_bridge.client import RemoteLauncher, SessionOptions, connect
from firmware_bridge.driver import Driver
from hardware.gpio.gpio_board import GpioBoard
from hardware.gpio.scale_readings import ScaleFeed
from hardware.launcher import Weighed
from hardware.portable.nau7802 import HIGHEST
from hardware.portable.settings import ScaleSettings, Settings
from tests.hardware.gpio.workbench import Workbench
from tests.processes import PATIENCE_S

STILL = """
import time
at_us = 0
while True:
    at_us += 25_000
    print(at_us, 1000, flush=True)
    time.sleep(0.001)
"""
BROKEN = "print('! No chip answers at address 0x2a.')"


@asynccontextmanager
async def standing_on(
    program: str, folder: Path
) -> AsyncIterator[tuple[Path, Driver, list[tuple[str, str]]]]:
    """A driver whose scale is this program, what it logs, and where it listens."""
    path, noted = folder / "launcher.sock", list[tuple[str, str]]()

    def note(event: str, sentence: str, level: int = 0, **fields: object) -> None:
        noted.append((event, sentence))

    # the scale's process is in real time, and so is the lease: a busy machine loses it
    with patch.object(Settings, "lease_us", round(PATIENCE_S * 1e6)):
        bench = Workbench(60, scale=ScaleSettings())
        driver = Driver(bench.board, note, scale=(sys.executable, "-c", program))
        try:
            await driver.start(path)
            yield path, driver, noted
        finally:
            await driver.close()
            bench.close()


async def weighed(launcher: RemoteLauncher) -> Weighed:
    async with asyncio.timeout(PATIENCE_S):
        async for event in launcher.events():
            if isinstance(event, Weighed):
                return event
    raise AssertionError("nothing was weighed")


async def until(true: Any) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not true():  # noqa: ASYNC110 -- a process has no event
            await asyncio.sleep(0.005)


async def test_it_weighs_for_a_caller_and_tells_what_is_inside(tmp_path: Path) -> None:
    async with standing_on(STILL, tmp_path) as (path, driver, _):
        assert driver._scale is not None and driver._scale._process is None, "nobody asked"
        launcher = await connect(at_socket(path), "table")
        assert launcher.capabilities.scale
        await launcher.tare()
        word = await weighed(launcher)
        assert (word.inside, word.inside_low, word.inside_high) == (0, 0, 0)
        assert (word.first_hit, word.last_hit, word.sure) == (None, None, True)
        await launcher.close()


async def test_a_bench_gets_the_scale_for_itself(tmp_path: Path) -> None:
    async with standing_on(STILL, tmp_path) as (path, driver, _):
        launcher = await connect(at_socket(path), "table")
        await launcher.tare()
        await weighed(launcher)
        await launcher.close()
        assert driver._scale is not None and driver._scale._process is not None
        bench = await connect(at_socket(path), "bench", SessionOptions(weighs=False))
        await until(lambda: driver._scale is not None and driver._scale._process is None)
        await bench.close()
        launcher = await connect(at_socket(path), "table")
        await launcher.weigh()
        assert (await weighed(launcher)).inside is None, "cards may have moved meanwhile"
        await launcher.close()


async def test_a_scale_that_fails_is_logged_once_and_the_launcher_works_on(
    tmp_path: Path,
) -> None:
    async with standing_on(BROKEN, tmp_path) as (path, driver, noted):
        launcher = await connect(at_socket(path), "table")
        assert (await weighed(launcher)).inside is None
        result = await launcher.eject(2)
        assert (result.delivered, result.complete) == (2, True)
        assert driver._scale is not None
        driver._scale._start()
        process = driver._scale._process
        await until(lambda: driver._scale is None or driver._scale._process is not process)
        said = [sentence for what, sentence in noted if what == "scale"]
        assert said == ["No chip answers at address 0x2a."]
        await launcher.close()


OVERLOADED = """
import time
for nth in range(1, 10_000):
    print(25_000 * nth, {counts} if nth % {pause} else 1000, flush=True)
    if nth % 50 == 0: time.sleep(0.001)
time.sleep(60)
"""


@pytest.mark.parametrize(
    "counts", [HIGHEST, pytest.param(-HIGHEST - 1, marks=pytest.mark.thorough)]
)
async def test_a_scale_that_stays_overloaded_is_logged(tmp_path: Path, counts: int) -> None:
    program = OVERLOADED.format(counts=counts, pause=9_000)
    async with standing_on(program, tmp_path) as (path, _, noted):
        launcher = await connect(at_socket(path), "table")
        await until(lambda: len([one for one in noted if one[0] == "scale"]) >= 3)
        said = [sentence for what, sentence in noted if what == "scale"]
        assert said[0].startswith("The scale is overloaded: it is at the end of its range. Take")
        assert said[1:3] == ["The scale can be read again.", said[0]], "once each time"
        await launcher.close()


@pytest.mark.parametrize(("counts", "pause"), [(HIGHEST, 200), (HIGHEST - 1, 9_000)])
async def test_a_hand_that_pushes_or_a_load_just_below_the_end_is_not_logged(
    tmp_path: Path, counts: int, pause: int
) -> None:
    program = OVERLOADED.format(counts=counts, pause=pause)
    async with standing_on(program, tmp_path) as (path, _, noted):
        launcher = await connect(at_socket(path), "table")
        async with asyncio.timeout(PATIENCE_S):
            while (await launcher.reading() or (0, 0))[0] < 1000:  # noqa: ASYNC110 (it asks)
                await asyncio.sleep(0.01)
        assert not [one for one in noted if one[0] == "scale"]
        await launcher.close()


async def test_the_pins_are_off_before_the_driver_waits_for_its_scale(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    order, let_go = [], GpioBoard.close

    def pins(board: GpioBoard) -> None:
        order.append("pins")
        let_go(board)

    monkeypatch.setattr(GpioBoard, "close", pins)
    monkeypatch.setattr(ScaleFeed, "close", lambda _: order.append("scale"))
    async with standing_on(STILL, tmp_path):
        pass
    assert order[:2] == ["pins", "scale"]


async def test_without_a_scale_no_process_is_started(tmp_path: Path) -> None:
    bench = Workbench(60)
    driver = Driver(bench.board, scale=(sys.executable, "-c", STILL))
    path = tmp_path / "launcher.sock"
    await driver.start(path)
    launcher = await connect(at_socket(path), "table")
    assert not launcher.capabilities.scale
    assert driver._scale is None
    await launcher.close()
    await driver.close()
    bench.close()
