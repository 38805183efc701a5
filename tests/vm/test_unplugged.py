"""A Pico's plug is pulled in the middle of hits: every card counted or flagged, and soon back.

On a real kernel's USB: a serial gadget in the socket of `dummy_hcd`, found by its identifiers, with
a MicroPython behind it that runs the Pico's program.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from controller.workshop.selftest.figures import PULLS
from controller.workshop.selftest.interruptions import watch_pulls
from controller.workshop.selftest.verdicts import FOUND_LATE_MS
from firmware_bridge.address import at_serial
from firmware_bridge.client import RemoteLauncher, connect
from firmware_bridge.serial_line import AUTO
from hardware.launcher import LauncherGone
from tests.micropython.unplugging import COUNT, PATIENCE_S, unplug_often
from tests.micropython.workbench import pico
from tests.seeds import soak_seed
from tests.vm.guest.plug import Plug

pytestmark = pytest.mark.on_lines

LOOK_S = 0.05
OUT_US = 5_000_000
"""Longer than a self-test allows for finding it again, which this is no part of."""


async def found() -> RemoteLauncher:
    """The launcher, as soon as the kernel knows what was plugged in."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            try:
                return await connect(at_serial(AUTO), "unplugged")
            except LauncherGone:
                await asyncio.sleep(LOOK_S)


async def unplug(folder: Path, seed: int, times: int) -> None:
    with pico(folder, COUNT, seed=seed) as (cable, bench):
        plug = Plug(cable)
        async with bench.living():
            await plug.put_in()
            await unplug_often(bench, plug, await found(), seed, times)
        await plug.close()


async def test_unplugged_in_the_middle_of_hits(tmp_path: Path) -> None:
    await unplug(tmp_path, seed=5, times=4)


async def test_a_self_test_whose_plug_is_pulled_twice(tmp_path: Path) -> None:
    said: asyncio.Queue[str] = asyncio.Queue()
    with pico(tmp_path, COUNT) as (cable, bench):
        plug = Plug(cable)
        async with bench.living():
            await plug.put_in()
            await (await found()).close()
            test = asyncio.create_task(watch_pulls(AUTO, PULLS, said.put_nowait))
            for _ in range(PULLS):
                while not (await said.get()).startswith("Pull "):
                    pass
                await plug.pull_out()
                await bench.pass_us(OUT_US)
                await plug.put_in()
            pulled = await asyncio.wait_for(test, PATIENCE_S)
        await plug.close()
    print(f"\nfound again after {[one.found_ms for one in pulled]} ms")
    assert len(pulled) == PULLS
    assert all(one.found_ms is not None and one.found_ms <= FOUND_LATE_MS for one in pulled)
    assert not any(one.restarted for one in pulled)


@pytest.mark.soak
async def test_unplugged_thirty_times(tmp_path: Path) -> None:
    await unplug(tmp_path, soak_seed(), times=30)
