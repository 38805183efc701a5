"""A Pico's plug is pulled in the middle of hits: every card counted or flagged, and soon back.

In virtual time, on pseudo terminals; on a kernel's own USB: ``tests/vm/test_unplugged.py``.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_bridge.address import at_serial
from firmware_bridge.client import connect
from tests.micropython.plug import Plug
from tests.micropython.unplugging import COUNT, unplug_often
from tests.micropython.workbench import pico
from tests.seeds import soak_seed

pytestmark = pytest.mark.looptime


async def unplug(folder: Path, seed: int, times: int) -> None:
    with pico(folder, COUNT, seed=seed) as (cable, bench):
        plug = Plug(cable, folder / "launcher")
        await plug.put_in()
        async with bench.living():
            launcher = await connect(at_serial(str(plug.path)), "unplugged")
            await unplug_often(bench, plug, launcher, seed, times)
        await plug.close()


@pytest.mark.thorough
async def test_unplugged_in_the_middle_of_hits(tmp_path: Path) -> None:
    await unplug(tmp_path, seed=27, times=4)


@pytest.mark.soak
async def test_unplugged_thirty_times(tmp_path: Path) -> None:
    await unplug(tmp_path, soak_seed(), times=30)
