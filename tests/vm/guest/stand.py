"""The driver on a kernel's lines, as the contract suite wants it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from firmware_bridge.address import at_socket
from firmware_bridge.client import connect
from firmware_bridge.simulator_control import SimulatorControl
from tests.contract.stands import SEED, Stand, WireStand
from tests.vm.guest.launcher import line_launcher

REST_S = 0.5


class LineStand(WireStand):
    """The real driver on a kernel's lines; see ``LineLauncher``."""

    simulated = False

    async def press(self) -> None:
        await self.tap(40)
        before = None
        while True:
            # Between two tries the motor rests, but never for so long.
            await asyncio.sleep(REST_S)
            runs = (await self._control.truth()).motor_runs_ms
            if runs == before and (not runs or runs[-1][1] is not None):
                return
            before = runs

    async def dings(self) -> int:
        before = -1
        # the mechanism looks at the lines now and then, and sees a sound only some time later
        while (now := (await self._control.truth()).dings) != before:
            before = now
            await asyncio.sleep(REST_S)
        return now

    async def jam(self, on: bool) -> None:
        await super().jam(on)
        await asyncio.sleep(REST_S)


@asynccontextmanager
async def gpio_sim_stand(folder: Path, cards: int) -> AsyncIterator[Stand]:
    with line_launcher(folder, cards, SEED) as there:
        launcher = await connect(at_socket(there.socket), "contract")
        stand = LineStand(launcher, SimulatorControl(there.socket))
        yield stand
        await launcher.close()
        await stand.ended()
